/** What a run comes to: counts, distributions, and how sureness and truth go together. */
import type { Verdict } from '../api/types.ts';
import { stateOf } from '../claims/claim-state.ts';
import type { Result } from './measure-row.ts';
import type { JudgedRow } from './score-verdicts.ts';

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

export interface Calibration {
  /** One for each bin that holds anything, from the lowest. */
  readonly points: readonly Point[];
  /** Expected calibration error, 0 to 1: the mean distance from the line. */
  readonly error: number;
  /** -1 to 1: above 0 where it says more than is right, on average. */
  readonly excess: number;
}

/** @param judged at least one. */
export function calibrate(judged: readonly Judged[]): Calibration {
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
  const excess = points.reduce(
    (sum, { sure, right, size }) => sum + ((sure - right) * size) / judged.length,
    0,
  );
  return { points, error, excess };
}

/** The rows that have a reference verdict and were measured; one that failed was not. */
export function judgeRows(
  references: readonly (Verdict | undefined)[],
  results: readonly (Result | undefined)[],
): JudgedRow[] {
  return results.flatMap((result, index) => {
    const expected = references[index];
    if (result === undefined || result.failure !== undefined || expected === undefined) return [];
    return [{ index, expected, found: result.verdict, confidence: result.confidence }];
  });
}

/** How sure the verdicts were, and whether they were right. A row without a verdict says nothing of that. */
export function judgeSureness(rows: readonly JudgedRow[]): Judged[] {
  return rows.flatMap(({ expected, found, confidence }) =>
    found === undefined || confidence === undefined ? [] : [{ sure: confidence, right: found === expected }],
  );
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

/** How many claims have each verdict, and how many none. */
export function countVerdicts(
  results: readonly (Result | undefined)[],
): Record<ReturnType<typeof stateOf>, number> {
  const counts = { supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, found: 0 };
  for (const result of results) for (const claim of result?.claims ?? []) counts[stateOf(claim)] += 1;
  return counts;
}
