/** Other gateways, unmodified, before a simulated provider: they let an answer pass or stop it as ours says. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Pair } from '../../src/engine/judge/pair-scorer.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, openaiStream, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';
import { findPython, skipWithoutPython } from './find-python.ts';

const run = promisify(execFile);
const TRUE = 'The Oberklamm bridge was opened to traffic in 1987.';
const FALSE = 'The Oberklamm bridge was opened to traffic in 1991.';
const SOURCE = `The Oberklamm bridge was opened to traffic in 1987. ${'It is a bridge like many. '.repeat(25)}`;
const judgePair = ({ claim, passage }: Pair) => {
  if (!passage.includes('1987')) return UNSURE;
  return claim === FALSE ? REFUTES : claim === TRUE ? SUPPORTS : UNSURE;
};

/** @returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let fake: FakeProvider;
let gateway: Gateway;
const children: ChildProcess[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-guardrails-'));
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({ app: { judge: fakeJudge(judgePair) } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all([gateway.stop(), fake.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server, and waits until it answers at all. */
async function start(
  file: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawn(file, args, { stdio: 'ignore', cwd: folder, env: { ...process.env, ...env } });
  children.push(child);
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 120_000, interval: 200 });
}

const PORTKEY = { '@portkey-ai/gateway': '1.15.2' };
/** Its streams break with the newer releases that its ranges allow. */
const OVERRIDES = { hono: '4.9.7', '@hono/node-server': '1.13.5' };

/** @returns where Portkey's gateway is; `undefined` where there is no way to npm. */
async function findPortkey(): Promise<string | undefined> {
  const manifest = JSON.stringify({ private: true, dependencies: PORTKEY, overrides: OVERRIDES });
  const id = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const home = path.join(tmpdir(), `claimgate-npm-${id}-${process.getuid?.() ?? 0}`);
  const server = path.join(home, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (existsSync(server)) return server;
  const half = `${home}.${process.pid}`;
  try {
    mkdirSync(half, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(half, 'package.json'), manifest);
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
    await run('npm', install, { cwd: half, timeout: 240_000 });
    if (!existsSync(home)) renameSync(half, home);
    return server;
  } catch {
    return undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

// A judge of a test reaches no other process.
const portkey = severalProcesses ? undefined : await findPortkey();
if (portkey === undefined && !severalProcesses) {
  it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')('needs @portkey-ai/gateway from npm', () => {
    expect.fail('install it, or let npm reach its registry');
  });
}
describe.skipIf(portkey === undefined)('Portkey’s gateway, with its webhook guardrail', () => {
  let url: string;
  let config: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/v1/chat/completions`;
    config = JSON.stringify({
      provider: 'openai',
      custom_host: `${fake.url}/v1`,
      output_guardrails: [
        {
          'default.webhook': { webhookURL: `${gateway.url}/v1/guardrails/portkey`, timeout: 30_000 },
          deny: true,
        },
      ],
    });
    await start(process.execPath, [portkey ?? '', `--port=${port}`, '--headless'], port, {
      NODE_ENV: 'production',
    });
  }, 150_000);

  const ask = async () => {
    const messages = [
      { role: 'system', content: SOURCE },
      { role: 'user', content: 'When was the Oberklamm bridge opened?' },
    ];
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer sk-x',
        'x-portkey-config': config,
      },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages }),
    });
    return { status: response.status, text: await response.text() };
  };

  it('lets a true answer pass', async () => {
    fake.answer(openaiWhole(TRUE));
    const { status, text } = await ask();
    expect([status, text.includes(TRUE)]).toEqual([200, true]);
  });

  it('stops a false one', async () => {
    fake.answer(openaiWhole(FALSE));
    const { status, text } = await ask();
    expect(status, text).toBe(446);
    expect(JSON.parse(text)).not.toHaveProperty('choices');
  });
});

/** LiteLLM does not start without one. */
const MASTER_KEY = `sk-${randomBytes(32).toString('hex')}`;
const LITELLM = ['litellm[proxy]==1.108.7'];
/** It is large, and takes a while to start. */
const wanted = process.env.CLAIMGATE_TEST_SLOW === '1' && !severalProcesses;
const python = wanted ? await findPython(LITELLM) : undefined;
if (wanted && python === undefined) skipWithoutPython(LITELLM);
describe.skipIf(python === undefined)('LiteLLM’s proxy, with its generic guardrail', () => {
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}/v1/chat/completions`;
    const config = path.join(folder, 'litellm.json');
    const documents = [{ title: 'Bridges', text: SOURCE }];
    writeFileSync(
      config,
      JSON.stringify({
        model_list: [
          {
            model_name: 'small',
            litellm_params: { model: 'openai/gpt-4o-mini', api_base: `${fake.url}/v1`, api_key: 'sk-x' },
          },
        ],
        guardrails: [
          {
            guardrail_name: 'claimgate',
            litellm_params: {
              guardrail: 'generic_guardrail_api',
              mode: ['pre_call', 'post_call'],
              default_on: true,
              api_base: gateway.url,
              additional_provider_specific_params: { fact_check: { documents } },
            },
          },
        ],
      }),
    );
    await start(
      path.join(path.dirname(python ?? ''), 'litellm'),
      ['--config', config, '--port', String(port), '--host', '127.0.0.1', '--telemetry', 'False'],
      port,
      { LITELLM_MASTER_KEY: MASTER_KEY, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    );
  }, 300_000);

  const ask = async (stream: boolean) => {
    const messages = [{ role: 'user', content: `Is this so? ${FALSE}` }];
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${MASTER_KEY}` },
      body: JSON.stringify({ model: 'small', messages, stream }),
    });
    return { status: response.status, text: await response.text() };
  };

  it.each([false, true])('lets a true answer pass, and the question (streamed: %s)', async (stream) => {
    fake.answer(stream ? openaiStream(TRUE.match(/\S+\s*/g) ?? []) : openaiWhole(TRUE));
    const { status, text } = await ask(stream);
    expect(status, text).toBe(200);
    expect(text).toContain('1987');
  });

  it('stops a false one, and says why', async () => {
    fake.answer(openaiWhole(FALSE));
    const { status, text } = await ask(false);
    expect(status, text).toBe(400);
    expect(text).toContain('refuted');
    expect(text).not.toContain('"choices"');
  });

  it('stops a streamed one with an error', async () => {
    fake.answer(openaiStream(FALSE.match(/\S+\s*/g) ?? []));
    const { text } = await ask(true);
    expect(text).toContain('refuted');
  });
});
