/** Replicas over one Redis give a provider back what belongs to a call, whichever of them made it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeWithServer } from '../servers/find-server.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';
import { type Replica, startReplica } from './start-replica.ts';

interface Call {
  readonly id: string;
  readonly extra_content?: {
    readonly anthropic: { readonly thinking: readonly { readonly signature: string }[] };
  };
}

describeWithServer(redisMissing, 'two replicas over one Redis', () => {
  let redis: TestRedis;
  let directory = '';
  let replicas: readonly Replica[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-calls-'));
    redis = await startRedis();
    const start = (name: string): Promise<Replica> =>
      startReplica({
        CLAIMGATE_DATA_DIR: path.join(directory, name),
        CLAIMGATE_SECRET: 'one-secret-for-both-replicas',
        REDIS_URL: redis.url,
      });
    replicas = await Promise.all([start('a'), start('b')]);
  }, 60_000);

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await redis?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const question = { role: 'user', content: 'Use get_weather for Paris.' };
  const ask = (replica: Replica, key: string, messages: readonly object[]): Promise<Response> =>
    fetch(`${replica.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'claude-haiku-5-5',
        messages,
        tools: [{ type: 'function', function: { name: 'get_weather' } }],
        fact_check: { mode: 'off' },
      }),
    });

  it('share what a provider wants back with a call, sealed, and for its caller alone', async () => {
    const [one, other] = replicas as [Replica, Replica];
    const client = createClient({ url: redis.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const names = async () =>
      (await client.sendCommand(['KEYS', 'claimgate:calls:*'])) as unknown as string[];
    const before = await names();
    const answer = (await (await ask(one, 'sk-ann', [question])).json()) as {
      choices: [{ message: { tool_calls: [Call] } }];
    };
    const [{ extra_content: extra, ...bare }] = answer.choices[0].message.tool_calls;
    const signature = extra!.anthropic.thinking[0]!.signature;
    const history = [
      question,
      { role: 'assistant', content: null, tool_calls: [bare] },
      { role: 'tool', tool_call_id: bare.id, content: '18 C' },
    ];

    // Thinking that is lost is turned off, and the header says so.
    const adjusted = async (replica: Replica, key: string) => {
      const response = await ask(replica, key, history);
      expect(response.status).toBe(200);
      return response.headers.get('x-claimgate-adjusted');
    };
    expect(await adjusted(other, 'sk-ann')).toBeNull();
    expect(await adjusted(other, 'sk-bob')).toBe('reasoning_effort=none');

    const added = (await names()).filter((name) => !before.includes(name));
    expect(added).toHaveLength(1);
    expect(added[0]).not.toContain(bare.id);
    expect(await client.get(added[0]!)).not.toContain(signature);
    const left = await client.pTTL(added[0]!);
    expect(left).toBeGreaterThan(3_000_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  }, 30_000);
});
