/** What a run comes to: counts, distributions, and how sureness and truth go together. */
import { stateOf } from '../claims/claim-state.ts';
import { type Result, readVerdict } from './measure-row.ts';
import type { Run } from './run-store.ts';

/** A share from 0 to 1 falls into one of so many equal bins. */
export const BINS = 10;

export interface Distribution {
  /** How many values are in each bin, from the lowest. */
  readonly counts: readonly number[];
  /** `undefined` where there is no value. */
  readonly mean: number | undefined;
}

export function distribute(values: readonly number[]): Distribution {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) counts[binOf(value)] = (counts[binOf(value)] ?? 0) + 1;
  return {
    counts,
    mean: values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length,
  };
}

function binOf(share: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS + 1e-9)));
}

export interface Judged {
  /** How sure one was, 0 to 1. */
  readonly sure: number;
  readonly right: boolean;
}

export interface Point {
  /** Mean sureness of a bin, 0 to 1. */
  readonly sure: number;
  /** Share of it that is right, 0 to 1. */
  readonly right: number;
  readonly size: number;
}

/** A point for each bin that holds anything, and the expected calibration error. */
export function calibrate(judged: readonly Judged[]): { points: Point[]; error: number } {
  const groups = [...Map.groupBy(judged, ({ sure }) => binOf(sure))].sort(([a], [b]) => a - b);
  const points = groups.map(([, group]) => ({
    sure: group.reduce((sum, { sure }) => sum + sure, 0) / group.length,
    right: group.filter(({ right }) => right).length / group.length,
    size: group.length,
  }));
  const error = points.reduce(
    (sum, { sure, right, size }) => sum + (Math.abs(sure - right) * size) / judged.length,
    0,
  );
  return { points, error };
}

/** Verdicts beside the expected ones, where the file has them. */
export function compareVerdicts({ results, rows, expectedColumn }: Run): Judged[] {
  if (expectedColumn === undefined) return [];
  return results.flatMap((result, index) => {
    const expected = readVerdict(rows[index]?.[expectedColumn]);
    if (expected === undefined || result?.verdict === undefined) return [];
    return [{ sure: result.confidence ?? 0, right: result.verdict === expected }];
  });
}

export interface CategoryShare {
  readonly category: string;
  readonly count: number;
}

export function countCategories(items: readonly { readonly category: string }[]): CategoryShare[] {
  return [...Map.groupBy(items, ({ category }) => category)]
    .map(([category, group]) => ({ category, count: group.length }))
    .sort((a, b) => b.count - a.count);
}

export function countVerdict(
  results: readonly (Result | undefined)[],
  verdict: ReturnType<typeof stateOf>,
): number {
  return results.reduce(
    (sum, result) => sum + (result?.claims.filter((claim) => stateOf(claim) === verdict).length ?? 0),
    0,
  );
}
