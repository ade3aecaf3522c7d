/**
 * From scores of unseen text to probabilities: a slope and an intercept by the log loss (Platt 1999), each genre
 * weighing the same. The threshold is where the probability is one half.
 */
import { f1Scores } from '../../bench/claims/score-detection.ts';
import type { Scores } from './cross-validate.ts';
import { minimize, softplus } from './fit-linear.ts';
import type { Calibration } from './pack-model.ts';
import { type Example, type Source, WRITTEN } from './read-examples.ts';

/** The sets whose labels mean what the product counts. */
const GENRES: readonly Source[] = ['policlaim', 'answers', 'tweets', ...WRITTEN];

/** Shifts of the threshold, in logits, that are tried. */
const SHIFTS = Array.from({ length: 21 }, (_, step) => (step - 10) / 20);

/** The threshold is shifted to where the genres' macro-F1 is highest in the mean. */
export function calibrate(examples: readonly Example[], scores: Scores): Calibration {
  const { slope, intercept } = fitLogistic(examples, scores, GENRES);
  const genres = GENRES.map((genre) => [...examples.keys()].filter((row) => examples[row]!.source === genre));
  const macroF1At = (shift: number): number =>
    genres.reduce((sum, rows) => {
      const labels = rows.map((row) => examples[row]!.label);
      const margins = rows.map((row) => slope * scores[row]! + intercept + shift);
      return sum + f1Scores(labels, margins, 0).macroF1;
    }, 0);
  const best = SHIFTS.reduce((a, b) => (macroF1At(b) > macroF1At(a) ? b : a));
  return { slope, intercept: intercept + best };
}

/** The same of the check-worthiness on debates, whose labels mean it. */
export function calibrateWorthiness(examples: readonly Example[], scores: Scores): Calibration {
  return fitLogistic(examples, scores, ['debates']);
}

function fitLogistic(examples: readonly Example[], scores: Scores, genres: readonly Source[]): Calibration {
  const rows = [...examples.keys()].filter((row) => genres.includes(examples[row]!.source));
  const counts = new Map<Source, number>();
  for (const row of rows) counts.set(examples[row]!.source, (counts.get(examples[row]!.source) ?? 0) + 1);
  const [slope = 1, intercept = 0] = minimize(2, (x, gradient) => {
    gradient.fill(0);
    let loss = 0;
    for (const row of rows) {
      const { label, source } = examples[row]!;
      const weight = 1 / counts.get(source)!;
      const score = x[0]! * scores[row]! + x[1]!;
      loss += weight * (softplus(score) - label * score);
      const fault = weight * (1 / (1 + Math.exp(-score)) - label);
      gradient[0]! += fault * scores[row]!;
      gradient[1]! += fault;
    }
    return loss;
  });
  return { slope, intercept };
}
