/** What an answer cost: beside its usage on each API, and of whole answers in a header, its check with it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type JudgingProvider, sayCounted, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor, isStreamed, PROVIDERS, respond, WIRES, wireOf } from '../harness/provider-wires.ts';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'admin-key-of-the-cost-test-0123456789';
const CLAIM = 'The Eiffel Tower was completed in 1889.';
const COUNTED = { prompt: 100, completion: 10, cached: 60 };
/** US dollars a million tokens, what is read from a cache at a price of its own. */
const PRICE = { input: 1, output: 4, cached_input: 0.25 };
const COST = (40 * 1 + 60 * 0.25 + 10 * 4) / 1e6;
const DEARER = { input: 2, output: 8 };

const entry = (id: string, price?: object) => ({ id, name: id, description: id, tier: 'basic', price });
const FIRST = Object.fromEntries(PROVIDERS.map((key) => [key, { models: [entry(WIRES[key].model, PRICE)] }]));
const CATALOGUE = {
  providers: {
    ...FIRST,
    openai: {
      models: [entry('gpt-6-luna', PRICE), entry('gpt-6.1-terra', DEARER), entry('gpt-6-without-a-price')],
    },
  },
};

interface Usage {
  readonly cost?: number;
  readonly total_tokens?: number;
}
interface Answer {
  readonly usage?: Usage;
  readonly usageMetadata?: Usage;
  readonly fact_check_metadata?: FactCheckMetadata;
}

let provider: JudgingProvider;
let gateway: Gateway;
const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-prices-'));

beforeAll(async () => {
  provider = await startJudgingProvider();
  const extend = path.join(folder, 'catalogue.yaml');
  writeFileSync(extend, stringify(CATALOGUE));
  gateway = await startGateway({
    env: envFor(provider),
    yaml: `admin: { keys: ["ann:${ADMIN}"] }\nplans: { default: enterprise }\nsandbox: { enabled: true }\ncatalogue: { extend: ${extend} }`,
  });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), provider.stop()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  provider.reset();
  provider.answer(sayCounted([CLAIM], COUNTED));
});

const KEY = 'sk-of-the-cost-test-0123456789abcdef';
const OFF = { fact_check: { mode: 'off' } };

/** The four APIs: where each is asked, and where the usage stands in what it answers. */
const APIS: Readonly<
  Record<
    string,
    {
      readonly ask: (model: string, body?: object, stream?: boolean, key?: string) => Promise<Response>;
      readonly usageIn: (answer: Answer) => Usage | undefined;
    }
  >
> = {
  'Chat Completions': {
    ask: (model, body, stream = false, key = KEY) =>
      gateway.chat(
        { model, ...body, stream, ...(stream ? { stream_options: { include_usage: true } } : {}) },
        { authorization: `Bearer ${key}` },
      ),
    usageIn: ({ usage }) => usage,
  },
  Responses: {
    ask: (model, body, stream = false, key = KEY) =>
      gateway.post(
        '/v1/responses',
        { model, input: 'Hello', ...body, stream },
        { authorization: `Bearer ${key}` },
      ),
    usageIn: (answer) => (answer as { response?: Answer }).response?.usage ?? answer.usage,
  },
  Messages: {
    ask: (model, body, stream = false, key = KEY) =>
      gateway.post(
        '/v1/messages',
        { model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }], ...body, stream },
        { 'x-api-key': key },
      ),
    usageIn: ({ usage }) => usage,
  },
  generateContent: {
    ask: (model, body, stream = false, key = KEY) =>
      gateway.post(
        `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
        { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }], ...body },
        { 'x-goog-api-key': key },
      ),
    usageIn: ({ usageMetadata }) => usageMetadata,
  },
};

/** The last usage that the events of a stream tell of. */
async function usageOfStream(response: Response, usageIn: (answer: Answer) => Usage | undefined) {
  const events = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Answer);
  return events.map(usageIn).findLast((usage) => usage != null);
}

describe.each(Object.entries(APIS))('%s', (_api, { ask, usageIn }) => {
  it.each(PROVIDERS)('says what an answer of %s cost, whole and streamed', async (key) => {
    const { model } = WIRES[key];
    const whole = await ask(model, OFF);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('x-claimgate-cost')).toBe(COST.toFixed(6));
    expect(usageIn(await readJson<Answer>(whole))?.cost).toBe(COST);
    const streamed = await ask(model, OFF, true);
    expect(streamed.headers.get('x-claimgate-cost')).toBeNull();
    expect((await usageOfStream(streamed, usageIn))?.cost).toBe(COST);
  });

  it('says nothing of a model without a price, and nothing of simulated answers', async () => {
    for (const [model, key] of [
      ['gpt-6-without-a-price', KEY],
      ['gpt-6-luna', 'sandbox'],
    ] as const) {
      const whole = await ask(model, OFF, false, key);
      expect(whole.status).toBe(200);
      expect(whole.headers.get('x-claimgate-cost')).toBeNull();
      const usage = usageIn(await readJson<Answer>(whole));
      expect(usage).toBeDefined();
      expect(usage).not.toHaveProperty('cost');
      const streamed = await usageOfStream(await ask(model, OFF, true, key), usageIn);
      expect(streamed).toBeDefined();
      expect(streamed).not.toHaveProperty('cost');
    }
  });
});

describe('the check', () => {
  const messages = [{ role: 'user', content: 'When was the Eiffel Tower completed?' }];
  const checked = (fact_check: object = {}) =>
    gateway.chat(
      { messages, fact_check: { mode: 'verify', judge: 'model', ...fact_check } },
      { authorization: `Bearer ${KEY}` },
    );
  /** What the judge's provider counted, a third of its prompts from the cache. */
  const judged = ({ input, output, cached = input }: { input: number; output: number; cached?: number }) =>
    provider.calls.reduce((sum, { counted }) => {
      const { prompt = 0, completion = 0, cached: read = 0 } = counted ?? {};
      return sum + Math.ceil((prompt - read) * input * 1e3 + read * cached * 1e3 + completion * output * 1e3);
    }, 0) / 1e9;

  it('has a cost of its own, which the header counts too', async () => {
    provider.judge(agreeable);
    const response = await checked();
    const { usage, fact_check_metadata } = await readJson<Answer>(response);
    expect(provider.calls.length).toBeGreaterThan(0);
    const cost = judged({ input: 1, output: 4, cached: 0.25 });
    expect(fact_check_metadata?.usage?.cost).toBe(cost);
    expect(usage?.cost).toBe(COST);
    expect(Number(response.headers.get('x-claimgate-cost'))).toBeCloseTo(COST + cost, 12);
  });

  it('is paid at the price of the model that judges', async () => {
    provider.judge(agreeable);
    const metadata = (await readJson<Answer>(await checked({ judge_model: 'gpt-6.1-terra' })))
      .fact_check_metadata;
    expect(metadata?.usage?.cost).toBe(judged(DEARER));
    // Of a judge without a price the answer's own is said, and no sum.
    const response = await checked({ judge_model: 'gpt-6-without-a-price' });
    const { usage, fact_check_metadata } = await readJson<Answer>(response);
    expect(usage?.cost).toBe(COST);
    expect(fact_check_metadata?.usage?.total_tokens).toBeGreaterThan(0);
    expect(fact_check_metadata?.usage).not.toHaveProperty('cost');
    expect(response.headers.get('x-claimgate-cost')).toBeNull();
  });

  it('costs nothing that could be said where nobody was asked', async () => {
    const response = await checked({ judge: 'local' });
    const { fact_check_metadata } = await readJson<Answer>(response);
    expect(fact_check_metadata?.usage ?? {}).not.toHaveProperty('cost');
    expect(response.headers.get('x-claimgate-cost')).toBe(COST.toFixed(6));
  });

  it('of a text says so too', async () => {
    provider.judge(agreeable);
    const response = await gateway.post(
      '/v1/claims',
      { text: 'The human body has 206 bones.', mode: 'verify', model: 'gpt-6-luna', judge: 'model' },
      { authorization: `Bearer ${KEY}` },
    );
    const { fact_check_metadata } = await readJson<Answer>(response);
    const cost = judged({ input: 1, output: 4, cached: 0.25 });
    expect(cost).toBeGreaterThan(0);
    expect(fact_check_metadata?.usage?.cost).toBe(cost);
    expect(Number(response.headers.get('x-claimgate-cost'))).toBe(cost);
  });
});

it('counts what was kept for longer, and faster answers, as they are billed', async () => {
  const kept = (ttl?: string) => ({
    ...OFF,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ttl } }] },
    ],
  });
  const usage = { input_tokens: 10, cache_creation_input_tokens: 80, output_tokens: 10 };
  const body = { ...(WIRES.anthropic.whole('Hello') as object), usage };
  provider.answer(respond(200, body));
  const costOf = async (response: Response) => (await readJson<Answer>(response)).usage?.cost;
  const { ask } = APIS.Messages!;
  expect(await costOf(await ask(WIRES.anthropic.model, kept()))).toBe((10 + 80 * 1.25 + 40) / 1e6);
  expect(await costOf(await ask(WIRES.anthropic.model, kept('1h')))).toBe((10 + 80 * 2 + 40) / 1e6);
  provider.answer(sayCounted([CLAIM], COUNTED));
  const fast = await APIS['Chat Completions']!.ask('gpt-6-luna', { ...OFF, service_tier: 'priority' });
  expect(await costOf(fast)).toBe(2 * COST);
});

describe("with the provider's own searches of the web, two of them", () => {
  const event = (data: object) =>
    `event: ${(data as { type: string }).type}\ndata: ${JSON.stringify(data)}\n\n`;
  const call = (type: string) => ({
    type: 'web_search_call',
    id: type,
    status: 'completed',
    action: { type },
  });
  const calls = [call('search'), call('open_page'), call('search')];
  const queries = { webSearchQueries: ['tower', 'tower height'] };
  const used = { server_tool_use: { web_search_requests: 2 } };
  /** What each provider that says how often it has searched adds to an answer, whole and streamed. */
  const SAYS: Readonly<Record<string, { whole(body: never): object; streamed(text: string): string }>> = {
    Responses: {
      whole: (body: { output: object[] }) => ({ ...body, output: [...calls, ...body.output] }),
      streamed: (text) =>
        calls
          .map((item, at) => event({ type: 'response.output_item.done', output_index: 7 + at, item }))
          .join('') + text,
    },
    Messages: {
      whole: (body: { usage: object }) => ({ ...body, usage: { ...body.usage, ...used } }),
      streamed: (text) =>
        text.replace(
          'event: message_stop',
          `${event({ type: 'message_delta', delta: {}, usage: used })}event: message_stop`,
        ),
    },
    generateContent: {
      whole: (body: { candidates: object[] }) => ({
        ...body,
        candidates: [{ ...body.candidates[0], groundingMetadata: queries }],
      }),
      // Each frame says again what was searched for until then.
      streamed: (text) =>
        `data: ${JSON.stringify({ candidates: [{ index: 0, groundingMetadata: queries }] })}\n\n`.repeat(2) +
        text,
    },
  };

  it.each([
    ['Responses', 'openai'],
    ['Messages', 'anthropic'],
    ['generateContent', 'google'],
    ['Chat Completions', 'anthropic'],
    ['Chat Completions', 'google'],
  ] as const)('%s says what an answer of %s cost, whole and streamed', async (api, key) => {
    const says = SAYS[key === 'openai' ? 'Responses' : key === 'anthropic' ? 'Messages' : 'generateContent']!;
    provider.answer((request, response) => {
      const wire = wireOf(request);
      const text = says.streamed(wire.opening + wire.delta(CLAIM) + wire.endWith(COUNTED));
      const whole = says.whole(wire.whole(CLAIM, COUNTED) as never);
      return isStreamed(request)
        ? void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
        : respond(200, whole)(request, response);
    });
    const { ask, usageIn } = APIS[api]!;
    const { model } = WIRES[key];
    const cost = COST + (2 * (key === 'google' ? 14 : 10)) / 1_000;
    const whole = await ask(model, OFF);
    expect(Number(whole.headers.get('x-claimgate-cost'))).toBeCloseTo(cost, 9);
    expect(usageIn(await readJson<Answer>(whole))?.cost).toBeCloseTo(cost, 9);
    expect((await usageOfStream(await ask(model, OFF, true), usageIn))?.cost).toBeCloseTo(cost, 9);
  });
});

it('leaves what the provider says of its cost as it came', async () => {
  const body = WIRES.openai.whole(CLAIM, COUNTED) as { usage: object };
  provider.answer(respond(200, { ...body, usage: { ...body.usage, cost: 0.95, cost_details: { a: 1 } } }));
  const response = await APIS['Chat Completions']!.ask('gpt-6-luna', OFF);
  expect((await readJson<Answer>(response)).usage).toMatchObject({ cost: 0.95, cost_details: { a: 1 } });
});

it('comes to what traffic counts', async () => {
  const key = 'sk-of-the-cost-test-that-is-summed-01';
  provider.judge(agreeable);
  const response = await gateway.chat(
    {
      messages: [{ role: 'user', content: 'When was the Eiffel Tower completed?' }],
      fact_check: { mode: 'verify', judge: 'model', judge_model: 'gpt-6.1-terra' },
    },
    { authorization: `Bearer ${key}` },
  );
  const cost = Number(response.headers.get('x-claimgate-cost'));
  await response.text();
  expect(cost).toBeGreaterThan(COST);
  await expect
    .poll(async () => {
      const traffic = await fetch(`${gateway.url}/v1/traffic`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return ((await traffic.json()) as { data: { usd: number }[] }).data[0]?.usd;
    })
    .toBe(cost);
});
