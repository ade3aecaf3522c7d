/** A provider of the operator's own that needs no key, such as Ollama: `providers.NAME.key: none`. */
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { ConfigError } from '../../src/gateway/config/config-error.ts';
import { PROVIDERS } from '../../src/models/providers/registry.ts';
import { type FakeProvider, openaiStream, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../harness/fake-search.ts';
import { type CompletionBody, expectError, readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const MODELS = '[{ id: tiny-1, name: Tiny, description: A small model, tier: basic }]';
let local: FakeProvider;
let openai: FakeProvider;
let search: FakeSearch;
const gateways: Gateway[] = [];

beforeAll(async () => {
  [local, openai, search] = await Promise.all([startFakeProvider(), startFakeProvider(), startFakeSearch()]);
});
beforeEach(() => {
  local.answer(openaiWhole('Hello from the basement.'));
  for (const server of [local, openai, search]) server.received.length = 0;
});
afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.stop())));
afterAll(() => Promise.all([local.stop(), openai.stop(), search.stop()]));

async function start(yaml = '', env: Record<string, string> = {}): Promise<Gateway> {
  const gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${openai.url}/v1`, ...env },
    yaml: `
${yaml.includes('plans:') ? '' : 'plans: { default: enterprise }'}
providers:
  ollama: { name: Ollama, base_url: "${local.url}/v1", key: none, models: ${MODELS} }
${searchConfig(search)}
${yaml}`,
  });
  gateways.push(gateway);
  return gateway;
}

const CREDENTIALS = /authorization|api-?key|token|cookie/i;

describe('a provider that needs no key', () => {
  it.each(['none', 'sk-real-key-of-somebody'])('is sent none, whatever the caller gave: %s', async (key) => {
    const gateway = await start();
    const whole = await readJson<CompletionBody>(await gateway.chat({ api_key: key, model: 'tiny-1' }));
    expect(whole.choices[0]?.message.content).toBe('Hello from the basement.');
    local.answer(openaiStream(['Hello ', 'again.']));
    const fact_check = { mode: 'verify' };
    const streamed = await readStream(
      await gateway.chat({
        ...{ api_key: key, model: 'tiny-1', stream: true, fact_check },
        messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
      }),
    );
    expect(streamed.text).toBe('Hello again.');
    // The judge is asked too.
    expect(local.received.length).toBeGreaterThan(2);
    for (const { headers, body } of local.received) {
      expect(Object.keys(headers).filter((name) => CREDENTIALS.test(name))).toEqual([]);
      expect(JSON.stringify([headers, body])).not.toContain('sk-real');
    }
  });

  it('says so in the list of models, and the others do not', async () => {
    const gateway = await start();
    const { models_list: providers } = await readJson<{
      models_list: readonly { readonly provider: string; readonly key?: string }[];
    }>(await fetch(`${gateway.url}/v1/models`));
    expect(providers.map(({ provider, key }) => [provider, key])).toEqual([
      ...PROVIDERS.map(({ name }) => [name, undefined]),
      ['Ollama', 'none'],
    ]);
    expect(providers[0]).not.toHaveProperty('key');
  });

  it('still wants some key of the caller', async () => {
    const gateway = await start();
    await expectError(await gateway.chat({ model: 'tiny-1' }), { status: 422 });
  });

  it('that asks for one after all is misconfigured: no fault of the key', async () => {
    const gateway = await start('limits: { failed_keys_per_minute: 2 }');
    local.answer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no key"}}');
    });
    for (let at = 0; at < 4; at++) {
      await expectError(await gateway.chat({ api_key: 'none', model: 'tiny-1' }), { status: 502 });
    }
  });

  it('leaves words alone that are spelled like the missing key', async () => {
    const gateway = await start();
    local.answer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"none of the tools are known"}}');
    });
    await expectError(await gateway.chat({ api_key: 'none', model: 'tiny-1' }), {
      status: 400,
      detail: expect.stringContaining('none of the tools are known'),
    });
  });
});

it('is asked by commands without a key in the environment', async () => {
  const { dataDir } = await start();
  const env = {
    CLAIMGATE_CONFIG: path.join(path.dirname(dataDir), 'config.yaml'),
    CLAIMGATE_DATA_DIR: dataDir,
  };
  const post = JSON.stringify({ id: 1, post: 'Sunderholm has a tower!!' });
  const { code, stderr } = await runInTests(['normalize', '--model', 'tiny-1'], env, post);
  expect([code, stderr]).toEqual([0, '']);
  expect(local.received[0]?.headers).not.toHaveProperty('authorization');
});

describe('its answer proves no key', () => {
  const TOWER = 'The lighthouse of Sunderholm was completed in 1871, and none of its lamps is electric.';
  const ground = (gateway: Gateway, key: string) =>
    gateway.chat({
      ...{ api_key: key, model: 'tiny-1', fact_check: { mode: 'ground', sources: ['searxng'] } },
      messages: [{ role: 'user', content: TOWER }],
    });

  it('so that keys cannot be tried at other providers behind it', async () => {
    const gateway = await start('limits: { failed_keys_per_minute: 2 }');
    openai.answer((_request, response) => void response.writeHead(401).end());
    const tried: number[] = [];
    for (let at = 0; at < 4; at++) {
      const key = `sk-guess-${at}`;
      expect((await gateway.chat({ api_key: key, model: 'tiny-1' })).status).toBe(200);
      tried.push((await gateway.chat({ api_key: key })).status);
    }
    expect(tried).toEqual([401, 401, 429, 429]);
    // Its own callers go on.
    expect((await gateway.chat({ api_key: 'none', model: 'tiny-1' })).status).toBe(200);
  });

  it('so that many that are made up have the places of one, of their address', async () => {
    const gateway = await start(
      'trusted_proxies: [127.0.0.1]\nplans: { default: few, few: { per_hour: 5, models: all } }',
    );
    const ask = async (key: string, from: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from };
      return (await gateway.chat({ model: 'tiny-1' }, headers)).status;
    };
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push(await ask(`sk-made-up-${i}`, '192.0.2.1'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await ask('sk-made-up-9', '192.0.2.2')).toBe(200);
    // It stands for no caller's key.
    expect(await ask('cg-address:192.0.2.2', '192.0.2.2')).toBe(401);
  });

  it('but on a machine of one’s own its callers may have sources outside, from the first request', async () => {
    const gateway = await start();
    expect((await ground(gateway, 'none')).status).toBe(200);
    expect(search.queries).toEqual([TOWER]);
  });

  it.each([
    ['server: { drain_delay: 0 }', { HOST: '0.0.0.0' }],
    ['trusted_proxies: [127.0.0.1]', {}],
  ])('and where others can reach the gateway they may not: %s %j', async (yaml, env) => {
    const gateway = await start(yaml, env);
    for (let at = 0; at < 2; at++) expect((await ground(gateway, 'none')).status).toBe(200);
    expect(search.queries).toEqual([]);
  });
});

describe('providers.NAME.key', () => {
  it.each([
    [
      'another value',
      'ollama: { base_url: "http://127.0.0.1:1/v1", key: sk-secret, models: [] }',
      /^providers\.ollama\.key: /,
    ],
    ['a known provider', 'openai: { key: none }', /^providers\.openai\.key: /],
  ])('stops the start with %s', async (_what, provider, message) => {
    const error = await startGateway({ yaml: `providers:\n  ${provider}` }).then(
      (gateway) => gateway.stop(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toMatch(/sk-secret/);
  });
});
