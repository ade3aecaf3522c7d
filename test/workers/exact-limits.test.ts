/** What is counted is counted once for all workers: limits hold exactly, whoever serves a request, and whoever dies. */
import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, providerOf, respond, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { startWorkers, WORKERS, type WorkersGateway } from './start-workers.ts';

const YAML = `
plans: { default: small, small: { per_hour: 100, per_month: 5000 } }
limits: { open_requests_per_caller: 7, failed_keys_per_minute: 20, detect_per_minute: 30 }
`;
const NO_PLACES = YAML.replace('open_requests_per_caller: 7', 'open_requests_per_caller: 5000');

let fake: FakeProvider;
let gateway: WorkersGateway;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.stop());
beforeEach(() => fake.answer(speak()));

const start = async (yaml: string): Promise<void> => {
  gateway = await startWorkers({ env: envFor(fake), yaml });
};
const counted = (statuses: readonly number[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Asks at once, each request on a connection of its own: all workers have their share. */
const askAtOnce = (count: number, key: string): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => statusOf(key)));
function statusOf(key: string, body: object = {}, path = '/v1/chat/completions'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(
      `${gateway.url}${path}`,
      {
        method: 'POST',
        agent: new Agent(),
        headers: {
          'content-type': 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    const chat = {
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'Hi' }],
      fact_check: { mode: 'off' },
    };
    sending.end(JSON.stringify(path === '/v1/chat/completions' ? { ...chat, ...body } : body));
  });
}
const remaining = async (key: string): Promise<number> => {
  const answer = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { windows: { remaining: number }[] }).windows[0]?.remaining ?? -1;
};

describe('what a plan has for a minute', () => {
  const startWith = (limit: string) =>
    start(`
plans: { default: brisk, brisk: { models: all, ${limit} } }
limits: { open_requests_per_caller: 5000 }`);
  afterEach(() => gateway.stop());

  it('requests are counted for all workers together', async () => {
    await startWith('requests_per_minute: 50');
    // Of two minutes, should one turn meanwhile.
    const statuses = counted(await askAtOnce(200, 'sk-minute'));
    expect(statuses[200]).toBeGreaterThanOrEqual(50);
    expect(statuses[200]).toBeLessThanOrEqual(100);
  });

  it('so are tokens', async () => {
    await startWith('tokens_per_minute: 100');
    const refusal = async (): Promise<string> => {
      const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-tokens' },
        body: JSON.stringify({
          model: 'gpt-6-luna',
          messages: [{ role: 'user', content: 'Hi' }],
          fact_check: { mode: 'off' },
        }),
      });
      return answer.text();
    };
    await expect.poll(refusal, { interval: 1, timeout: 60_000 }).toContain('100 tokens per minute');
  }, 90_000);
});

describe('requests of a plan', () => {
  beforeAll(() => start(NO_PLACES));
  afterAll(() => gateway.stop());
  it('of 1,000 requests at once, as many pass as the plan has', async () => {
    expect(counted(await askAtOnce(1_000, 'sk-many'))).toEqual({ 200: 100, 429: 900 });
    expect(fake.received.length).toBeGreaterThanOrEqual(100);
    expect(await remaining('sk-many')).toBe(0);
  });

  it('places that are given back are places again, exactly', async () => {
    await askAtOnce(1, 'sk-back');
    fake.answer(respond(400, { error: { message: 'no', type: 'invalid_request_error' } }));
    expect(counted(await askAtOnce(60, 'sk-back'))).toEqual({ 400: 60 });
    expect(await remaining('sk-back')).toBe(99);
    fake.answer(speak());
    expect(counted(await askAtOnce(200, 'sk-back'))).toEqual({ 200: 99, 429: 101 });
  });

  it('what was counted outlives a worker, and everything', async () => {
    expect(counted(await askAtOnce(40, 'sk-kill'))).toEqual({ 200: 40 });
    const before = gateway.workerPids();
    process.kill(before[0]!, 'SIGKILL');
    await gateway.replaced(before, 1);
    expect(await remaining('sk-kill')).toBe(60);
    expect(counted(await askAtOnce(20, 'sk-kill'))).toEqual({ 200: 20 });
    expect(await remaining('sk-kill')).toBe(40);
  });
});

describe('everything else', () => {
  beforeAll(() => start(YAML));
  afterAll(() => gateway.stop());
  it('a caller has its open places over all workers, and those of a worker that dies are free again', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    let opened = 0;
    fake.answer(async (asked, response) => {
      const wire = WIRES[providerOf(asked)];
      startStream(response);
      response.write(wire.opening + wire.delta('Hello'));
      opened += 1;
      await wait;
      response.end(wire.end);
    });
    let early = 0;
    const streams = Array.from({ length: 20 }, async () => {
      const status = await statusOf('sk-open', { stream: true }).catch(() => 0);
      if (status === 429) early += 1;
      return status;
    });
    await expect.poll(() => early, { timeout: 60_000 }).toBe(13);
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(7);
    const refused = await Promise.all(Array.from({ length: 5 }, () => statusOf('sk-open')));
    expect(counted(refused)).toEqual({ 429: 5 });
    const before = gateway.workerPids();
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await gateway.replaced(before, WORKERS);
    let refusals = 0;
    const again = Array.from({ length: 20 }, async () => {
      const status = await statusOf('sk-open', { stream: true });
      if (status === 429) refusals += 1;
      return status;
    });
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(14);
    await expect.poll(() => refusals, { timeout: 60_000 }).toBe(13);
    go();
    await Promise.all(streams);
    expect(counted(await Promise.all(again))).toEqual({ 200: 7, 429: 13 });
  });

  it('texts that are searched without a key are counted over all workers', async () => {
    const ask = () => statusOf('', { text: 'The Eiffel Tower was completed in 1889.' }, '/v1/claims');
    expect(counted(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual({ 200: 30, 429: 70 });
  });

  it('keys that fail are counted over all workers, and one that was accepted is known to all', async () => {
    expect(await statusOf('sk-good')).toBe(200);
    fake.answer(
      respond(401, { error: { message: 'no', type: 'invalid_request_error', code: 'invalid_api_key' } }),
    );
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, i) => statusOf(`sk-bad-${i}`)));
    expect(counted(statuses)).toEqual({ 401: 20, 429: 80 });
    fake.answer(speak());
    const again: number[] = [];
    for (let i = 0; i < 12; i++) again.push(await statusOf('sk-good'));
    expect(counted(again)).toEqual({ 200: 12 });
  });
});
