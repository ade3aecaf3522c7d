/** Responses that outlive the process that gave them, as real processes on one PostgreSQL. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import OpenAI from 'openai';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { type Replica, startReplica } from './start-replica.ts';

const KEY = 'sk-canarykey-of-responses';
const OTHER = 'sk-somebody-else';
const SECRET = 'one-secret-for-all-replicas';
const ASKED = { model: 'gpt-6-luna', input: 'The canarytext lighthouse', max_output_tokens: 16 };

describeWithServer(postgresMissing, 'kept responses on two replicas', () => {
  let postgres: TestPostgres;
  let directory = '';
  let env: Record<string, string>;
  let first: Replica;
  let second: Replica;
  const started: Replica[] = [];
  const start = async (more: Record<string, string> = {}): Promise<Replica> => {
    const replica = await startReplica({ ...env, ...more });
    started.push(replica);
    return replica;
  };
  const at = ({ url }: Replica, apiKey = KEY) => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  const ask = (replica: Replica, more: Partial<ResponseCreateParamsNonStreaming> = {}) =>
    at(replica).responses.create({ ...ASKED, ...more });
  const statusOf = (replica: Replica, id: string, apiKey = KEY) =>
    at(replica, apiKey)
      .responses.retrieve(id)
      .then(
        () => 200,
        ({ status }) => status as number,
      );

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-responses-'));
    postgres = await startPostgres();
    env = {
      CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
      CLAIMGATE_SECRET: SECRET,
      DATABASE_URL: postgres.url,
    };
    [first, second] = await Promise.all([start(), start()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(started.map((replica) => replica.kill('SIGKILL')));
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('are read, gone on from and deleted at the other one, by the same key alone', async () => {
    const one = await ask(first);
    const two = await ask(second, { previous_response_id: one.id, input: 'And then?' });
    const three = await ask(first, { previous_response_id: two.id, input: 'And then?' });
    // The model answers from the whole conversation.
    expect(three.usage!.input_tokens).toBeGreaterThan(one.usage!.input_tokens + one.usage!.output_tokens);
    expect((await at(first).responses.retrieve(two.id)).output_text).toBe(two.output_text);
    expect([await statusOf(second, one.id), await statusOf(second, one.id, OTHER)]).toEqual([200, 404]);
    // PostgreSQL takes no such character.
    expect(await statusOf(first, '\0')).toBe(404);
    await at(second).responses.delete(one.id);
    expect([await statusOf(first, one.id), await statusOf(first, two.id)]).toEqual([404, 200]);
    await expect(ask(first, { previous_response_id: two.id })).rejects.toMatchObject({ status: 404 });
  });

  it('are all there after the one that gave them is killed, whole and streamed', async () => {
    const doomed = await start();
    const whole = Array.from({ length: 20 }, async () => (await ask(doomed)).id);
    const streamed = Array.from({ length: 20 }, async () => {
      const stream = at(doomed).responses.stream({ ...ASKED });
      return (await stream.finalResponse()).id;
    });
    // Killed the moment that the last answer is here: what was answered is kept by then.
    const ids = await Promise.all([...whole, ...streamed]);
    await doomed.kill('SIGKILL');
    expect(new Set(await Promise.all(ids.map((id) => statusOf(second, id))))).toEqual(new Set([200]));
  }, 30_000);

  it('are found under a secret that was replaced, as long as it is listed', async () => {
    const { id } = await ask(first);
    const more = { CLAIMGATE_SECRET: 'the-secret-of-afterwards' };
    const replaced = await start({ ...more, CLAIMGATE_OLD_SECRETS: SECRET });
    expect(await statusOf(replaced, id)).toBe(200);
    const next = await ask(replaced, { previous_response_id: id, input: 'And then?' });
    const forgotten = await start(more);
    expect([await statusOf(forgotten, id), await statusOf(forgotten, next.id)]).toEqual([404, 200]);
  }, 30_000);

  it('leave no word of a text or a key in the database or a log', async () => {
    await ask(first);
    const data = path.join(postgres.directory, 'data');
    for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(path.join(entry.parentPath, entry.name)).catch(() => Buffer.of());
      for (const word of ['canarytext', 'canarykey'])
        expect([entry.name, word, bytes.includes(word)]).toEqual([entry.name, word, false]);
    }
    for (const replica of started) expect(replica.output()).not.toMatch(/canarykey|canarytext/);
  });

  it('are done without while the database is away or hangs: the answers come, and say so', async () => {
    const { id } = await ask(first);
    const locking = new pg.Client(postgres.url);
    await locking.connect();
    await locking.query('begin; lock table responses in access exclusive mode');
    expect(await ask(first)).toMatchObject({ status: 'incomplete', store: false });
    await locking.end();
    await postgres.kill();
    expect(await ask(first)).toMatchObject({ status: 'incomplete', store: false });
    expect(await statusOf(first, id)).toBe(503);
    await postgres.start();
    await expect.poll(() => statusOf(first, id), { timeout: 20_000 }).toBe(200);
    expect(await ask(first)).toMatchObject({ store: true });
    expect(first.output()).toContain('cannot keep responses in the database');
  }, 60_000);
});
