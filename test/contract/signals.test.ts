/** Contract, section 10: SIGHUP reads plans, catalogue and log level anew; a second SIGTERM waits for nothing. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { parseStream } from '../harness/read-answer.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/gateway/main.ts');

let dir: string;
let configFile: string;
let fake: FakeProvider;
let gateway: Replica | undefined;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.stop());
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-signals-'));
  configFile = path.join(dir, 'config.yaml');
  fake.answer(speak());
  fake.received.length = 0;
});
afterEach(async () => {
  await gateway?.kill('SIGKILL');
  gateway = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function start(yaml: string): Promise<Replica> {
  writeFileSync(configFile, yaml);
  gateway = await startReplica({
    ...envFor(fake),
    CLAIMGATE_SANDBOX: '',
    CLAIMGATE_CONFIG: configFile,
    CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
  });
  return gateway;
}

/** Writes the config file and has it read; resolves once the log says what came of it. */
async function reload({ signal, output }: Replica, yaml: string): Promise<Record<string, unknown>> {
  writeFileSync(configFile, yaml);
  const before = output().length;
  signal('SIGHUP');
  let line: string | undefined;
  await expect
    .poll(
      () => {
        line = /^.*(?:log level|the config is kept).*$/m.exec(output().slice(before))?.[0];
        return line;
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  return JSON.parse(line ?? '') as Record<string, unknown>;
}

const modelsOf = async ({ url }: Replica): Promise<string[]> => {
  const { data } = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
};
const ask = ({ url }: Replica, model: string, stream = false): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hi' }] }),
  });
/** A config with a provider of the operator's own, whose model is called so. */
const withModel = (id: string, rest = ''): string => `
providers:
  mine:
    base_url: ${fake.url}/openai/v1
    models: [{ id: ${id}, name: Tiny, description: Small, tier: basic }]
${rest}`;

it('SIGHUP: plans, models and the log level are those of the file as it is now', async () => {
  const running = await start(withModel('tiny-1', 'plans: { default: small, small: { per_hour: 5 } }'));
  expect((await running.limits('sk-test')).windows).toMatchObject([{ name: 'hour', limit: 5 }]);
  expect(
    await reload(running, withModel('tiny-2', 'plans: { default: free, free: { per_hour: 7 } }')),
  ).toEqual(expect.objectContaining({ level: 'info', restart_needed_for: [] }));
  expect(await running.limits('sk-test')).toMatchObject({ plan: 'free', windows: [{ limit: 7 }, {}] });
  expect(await modelsOf(running)).toContain('tiny-2');
  expect(await modelsOf(running)).not.toContain('tiny-1');
  expect((await ask(running, 'tiny-1')).status).toBe(400);
  const answer = await ask(running, 'tiny-2');
  expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '7']);

  await reload(running, withModel('tiny-2', 'log: { level: info }'));
  writeFileSync(configFile, withModel('tiny-2', 'log: { level: error }'));
  running.signal('SIGHUP');
  const lines = () => running.output().split('"route":"/ready"').length;
  await expect
    .poll(
      async () => {
        const before = lines();
        await (await fetch(`${running.url}/ready`)).text();
        await delay(400);
        return lines() - before;
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(0);
});

it('SIGHUP: what is read at the start alone is named', async () => {
  const running = await start('');
  const said = await reload(running, 'server: { drain_timeout: 7s }\nfact_check: { mode: "off" }');
  expect(said).toMatchObject({ restart_needed_for: ['server', 'fact_check'] });
});

it('SIGHUP: a config with a fault changes nothing, and one line names the key', async () => {
  const running = await start(withModel('tiny-1', 'plans: { default: free, free: { per_hour: 5 } }'));
  let mistakes = 0;
  for (const [yaml, key] of [
    ['plans: { free: { per_hour: -1 } }', 'plans.free.per_hour'],
    ['plans: { default: gold }', 'plans.default'],
    ['catalogue: { extend: /nowhere.yaml }', 'catalogue.extend'],
    [
      'providers: { mine: { base_url: "http://x/v1", models: [{ id: "a b" }] } }',
      'providers.mine.models.0.id',
    ],
    ['a: [', 'CLAIMGATE_CONFIG'],
  ] as const) {
    const said = await reload(running, yaml);
    expect(said.level).toBe('error');
    expect(said.msg).toContain(`the config is kept as it was: ${key}: `);
    expect((await running.limits('sk-test')).windows).toMatchObject([{ limit: 5 }, {}]);
    expect((await ask(running, 'tiny-1')).status).toBe(200);
    mistakes += 1;
    expect(running.output().match(/the config is kept/g)).toHaveLength(mistakes);
  }
});

it('SIGHUP: a stream that is under way keeps its model and its plan', async () => {
  const running = await start(withModel('tiny-1', 'plans: { default: free, free: { per_hour: 5 } }'));
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
  const stream = await ask(running, 'tiny-1', true);
  await reload(running, 'plans: { default: free, free: { per_hour: 1 } }');
  go();
  expect(stream.headers.get('x-ratelimit-limit')).toBe('5');
  expect(parseStream(await stream.text())).toMatchObject({ text: 'Hello there.', done: true, errors: [] });
  expect((await running.limits('sk-test')).windows).toMatchObject([{ limit: 1, remaining: 0 }, {}]);
});

it('SIGHUP while it drains ends nothing', async () => {
  const running = await start('server: { drain_delay: 1s }');
  running.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`${running.url}/ready`)).status).toBe(503);
  running.signal('SIGHUP');
  expect(await running.ended).toBe(0);
});

it('SIGHUP while it starts ends nothing, and what has changed meanwhile holds', async () => {
  // Whoever reads it waits for its writer.
  execFileSync('mkfifo', [configFile]);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      PORT: '0',
      CLAIMGATE_CONFIG: configFile,
      CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString();
      });
    }
    const writer = await open(configFile, 'w');
    child.kill('SIGHUP');
    rmSync(configFile);
    writeFileSync(configFile, 'server: { drain_timeout: 7s }');
    await writer.close();
    await expect.poll(() => output, { timeout: 15_000 }).toMatch(/listens on/);
    await expect.poll(() => output).toContain('"restart_needed_for":["server"]');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

it('a second SIGTERM waits for nothing: those who are cut still get the error', async () => {
  const running = await start('server: { drain_delay: 1h, drain_timeout: 1h }');
  fake.answer((request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + wire.delta('Hello'));
  });
  const stream = await ask(running, 'gpt-6-luna', true);
  running.signal('SIGTERM');
  // As a terminal and npm do, each for itself.
  running.signal('SIGINT');
  await expect.poll(async () => (await fetch(`${running.url}/ready`)).status).toBe(503);
  await delay(1_200);
  expect(running.running()).toBe(true);
  running.signal('SIGTERM');
  const { text, done, errors } = parseStream(await stream.text());
  expect([text, done, errors.map(({ error }) => error.code)]).toEqual(['Hello', false, ['unavailable']]);
  expect(await running.ended).toBe(0);
});

it('SIGHUP from a terminal that is closed ends what was started in it', async () => {
  const pidFile = path.join(dir, 'pid');
  const command = `echo $$ >${pidFile}; exec ${process.execPath} ${MAIN}`;
  const terminal = spawn('script', ['-qec', `sh -c '${command}'`, '/dev/null'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      PORT: '0',
      CLAIMGATE_DATA_DIR: path.join(dir, 'data'),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  terminal.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  try {
    await expect.poll(() => output, { timeout: 15_000 }).toMatch(/listens on/);
    const url = /listens on (http:\/\/[\d.:]+)/.exec(output)?.[1] ?? '';
    terminal.kill('SIGKILL');
    const answers = () => fetch(`${url}/health`).then(Boolean, () => false);
    await expect.poll(answers, { timeout: 60_000 }).toBe(false);
  } finally {
    terminal.kill('SIGKILL');
    endIfRunning(Number(readFileSync(pidFile, 'utf8')));
  }
});

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
