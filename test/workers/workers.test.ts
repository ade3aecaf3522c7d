/** Several workers behind one port: what callers and the operator see of them, and of one that dies. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { APIError } from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type FakeProvider,
  OPENAI_END,
  openaiDelta,
  openaiWhole,
  startFakeProvider,
} from '../harness/fake-provider.ts';
import { keepAsking, newLoad } from '../harness/keep-asking.ts';
import { envFor } from '../harness/provider-wires.ts';
import { sendThenRead } from '../harness/send-raw.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';

const WORKERS = 4;
const KEY = 'sk-test-0123456789';

let dir: string;
let model: FakeProvider;
let gateway: Replica;
/** Streams that say something and then wait. */
let holding: (() => void)[] = [];

beforeAll(async () => {
  model = await startFakeProvider();
});
afterAll(() => model.stop());
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-workers-'));
  holding = [];
  model.received.length = 0;
  model.answer(async (request, response) => {
    if (request.text.includes('wait')) return void holding.push(() => void response.end());
    if (request.body.stream !== true) return openaiWhole('It was completed in 1889.')(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(openaiDelta('It was'));
    const end = (): void => void response.end(openaiDelta(' completed in 1889.') + OPENAI_END);
    if (request.text.includes('hold')) holding.push(end);
    else setTimeout(end, request.text.includes('long') ? 1_500 : 100);
  });
});
afterEach(async () => {
  for (const release of holding) release();
  await gateway.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

async function start(yaml = ''): Promise<void> {
  configure(yaml);
  gateway = await startReplica({
    ...envFor(model),
    CLAIMGATE_SANDBOX: '',
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
    CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
  });
}
const configure = (yaml: string): void =>
  writeFileSync(
    path.join(dir, 'config.yaml'),
    `workers: ${WORKERS}\nserver: { drain_delay: 200ms }\n${yaml}`,
  );

/** Process ids. */
function workers(): number[] {
  try {
    const list = execFileSync('pgrep', ['-P', String(gateway.pid)], { encoding: 'utf8' });
    return list.trim().split('\n').map(Number);
  } catch {
    return [];
  }
}
const allServe = () => expect.poll(() => servingPids().size, { timeout: 15_000 }).toBe(WORKERS);
/** The workers that are there and that the log has not called dead. */
function servingPids(): Set<number> {
  const dead = [...gateway.output().matchAll(/"pid":(\d+),"why"/g)].map(([, pid]) => Number(pid));
  return new Set(workers().filter((pid) => !dead.includes(pid)));
}

/** Asks over a connection of its own. */
const ask = (content: string, stream = false, key = KEY): Promise<Response> =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, connection: 'close' },
    body: JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content }] }),
  });
const statusesOf = async (count: number, key = KEY): Promise<Record<number, number>> => {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await ask('Hi', false, key);
      await answer.text();
      return answer.status;
    }),
  );
  return Object.fromEntries(
    Object.entries(Object.groupBy(answers, (status) => status)).map(([status, all]) => [
      status,
      all?.length ?? 0,
    ]),
  );
};
const kill = (pid: number, signal: NodeJS.Signals): true => process.kill(pid, signal);
/** Kills workers, and waits until others serve in their places. */
async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) kill(pid, 'SIGKILL');
  for (const pid of pids) await expect.poll(() => gateway.output()).toContain(`"pid":${pid},"why":"SIGKILL"`);
  await allServe();
}

it('limits are exact, also after a worker or all of them were killed', async () => {
  await start('plans: { default: small, small: { per_hour: 100, models: all } }');
  expect(await statusesOf(300)).toEqual({ 200: 100, 429: 200 });
  const other = 'sk-other-0123456789';
  expect(await statusesOf(60, other)).toEqual({ 200: 60 });
  await killAll(workers().slice(0, 1));
  expect(await statusesOf(60, other)).toEqual({ 200: 40, 429: 20 });
  // What was counted is written after half a second.
  await sleep(1_000);
  await gateway.kill('SIGKILL');
  await start('plans: { default: small, small: { per_hour: 100, models: all } }');
  expect((await gateway.limits(KEY)).windows).toMatchObject([{ limit: 100, remaining: 0 }]);
});

it('requests that are open at once are counted over all workers, and those of a dead one are no longer open', async () => {
  await start('limits: { open_requests_per_caller: 6 }\nplans: { default: pro }');
  const open = Array.from({ length: 6 }, () => ask('Please hold', true).catch(() => undefined));
  await Promise.all(open);
  expect(await statusesOf(8)).toEqual({ 429: 8 });
  await killAll(workers());
  expect(await statusesOf(6)).toEqual({ 200: 6 });
});

it('keys that fail are counted over all workers', async () => {
  await start('limits: { failed_keys_per_minute: 10 }\nplans: { default: pro }');
  model.answer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no","code":"invalid_api_key"}}');
  });
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      async (_, index) => (await ask('Hi', false, `sk-wrong-${index}-0123456789`)).status,
    ),
  );
  expect(answers.filter((status) => status === 401)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(20);
  expect(model.received.length).toBeGreaterThanOrEqual(10);
});

it('a worker that is killed: its streams end with an error, those of others go on, and it is replaced', async () => {
  await start('plans: { default: pro }');
  const client = new OpenAI({ apiKey: KEY, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const chat = async (): Promise<string> => {
    const stream = await client.chat.completions.create({
      model: 'gpt-6-luna',
      stream: true,
      messages: [{ role: 'user', content: 'Please hold' }],
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return text;
  };
  const respond = async (): Promise<string> => {
    const stream = await client.responses.create({ model: 'gpt-6-luna', stream: true, input: 'Please hold' });
    let text = '';
    for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
    return text;
  };
  const answers = Array.from({ length: 2 * WORKERS }, (_, index) =>
    (index % 2 === 0 ? chat() : respond()).catch((error: unknown) => error),
  );
  const unanswered = Array.from({ length: 2 * WORKERS }, () => ask('Please wait'));
  const unframed = Array.from({ length: WORKERS }, () => {
    const body = JSON.stringify({
      model: 'gpt-6-luna',
      stream: true,
      messages: [{ role: 'user', content: 'Please hold' }],
    });
    const head = `POST /v1/chat/completions HTTP/1.0\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json`;
    return sendThenRead(gateway.url, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  await expect.poll(() => holding.length, { timeout: 10_000 }).toBe(5 * WORKERS);
  await sleep(300);
  const [first] = workers();
  kill(first!, 'SIGKILL');
  await expect.poll(() => gateway.output()).toContain(`"pid":${first},"why":"SIGKILL"`);
  // Long enough for what is to come of the killed one; what is left is of the others.
  await sleep(300);
  for (const release of holding) release();
  const outcomes = await Promise.all(answers);
  const failed = outcomes.filter((outcome) => outcome instanceof APIError);
  expect(failed.length).toBeGreaterThan(0);
  for (const error of failed) expect(String(error)).toContain('cannot serve this request');
  const whole = outcomes.filter((outcome) => outcome === 'It was completed in 1889.');
  expect(whole).toHaveLength(outcomes.length - failed.length);
  expect(whole.length).toBeGreaterThan(0);

  const statuses = await Promise.all(unanswered.map(async (answer) => (await answer).status));
  expect(statuses).toContain(503);
  const texts = await Promise.all(unframed);
  const broken = texts.filter((text) => !text.endsWith('data: [DONE]\n\n'));
  expect(broken.length).toBeGreaterThan(0);
  for (const text of broken) expect(text).toMatch(/\n\ndata: \{"error":.*\}\n\n$/);
  await allServe();
  expect((await ask('Hi')).status).toBe(200);
});

it('one that dies again and again is replaced after longer and longer pauses', async () => {
  await start();
  const before = Date.now();
  for (let death = 0; death < 4; death++) {
    await killAll([...servingPids()].slice(0, 1));
  }
  expect(Date.now() - before).toBeGreaterThan(100 + 200 + 400);
  expect((await ask('Hi')).status).toBe(200);
});

it('SIGHUP replaces workers one after the other where that is needed, and no request fails', async () => {
  await start('plans: { default: large, large: { models: all } }\nfact_check: { mode: "off" }');
  const load = newLoad();
  const callers = Array.from({ length: 8 }, (_, number) => keepAsking(gateway.url, number, load));
  const before = workers();
  const modeOf = async () =>
    ((await (await ask('Hi')).json()) as { fact_check_metadata?: { mode: string } }).fact_check_metadata
      ?.mode;
  expect(await modeOf()).toBeUndefined();
  configure('plans: { default: large, large: { models: all } }\nfact_check: { mode: detect }');
  gateway.signal('SIGHUP');
  await expect.poll(() => gateway.output(), { timeout: 30_000 }).toContain('workers were replaced');
  expect(await modeOf()).toBe('detect');
  kill(workers().find((pid) => !before.includes(pid))!, 'SIGTERM');
  await expect
    .poll(() => gateway.output().match(/workers were replaced/g)?.length, { timeout: 30_000 })
    .toBe(2);
  // The last old one ends once its connections have gone.
  await expect.poll(() => workers().filter((pid) => before.includes(pid)), { timeout: 40_000 }).toEqual([]);
  load.going = false;
  await Promise.all(callers);
  expect(load.failures).toEqual({});
  expect(load.answered).toBeGreaterThan(50);
});

it('SIGTERM: open answers of all workers finish', async () => {
  await start('plans: { default: pro }');
  const streams = Array.from({ length: 2 * WORKERS }, async () => (await ask('A long one', true)).text());
  await expect.poll(() => model.received.length).toBe(2 * WORKERS);
  await sleep(300);
  gateway.signal('SIGTERM');
  for (const text of await Promise.all(streams)) expect(text).toMatch(/data: \[DONE\]\n\n$/);
  expect(await gateway.ended).toBe(0);
  expect(gateway.output()).toMatch(/claimgate: ended by SIGTERM, drained\n$/);
});

it('where the primary is killed, open streams finish and no worker stays', async () => {
  await start('plans: { default: pro }');
  const streams = Array.from({ length: WORKERS }, async () => (await ask('A long one', true)).text());
  await expect.poll(() => model.received.length).toBe(WORKERS);
  await sleep(300);
  const pids = workers();
  await gateway.kill('SIGKILL');
  for (const text of await Promise.all(streams)) expect(text).toMatch(/data: \[DONE\]\n\n$/);
  const alive = () =>
    pids.filter((pid) => {
      try {
        return kill(pid, 0 as never);
      } catch {
        return false;
      }
    });
  await expect.poll(alive, { timeout: 15_000 }).toEqual([]);
});

it('metrics are those of all workers, and what was counted outlives the one that counted it', async () => {
  await start('plans: { default: pro }');
  const counted = async (): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/metrics`, { headers: { connection: 'close' } })).text();
    return Number(/route="\/v1\/chat\/completions",status="200"\} (\d+)/.exec(text)?.[1]);
  };
  expect(await statusesOf(40)).toEqual({ 200: 40 });
  expect(await counted()).toBe(40);
  await killAll(workers().slice(0, 2));
  expect(await counted()).toBe(40);
  const health = (await (
    await fetch(`${gateway.url}/health`, { headers: { connection: 'close' } })
  ).json()) as { status: string };
  expect(health.status).toBe('healthy');
});

it('what one worker has kept, another finds at once', async () => {
  await start('plans: { default: pro }');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
  const respond = async (fields: object): Promise<{ readonly id: string; readonly status: string }> => {
    // Each over a connection of its own.
    const answer = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { ...headers, connection: 'close' },
      body: JSON.stringify({ model: 'gpt-6-luna', input: 'Hi', ...fields }),
    });
    return (await answer.json()) as { id: string; status: string };
  };
  let id = (await respond({})).id;
  for (let turn = 0; turn < 3 * WORKERS; turn++) {
    const next = await respond({ previous_response_id: id });
    expect(next.status).toBe('completed');
    id = next.id;
  }
});
