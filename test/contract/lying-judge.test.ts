/** A judge that lies, over each provider's wire: nothing it made up reaches a caller, and the answer always does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claim, type FactCheckMetadata, VERDICTS } from '../../src/domain/claim.ts';
import { type SeenQuestion, verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { readStarterEntries } from '../../src/engine/factcheck/sources/starter/read-entries.ts';
import type { FakeSearch, Page } from '../harness/fake-search.ts';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import type { JudgeSays, JudgingProvider } from '../harness/judging-provider.ts';
import { PROVIDERS, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, readJson, readStream } from '../harness/read-answer.ts';
import type { Gateway } from '../harness/start-gateway.ts';

const CLAIM = 'The lighthouse of Sunderholm was completed in 1871.';
const ANSWER = 'Ships rely on it. The lighthouse of Sunderholm is 43 metres high.';
const PAGES: readonly Page[] = [
  {
    title: 'Lighthouse of Sunderholm',
    url: 'https://a.example/sunderholm',
    content: 'The lighthouse of Sunderholm was not completed in 1871. Its tower is 43 metres high, no more.',
  },
  {
    title: 'Towers by the sea',
    url: 'https://b.example/towers',
    content: 'Nobody measured the lighthouse of Sunderholm. It stands on a rock.',
  },
];
/** All that can be retrieved: the pages that are searched, and what the gateway has itself. */
const RETRIEVED: readonly Page[] = [
  ...PAGES,
  ...readStarterEntries().map(({ id, title, text }) => ({ title, url: `/starter/${id}`, content: text })),
];
/** What it says of all it is asked, with one lie. */
const says =
  (rest: object) =>
  ({ blocks }: SeenQuestion): JudgeSays =>
    blocks.map((block) =>
      verdict(block, { verdict: 'refuted', evidence: refutes(block.items[0]?.number), ...rest }),
    );
const refutes = (number: unknown) => [{ number, stance: 'refutes', words: 'was not completed' }];
const explains = (explanation: string) => says({ explanation });

const LIES: readonly (readonly [string, (question: SeenQuestion) => JudgeSays])[] = [
  ['numbers that are not there', says({ evidence: [...refutes(99), ...refutes(0), ...refutes('1; drop')] })],
  ['quotes that it made up', explains('The page says: “The keeper of Sunderholm saw a green whale”.')],
  ['short quotes that it made up', explains('The page calls it “wholly imaginary”.')],
  [
    'quotes without an end',
    explains('The page says: “The keeper of Sunderholm saw a green whale in the fog.'),
  ],
  [
    'quotes in other marks',
    explains('The page says: 『The keeper saw a green whale』 and ＂nothing else at all＂.'),
  ],
  ['links', explains('As https://evil.example/proof and www.evil.example show.')],
  [
    'links without a scheme',
    explains('As evil.example and proof.shop/a or evil.example:8080 show, it is not so.'),
  ],
  ['links in Markdown', explains('It is [proven](https://evil.example) ![x](https://evil.example/i.png).')],
  [
    'links in disguise',
    explains('See hxxps://evil[.]example, evil．example, ＨＴＴＰＳ：／／evil.example or //evil.example/a.'),
  ],
  ['a mail address', explains('Ask the keeper at keeper@evil.example for proof.')],
  [
    'words that are in no evidence',
    says({ evidence: [{ number: 1, stance: 'refutes', words: 'a green whale' }] }),
  ],
  ['verdicts outside the four', says({ verdict: 'mostly_false' })],
  ['probabilities out of range', says({ probability: 1e300 })],
  ['an explanation without end', explains('It is not so. '.repeat(70_000))],
  ['a query without end', says({ verdict: 'not_enough_evidence', next_queries: ['qzxv '.repeat(200_000)] })],
];

/** Replies that are no list of verdicts: each provider's wire carries them in its own way. */
const MALFORMED: typeof LIES = [
  ['a megabyte of prose', () => 'The keeper {saw} a green whale. '.repeat(35_000)],
  ['a megabyte of brackets', () => '{"verdicts":'.repeat(90_000)],
  ['broken JSON', () => '{"verdicts": [{"claim": 1, "verdict": "refu'],
  ['JSON of another kind', () => '{"verdicts": {"0": "refuted"}, "choices": [], "error": {"message": "x"}}'],
  ['a claim that is no number', says({ claim: { toString: '', valueOf: 1 } })],
  ['items that are no numbers', says({ evidence: refutes({ toString: '', valueOf: '' }) })],
  [
    'names of JavaScript',
    () => '{"verdicts": [{"__proto__": {"verdict": "refuted"}, "constructor": 1, "claim": 1}]}',
  ],
  ['an event stream', () => 'data: [DONE]\n\n'],
  ['a refusal in words', () => 'I’m sorry, but I can’t help with that.'],
  ['a refusal', () => 'refusal'],
  ['nothing', () => ''],
  ['an error', () => ({ status: 500 })],
  ['silence', () => 'silence'],
];

let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
let stop: JudgedGateway['stop'];
beforeAll(async () => {
  ({ provider, search, gateway, stop } = await startJudgedGateway(
    '{ outside: always, verify_deadline: 1s, judge_timeout: 400ms }',
  ));
  search.find(() => PAGES);
});
afterAll(() => stop());
beforeEach(() => provider.reset());

/** What holds whatever a judge says. */
function expectHonest(metadata: FactCheckMetadata): void {
  expect(metadata.mode).toBe('verify');
  expect(metadata.claims.length).toBeGreaterThan(0);
  for (const claim of metadata.claims) expectHonestClaim(claim);
  const { prompt_tokens, completion_tokens, total_tokens } = metadata.usage ?? {};
  expect(total_tokens).toBe((prompt_tokens ?? 0) + (completion_tokens ?? 0));
  expect(metadata.confidence_score).toBeGreaterThanOrEqual(0);
  expect(metadata.confidence_score).toBeLessThanOrEqual(1);
}

function expectHonestClaim({ verdict: told, explanation = '', evidence = [] }: Claim): void {
  expect(VERDICTS).toContain(told);
  expect(explanation).not.toMatch(
    /evil|proof\.shop|whale|imaginary|nothing else|https?:|www\.|\[\d+\]|[<>@]/i,
  );
  expect(explanation).not.toBe('');
  expect(explanation.length).toBeLessThanOrEqual(500);
  for (const { url, quote, title, stance } of evidence) {
    const page = RETRIEVED.find((one) => one.url === url);
    expect(page).toMatchObject({ title });
    expect(quote).not.toBe('');
    expect(page?.content).toContain(quote);
    expect(['supports', 'refutes', 'neutral', 'unjudged']).toContain(stance);
  }
  const needed = { supported: 'supports', refuted: 'refutes', conflicting: 'refutes' }[told as string];
  if (needed !== undefined) expect(evidence.map(({ stance }) => stance)).toContain(needed);
}

let keys = 0;

/** A key that a provider has accepted, and under which nothing was judged before. */
async function newKey(model: string): Promise<string> {
  const key = `sk-lied-to-${++keys}`;
  expect((await gateway.chat({ api_key: key, model })).status).toBe(200);
  return key;
}

/** What a list of verdicts says reads alike whichever wire brought it: one provider stands for all. */
const liesOver = (name: (typeof PROVIDERS)[number]): typeof LIES =>
  name === 'openai' || process.env.CLAIMGATE_TEST_SLOW === '1' ? [...LIES, ...MALFORMED] : MALFORMED;

describe.each(PROVIDERS)('a judge at %s that lies', (name) => {
  const { model } = WIRES[name];
  const messages = [{ role: 'user', content: CLAIM }];

  it.each(liesOver(name))('with %s', async (_lie, judge) => {
    const fields = [await newKey(model), await newKey(model), await newKey(model), await newKey(model)].map(
      (key) => ({ api_key: key, model }),
    );
    const check = { mode: 'verify', stream_events: true };
    provider.judge(judge);
    provider.answer(speak(ANSWER.split(/(?= )/)));

    const response = await gateway.chat({ ...fields[0], messages, fact_check: check });
    expect(response.status).toBe(200);
    const whole = await readJson<CompletionBody>(response);
    expect(whole.choices[0]).toMatchObject({ message: { content: ANSWER }, finish_reason: 'stop' });
    expectHonest(whole.fact_check_metadata as FactCheckMetadata);

    const streamed = await gateway.chat({ ...fields[1], messages, fact_check: check, stream: true });
    const { text, chunks, errors, done } = await readStream(streamed);
    expect({ text, errors, done }).toEqual({ text: ANSWER, errors: [], done: true });
    const finish = chunks.findIndex(({ choices }) => choices[0]?.finish_reason === 'stop');
    expect(finish).toBe(chunks.length - 1);
    expectHonest(chunks[finish]?.fact_check_metadata as FactCheckMetadata);
    for (const { claim_event: event } of chunks) {
      if (event?.type === 'verdict') expectHonestClaim(event.claim as Claim);
    }

    const chat = await gateway.post('/chat', { ...fields[2], user_query: CLAIM });
    const told = await readJson<{ response: string; fact_check_metadata: FactCheckMetadata }>(chat);
    expect(told.response).toBe(ANSWER);
    expectHonest(told.fact_check_metadata);

    const claims = await gateway.post('/v1/claims', { ...fields[3], mode: 'verify', text: CLAIM });
    // An error of the judge's provider is the answer where nothing else is asked of it.
    if (claims.status !== 200) return expect(claims.status).toBe(502);
    const checked = await readJson<{ fact_check_metadata: FactCheckMetadata }>(claims);
    expectHonest(checked.fact_check_metadata);
    expect(new Set(provider.calls.map(({ key }) => key)).size).toBe(4);
  });
});
