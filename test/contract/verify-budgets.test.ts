/** What verification may cost, and that what it cost is told to the token, over each provider's wire. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { agreeable, type SeenQuestion, verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../harness/fake-search.ts';
import {
  type JudgeSays,
  type JudgingProvider,
  sayCounted,
  startJudgingProvider,
} from '../harness/judging-provider.ts';
import { type Counted, envFor, PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, readJson, readStream, type UsageBody } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const DEADLINE = 600;
const TOKEN_BUDGET = 16_000;
/** The answer's bill. */
const BILL: Counted = { prompt: 1_234, completion: 321, cached: 1_000, reasoning: 21 };

let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
/** Gives up soon. */
let hasty: Gateway;
beforeAll(async () => {
  [provider, search] = await Promise.all([startJudgingProvider(), startFakeSearch()]);
  const start = (more: string): Promise<Gateway> =>
    startGateway({
      env: envFor(provider),
      yaml: `
plans: { default: enterprise }
fact_check: { outside: always, max_claims: 30, token_budget: ${TOKEN_BUDGET}, judge_concurrency: 2${more} }
${searchConfig(search)}`,
    });
  [gateway, hasty] = await Promise.all([start(''), start(`, verify_deadline: ${DEADLINE}ms`)]);
});
afterAll(() => Promise.all([gateway.stop(), hasty.stop(), provider.stop(), search.stop()]));
beforeEach(() => {
  provider.reset();
  search.received.length = 0;
  search.find((query) => [
    {
      title: 'A page',
      url: `https://a.example/${encodeURIComponent(query)}`,
      content: `It is known: ${query}`,
    },
  ]);
});

let keys = 0;

/** A key that a provider has accepted, under which nothing was judged before. */
async function newKey(model: string, of = gateway): Promise<string> {
  const key = `sk-budget-${++keys}`;
  expect((await of.chat({ api_key: key, model })).status).toBe(200);
  return key;
}

/** Claims that no other has made, so that nothing was searched for before. */
let towers = 0;
const claims = (count: number): string =>
  Array.from({ length: count }, () => `The tower of Sunderholm number ${++towers} is 43 metres high.`).join(
    ' ',
  );

interface Told {
  readonly metadata: FactCheckMetadata;
  readonly usage: UsageBody | undefined;
}

async function verify(body: Record<string, unknown>, of = gateway): Promise<Told> {
  const response = await of.chat({ fact_check: { mode: 'verify' }, ...body });
  expect(response.status).toBe(200);
  if (body.stream !== true) {
    const { fact_check_metadata: metadata, usage } = await readJson<CompletionBody>(response);
    return { metadata: metadata as FactCheckMetadata, usage };
  }
  const { chunks, done } = await readStream(response);
  expect(done).toBe(true);
  const finish = chunks.find(({ choices }) => choices[0]?.finish_reason === 'stop');
  return {
    metadata: finish?.fact_check_metadata as FactCheckMetadata,
    usage: chunks.find(({ usage }) => usage != null)?.usage,
  };
}

/** What the judge's provider counted, all calls together. */
function counted() {
  const sum = (count: (one: Counted) => number): number =>
    [...provider.calls, ...provider.readings].reduce(
      (all, call) => all + (call.counted === undefined ? 0 : count(call.counted)),
      0,
    );
  const prompt_tokens = sum(({ prompt }) => prompt);
  const completion_tokens = sum(({ completion }) => completion);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

const ASKED_AGAIN = ({ blocks }: SeenQuestion): JudgeSays =>
  blocks.map((block) =>
    block.final
      ? verdict(block)
      : verdict(block, {
          verdict: 'not_enough_evidence',
          evidence: [],
          next_queries: [`more on ${block.claim}`],
        }),
  );
const JUDGES: readonly (readonly [string, (question: SeenQuestion, nth: number) => JudgeSays])[] = [
  ['answers', agreeable],
  ['asks again', ASKED_AGAIN],
  ['is broken at first', (question, nth) => (nth === 0 ? 'Sure! Here is the JSON:' : agreeable(question))],
  ['writes all that it may', () => 'x'.repeat(100_000)],
  ['refuses', () => 'refusal'],
  ['fails at times', (question, nth) => (nth % 2 === 0 ? { status: 500 } : agreeable(question))],
];

describe.each(PROVIDERS)('usage with %s', (name) => {
  const { model } = WIRES[name];

  it.each(JUDGES)('adds up to the token where the judge %s', async (_name, judge) => {
    for (const stream of [false, true]) {
      const api_key = await newKey(model);
      provider.calls.length = 0;
      provider.readings.length = 0;
      provider.judge((question) => judge(question, provider.calls.length - 1));
      provider.answer(sayCounted(['It was built of stone. ', claims(2)], BILL));
      const { metadata, usage } = await verify({
        api_key,
        model,
        messages: [{ role: 'user', content: claims(3) }],
        stream,
        ...(stream ? { stream_options: { include_usage: true } } : {}),
      });
      expect(provider.calls.length).toBeGreaterThan(0);
      expect(metadata.usage).toMatchObject(counted());
      expect(counted().total_tokens).toBeLessThanOrEqual(TOKEN_BUDGET);
      expect(usage).toMatchObject({
        prompt_tokens: BILL.prompt,
        completion_tokens: BILL.completion,
        total_tokens: BILL.prompt + BILL.completion,
      });
    }
  });
});

describe('budgets', () => {
  const model = 'gpt-6-luna';
  const messages = (count: number) => [{ role: 'user', content: claims(count) }];

  it.each([1, 2, 7])(
    'of claims: %d are looked up and judged, the others say that they were not',
    async (most) => {
      for (const stream of [false, true]) {
        const api_key = await newKey(model);
        provider.judge(agreeable);
        provider.calls.length = 0;
        search.received.length = 0;
        const fact_check = { mode: 'verify', max_claims: most };
        const { metadata } = await verify({ api_key, model, messages: messages(9), fact_check, stream });
        expect(metadata.claims).toHaveLength(9);
        expect(new Set(search.queries).size).toBe(most);
        expect(search.queries).toHaveLength(most);
        expect(provider.calls.flatMap(({ question }) => question.blocks)).toHaveLength(most);
        const unchecked = metadata.claims.filter(({ explanation }) =>
          explanation?.includes('limit of claims'),
        );
        expect(unchecked).toHaveLength(9 - most);
      }
    },
  );

  it('of claims: of a whole answer those most worth checking are judged, wherever they stand', async () => {
    const api_key = await newKey(model);
    provider.judge(agreeable);
    const weighty = `Cancer kills ${++towers},000 people in Norway every year, and smoking causes a third of it.`;
    provider.answer(speak([`${claims(8)} ${weighty} ${claims(2)}`]));
    const asked = [{ role: 'user', content: 'What of them?' }];
    const fact_check = { mode: 'verify', max_claims: 2 };
    const { metadata } = await verify({ api_key, model, messages: asked, fact_check });
    const worths = metadata.claims.map((claim) => claim.check_worthiness ?? 0);
    const [last = 1] = worths.toSorted((a, b) => b - a).slice(1);
    const judged = metadata.claims.filter(({ verdict }) => verdict === 'supported');
    expect(judged).toHaveLength(2);
    for (const claim of judged) expect(claim.check_worthiness).toBeGreaterThanOrEqual(last);
    expect(judged.some(({ text }) => text.includes('Cancer'))).toBe(true);
  });

  it('of searches: one a claim, and one more where the judge asks', async () => {
    const api_key = await newKey(model);
    provider.judge(ASKED_AGAIN);
    const { metadata } = await verify({ api_key, model, messages: messages(3) });
    expect(search.queries).toHaveLength(6);
    expect(metadata.claims.map((claim) => claim.verdict)).toEqual(['supported', 'supported', 'supported']);
  });

  it('of tokens: what is over stays unjudged and says so, and nothing is over', async () => {
    const api_key = await newKey(model);
    provider.judge(agreeable);
    search.find((query) =>
      [1, 2, 3].map((page) => ({
        title: 'A page',
        url: `https://a.example/${page}/${encodeURIComponent(query)}`,
        content: `It is known to ${page}: ${query} ${'It stands by the sea. '.repeat(40)}`,
      })),
    );
    const { metadata } = await verify({ api_key, model, messages: messages(25) });
    expect(metadata.usage).toMatchObject(counted());
    expect(counted().total_tokens).toBeLessThanOrEqual(TOKEN_BUDGET);
    const told = metadata.claims.map((claim) => claim.verdict === 'supported');
    expect(told).toContain(true);
    for (const claim of metadata.claims.filter((one) => one.verdict !== 'supported')) {
      expect(claim.explanation).toContain('token budget');
    }
  });

  it('of calls at the same time', async () => {
    const api_key = await newKey(model);
    let running = 0;
    let most = 0;
    provider.judge((question, { closed }) => {
      most = Math.max(most, ++running);
      void closed.then(() => {
        running -= 1;
      });
      return agreeable(question);
    }, 40);
    await verify({ api_key, model, messages: messages(12), stream: true });
    expect(most).toBe(2);
  });

  it.each([false, true])(
    'of time: the answer ends with what is known by then (streamed: %s)',
    async (stream) => {
      const api_key = await newKey(model, hasty);
      provider.judge(({ blocks }) => (blocks.length > 0 ? 'silence' : []));
      const began = performance.now();
      const { metadata } = await verify({ api_key, model, messages: messages(2), stream }, hasty);
      expect(performance.now() - began).toBeGreaterThanOrEqual(DEADLINE - 5);
      for (const claim of metadata.claims) {
        expect(claim).toMatchObject({ verdict: 'not_enough_evidence', evidence: [{ stance: 'unjudged' }] });
        expect(claim.explanation).toContain('the time limit was reached');
      }
      await Promise.all(provider.calls.map(({ closed }) => closed));
      expect(provider.calls.every(({ aborted }) => aborted)).toBe(true);
    },
  );
});

// Each process remembers its own.
it.skipIf(severalProcesses)('two callers share no verdict, and one caller does with itself', async () => {
  const model = 'gpt-6-luna';
  const messages = [{ role: 'user', content: claims(1) }];
  const [ann, bob] = [await newKey(model), await newKey(model)];
  provider.judge(agreeable);
  provider.answer(speak(['I see.']));
  const callsOf = async (api_key: string, path: 'chat' | 'claims', stream = false): Promise<number> => {
    provider.calls.length = 0;
    if (path === 'chat') await verify({ api_key, model, messages, stream });
    else {
      const text = messages[0]?.content;
      await (await gateway.post('/v1/claims', { api_key, model, text, mode: 'verify', stream })).text();
    }
    return provider.calls.length;
  };
  expect(await callsOf(ann, 'chat')).toBe(1);
  expect(await callsOf(ann, 'chat', true)).toBe(0);
  expect(await callsOf(ann, 'claims', true)).toBe(0);
  expect(await callsOf(bob, 'claims')).toBe(1);
  expect(await callsOf(bob, 'chat')).toBe(0);
  expect(
    provider.asked.every(({ headers }) => /^Bearer sk-budget-\d+$/.test(headers.authorization ?? '')),
  ).toBe(true);
});
