/** What a run's verdicts come to, against cases counted by hand and against what always holds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../web/api/types.ts';
import { VERDICTS } from '../../web/claims/claim-state.ts';
import {
  compareModels,
  countMatrix,
  type JudgedRow,
  mcnemar,
  OUTCOMES,
  scoreMatrix,
  wilson,
} from '../../web/evaluate/score-verdicts.ts';
import { calibrate } from '../../web/evaluate/summarize-run.ts';

const LETTERS: Readonly<Record<string, Verdict | undefined>> = {
  s: 'supported',
  r: 'refuted',
  c: 'conflicting',
  n: 'not_enough_evidence',
  '-': undefined,
};

/** `sr`: reference supported, found refuted; `s-`: no verdict. */
const rowsOf = (pairs: string): JudgedRow[] =>
  pairs.split(' ').map((pair, index) => ({
    index,
    expected: LETTERS[pair.charAt(0)] as Verdict,
    found: LETTERS[pair.charAt(1)],
    confidence: 0.9,
  }));

const anyRow = fc.record({
  index: fc.nat(),
  expected: fc.constantFrom(...VERDICTS),
  found: fc.constantFrom(...VERDICTS, undefined),
  confidence: fc.constant(0.5),
});

describe('verdicts beside the reference', () => {
  // supported: 3 of 4 found, 3 of 4 right. refuted: 2 of 3 found, 2 of 3 right. nei: 0 of 1.
  const { right, rows, accuracy, macroF1, classes } = scoreMatrix(
    countMatrix(rowsOf('ss ss ss sr rr rr rs n-')),
  );

  it('are counted as by hand', () => {
    expect({ right, rows }).toEqual({ right: 5, rows: 8 });
    expect(accuracy).toBeCloseTo(5 / 8);
    expect(macroF1).toBeCloseTo((3 / 4 + 2 / 3 + 0) / 3);
    expect(classes.map(({ precision, recall, f1 }) => [precision, recall, f1])).toEqual([
      [3 / 4, 3 / 4, 3 / 4],
      [2 / 3, 2 / 3, expect.closeTo(2 / 3)],
      [undefined, undefined, undefined],
      [undefined, 0, 0],
    ]);
  });

  it('have an interval for their accuracy, as published tables do', () => {
    // Newcombe (1998), table I, method 3.
    for (const [right, rows, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      expect(wilson(right, rows)).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)]);
    }
    expect(wilson(20, 20)?.[1]).toBeCloseTo(1);
    expect(wilson(0, 0)).toBeUndefined();
  });

  it('have no share of nothing', () => {
    expect(scoreMatrix(countMatrix([]))).toMatchObject({ rows: 0, accuracy: undefined, macroF1: undefined });
  });

  it('fill a matrix whose sums are the rows, in any order of the rows', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (judged) => {
        const matrix = countMatrix(judged);
        for (const verdict of VERDICTS) {
          const line = OUTCOMES.reduce((sum, outcome) => sum + matrix[verdict][outcome], 0);
          expect(line).toBe(judged.filter(({ expected }) => expected === verdict).length);
        }
        const scores = scoreMatrix(matrix);
        expect(scores.rows).toBe(judged.length);
        expect(scoreMatrix(countMatrix(judged.toReversed()))).toEqual(scores);
      }),
    );
  });

  it('are judged alike whatever the verdicts are called', () => {
    const renamed = (verdict: Verdict): Verdict => VERDICTS[(VERDICTS.indexOf(verdict) + 1) % 4] as Verdict;
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1 }), (judged) => {
        const before = scoreMatrix(countMatrix(judged));
        const after = scoreMatrix(
          countMatrix(
            judged.map((row) => ({
              ...row,
              expected: renamed(row.expected),
              found: row.found === undefined ? undefined : renamed(row.found),
            })),
          ),
        );
        expect(after.accuracy).toBe(before.accuracy);
        expect(after.macroF1).toBeCloseTo(before.macroF1 as number);
      }),
    );
  });
});

describe('two models', () => {
  it('are compared over the rows that both have', () => {
    const first = rowsOf('ss ss sr rr ns nn');
    const second = rowsOf('ss sr ss rr nc nn').slice(0, 5);
    expect(compareModels(first, second)).toEqual({
      rows: 5,
      bothRight: 2,
      onlyFirst: 1,
      onlySecond: 1,
      bothWrong: 1,
      chance: 1,
    });
  });

  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 2 / 32],
    [1, 9, 22 / 1024],
    [10, 10, 1],
    [2, 4, 44 / 64],
  ])('differ by chance: only one is right in %i and %i rows', (first, second, p) => {
    expect(mcnemar(first, second)).toBeCloseTo(p, 10);
  });

  it('differ by chance over thousands of rows too', () => {
    expect(mcnemar(2_500, 2_500)).toBe(1);
    expect(mcnemar(2_400, 2_600)).toBeCloseTo(0.0049, 3);
    expect(mcnemar(0, 5_000)).toBe(0);
  });
});

it('says by how much a model is too sure', () => {
  const judged = (sure: number, right: number, of: number) =>
    Array.from({ length: of }, (_, index) => ({ sure, right: index < right }));
  const { points, error, excess } = calibrate([...judged(0.85, 6, 10), ...judged(0.55, 7, 10)]);
  expect(points).toEqual([
    { sure: expect.closeTo(0.55), right: 0.7, size: 10 },
    { sure: expect.closeTo(0.85), right: 0.6, size: 10 },
  ]);
  expect(error).toBeCloseTo((0.15 + 0.25) / 2);
  expect(excess).toBeCloseTo((-0.15 + 0.25) / 2);
});
