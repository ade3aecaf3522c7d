/** What cross-validation says of the detector, in the form that the card and the benchmark show. */
import {
  areaUnderCurve,
  bootstrapInterval,
  calibrationError,
  f1Scores,
  type ReliabilityBin,
  reliability,
} from '../../bench/claims/score-detection.ts';
import { MEASURED, type Scores } from './cross-validate.ts';
import type { Calibration } from './pack-model.ts';
import type { Example, Source } from './read-examples.ts';
import type { WorthinessValidation } from './validate-worthiness.ts';

export interface Figures {
  readonly f1: number;
  readonly macroF1: number;
  /** 95 %. */
  readonly interval: readonly [number, number];
  readonly auc: number;
  readonly ece: number;
}

export interface SetValidation {
  readonly source: Source;
  readonly sentences: number;
  readonly claims: number;
  /** Trained on the other folds of all sets. */
  readonly seenGenre: Figures;
  /** Trained without this set at all; the debates always take part. */
  readonly unseenGenre?: Figures;
  readonly reliability: readonly ReliabilityBin[];
}

export interface DetectionValidation {
  readonly calibration: Calibration;
  readonly sets: readonly SetValidation[];
}

export interface Validation extends DetectionValidation {
  readonly worthiness: WorthinessValidation;
}

const THRESHOLD = 0.5;

export function describeValidation(
  examples: readonly Example[],
  seen: Scores,
  unseen: Scores,
  calibration: Calibration,
): DetectionValidation {
  const sets = MEASURED.map((source): SetValidation => {
    const rows = [...examples.keys()].filter((row) => examples[row]!.source === source);
    const labels = rows.map((row) => examples[row]!.label);
    const probabilities = (scores: Scores) =>
      rows.map((row) => 1 / (1 + Math.exp(-(calibration.slope * scores[row]! + calibration.intercept))));
    const known = probabilities(seen);
    const unknown = probabilities(unseen);
    return {
      source,
      sentences: rows.length,
      claims: labels.filter((label) => label === 1).length,
      seenGenre: figuresOf(labels, known),
      ...(Number.isNaN(unknown[0]) ? {} : { unseenGenre: figuresOf(labels, unknown) }),
      reliability: reliability(labels, known),
    };
  });
  return { calibration, sets };
}

export function figuresOf(labels: readonly number[], probabilities: readonly number[]): Figures {
  const interval = bootstrapInterval(labels.length, (sample) => {
    const drawn = Array.from(sample, (at) => labels[at]!);
    return f1Scores(
      drawn,
      Array.from(sample, (at) => probabilities[at]!),
      THRESHOLD,
    ).macroF1;
  });
  return {
    ...f1Scores(labels, probabilities, THRESHOLD),
    interval,
    auc: areaUnderCurve(labels, probabilities),
    ece: calibrationError(labels, probabilities),
  };
}
