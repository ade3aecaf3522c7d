/** Fits a calibration to verdicts of which it is known whether they were right, and says how good it is. */
import type { Verdict } from '../../src/domain/claim.ts';
import { type Calibration, calibrate, type Line } from '../../src/engine/factcheck/judge/calibration.ts';
import { PROMPT_VERSION } from '../../src/engine/factcheck/judge/compose-question.ts';
import { logit, sigmoid } from '../../src/engine/factcheck/state/confidence.ts';

/** One verdict of a judge on a claim whose truth is known. */
export interface Trial {
  /** Raw confidence, above 0 and below 1. */
  readonly raw: number;
  readonly verdict: Verdict;
  readonly right: boolean;
}

/** Bins of equal width, as in Guo et al. 2017. */
const BINS = 10;
/** Parts of which each is left out of a fit once. */
const FOLDS = 5;
/** How strongly a line is held to the raw confidence: so many trials' worth. */
const PRIOR = 4;

export interface Bin {
  /** The bin holds confidences from here to a tenth above. */
  readonly from: number;
  readonly count: number;
  readonly meanConfidence: number;
  readonly shareRight: number;
}

/** @returns the reliability diagram's bins; empty ones are left out. */
export function binsOf(trials: readonly { readonly confidence: number; readonly right: boolean }[]): Bin[] {
  const bins: Bin[] = [];
  for (let index = 0; index < BINS; index++) {
    const inside = trials.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === index,
    );
    if (inside.length === 0) continue;
    bins.push({
      from: index / BINS,
      count: inside.length,
      meanConfidence: inside.reduce((sum, one) => sum + one.confidence, 0) / inside.length,
      shareRight: inside.filter(({ right }) => right).length / inside.length,
    });
  }
  return bins;
}

/** @returns the expected calibration error, 0 to 1; 0 where there is no trial. */
export function calibrationError(
  trials: readonly { readonly confidence: number; readonly right: boolean }[],
): number {
  return binsOf(trials).reduce(
    (sum, { count, meanConfidence, shareRight }) =>
      sum + (count / trials.length) * Math.abs(meanConfidence - shareRight),
    0,
  );
}

/** @param judge as `judgeName` says. */
export function fitCalibration(judge: string, trials: readonly Trial[]): Calibration {
  const raw = trials.map(({ raw: confidence, right }) => ({ confidence, right }));
  return {
    judge,
    prompt: PROMPT_VERSION,
    ...fitLines(trials),
    fitted: {
      claims: trials.length,
      ece_raw: round(calibrationError(raw)),
      ece: round(calibrationError(heldOut(judge, trials))),
    },
  };
}

/** @returns each trial with the confidence that a calibration gives which was fitted without it. */
export function heldOut(
  judge: string,
  trials: readonly Trial[],
): readonly { readonly confidence: number; readonly right: boolean; readonly verdict: Verdict }[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const lines = fitLines(trials.filter((_, index) => index % FOLDS !== fold));
    const fitted = { claims: 0, ece_raw: 0, ece: 0 };
    const calibration: Calibration = { judge, prompt: PROMPT_VERSION, ...lines, fitted };
    return trials
      .filter((_, index) => index % FOLDS === fold)
      .map(({ raw, verdict, right }) => ({
        confidence: calibrate(raw, verdict, calibration),
        right,
        verdict,
      }));
  });
}

function fitLines(trials: readonly Trial[]): { decided: Line; undecided: Line } {
  const isDecided = ({ verdict }: Trial): boolean => verdict !== 'not_enough_evidence';
  return {
    decided: fitLine(trials.filter(isDecided)),
    undecided: fitLine(trials.filter((trial) => !isDecided(trial))),
  };
}

/**
 * Logistic regression on the raw log-odds, by Newton's method, held to slope 1 and offset 0 where there are few
 * trials. The slope is never negative: no curve corrects a judge that is surer where it is wronger.
 */
function fitLine(trials: readonly Trial[]): Line {
  let slope = 1;
  let offset = 0;
  for (let step = 0; step < 50; step++) {
    let gradientSlope = -PRIOR * (slope - 1);
    let gradientOffset = -PRIOR * offset;
    let slopes = PRIOR;
    let mixed = 0;
    let offsets = PRIOR;
    for (const { raw, right } of trials) {
      const x = logit(raw);
      const p = sigmoid(slope * x + offset);
      const error = (right ? 1 : 0) - p;
      const weight = p * (1 - p);
      gradientSlope += error * x;
      gradientOffset += error;
      slopes += weight * x * x;
      mixed += weight * x;
      offsets += weight;
    }
    const determinant = slopes * offsets - mixed * mixed;
    const changeSlope = (gradientSlope * offsets - gradientOffset * mixed) / determinant;
    const changeOffset = (gradientOffset * slopes - gradientSlope * mixed) / determinant;
    slope = Math.max(0, slope + changeSlope);
    offset += changeOffset;
    if (Math.abs(changeSlope) + Math.abs(changeOffset) < 1e-9) break;
  }
  return { slope: round(slope), offset: round(offset) };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
