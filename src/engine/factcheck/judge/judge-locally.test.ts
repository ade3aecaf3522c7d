import { describe, expect, it } from 'vitest';
import type { PairScore, PairScorer } from '../../judge/pair-scorer.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import { itemOf } from './judge-in-tests.ts';
import { deadlineOf, openLocalJudge } from './judge-locally.ts';

const CLAIM = 'The Eiffel Tower was opened to large crowds that year.';
const live = new AbortController().signal;
const score = (supported: number, refuted: number): PairScore => ({
  supported,
  refuted,
  not_enough_info: 1 - supported - refuted,
});
const item = (text: string, more: object = {}): ShownItem => ({
  ...{ item: itemOf(text, more), relevance: 0.8, excerpt: text, start: 0, hash: '' },
});
const TEXTS = [
  'Crowds saw the Eiffel Tower open that year.',
  'The Eiffel Tower did open to crowds.',
  'An opened Eiffel Tower drew crowds.',
];
/** Items of pages of their own. */
const items = (count: number, more: object = {}) =>
  TEXTS.slice(0, count).map((text, at) => item(text, { url: `https://example.org/${at}`, ...more }));

async function judge(
  scores: readonly (PairScore | undefined)[],
  shown: readonly ShownItem[] = items(scores.length),
  more: Partial<PairScorer> = {},
  claim = CLAIM,
) {
  const asked: number[] = [];
  const judging = openLocalJudge({
    ...{
      state: () => 'ready',
      thresholds: { supported: 0.8, refuted: 0.8 },
      maxPairs: 10,
      deadlineMs: 1_000,
    },
    async score(pairs) {
      asked.push(pairs.length);
      return pairs.map((_, at) => scores[at]);
    },
    close: async () => {},
    ...more,
  });
  const judged = await judging.judge(claim, shown, live);
  const again = () => judging.judge(claim, shown, live);
  return { ...judged, asked, again };
}

describe('the gateway’s own judge', () => {
  it('is waited for as long as config says, and longer while its model is loaded', async () => {
    const late: PairScorer['score'] = async (pairs, signal) => {
      const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
      return pairs.map(() => (signal.aborted ? undefined : score(0.9, 0.05)));
    };
    const patient = { deadlineMs: 1, loadingMs: () => 60_000, score: late };
    expect((await judge([], items(1), patient)).judgement?.verdict).toBe('supported');
    expect(await judge([], items(1), { ...patient, loadingMs: () => 0 })).toMatchObject({
      fault: 'judge-busy',
    });
  });

  it('says what one text says', async () => {
    expect((await judge([score(0.9, 0.05)])).judgement).toEqual({
      ...{ verdict: 'supported', probability: 0.9, explanation: '', wrong: '', right: '', nextQueries: [] },
      evidence: [{ index: 0, stance: 'supports', words: TEXTS[0] }],
    });
    const refuted = await judge([score(0.05, 0.85)]);
    expect(refuted).toMatchObject({ by: 'local', judgement: { verdict: 'refuted', probability: 0.85 } });
    expect(refuted.judgement?.evidence).toMatchObject([{ index: 0, stance: 'refutes' }]);
  });

  it('quotes all that it read where the sentence that shares most does not refute the claim by itself', async () => {
    const text = 'It stayed closed. The Eiffel Tower drew large crowds that year. It rained.';
    const [, shares] = text.split(/(?<=\.) /) as [string, string];
    const wordsAt = async (alone: number, claim = CLAIM, read = text) => {
      const scores = async (pairs: readonly { passage: string }[]) =>
        pairs.map(({ passage }) => score(0.05, passage === shares ? alone : 0.85));
      const { judgement } = await judge([], [item(read)], { score: scores }, claim);
      return judgement?.evidence.map(({ words }) => words);
    };
    expect(await wordsAt(0.49)).toEqual([text]);
    expect(await wordsAt(0.5)).toEqual([shares]);
    // The other value shows which it is.
    const claim = 'Pure water boils at 90 degrees Celsius at sea level.';
    const boils = 'Pure water boils at 100 degrees Celsius at sea level.';
    expect(await wordsAt(0, claim, `It is wet. ${boils}`)).toEqual([boils]);
  });

  it('states what it refutes also where no pair, or no time, is left to choose what is quoted', async () => {
    const text = 'It stayed closed. The Eiffel Tower drew large crowds that year. It rained.';
    const asked: number[] = [];
    const refuted: PairScorer['score'] = async (pairs) => {
      asked.push(pairs.length);
      return pairs.map(() => score(0.05, 0.85));
    };
    const none = await judge([], [item(text)], { maxPairs: 1, score: refuted });
    expect(none.judgement).toMatchObject({ verdict: 'refuted', evidence: [{ words: text }] });
    expect(asked).toEqual([1]);
    const ended = await judge([], [item(text)], {
      deadlineMs: 50,
      score: (pairs, signal) =>
        pairs[0]!.passage.includes('closed') ? refuted(pairs, signal) : new Promise(() => {}),
    });
    expect(ended.judgement).toMatchObject({ verdict: 'refuted', evidence: [{ words: text }] });
  });

  it('names the surest text first, and no text that says nothing', async () => {
    const scoreOf = ({ passage }: { passage: string }) =>
      passage.includes('did open') ? score(0.4, 0.1) : score(passage.includes('drew') ? 0.95 : 0.82, 0.01);
    const { judgement } = await judge([], items(3), { score: async (pairs) => pairs.map(scoreOf) });
    expect(judgement?.probability).toBe(0.95);
    expect(judgement?.evidence.map(({ index }) => index)).toEqual([2, 0]);
  });

  it('states no verdict that another text speaks against', async () => {
    expect(await judge([score(0.9, 0.05), score(0.2, 0.6)])).toMatchObject({ fault: 'judge-unsure' });
    expect((await judge([score(0.9, 0.05), score(0.2, 0.59)])).judgement?.verdict).toBe('supported');
    expect(await judge([score(0.05, 0.9), score(0.6, 0.2)])).toMatchObject({ fault: 'judge-unsure' });
    expect((await judge([score(0.05, 0.9), score(0.59, 0.2)])).judgement?.verdict).toBe('refuted');
  });

  it('finds two texts that contradict each other', async () => {
    const { judgement } = await judge([score(0.95, 0.01), score(0.02, 0.85)]);
    expect(judgement).toMatchObject({ verdict: 'conflicting', probability: 0.85 });
    expect(judgement?.evidence.map(({ stance }) => stance)).toEqual(['supports', 'refutes']);
  });

  it('does not believe that a page contradicts itself', async () => {
    const page = items(2, { url: 'https://example.org/same' });
    expect(await judge([score(0.95, 0.01), score(0.02, 0.85)], page)).toMatchObject({
      fault: 'judge-unsure',
    });
    for (const other of [{ url: 'https://example.org/b' }, { title: 'B' }, { source: 'b' }]) {
      const pages = [page[0]!, item(TEXTS[1]!, { url: 'https://example.org/same', ...other })];
      const { judgement } = await judge([score(0.95, 0.01), score(0.02, 0.85)], pages);
      expect(judgement?.verdict).toBe('conflicting');
    }
  });

  it.each([
    [score(0.95, 0.01), score(0.02, 0.85)],
    [score(0.02, 0.85), score(0.95, 0.01)],
  ])(
    'does not believe it of one of the pages either, where a further one decides: %#',
    async (one, other) => {
      const [first, second] = items(2, { url: 'https://example.org/same' });
      const further = item(TEXTS[2]!, { url: 'https://example.org/further' });
      const scoreOf = ({ passage }: { passage: string }) => (passage.includes('did open') ? other : one);
      const judged = await judge([], [first!, second!, further], {
        score: async (pairs) => pairs.map(scoreOf),
      });
      expect(judged).toMatchObject({ fault: 'judge-unsure' });
    },
  );

  it('says that nothing decides the claim where it is sure of that', async () => {
    const { judgement } = await judge([score(0.1, 0.1), score(0.05, 0.05)]);
    expect(judgement).toMatchObject({
      verdict: 'not_enough_evidence',
      evidence: [{ index: 0, stance: 'neutral' }],
    });
    expect(judgement?.probability).toBeCloseTo(0.8, 10);
    expect(await judge([score(0.1, 0.11), score(0, 0)])).toMatchObject({ fault: 'judge-unsure' });
  });

  it('lets the request’s own texts decide where they say anything', async () => {
    const own = item(TEXTS[0]!, { url: 'https://example.org/own', passage: 0 });
    const shown = [own, ...items(2).slice(1)];
    expect((await judge([score(0.9, 0.01), score(0.01, 0.95)], shown)).judgement?.verdict).toBe('supported');
    expect((await judge([score(0.3, 0.1), score(0.01, 0.95)], shown)).judgement?.verdict).toBe('refuted');
  });

  it('says which value is wrong', async () => {
    const text = 'The Eiffel Tower opened in 1887.';
    const claim = 'The Eiffel Tower opened in 1889.';
    const { judgement } = await judge([score(0.05, 0.9)], [item(text)], {}, claim);
    expect(judgement).toMatchObject({ wrong: '1889', right: '1887' });
  });
});

it.each([
  [undefined, 1_000],
  [() => 0, 1_000],
  [() => 500, 1_500],
])('the gateway’s own judge has its time, and that of loading: %s', (loadingMs, expected) => {
  expect(deadlineOf({ deadlineMs: 1_000, ...(loadingMs && { loadingMs }) })).toBe(expected);
});

describe('the gateway’s own judge says nothing', () => {
  it('where there is nothing to read', async () => {
    const { fault, asked } = await judge([], []);
    expect([fault, asked]).toEqual(['judge-unsure', []]);
  });

  it('of more pairs than a request may have', async () => {
    const first = await judge([score(0.9, 0.01), score(0.9, 0.01)], items(2), { maxPairs: 3 });
    expect(first.judgement?.verdict).toBe('supported');
    expect(await first.again()).toEqual({ fault: 'judge-busy' });
    expect(
      (await judge([score(0.9, 0.01), score(0.9, 0.01)], items(2), { maxPairs: 2 })).judgement,
    ).toBeDefined();
    expect((await judge([score(0.9, 0.01), score(0.9, 0.01)], items(2), { maxPairs: 1 })).fault).toBe(
      'judge-busy',
    );
  });

  it('where a text was not read, which might say the opposite', async () => {
    expect((await judge([score(0.9, 0.01), undefined])).fault).toBe('judge-busy');
  });
});
