/** From which probability on a model's verdicts are right often enough. */
import { LABELS, type Labelled } from './measure-scores.ts';
import type { Thresholds } from './pair-scorer.ts';

/** Of stated verdicts, so many must be right. */
const RIGHT = 0.9;
/** Fewer verdicts say nothing of how often such are right. */
const LEAST = 10;
/** A verdict that is never stated: no probability is more than that. */
const NEVER = 1;

/**
 * @param labelled pairs that the model was not trained on.
 * @returns for each verdict the least threshold at which nine of ten are right; 1 where there is none.
 */
export function fitThresholds(labelled: readonly Labelled[]): Thresholds {
  return { supported: thresholdOf(labelled, 'supported'), refuted: thresholdOf(labelled, 'refuted') };
}

function thresholdOf(labelled: readonly Labelled[], verdict: 'supported' | 'refuted'): number {
  const stated = labelled
    .filter(({ score }) => LABELS.every((label) => score[label] <= score[verdict]))
    .map(({ label, score }) => ({ isRight: label === verdict, probability: score[verdict] }))
    .sort((a, b) => b.probability - a.probability);
  let right = 0;
  let threshold = NEVER;
  for (const [index, { isRight, probability }] of stated.entries()) {
    if (isRight) right += 1;
    // Equal probabilities are stated together, or not at all.
    if (stated[index + 1]?.probability === probability) continue;
    if (index + 1 >= LEAST && right / (index + 1) >= RIGHT) threshold = Math.floor(probability * 1e4) / 1e4;
  }
  return threshold;
}
