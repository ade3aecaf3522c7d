/** `fact_check_metadata.searches`: what was really sent to sources outside, word for word, and to whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type FakeSearch, startFakeSearch } from '../harness/fake-search.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { envFor } from '../harness/provider-wires.ts';
import { readJson, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const KEY = { authorization: 'Bearer sk-accepted' };
const SOURCES = ['searxng', 'pubmed'];
let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;

beforeAll(async () => {
  [provider, search] = await Promise.all([startJudgingProvider(), startFakeSearch()]);
  gateway = await startGateway({
    env: envFor(provider),
    // Nothing listens at the other's port.
    yaml: `
plans: { default: enterprise }
sources:
  searxng: { base_url: "${search.url}", rate: 1000 }
  pubmed: { base_url: "http://127.0.0.1:1", rate: 1000 }`,
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop(), search.stop()]));

/** A claim that no test has asked about before. */
let towers = 0;
let claim = '';
beforeEach(async () => {
  towers += 1;
  claim = `The lighthouse of Sunderholm was completed in ${1800 + towers}.`;
  provider.reset();
  search.find((query) => [
    { title: 'Lighthouse', url: 'https://example.org/', content: `${query} So it is.` },
  ]);
  await (await gateway.chat({ fact_check: { mode: 'off' } }, KEY)).arrayBuffer();
  search.received.length = 0;
});

interface Answer {
  readonly fact_check_metadata: FactCheckMetadata;
}

async function ask(text: string, factCheck: object = {}, headers = KEY): Promise<FactCheckMetadata> {
  const response = await gateway.chat(
    {
      messages: [{ role: 'user', content: text }],
      fact_check: { mode: 'ground', sources: SOURCES, ...factCheck },
    },
    headers,
  );
  expect(response.status).toBe(200);
  return (await readJson<Answer>(response)).fact_check_metadata;
}

it('has what left the gateway, for the source that it went to', async () => {
  const { searches } = await ask(`${claim} Write to jane.doe@example.org, who measured 43 metres in 1871.`);
  expect(searches?.map(({ query }) => query)).toEqual([...new Set(search.queries)]);
  expect(searches?.[0]).toEqual({ query: claim, sources: ['searxng'] });
  expect(JSON.stringify(searches)).not.toContain('jane.doe');
});

it('is absent where nothing leaves', async () => {
  expect(await ask(claim, { sources: [] })).not.toHaveProperty('searches');
  expect(await ask(claim, {}, { authorization: 'Bearer sk-never-accepted' })).not.toHaveProperty('searches');
  expect(await ask(claim, {}, { authorization: 'Bearer sandbox' })).not.toHaveProperty('searches');
  expect(search.queries).toEqual([]);
  expect(await ask(claim)).toHaveProperty('searches');
  // Known by now.
  expect(await ask(claim)).not.toHaveProperty('searches');
  expect(search.queries).toHaveLength(1);
});

it('has the searches that were given up', async () => {
  search.find(() => 'silence');
  expect((await ask(claim)).searches).toEqual([{ query: claim, sources: ['searxng'] }]);
});

describe('the searches that the judge asks for', () => {
  const WAYS: Readonly<Record<string, (text: string) => Promise<FactCheckMetadata>>> = {
    'a chat': (text) => ask(text, { mode: 'verify' }),
    'a streamed chat': async (text) => {
      const fact_check = { mode: 'verify', sources: SOURCES };
      const messages = [{ role: 'user', content: text }];
      const { chunks } = await readStream(await gateway.chat({ stream: true, messages, fact_check }, KEY));
      return chunks.find((chunk) => chunk.fact_check_metadata)?.fact_check_metadata as FactCheckMetadata;
    },
    '/chat': async (text) => {
      const body = { model: 'gpt-6-luna', user_query: text, fact_check: { sources: SOURCES } };
      return (await readJson<Answer>(await gateway.post('/chat', body, KEY))).fact_check_metadata;
    },
    '/v1/claims': async (text) => {
      const body = { model: 'gpt-6-luna', mode: 'verify', text, sources: SOURCES };
      return (await readJson<Answer>(await gateway.post('/v1/claims', body, KEY))).fact_check_metadata;
    },
  };

  it.each(Object.entries(WAYS))('are there in %s', async (_way, check) => {
    provider.judge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, {
          verdict: 'not_enough_evidence',
          evidence: [],
          next_queries: [`who built it, ${block.claim}`],
        }),
      ),
    );
    const { searches = [] } = await check(claim);
    expect(searches.map(({ query }) => query).toSorted()).toEqual([...new Set(search.queries)].toSorted());
    expect(searches.map(({ query }) => query)).toEqual(
      expect.arrayContaining([claim, `who built it, ${claim}`]),
    );
  });
});

it('are no more than config allows a source, however many processes there are', async () => {
  const slow = await startGateway({
    env: envFor(provider),
    yaml: `
plans: { default: enterprise }
sources:
  searxng: { base_url: "${search.url}", rate: 4 }`,
  });
  const send = (content: string, mode: string) =>
    slow.chat({ messages: [{ role: 'user', content }], fact_check: { mode, sources: ['searxng'] } }, KEY);
  await (await send('Hello', 'off')).arrayBuffer();
  const began = performance.now();
  const answers = Array.from({ length: 40 }, (_, at) =>
    send(`The lighthouse of Sunderholm number ${at} was completed in 1871.`, 'ground'),
  );
  for (const answer of await Promise.all(answers)) await answer.arrayBuffer();
  const seconds = (performance.now() - began) / 1_000;
  expect(search.received.length).toBeGreaterThanOrEqual(4);
  expect(search.received.length).toBeLessThanOrEqual(4 + Math.ceil(4 * seconds));
  await slow.stop();
});
