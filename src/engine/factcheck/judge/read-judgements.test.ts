import { describe, expect, it } from 'vitest';
import { readJudgements } from './read-judgements.ts';

const ENTRY = {
  claim: 1,
  part: 0,
  evidence: [{ number: 1, stance: 'supports', words: 'w' }],
  explanation: 'e',
  verdict: 'supported',
  probability: 0.5,
  wrong: '',
  right: '',
  next_queries: [],
};
const BLOCK = { firstItem: 1, items: 2, parts: 0 };
const read = (entry: object, block = BLOCK) =>
  readJudgements({ verdicts: [{ ...ENTRY, ...entry }] }, [block])[0]?.[0];
const whole = (blocks: (typeof BLOCK)[], ...entries: unknown[]) =>
  readJudgements({ verdicts: entries }, blocks).map((said) => said?.map((one) => one?.verdict));

describe('a judgement', () => {
  it('is read as it is', () => {
    expect(read({})).toEqual({
      verdict: 'supported',
      probability: 0.5,
      evidence: [{ index: 0, stance: 'supports', words: 'w' }],
      explanation: 'e',
      wrong: '',
      right: '',
      nextQueries: [],
    });
  });

  it.each([
    [0, 0],
    [1, 1],
    [1.01, undefined],
    [-0.01, undefined],
    ['0.5', 0.5],
    [' ', undefined],
    ['half', undefined],
    [null, undefined],
  ])('has the probability %j: %s', (probability, is) => {
    expect(read({ probability })?.probability).toBe(is);
  });

  it.each([
    ['Supported', 'supported'],
    [' not enough evidence ', 'not_enough_evidence'],
    ['NOT-ENOUGH  evidence', 'not_enough_evidence'],
    ['maybe', undefined],
    [`supported${' '.repeat(31)}`, 'supported'],
    [`supported${' '.repeat(32)}`, undefined],
    [5, undefined],
  ])('has the verdict %j: %s', (verdict, is) => expect(read({ verdict })?.verdict).toBe(is));

  it.each([
    [[{ number: 2, stance: 'refutes' }], [1]],
    [[{ number: '2', stance: 'refutes' }], [1]],
    [[{ number: 0, stance: 'refutes' }], []],
    [[{ number: 3, stance: 'refutes' }], []],
    [[{ number: 1.5, stance: 'refutes' }], []],
    [[{ number: 1, stance: 'unjudged' }], []],
    [
      [
        { number: 1, stance: 'neutral' },
        { number: 1, stance: 'refutes' },
      ],
      [0],
    ],
    [[null, 'a', { number: 1, stance: 'neutral' }], [0]],
    ['none', []],
  ])('names %j', (evidence, indices) => {
    expect(read({ evidence })?.evidence.map(({ index }) => index)).toEqual(indices);
  });

  it('keeps the first stance of an item, and reads a hundred', () => {
    const twice = [
      { number: 1, stance: 'neutral', words: 5 },
      { number: 1, stance: 'refutes' },
    ];
    expect(read({ evidence: twice })?.evidence).toEqual([{ index: 0, stance: 'neutral', words: '' }]);
    const behind = (count: number) => [...Array(count).fill(null), { number: 1, stance: 'neutral' }];
    expect(read({ evidence: behind(99) })?.evidence).toHaveLength(1);
    expect(read({ evidence: behind(100) })?.evidence).toHaveLength(0);
  });

  it('has numbers of its own items alone', () => {
    const block = { firstItem: 4, items: 1, parts: 0 };
    const evidence = [3, 4, 5].map((number) => ({ number, stance: 'neutral' }));
    expect(read({ evidence }, block)?.evidence.map(({ index }) => index)).toEqual([0]);
  });

  it('has texts that are not too long', () => {
    const long = 'x'.repeat(5_000);
    const judged = read({ explanation: long, wrong: long, right: long, next_queries: [long] })!;
    expect(judged.explanation).toHaveLength(4_000);
    expect([judged.wrong, judged.right, judged.nextQueries[0]].map((text) => text?.length)).toEqual([
      300, 300, 300,
    ]);
    expect(read({ explanation: 5 })?.explanation).toBe('');
  });

  it.each([
    [
      ['a', 'b', 'c'],
      ['a', 'b'],
    ],
    [[' a \n b ', 'a b'], ['a b']],
    [['', 5], []],
    ['a', []],
  ])('would search for %j', (next_queries, queries) => {
    expect(read({ next_queries })?.nextQueries).toEqual(queries);
  });
});

describe('the judgements of an answer', () => {
  const two = [BLOCK, { ...BLOCK, firstItem: 3 }];

  it('belong to the claims that they name', () => {
    const entries = [{ ...ENTRY, claim: 2, verdict: 'refuted' }, ENTRY];
    expect(whole(two, ...entries)).toEqual([['supported'], ['refuted']]);
    expect(whole(two, ENTRY)).toEqual([['supported'], undefined]);
    expect(
      whole(two, { ...ENTRY, claim: 0 }, { ...ENTRY, claim: 3 }, { ...ENTRY, claim: undefined }),
    ).toEqual([undefined, undefined]);
  });

  it('keep the first of a claim that is usable', () => {
    const refuted = { ...ENTRY, verdict: 'refuted' };
    expect(whole([BLOCK], ENTRY, refuted)).toEqual([['supported']]);
    expect(whole([BLOCK], { ...ENTRY, verdict: 'maybe' }, refuted)).toEqual([['refuted']]);
  });

  it('need no number where there is one claim', () => {
    expect(whole([BLOCK], { ...ENTRY, claim: undefined })).toEqual([['supported']]);
    expect(whole([BLOCK], { ...ENTRY, claim: 2 })).toEqual([undefined]);
    expect(readJudgements(ENTRY, [BLOCK])[0]).toHaveLength(1);
  });

  it('are one for each part', () => {
    const block = { ...BLOCK, parts: 2 };
    const parts = (...entries: object[]) =>
      whole([block], ...entries.map((entry) => ({ ...ENTRY, ...entry })))[0];
    expect(parts({ part: 2 }, { part: 1, verdict: 'refuted' })).toEqual(['refuted', 'supported']);
    expect(parts({ part: 2 })).toEqual([undefined, 'supported']);
    expect(parts({ part: 0 }, { part: 3 }, { part: 1.5 }, { part: undefined })).toBeUndefined();
    expect(whole([{ ...BLOCK, parts: 1 }], { ...ENTRY, part: 1 })).toEqual([['supported']]);
  });

  it('are a hundred at most, and none of what is no answer', () => {
    const behind = (count: number) => [...Array(count).fill({}), ENTRY];
    expect(whole([BLOCK], ...behind(99))).toEqual([['supported']]);
    expect(whole([BLOCK], ...behind(100))).toEqual([undefined]);
    for (const value of [undefined, [], 'a', {}, { verdicts: {} }, { verdicts: ['a'] }])
      expect(readJudgements(value, [BLOCK])).toEqual([undefined]);
  });
});
