/**
 * Trains the detector of languages other than English on the sentences of `written/`, and their check-worthiness on claims
 * that fact-checkers took up beside the written ones.
 */

import { areaUnderCurve } from '../../bench/claims/score-detection.ts';
import { FOREIGN_SHAPE, MARK_COUNT, SCRIPTS } from '../../src/engine/claims/foreign-features.ts';
import type { ForeignFile } from '../../src/engine/claims/read-foreign-model.ts';
import { fitLogistic } from './calibrate.ts';
import {
  buildForeignTable,
  type ForeignModel,
  type ForeignTable,
  type ForeignTarget,
  fitForeign,
  scoreForeignRow,
} from './fit-foreign.ts';
import { minimize, softplus } from './fit-linear.ts';
import { endAlike, type ReviewedClaim, TAKEN_UP } from './read-examples.ts';
import { readWritten } from './read-written.ts';
import { type LanguageScores, scoreLanguages } from './score-languages.ts';

const FOLDS = 5;
/**
 * Logits added to every score, so that .5 stays the common threshold: text by other authors looks less like a claim
 * to the detector than what it learned from, and a claim missed costs more than a wish too many.
 */
const SHIFT = 0.4;
const round = (value: number): number => Number(value.toPrecision(6));

export interface ForeignValidation {
  readonly sentences: number;
  /** By language: sentences of five folds, each left out of training once. */
  readonly folds: LanguageScores;
  /** By language: the language was left out of training. */
  readonly unseenLanguage: LanguageScores;
  /** How well the check-worthiness of five folds tells claims that fact-checkers took up from others, by language. */
  readonly worthiness: Readonly<Record<string, { reviewed: number; others: number; auc: number }>>;
  /** Share called claims of each kind of sentence that claims nothing, by kind: the kind was left out of training. */
  readonly unseenKind: Readonly<Record<string, number>>;
}

/** @returns the weights' file, and how the detector does on what it did not see. */
export function trainForeign(
  reviewed: readonly ReviewedClaim[],
  report: (line: string) => void,
): {
  readonly file: ForeignFile;
  readonly validation: ForeignValidation;
} {
  const table = buildForeignTable(readWritten());
  const { examples } = table;
  report(`${examples.length} sentences in other languages`);
  const target: ForeignTarget = { isPositive: (row) => examples[row]!.claim, weight: () => 1 };
  const folds = examples.map((_, row) => (row * 7) % FOLDS);
  const seen = leaveOut(table, target, folds);
  const calibration = calibrate(table, seen);
  const isClaim = (scores: Float64Array, row: number): boolean =>
    calibration.slope * scores[row]! + calibration.intercepts[table.scripts[row]!]! > 0;
  const byLanguage = leaveOut(
    table,
    target,
    examples.map(({ language }) => language),
  );
  const byKind = leaveOut(
    table,
    target,
    examples.map(({ kind }) => kind),
  );
  const worthiness = trainWorthiness(reviewed);
  const kinds = [...new Set(examples.filter(({ claim }) => !claim).map(({ kind }) => kind))];
  return {
    file: packForeign(
      fitForeign(table, target, () => true),
      fitMarks(table),
      calibration,
      worthiness.file,
    ),
    validation: {
      sentences: examples.length,
      folds: scoreLanguages(examples, (row) => isClaim(seen, row)),
      unseenLanguage: scoreLanguages(examples, (row) => isClaim(byLanguage, row)),
      worthiness: worthiness.byLanguage,
      unseenKind: Object.fromEntries(
        kinds.map((kind) => {
          const rows = examples.keys().filter((row) => examples[row]!.kind === kind && !examples[row]!.claim);
          const all = rows.toArray();
          return [kind, round(all.filter((row) => isClaim(byKind, row)).length / all.length)];
        }),
      ),
    },
  };
}

/** @param groups each row's; a group is scored by a model that did not learn it. */
function leaveOut(
  table: ForeignTable,
  target: ForeignTarget,
  groups: readonly (string | number)[],
): Float64Array {
  const scores = new Float64Array(groups.length);
  for (const left of new Set(groups)) {
    const model = fitForeign(table, target, (row) => groups[row] !== left);
    for (const [row, group] of groups.entries()) {
      if (group === left) scores[row] = scoreForeignRow(table, model, row);
    }
  }
  return scores;
}

interface Calibration {
  readonly slope: number;
  /** By script. */
  readonly intercepts: number[];
}

/** Probability = logistic(slope · score + the script's intercept), by the scores of rows that were left out. */
function calibrate({ examples, scripts }: ForeignTable, scores: Float64Array): Calibration {
  const [slope, ...intercepts] = minimize(1 + SCRIPTS.length, (x, gradient) => {
    let loss = 0;
    gradient.fill(0);
    for (const [row, { claim }] of examples.entries()) {
      const place = 1 + scripts[row]!;
      const score = scores[row]! * x[0]! + x[place]!;
      loss += softplus(score) - (claim ? score : 0);
      const change = 1 / (1 + Math.exp(-score)) - (claim ? 1 : 0);
      gradient[0]! += change * scores[row]!;
      gradient[place]! += change;
    }
    return loss;
  });
  return { slope: round(slope!), intercepts: intercepts.map((intercept) => round(intercept + SHIFT)) };
}

/** The same by the shape's marks alone, for scripts that no sentence is written in. @returns weights, then the bias. */
function fitMarks({ examples, shapes }: ForeignTable): number[] {
  const weights = minimize(MARK_COUNT + 1, (x, gradient) => {
    let loss = 0;
    for (let i = 0; i < MARK_COUNT; i++) {
      loss += 0.5 * x[i]! * x[i]!;
      gradient[i] = x[i]!;
    }
    gradient[MARK_COUNT] = 0;
    for (const [row, { claim }] of examples.entries()) {
      let score = x[MARK_COUNT]!;
      for (let i = 0; i < MARK_COUNT; i++) score += shapes[row * FOREIGN_SHAPE + i]! * x[i]!;
      loss += softplus(score) - (claim ? score : 0);
      const change = 1 / (1 + Math.exp(-score)) - (claim ? 1 : 0);
      for (let i = 0; i < MARK_COUNT; i++) gradient[i]! += change * shapes[row * FOREIGN_SHAPE + i]!;
      gradient[MARK_COUNT]! += change;
    }
    return loss;
  });
  return [...weights].map(round);
}

function packForeign(
  model: ForeignModel,
  marks: number[],
  calibration: Calibration,
  worthiness: ForeignFile['worthiness'],
): ForeignFile {
  return { version: 2, ...calibration, marks, ...packWeights(model), worthiness };
}

function packWeights(model: ForeignModel) {
  let most = 0;
  for (const weight of model.weights) most = Math.max(most, Math.abs(weight));
  const scale = round(most / 127);
  const steps = Int8Array.from(model.weights, (weight) => Math.round(weight / scale));
  return {
    scale,
    bias: round(model.bias),
    shape: [...model.shape].map(round),
    weights: Buffer.from(steps.buffer).toString('base64'),
  };
}

/** The share of claims that are worth a check, as of the English ones that it is calibrated on. */
const WORTHY_SHARE = 0.3;

/** Of each language with reviewed claims, these and the written ones; both weigh the same in every language. */
function trainWorthiness(reviewed: readonly ReviewedClaim[]) {
  const REVIEWED = 'reviewed';
  const languages = new Set(reviewed.map(({ language }) => language));
  const written = readWritten().filter(
    ({ claim, kind, language }) => claim && !TAKEN_UP.has(kind) && languages.has(language),
  );
  const known = new Set(written.map(({ language }) => language));
  const table = buildForeignTable([
    ...written.map((example, at) => ({ ...example, text: endAlike(example.text, at) })),
    ...reviewed
      .filter(({ language }) => known.has(language))
      .map(({ text, language }) => ({ text, language, claim: true, kind: REVIEWED })),
  ]);
  const { examples } = table;
  const setOf = (row: number): string => `${examples[row]!.language} ${target.isPositive(row)}`;
  const counts = new Map<string, number>();
  const target: ForeignTarget = {
    isPositive: (row) => examples[row]!.kind === REVIEWED,
    weight: (row) => {
      const share = target.isPositive(row) ? WORTHY_SHARE : 1 - WORTHY_SHARE;
      return (share * examples.length) / known.size / counts.get(setOf(row))!;
    },
  };
  for (const row of examples.keys()) counts.set(setOf(row), (counts.get(setOf(row)) ?? 0) + 1);
  const scores = leaveOut(
    table,
    target,
    examples.map((_, row) => (row * 7) % FOLDS),
  );
  const rows = [...examples.keys()];
  const { slope, intercept } = fitLogistic(
    rows.map((row) => ({
      score: scores[row]!,
      label: target.isPositive(row) ? 1 : 0,
      weight: target.weight(row),
    })),
  );
  const byLanguage = Object.fromEntries(
    [...known].map((language) => {
      const own = rows.filter((row) => examples[row]!.language === language);
      const labels = own.map((row) => (target.isPositive(row) ? 1 : 0));
      const auc = areaUnderCurve(
        labels,
        own.map((row) => scores[row]!),
      );
      const count = labels.filter((label) => label === 1).length;
      return [language, { reviewed: count, others: own.length - count, auc: round(auc) }];
    }),
  );
  const model = fitForeign(table, target, () => true);
  return {
    byLanguage,
    file: { ...packWeights(model), slope: round(slope), intercept: round(intercept) },
  };
}
