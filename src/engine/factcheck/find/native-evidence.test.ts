import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import type { NativeCitation } from '../../../models/dialects/web-search.ts';
import { jsonModel } from '../../../models/upstream/ask-json.ts';
import type { NativeSearch } from '../../../models/upstream/native-search.ts';
import {
  agreeable,
  claimOf,
  found,
  itemOf,
  openTestVerifier,
  type SeenQuestion,
  simulateJudge,
  TARGET,
  verdict,
} from '../judge/judge-in-tests.ts';
import type { VerifierOptions } from '../verify-claim.ts';
import { toItems } from './native-evidence.ts';

const CLAIM = 'The wall is visible from the Moon.';
const page = (rest: Partial<NativeCitation>): NativeCitation => ({
  url: 'https://a.example/wall',
  title: 'The wall',
  cited: [],
  said: [],
  ...rest,
});
const QUOTED = page({
  cited: ['The wall is not visible from the Moon. It is too narrow, and'],
  age: 'May 1, 2025',
});
const HEARD = page({ url: 'https://b.example/wall', said: ['The wall cannot be seen from the Moon.'] });

function searching(
  answer: (text: string) => readonly NativeCitation[] | Error | 'silence',
): NativeSearch & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    canSearch: () => true,
    async search(_target, { text }) {
      asked.push(text);
      const said = answer(text);
      if (said === 'silence') return new Promise(() => {});
      if (said instanceof Error) throw said;
      return { citations: said, searches: 1, usage: { promptTokens: 5_000, completionTokens: 100 } };
    },
  };
}

const refuting = ({ blocks }: SeenQuestion): object[] =>
  blocks.map((block) =>
    verdict(block, {
      verdict: 'refuted',
      probability: 0.99,
      evidence: block.items.map(({ number }) => ({ number, stance: 'refutes', words: 'visible' })),
    }),
  );

async function verify(search: NativeSearch, rest: Partial<VerifierOptions> = {}, texts = [CLAIM]) {
  const judge = simulateJudge(refuting);
  const verifier = openTestVerifier(judge, {
    retrieve: async () => ({ items: [], answered: ['corpus'] }),
    native: { search, maxCalls: 3 },
    ...rest,
  });
  for (const text of texts) verifier.add(claimOf(text));
  return { ...(await verifier.finish()), judge };
}

describe('the judge’s own web search', () => {
  it('is evidence with its quotation, whole sentences of it alone', async () => {
    const { claims, sources, usage, counts, judge } = await verify(searching(() => [QUOTED]));
    expect(claims[0]).toMatchObject({
      verdict: 'refuted',
      evidence: [
        {
          source: 'native',
          title: 'The wall',
          url: 'https://a.example/wall',
          quote: 'The wall is not visible from the Moon.',
          published: '2025-05-01',
        },
      ],
    });
    expect(claims[0]?.verdict_confidence).toBeGreaterThan(0.7);
    expect(sources).toEqual(['corpus', 'native']);
    expect(counts).toMatchObject({ native: 1, searches: 1, judgeCalls: 1 });
    expect(usage.promptTokens).toBe(5_000 + (judge.calls[0]?.tokens.prompt ?? 0));
  });

  it('is asked what the judge asks next, but not where the judge has read texts of the request', async () => {
    const asking = ({ blocks }: SeenQuestion): object[] =>
      blocks.map((block) =>
        verdict(block, { verdict: 'not_enough_evidence', evidence: [], next_queries: ['Project Halcyon'] }),
      );
    for (const context of [false, true]) {
      const search = searching(() => [QUOTED]);
      await verify(search, { context, model: jsonModel(simulateJudge(asking).upstream, TARGET) });
      expect(search.asked).toEqual(context ? [CLAIM] : [CLAIM, 'Project Halcyon']);
    }
  });

  it('is hearsay where no page is quoted: never quoted, and never sure', async () => {
    const { claims, judge } = await verify(searching(() => [HEARD]));
    expect(claims[0]).toMatchObject({
      verdict: 'refuted',
      evidence: [{ url: 'https://b.example/wall', quote: '' }],
    });
    expect(claims[0]?.verdict_confidence).toBeLessThanOrEqual(0.6);
    expect(judge.calls[0]?.question.blocks[0]?.items[0]?.text).toBe(
      'No text of this page was retrieved. A model that searched the web says of it: The wall cannot be seen from the Moon.',
    );
    const line = { slope: 1, offset: 5 };
    const calibrated = await verify(
      searching(() => [HEARD]),
      {
        calibrations: [
          {
            judge: 'openai/judge-1',
            prompt: 'judge.v2',
            decided: line,
            undecided: line,
            fitted: { claims: 1, ece_raw: 0, ece: 0 },
          },
        ],
      },
    );
    expect(calibrated.calibrated).toBe(true);
    expect(calibrated.claims[0]?.verdict_confidence).toBe(0.6);
  });

  it('is not asked where the other sources answer the claim', async () => {
    const search = searching(() => [QUOTED]);
    await verify(search, { retrieve: async () => found(itemOf('The wall is not visible.')) });
    expect(search.asked).toEqual([]);
  });

  it('is asked so many times and no more, and never where the tokens do not suffice', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `Wall number ${n} is visible from the Moon.`);
    const search = searching(() => [QUOTED]);
    const { counts } = await verify(search, { native: { search, maxCalls: 3 } }, texts);
    expect(search.asked).toHaveLength(3);
    expect(counts.native).toBe(3);
    const poor = searching(() => [QUOTED]);
    await verify(poor, { tokenBudget: 11_000 }, texts);
    expect(poor.asked).toEqual([]);
    const enoughForOne = searching(() => [QUOTED]);
    await verify(enoughForOne, { tokenBudget: 13_000 }, texts);
    expect(enoughForOne.asked).toHaveLength(1);
  });

  it('gets nothing but the claim, without what could show who asked', async () => {
    const search = searching(() => []);
    await verify(search, {}, [
      'Ann (ann@example.org, +49 170 1234567) says that the wall is visible sk-test.',
    ]);
    expect(search.asked[0]).toContain('the wall is visible');
    expect(search.asked[0]).not.toMatch(/example\.org|1234567/);
  });

  it.each([
    ['fails', () => new GatewayError('provider_failed')],
    ['is silent', () => 'silence' as const],
    ['finds nothing', () => []],
  ])('%s: the claim goes by what the other sources found', async (_name, answer) => {
    const item = { item: itemOf('The wall is not visible from the Moon.'), relevance: 0.6 };
    const { claims } = await verify(searching(answer), {
      retrieve: async () => found(item),
      judgeTimeoutMs: 20,
    });
    expect(claims[0]).toMatchObject({ verdict: 'refuted', evidence: [{ source: 'corpus' }] });
  });

  it('leaves the judge its tokens again when it needed fewer than were set aside', async () => {
    const { claims } = await verify(
      searching(() => [QUOTED]),
      { tokenBudget: 12_500 },
    );
    expect(claims[0]?.verdict).toBe('refuted');
  });
});

describe('quotations that are cut', () => {
  it.each([
    ['The wall is long. It is visible from the', 'The wall is long.'],
    ['not visible from the Moon. The wall is long.', 'The wall is long.'],
    ['The wall is visible from...', ''],
    ['The wall is visible from…', ''],
    ['that the wall is visible', ''],
  ])('keep what is whole: %j', (cited, whole) => {
    const items = toItems([page({ cited: [cited], said: ['It is so.'] })], CLAIM);
    expect(items.map(({ item }) => item.text)).toEqual([whole]);
  });
});

describe('without it', () => {
  it('nothing is asked', async () => {
    const verifier = openTestVerifier(simulateJudge(agreeable), {
      retrieve: async () => ({ items: [], answered: ['corpus'] }),
    });
    verifier.add(claimOf(CLAIM));
    expect((await verifier.finish()).counts).toEqual({
      judgeCalls: 0,
      readerCalls: 0,
      searches: 1,
      native: 0,
      cached: 0,
    });
  });
});
