/** Contract, section 10: health, readiness, metrics, draining, and a start that says what is wrong. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/gateway/app.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { baseUrlVariable } from '../../src/gateway/config/read-providers.ts';
import { PROVIDERS } from '../../src/models/providers/registry.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { expectError, parseStream, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/gateway/main.ts');

let dir: string;
let fake: FakeProvider;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-operation-'));
  fake = await startFakeProvider(speak());
});
afterEach(() => {
  fake.answer(speak());
  fake.received.length = 0;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await fake.stop();
  rmSync(dir, { recursive: true, force: true });
});

let count = 0;
const newPath = (name: string): string => path.join(dir, `${++count}-${name}`);
function writeConfig(yaml: string): string {
  const file = newPath('config.yaml');
  writeFileSync(file, yaml);
  return file;
}

/** Addresses with what a base URL cannot hold: nothing of it may be dropped in silence. */
const ADDRESSES_WITH_MORE = [
  'https://example.org/v1?api-version=1',
  'https://example.org/v1?',
  'https://example.org/v1#a',
  'https://user:secret@example.org/v1',
];

/** `{a: {b: leaf}}` for `a.b`. */
function nest(place: string, leaf: unknown): unknown {
  return place.split('.').reduceRight((inner, key) => ({ [key]: inner }), leaf);
}

/** Why the gateway does not start. */
async function refusal(env: Record<string, string>): Promise<Error> {
  try {
    const app = await createApp(readConfig({ PORT: '0', CLAIMGATE_DATA_DIR: newPath('data'), ...env }));
    await app.drain();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the gateway can be started');
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

function run(env: Record<string, string>): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
} {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', CLAIMGATE_DATA_DIR: newPath('data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece;
  });
  child.stderr?.on('data', (piece: Buffer) => {
    text += piece;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => text, ended };
}

async function start(env: Record<string, string> = {}): Promise<Started> {
  const { child, output, ended } = run(env);
  let url: string | undefined;
  while (url === undefined) {
    if (child.exitCode !== null) throw new Error(`the gateway did not start: ${output()}`);
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    await delay(5);
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
  return { child, url, output, ended };
}

describe('health, readiness, metrics', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ env: envFor(fake) });
  });
  afterAll(() => gateway.stop());

  it('GET /health shows the state of each part', async () => {
    const response = await fetch(`${gateway.url}/health`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = await readJson<Record<string, unknown>>(response);
    expect(body).toMatchObject({
      status: 'healthy',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime_seconds: expect.any(Number),
      checks: expect.any(Object),
    });
    expect(body.uptime_seconds).toBeGreaterThanOrEqual(0);
    for (const state of Object.values(body.checks as Record<string, unknown>)) expect(state).toBe('ok');
  });

  it('GET /ready is 200', async () => {
    expect((await fetch(`${gateway.url}/ready`)).status).toBe(200);
  });

  it('GET /metrics is what Prometheus reads, and counts by route and status', async () => {
    await (await gateway.chat({ api_key: 'sk-test' })).text();
    await (await gateway.chat({ api_key: '' })).text();
    await (await fetch(`${gateway.url}/some/made/up/path`)).text();
    const response = await fetch(`${gateway.url}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await response.text();
    expect(text).toMatch(/^claimgate_requests_total\{route="\/v1\/chat\/completions",status="200"\} 1$/m);
    expect(text).toMatch(/^claimgate_requests_total\{route="\/v1\/chat\/completions",status="401"\} 1$/m);
    expect(text).toMatch(/^claimgate_requests_total\{route="none",status="404"\} 1$/m);
    expect(text).not.toContain('made');
    for (const line of text.split('\n'))
      expect(line).toMatch(/^$|^# (HELP|TYPE) |^[a-z0-9_]+(\{.*\})? [-+0-9.eNaInf]+$/);
  });
});

describe('a start', () => {
  it('needs nothing but a port; a second one forgets nothing of the month', async () => {
    const env = { CLAIMGATE_DATA_DIR: newPath('data') };
    const auth = { authorization: 'Bearer sandbox-free' };
    const left = async (url: string): Promise<string | null> => {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...auth },
        body: '{"model":"gpt-6-luna","messages":[{"role":"user","content":"Hi"}]}',
      });
      expect(response.status).toBe(200);
      return response.headers.get('x-ratelimit-remaining');
    };
    const first = await start(env);
    for (const expected of ['99', '98', '97']) expect(await left(first.url)).toBe(expected);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await start(env);
    const limits = await fetch(`${second.url}/v1/limits`, { headers: auth });
    const { windows } = await readJson<{ windows: { name: string; remaining: number }[] }>(limits);
    expect(windows.find(({ name }) => name === 'month')?.remaining).toBe(997);
  });

  it('keeps its secret for its owner alone', async () => {
    const { dataDir, stop } = await startGateway();
    expect(statSync(path.join(dataDir, 'secret')).mode & 0o077).toBe(0);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    await stop();
  });

  it("does not read the SDKs' own names", async () => {
    const wrong = { OPENAI_BASE_URL: `${fake.url}/wrong/v1`, ANTHROPIC_BASE_URL: `${fake.url}/wrong` };
    const gateway = await startGateway({ env: { ...wrong, ...envFor(fake) } });
    expect((await gateway.chat({ api_key: 'sk-test' })).status).toBe(200);
    expect(fake.received.map((request) => request.url)).toEqual(['/openai/v1/chat/completions']);
    await gateway.stop();
  });

  it.each<[string, () => Record<string, string>, string]>([
    ['an unknown key', () => ({ CLAIMGATE_CONFIG: writeConfig('upstraem: {}') }), 'upstraem'],
    [
      'an unknown inner key',
      () => ({ CLAIMGATE_CONFIG: writeConfig('upstream: { idle: 5 }') }),
      'upstream.idle',
    ],
    [
      'a bad value',
      () => ({ CLAIMGATE_CONFIG: writeConfig('upstream: { idle_timeout: soon }') }),
      'upstream.idle_timeout',
    ],
    ['a bad port', () => ({ CLAIMGATE_CONFIG: writeConfig('port: 99999') }), 'port'],
    [
      'a bad mode',
      () => ({ CLAIMGATE_CONFIG: writeConfig('fact_check: { mode: guess }') }),
      'fact_check.mode',
    ],
    [
      'a plan that is not there',
      () => ({ CLAIMGATE_CONFIG: writeConfig('plans: { default: gold }') }),
      'plans.default',
    ],
    [
      'a plan without sense',
      () => ({ CLAIMGATE_CONFIG: writeConfig('plans: { free: { per_hour: -1 } }') }),
      'plans.free.per_hour',
    ],
    [
      'a provider without an address',
      () => ({ CLAIMGATE_CONFIG: writeConfig('providers: { mine: {} }') }),
      'providers.mine.base_url',
    ],
    [
      'a bad proxy',
      () => ({ CLAIMGATE_CONFIG: writeConfig('trusted_proxies: [nowhere]') }),
      'trusted_proxies.0',
    ],
    ['a list for a config', () => ({ CLAIMGATE_CONFIG: writeConfig('- a\n- b') }), 'config'],
    ['no YAML', () => ({ CLAIMGATE_CONFIG: writeConfig('a: [') }), 'CLAIMGATE_CONFIG'],
    [
      'a config file that is not there',
      () => ({ CLAIMGATE_CONFIG: newPath('nowhere.yaml') }),
      'CLAIMGATE_CONFIG',
    ],
    [
      'a catalogue that is not there',
      () => ({ CLAIMGATE_CONFIG: writeConfig('catalogue: { replace: /nowhere.yaml }') }),
      'catalogue.replace',
    ],
    ['PORT', () => ({ PORT: 'eighty' }), 'PORT'],
    ['PORT too high', () => ({ PORT: '70000' }), 'PORT'],
    ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' }), 'LOG_LEVEL'],
    ['CLAIMGATE_SANDBOX', () => ({ CLAIMGATE_SANDBOX: 'some' }), 'CLAIMGATE_SANDBOX'],
    ['CLAIMGATE_SECRET', () => ({ CLAIMGATE_SECRET: 'short' }), 'CLAIMGATE_SECRET'],
    [
      'CLAIMGATE_OPENAI_BASE_URL',
      () => ({ CLAIMGATE_OPENAI_BASE_URL: 'not a url' }),
      'CLAIMGATE_OPENAI_BASE_URL',
    ],
    ...PROVIDERS.map(({ key }) => baseUrlVariable(key)).flatMap((variable) =>
      ADDRESSES_WITH_MORE.map((address): [string, () => Record<string, string>, string] => [
        `${variable}=${address}`,
        () => ({ [variable]: address }),
        variable,
      ]),
    ),
    ...[
      ...[...PROVIDERS.map(({ key }) => key), 'mine'].map((name) => `providers.${name}`),
      'evaluations.dashboards.langfuse',
      'evaluations.dashboards.confident_ai',
      'sources.searxng',
    ].flatMap((place) =>
      ADDRESSES_WITH_MORE.map((address): [string, () => Record<string, string>, string] => [
        `${place}.base_url: ${address}`,
        () => ({ CLAIMGATE_CONFIG: writeConfig(JSON.stringify(nest(place, { base_url: address }))) }),
        `${place}.base_url`,
      ]),
    ),
    ...ADDRESSES_WITH_MORE.map((address): [string, () => Record<string, string>, string] => [
      `a catalogue with base_url: ${address}`,
      () => {
        const model = { id: 'tiny-1', name: 'Tiny', description: 'Small', tier: 'basic' };
        const more = writeConfig(
          JSON.stringify({ providers: { mine: { base_url: address, models: [model] } } }),
        );
        return { CLAIMGATE_CONFIG: writeConfig(JSON.stringify({ catalogue: { extend: more } })) };
      },
      'catalogue.extend',
    ]),
    ['DATABASE_URL', () => ({ DATABASE_URL: 'mysql://x' }), 'DATABASE_URL'],
    ['REDIS_URL', () => ({ REDIS_URL: 'http://x' }), 'REDIS_URL'],
    ['REDIS_URL without a secret', () => ({ REDIS_URL: 'redis://x' }), 'CLAIMGATE_SECRET'],
    [
      'a data directory that is a file',
      () => ({ CLAIMGATE_DATA_DIR: writeConfig('') }),
      'CLAIMGATE_DATA_DIR',
    ],
    [
      'a data directory within a file',
      () => ({ CLAIMGATE_DATA_DIR: path.join(writeConfig(''), 'x') }),
      'CLAIMGATE_DATA_DIR',
    ],
    [
      'a secret file that is a directory',
      () => {
        const data = newPath('data');
        mkdirSync(path.join(data, 'secret'), { recursive: true });
        return { CLAIMGATE_DATA_DIR: data };
      },
      'CLAIMGATE_DATA_DIR',
    ],
  ])('with %s stops with one line that names the key', async (_what, env, key) => {
    const { message, name } = await refusal(env());
    expect(name).toBe('ConfigError');
    expect(message).not.toContain('\n');
    expect(message.split(':')[0]).toBe(key);
  });

  it('lists everything that is wrong, a line for each, in plain words', async () => {
    const file = writeConfig(
      'upstream: { idle_timeout: 5 min, idle: 1 }\nserver: { body_limit: 4 MB }\nsorces: {}',
    );
    const { message } = await refusal({ CLAIMGATE_CONFIG: file, PORT: 'eighty', REDIS_URL: 'http://x' });
    expect(message.split('\n')).toEqual([
      expect.stringMatching(/^server\.body_limit: must be a number of bytes/),
      expect.stringMatching(/^upstream\.idle_timeout: must be a number of seconds/),
      'upstream.idle: unknown key',
      'sorces: unknown key',
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^REDIS_URL: /),
    ]);
  });

  it.each([
    ['a: [1', /: Flow sequence /],
    ['a: b: c', /\(line 1, column 4\): Nested mappings /],
    ['a:\n\t- b', /\(line 2, column 1\): Tabs are not allowed/],
    ['a: *b', /: an alias names an anchor/],
  ])('says where %j is not YAML, and why, without a line of the file', async (text, reason) => {
    const { message } = await refusal({ CLAIMGATE_CONFIG: writeConfig(`# sk-secret-of-the-file\n${text}`) });
    expect(message).toMatch(
      new RegExp(reason.source.replace(/line (\d)/, (_, n) => `line ${Number(n) + 1}`)),
    );
    expect(message).not.toMatch(/sk-secret|\n/);
  });

  it.each([
    ['the port of the gateway', 'port: 9000\nadmin: { port: 9000 }', { PORT: '' }],
    ['that of PORT', 'admin: { port: 9000 }', { PORT: '9000' }],
    ['one on every address', 'admin: { port: 9000, host: 127.0.0.1 }', { PORT: '9000', HOST: '0.0.0.0' }],
  ])('names an admin.port that is %s', async (_what, config, env) => {
    const { message } = await refusal({ CLAIMGATE_CONFIG: writeConfig(config), ...env });
    expect(message).toMatch(/^admin\.port: \d+ is the port of the gateway itself/);
  });

  it('has an admin.port beside it, and one that the system chooses', () => {
    for (const [config, PORT] of [
      ['admin: { port: 9001 }', '9000'],
      ['admin: { port: 0 }', '0'],
      ['admin: { port: 9000, host: 127.0.0.2 }', '9000'],
    ] as const) {
      expect(() => readConfig({ CLAIMGATE_CONFIG: writeConfig(config), PORT })).not.toThrow();
    }
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'an unknown key',
      () => ({ CLAIMGATE_CONFIG: writeConfig('upstream: { idle: 5 }') }),
      /^upstream\.idle: /,
    ],
    ['an address that is not its own', () => ({ HOST: '203.0.113.7' }), /^HOST, PORT: /],
    ['a name that is no address', () => ({ HOST: 'no-such-host.invalid' }), /^HOST, PORT: /],
  ])('with %s prints that line alone, and exits 1', async (_what, env, line) => {
    const { output, ended } = run(env());
    expect(await ended).toBe(1);
    const [first = '', ...rest] = output().trim().split('\n');
    expect(first.replace(/^claimgate: /, '')).toMatch(line);
    expect(rest).toEqual([]);
  });

  it('on a port that is taken says so', async () => {
    const gateway = await startGateway();
    const { output, ended } = run({ PORT: new URL(gateway.url).port });
    expect(await ended).toBe(1);
    expect(output().trim()).toMatch(/^claimgate: PORT: [^\n]+$/);
    await gateway.stop();
  });
});

describe('SIGTERM', () => {
  it('turns readiness to 503, takes no new work, lets open streams finish, and exits 0', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening + wire.delta('Hello'));
      await wait;
      response.end(wire.delta(' there.') + wire.end);
    });
    const { child, url, ended } = await start(envFor(fake));
    const ask = (stream: boolean) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
        body: JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content: 'Hi' }] }),
      });
    const response = await ask(true);
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    let ready = await fetch(`${url}/ready`);
    while (ready.status === 200) {
      await delay(5);
      ready = await fetch(`${url}/ready`);
    }
    expect(ready.status).toBe(503);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const refused = await ask(false);
    expect(refused.headers.get('retry-after')).toBeTruthy();
    await expectError(refused, { status: 503, type: 'server_error' });
    await expectError(await fetch(`${url}/models`), { status: 503 });
    go();
    expect(await readStream(response)).toMatchObject({ text: 'Hello there.', done: true, errors: [] });
    expect(await ended).toBe(0);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('waits no longer than config says, and sends the error to those who are cut', async () => {
    fake.answer((request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening + wire.delta('Hello'));
    });
    const { child, url, ended } = await start({
      ...envFor(fake),
      CLAIMGATE_CONFIG: writeConfig('server: { drain_timeout: 200ms }'),
    });
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
      body: '{"model":"gpt-6-luna","stream":true,"messages":[{"role":"user","content":"Hi"}]}',
    });
    child.kill('SIGTERM');
    const { text, done, errors } = parseStream(await response.text());
    expect([text, done, errors.map(({ error }) => error.code)]).toEqual(['Hello', false, ['unavailable']]);
    expect(await ended).toBe(0);
  });

  it('and SIGINT end it at once where it has nothing to do', async () => {
    const { child, ended } = await start();
    const began = performance.now();
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

it.each([
  ['is gone', 0, (child: ChildProcess) => void child.stdout?.destroy()],
  ['takes nothing more', 3_000, (child: ChildProcess) => void child.stdout?.pause()],
])('ends on SIGTERM also where the reader of the log %s', async (_what, lines, stopReading) => {
  const { child, url } = await start();
  const exited = once(child, 'exit');
  stopReading(child);
  for (let line = 0; line < lines; line += 100) {
    await Promise.all(Array.from({ length: 100 }, async () => (await fetch(`${url}/ready`)).text()));
  }
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
