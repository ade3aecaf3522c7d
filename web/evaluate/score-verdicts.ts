/** How verdicts compare with reference verdicts. */
import type { Verdict } from '../api/types.ts';
import { VERDICTS } from '../claims/claim-state.ts';

/** A row that has a reference verdict and was measured. */
export interface JudgedRow {
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly expected: Verdict;
  /** `undefined` where no claim was found, or none was checked. */
  readonly found: Verdict | undefined;
  /** 0 to 1. */
  readonly confidence: number | undefined;
}

/** What a row can come out as. */
export const OUTCOMES = [...VERDICTS, 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Rows by reference verdict (the first key) and by what was found. */
export type Matrix = Readonly<Record<Verdict, Readonly<Record<Outcome, number>>>>;

export function countMatrix(rows: readonly JudgedRow[]): Matrix {
  const line = () => Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const matrix = Object.fromEntries(VERDICTS.map((verdict) => [verdict, line()])) as Record<
    Verdict,
    Record<Outcome, number>
  >;
  for (const { expected, found } of rows) matrix[expected][found ?? 'none'] += 1;
  return matrix;
}

export interface ClassScore {
  readonly verdict: Verdict;
  /** Rows with this reference verdict. */
  readonly expected: number;
  /** Rows that came out so. */
  readonly found: number;
  /** 0 to 1; `undefined` where nothing came out so. */
  readonly precision: number | undefined;
  /** 0 to 1; `undefined` where no reference is so. */
  readonly recall: number | undefined;
  /** 0 to 1; `undefined` where neither is. */
  readonly f1: number | undefined;
}

export interface VerdictScores {
  readonly rows: number;
  readonly right: number;
  /** 0 to 1; a row without a verdict counts as wrong. `undefined` without rows. */
  readonly accuracy: number | undefined;
  /** Where the accuracy of many more such rows lies, with 95 % confidence; `undefined` without rows. */
  readonly accuracyRange: readonly [low: number, high: number] | undefined;
  /** The mean F1 of the verdicts that the reference has, so that every model is divided by the same number. */
  readonly macroF1: number | undefined;
  readonly classes: readonly ClassScore[];
}

export function scoreMatrix(matrix: Matrix): VerdictScores {
  const classes = VERDICTS.map((verdict) => scoreClass(matrix, verdict));
  const rows = sum(classes.map(({ expected }) => expected));
  const right = sum(VERDICTS.map((verdict) => matrix[verdict][verdict]));
  const present = classes.filter(({ expected }) => expected > 0);
  return {
    rows,
    right,
    accuracy: share(right, rows),
    accuracyRange: wilson(right, rows),
    macroF1: share(sum(present.map(({ f1 }) => f1 ?? 0)), present.length),
    classes,
  };
}

function scoreClass(matrix: Matrix, verdict: Verdict): ClassScore {
  const right = matrix[verdict][verdict];
  const expected = sum(OUTCOMES.map((outcome) => matrix[verdict][outcome]));
  const found = sum(VERDICTS.map((other) => matrix[other][verdict]));
  return {
    verdict,
    expected,
    found,
    precision: share(right, found),
    recall: share(right, expected),
    f1: share(2 * right, expected + found),
  };
}

/** Standard deviations on both sides that hold 95 % of a normal distribution. */
const NORMAL_95 = 1.96;

/**
 * Wilson's score interval (Wilson 1927): holds for few rows, and for none or all right.
 * @returns 0 to 1; `undefined` for none.
 */
export function wilson(right: number, rows: number): readonly [low: number, high: number] | undefined {
  if (rows === 0) return undefined;
  const [found, square] = [right / rows, NORMAL_95 ** 2];
  const middle = found + square / (2 * rows);
  const reach = NORMAL_95 * Math.sqrt((found * (1 - found) + square / (4 * rows)) / rows);
  const whole = 1 + square / rows;
  return [Math.max(0, (middle - reach) / whole), Math.min(1, (middle + reach) / whole)];
}

export interface Comparison {
  /** Rows that both have. */
  readonly rows: number;
  readonly bothRight: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly bothWrong: number;
  /** 0 to 1: how likely equally good models differ at least this much by chance. */
  readonly chance: number;
}

export function compareModels(first: readonly JudgedRow[], second: readonly JudgedRow[]): Comparison {
  const others = new Map(second.map((row) => [row.index, row]));
  const counts = { rows: 0, bothRight: 0, onlyFirst: 0, onlySecond: 0, bothWrong: 0 };
  for (const row of first) {
    const other = others.get(row.index);
    if (other === undefined) continue;
    counts.rows += 1;
    counts[kindOf(row.found === row.expected, other.found === other.expected)] += 1;
  }
  return { ...counts, chance: mcnemar(counts.onlyFirst, counts.onlySecond) };
}

function kindOf(first: boolean, second: boolean): 'bothRight' | 'onlyFirst' | 'onlySecond' | 'bothWrong' {
  if (first) return second ? 'bothRight' : 'onlyFirst';
  return second ? 'onlySecond' : 'bothWrong';
}

/**
 * McNemar's exact test (McNemar 1947), two-sided: a fair coin over the rows in which just one is right.
 * @returns the p-value, 0 to 1.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const tosses = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  // As logarithms: of many tosses, the share of a single outcome is below what a number can hold.
  let outcome = -tosses * Math.LN2;
  let tail = 0;
  for (let heads = 0; heads <= fewer; heads += 1) {
    tail += Math.exp(outcome);
    outcome += Math.log((tosses - heads) / (heads + 1));
  }
  return Math.min(1, 2 * tail);
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
