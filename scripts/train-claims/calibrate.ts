/**
 * From scores of unseen text to probabilities: a slope and an intercept by the log loss (Platt 1999), each genre
 * weighing the same. The threshold is where the probability is one half.
 */
import type { Scores } from './cross-validate.ts';
import { worthWeight } from './fit-detector.ts';
import { minimize, softplus } from './fit-linear.ts';
import type { Calibration } from './pack-model.ts';
import { type Example, type Source, WRITTEN } from './read-examples.ts';

/** The sets whose labels mean what the product counts. */
const GENRES: readonly Source[] = ['policlaim', 'answers', 'tweets', ...WRITTEN];

/**
 * By so much, in logits, a claim must be likelier than not. Around zero the genres' mean macro-F1 is flat (.836, here
 * .834), and a reader minds what is wrongly called a claim more: precision goes from .867 to .875, recall from .878 to .865.
 */
const DOUBT = 0.1;

export function calibrate(examples: readonly Example[], scores: Scores): Calibration {
  const rows = [...examples.keys()].filter((row) => GENRES.includes(examples[row]!.source));
  const counts = new Map<Source, number>();
  for (const row of rows) counts.set(examples[row]!.source, (counts.get(examples[row]!.source) ?? 0) + 1);
  const labelled = rows.map((row): Scored => {
    const { label, source } = examples[row]!;
    return { score: scores[row]!, label, weight: 1 / counts.get(source)! };
  });
  const { slope, intercept } = fitLogistic(labelled);
  return { slope, intercept: intercept - DOUBT };
}

/** The same of the check-worthiness, each row weighing what it weighs in the training. */
export function calibrateWorthiness(examples: readonly Example[], scores: Scores): Calibration {
  return fitLogistic(
    [...examples.keys()].flatMap((row) => {
      const weight = worthWeight(examples[row]!);
      const score = scores[row]!;
      return weight === 0 || Number.isNaN(score) ? [] : { score, label: examples[row]!.worthy!, weight };
    }),
  );
}

interface Scored {
  /** In logits. */
  readonly score: number;
  readonly label: 0 | 1;
  readonly weight: number;
}

export function fitLogistic(rows: readonly Scored[]): Calibration {
  const [slope = 1, intercept = 0] = minimize(2, (x, gradient) => {
    gradient.fill(0);
    let loss = 0;
    for (const { score: own, label, weight } of rows) {
      const score = x[0]! * own + x[1]!;
      loss += weight * (softplus(score) - label * score);
      const fault = weight * (1 / (1 + Math.exp(-score)) - label);
      gradient[0]! += fault * own;
      gradient[1]! += fault;
    }
    return loss;
  });
  return { slope, intercept };
}
