/**
 * What cross-validation says of the check-worthiness: on debates, the one genre whose labels mean it, and of claims that
 * fact-checkers took up beside others.
 */
import { areaUnderCurve, averagePrecision, calibrationError } from '../../bench/claims/score-detection.ts';
import type { Scores } from './cross-validate.ts';
import { type Example, type Source, WRITTEN } from './read-examples.ts';

export interface WorthinessValidation {
  readonly sentences: number;
  readonly worthy: number;
  /** Average precision by each order. */
  readonly precision: { readonly worthiness: number; readonly confidence: number; readonly length: number };
  /** The same among sentences of about one length: the mean over five parts of equal size. */
  readonly withinLength: number;
  readonly ece: number;
  readonly texts: FirstClaims;
  /** How well it tells claims that fact-checkers took up from ordinary ones. */
  readonly reviewed: { readonly claims: number; readonly written: Ordinary; readonly speeches: Ordinary };
}

/** Claims that nobody took up. */
export interface Ordinary {
  readonly claims: number;
  readonly auc: number;
}

/** How many of the first claims of a text fact-checkers wanted checked: means over the texts. */
export interface FirstClaims {
  readonly count: number;
  readonly claims: number;
  readonly worthy: number;
  readonly byPlace: number;
  readonly byConfidence: number;
  readonly byWorthiness: number;
  /** As many as there are, ten at most. */
  readonly best: number;
}

/** Sentences of a long text. */
const LONG = 100;
const FIRST = 10;
const PARTS = 5;

/**
 * @param order the rows of debates, as they were said.
 * @param claims scores in logits of how surely each sentence is a claim, @param worths of how worth checking it is.
 */
export function describeWorthiness(
  examples: readonly Example[],
  order: readonly number[],
  claims: Scores,
  worths: Scores,
): WorthinessValidation {
  const labelOf = (row: number): number => examples[row]!.label;
  const precision = (rows: readonly number[], score: (row: number) => number) =>
    averagePrecision(rows.map(labelOf), rows.map(score));
  const lengthOf = (row: number): number => examples[row]!.text.length;
  const worthOf = (row: number): number => worths[row]!;
  const byLength = order.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const parts = Array.from({ length: PARTS }, (_, part) =>
    byLength.slice((part * order.length) / PARTS, ((part + 1) * order.length) / PARTS),
  );
  return {
    sentences: order.length,
    worthy: order.filter((row) => labelOf(row) === 1).length,
    precision: {
      worthiness: precision(order, worthOf),
      confidence: precision(order, (row) => claims[row]!),
      length: precision(order, lengthOf),
    },
    withinLength: mean(parts.map((rows) => precision(rows, worthOf))),
    ece: calibrationError(
      order.map(labelOf),
      order.map((row) => 1 / (1 + Math.exp(-worths[row]!))),
    ),
    texts: describeTexts(order, labelOf, claims, worths),
    reviewed: describeReviewed(examples, worthOf),
  };
}

function describeReviewed(examples: readonly Example[], worthOf: (row: number) => number) {
  const rowsOf = (sources: readonly Source[], worthy: 0 | 1): number[] =>
    [...examples.keys()].filter(
      (row) => sources.includes(examples[row]!.source) && examples[row]!.worthy === worthy,
    );
  const reviewed = rowsOf(['reviewed'], 1);
  const beside = (sources: readonly Source[]): Ordinary => {
    const others = rowsOf(sources, 0);
    const labels = [...reviewed.map(() => 1), ...others.map(() => 0)];
    return { claims: others.length, auc: areaUnderCurve(labels, [...reviewed, ...others].map(worthOf)) };
  };
  return { claims: reviewed.length, written: beside(WRITTEN), speeches: beside(['policlaim']) };
}

function describeTexts(
  order: readonly number[],
  labelOf: (row: number) => number,
  claims: Scores,
  worths: Scores,
): FirstClaims {
  const texts = Array.from({ length: Math.floor(order.length / LONG) }, (_, at) =>
    order.slice(at * LONG, (at + 1) * LONG).filter((row) => claims[row]! >= 0),
  );
  const worthy = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + labelOf(row), 0);
  const firstBy = (scores: Scores) => (rows: readonly number[]) =>
    worthy(rows.toSorted((a, b) => scores[b]! - scores[a]!).slice(0, FIRST));
  const meanOf = (measure: (rows: readonly number[]) => number): number => mean(texts.map(measure));
  return {
    count: texts.length,
    claims: meanOf((rows) => rows.length),
    worthy: meanOf(worthy),
    byPlace: meanOf((rows) => worthy(rows.slice(0, FIRST))),
    byConfidence: meanOf(firstBy(claims)),
    byWorthiness: meanOf(firstBy(worths)),
    best: meanOf((rows) => Math.min(FIRST, worthy(rows))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
