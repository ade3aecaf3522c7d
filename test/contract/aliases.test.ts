/** Names of the operator's own for models: the next one answers where one cannot. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { loadCatalogue } from '../../src/gateway/wiring/load-catalogue.ts';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, type ProviderKey, providerOf, respond, speak } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const YAML = `
providers:
  openai: { keys: [sk-operator-openai] }
  anthropic: { keys: [sk-operator-anthropic] }
  xai: { keys: [sk-operator-xai] }
  google: { keys: [sk-operator-google] }
  evil2: { base_url: 'http://127.0.0.1:9/v1', models: [{ id: evil2-x, name: X, description: X, tier: basic }] }
upstream: { retries: 0, first_byte_timeout: 400ms }
fact_check: { mode: 'off' }
aliases:
  fast: [gpt-6-luna, claude-haiku-5-5]
  same: [gpt-6-luna, gpt-6.1-terra]
  judges: [grok-4.3, claude-haiku-5-5]
  groks: [grok-4.3, grok-4.7]
  keyless: [zai-org/GLM-5.3-Flash, evil2/x, claude-haiku-5-5]
  single: [claude-haiku-5-5, gpt-6-luna]
  deaf: [gpt-6-luna, gemini-3.8-flash]
  shut: [gemini-3.8-flash, gpt-6-luna]
  dear: [gpt-6.1-sol, claude-haiku-5-5]
  hopeless: [zai-org/GLM-5.3-Flash, together/another]
plans: { default: pro }
`;

let fake: FakeProvider;
let gateway: Gateway;
let issued = '';
/** Keys that may use one model alone, and basic models alone. */
let narrow = '';
let free = '';
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), yaml: YAML });
  const { stdout } = await runInTests(['keys', 'issue'], { CLAIMGATE_DATA_DIR: gateway.dataDir });
  issued = stdout.trim();
  const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
  narrow = (await runInTests(['keys', 'issue', '--models', 'claude-haiku-5-5'], env)).stdout.trim();
  free = (await runInTests(['keys', 'issue', '--plan', 'free'], env)).stdout.trim();
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
async function ask(key: string, model: string, stream = false, body: object = {}) {
  const response = await gateway.chat({ model, stream, ...body }, { authorization: `Bearer ${key}` });
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

  const audio = { type: 'input_audio', input_audio: { data: btoa('RIFF'), format: 'wav' } };
  const tooLong = { error: { message: 'too long', code: 'context_length_exceeded' } };
  it.each<[string, string, object, string, () => string, Handler?]>([
    ['has no key of the operator', 'keyless', {}, 'claude-haiku-5-5', () => issued],
    ['lacks what a field asks for', 'single', { n: 2 }, 'gpt-6-luna', () => issued],
    [
      'does not take a part of a message',
      'deaf',
      { messages: [{ role: 'user', content: [audio] }] },
      'gemini-3.8-flash',
      () => issued,
    ],
    ["is none of the key's models", 'fast', {}, 'claude-haiku-5-5', () => narrow],
    ['is not in the plan', 'dear', {}, 'claude-haiku-5-5', () => free],
    ['is not in the plan of a longer alias', 'same', {}, 'gpt-6-luna', () => free],
    [
      "takes none of the operator's keys",
      'shut',
      {},
      'gpt-6-luna',
      () => issued,
      failing('google', respond(401, { error: { message: 'no' } })),
    ],
    [
      'has a smaller window than the conversation needs',
      'fast',
      {},
      'claude-haiku-5-5',
      () => issued,
      failing('openai', respond(400, tooLong)),
    ],
  ])('goes on where its model %s', async (_why, alias, body, by, key, handler = speak()) => {
    for (const stream of [false, true]) {
      fake.answer(handler);
      expect(await ask(key(), alias, stream, body)).toMatchObject({ status: 200, by });
    }
  });

  it("says the first model's refusal where none can serve the request, and the caller's own faults", async () => {
    fake.answer(speak());
    const none = await ask(issued, 'hopeless');
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('no key of its own for Together'),
    ]);
    expect((await ask(issued, 'fast', false, { max_tokens: 0 })).status).toBe(422);
    expect((await ask(narrow, 'same')).status).toBe(403);
    expect(fake.received).toHaveLength(0);
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

  it('is listed as OpenAI clients read models, and not by provider', async () => {
    const fast = {
      id: 'fast',
      object: 'model',
      created: expect.any(Number),
      owned_by: 'alias',
      models: ['gpt-6-luna', 'claude-haiku-5-5'],
    };
    for (const place of ['/models', '/v1/models']) {
      const list = (await (await fetch(gateway.url + place)).json()) as {
        models_list: object;
        data: object[];
      };
      expect(list.data).toContainEqual(fast);
      expect(JSON.stringify(list.models_list)).not.toContain('"fast"');
    }
    expect(await (await fetch(`${gateway.url}/v1/models/fast`)).json()).toEqual(fast);
  });

  describe('as a judge', () => {
    const text = 'The Tower of Glass in Lundhaven is 330 metres high.';
    const documents = [{ title: 'Towers', text: 'The Tower of Glass in Lundhaven is 290 metres high.' }];
    const busy = respond(503, { error: { message: 'busy' } });
    const judgedBy = () => [...new Set(fake.received.map(({ body }) => body.model))];
    const check = async (key: string, stream: boolean) => {
      const body = { model: 'judges', mode: 'verify', text, documents, stream };
      const response = await gateway.post('/v1/claims', body, { authorization: `Bearer ${key}` });
      const answer = await response.text();
      return { status: response.status, by: response.headers.get('x-claimgate-model'), answer };
    };

    it('of a text goes on to the next one where the first cannot answer, and says so', async () => {
      fake.answer(failing('xai', busy));
      expect(await check(issued, false)).toMatchObject({ status: 200, by: 'claude-haiku-5-5' });
      expect(judgedBy()).toEqual(['grok-4.3', 'claude-haiku-5-5']);
      const streamed = await check(issued, true);
      expect(streamed.answer).toMatch(/event: done[\s\S]*\[DONE\]\s*$/);
      fake.received.length = 0;
      expect(await check('sk-my-own', false)).toMatchObject({ status: 503 });
      expect(judgedBy()).toEqual(['grok-4.3']);
      fake.answer(speak());
      expect(await check(issued, false)).toMatchObject({ status: 200, by: 'grok-4.3' });
    });

    it('of an answer, of models of its provider alone', async () => {
      const good = speak();
      fake.answer((request, response) =>
        (request.body.model === 'grok-4.3' ? busy : good)(request, response),
      );
      const ask = (model: string, judge: string) =>
        gateway.chat(
          {
            model,
            messages: [{ role: 'user', content: text }],
            fact_check: { mode: 'verify', judge_model: judge, documents },
          },
          { authorization: `Bearer ${issued}` },
        );
      expect((await ask('grok-4.7', 'groks')).status).toBe(200);
      const [answered, first, ...others] = fake.received.map(({ body }) => body.model);
      expect([answered, first, new Set(others)]).toEqual(['grok-4.7', 'grok-4.3', new Set(['grok-4.7'])]);
      fake.received.length = 0;
      expect((await ask('claude-sonnet-5-5', 'judges')).status).toBe(200);
      expect(judgedBy().sort()).toEqual(['claude-haiku-5-5', 'claude-sonnet-5-5']);
      expect((await ask('gemini-3.8-flash', 'judges')).status).toBe(400);
    });
  });

  it.each([
    [{ fast: ['no-such-model'] }, 'aliases.fast.0: there is no such model'],
    [{ 'gpt-6-luna': ['claude-haiku-5-5'] }, 'aliases.gpt-6-luna: there is a model of this name'],
  ])('%j stops the start', (aliases, message) => {
    expect(() => loadCatalogue({ ...readConfig({}), aliases: aliases as never })).toThrow(message);
  });
});
