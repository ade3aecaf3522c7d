/** Names of the operator's own for models: the next one answers where one cannot. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { loadCatalogue } from '../../src/wiring/load-catalogue.ts';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, type ProviderKey, providerOf, respond, speak } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const YAML = `
providers:
  openai: { keys: [sk-operator-openai] }
  anthropic: { keys: [sk-operator-anthropic] }
upstream: { retries: 0, first_byte_timeout: 400ms }
fact_check: { mode: 'off' }
aliases:
  fast: [gpt-6-luna, claude-haiku-5-5]
  same: [gpt-6-luna, gpt-6.1-terra]
plans: { default: pro }
`;

let fake: FakeProvider;
let gateway: Gateway;
let issued = '';
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), yaml: YAML });
  const { stdout } = await runInTests(['keys', 'issue'], { CLAIMGATE_DATA_DIR: gateway.dataDir });
  issued = stdout.trim();
  await new Promise((resolve) => setTimeout(resolve, 950));
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

/** One provider fails in this way, the others answer. */
const failing = (provider: ProviderKey, fail: Handler): Handler => {
  const good = speak();
  return (request, response) => (providerOf(request) === provider ? fail : good)(request, response);
};
async function ask(key: string, model: string, stream = false) {
  const response = await gateway.chat({ model, stream }, { authorization: `Bearer ${key}` });
  const text = await response.text();
  return { status: response.status, by: response.headers.get('x-claimgate-model'), text };
}

describe('an alias', () => {
  it('is its first model as long as that answers, and says so', async () => {
    fake.answer(speak());
    expect(await ask(issued, 'fast')).toMatchObject({ status: 200, by: 'gpt-6-luna' });
    expect((await ask(issued, 'gpt-6-luna')).by).toBeNull();
    expect(fake.received).toHaveLength(2);
  });

  it.each<[string, Handler]>([
    ['is overloaded', respond(503, { error: { message: 'busy' } })],
    ['limits the rate', respond(429, { error: { message: 'slow down' } }, { 'retry-after': '1' })],
    ['does not answer in time', () => {}],
    ['has no such model', respond(404, { error: { message: 'none', code: 'model_not_found' } })],
  ])('goes on to the next one where the first %s', async (_why, fail) => {
    for (const stream of [false, true]) {
      fake.answer(failing('openai', fail));
      const answer = await ask(issued, 'fast', stream);
      expect(answer).toMatchObject({ status: 200, by: 'claude-haiku-5-5' });
      expect(answer.text).toContain('"model":"claude-haiku-5-5"');
    }
  });

  it("stays with one provider for a caller's own key, which goes to no other", async () => {
    fake.answer(failing('openai', respond(503, { error: { message: 'busy' } })));
    expect(await ask('sk-my-own', 'fast')).toMatchObject({ status: 503, by: 'gpt-6-luna' });
    expect(fake.received.map(providerOf)).toEqual(['openai']);
    fake.received.length = 0;
    const good = speak();
    fake.answer((request, response) =>
      request.body.model === 'gpt-6-luna' ? respond(503, {})(request, response) : good(request, response),
    );
    expect(await ask('sk-my-own', 'same')).toMatchObject({ status: 200, by: 'gpt-6.1-terra' });
    expect(fake.received.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill('Bearer sk-my-own'),
    );
  });

  it('counts once, and does not go on where the request itself is wrong', async () => {
    const remaining = async () => {
      const limits = await fetch(`${gateway.url}/v1/limits`, {
        headers: { authorization: 'Bearer sk-counted' },
      });
      return ((await limits.json()) as { windows: { remaining: number }[] }).windows[0]!.remaining;
    };
    const before = await remaining();
    fake.answer((request, response) => {
      const fails = request.body.model === 'gpt-6-luna';
      return (fails ? respond(503, {}) : speak())(request, response);
    });
    expect((await ask('sk-counted', 'same')).status).toBe(200);
    expect(await remaining()).toBe(before - 1);
    fake.received.length = 0;
    fake.answer(respond(400, { error: { message: 'no' } }));
    expect((await ask('sk-counted', 'same')).status).toBe(400);
    expect(fake.received).toHaveLength(1);
  });

  it.each([
    [{ fast: ['no-such-model'] }, 'aliases.fast.0: there is no such model'],
    [{ 'gpt-6-luna': ['claude-haiku-5-5'] }, 'aliases.gpt-6-luna: there is a model of this name'],
  ])('%j stops the start', (aliases, message) => {
    expect(() => loadCatalogue({ ...readConfig({}), aliases: aliases as never })).toThrow(message);
  });
});
