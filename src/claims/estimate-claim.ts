/** How likely a stretch of text is to hold a verifiable factual claim, by the trained detector. */
import { extractFeatures } from './extract-features.ts';
import { FEATURE_COUNT, type Features, SHAPE_SIZE } from './features.ts';
import { readModel } from './read-model.ts';
import { findRow } from './word-table.ts';

/** From this probability on, a sentence counts as a claim: the calibration puts the best common threshold here. */
export const CLAIM_THRESHOLD = 0.5;

const model = readModel(FEATURE_COUNT, SHAPE_SIZE);
const active = new Float64Array(model.hidden);
const added = new Int32Array(model.hidden);

/**
 * @param from UTF-16 offset where the stretch begins, @param to where it ends.
 * @returns the detector's calibrated score in logits: 0 is a probability of one half.
 */
export function scoreClaim(text: string, from = 0, to: number = text.length): number {
  const features = extractFeatures(text, from, to);
  const score = (linearScore(features) + networkScore(features)) / 2;
  return model.slope * score + model.intercept;
}

export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** Long texts must not weigh more: all features of a text share a value that falls with their number. */
function linearScore({ count, indices }: Features): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += model.weights[indices[i]!]!;
  return (sum * model.scale * 20) / Math.sqrt(count > 20 ? count : 20) + model.bias;
}

function networkScore(features: Features): number {
  const { hidden, inner, outer } = model;
  const { shape } = features;
  active.set(model.innerBias);
  addWords(features);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    const value = shape[i]!;
    if (value === 0) continue;
    const at = i * hidden;
    for (let h = 0; h < hidden; h++) active[h]! += value * inner[at + h]!;
  }
  let score = model.outerBias;
  for (let h = 0; h < hidden; h++) if (active[h]! > 0) score += active[h]! * outer[h]!;
  return score;
}

/** Adds the mean of what the words add. */
function addWords({ wordHashes, wordCount }: Features): void {
  const { hidden, words, wordScales, wordSteps } = model;
  let found = 0;
  added.fill(0);
  for (let k = 0; k < wordCount; k++) {
    const row = findRow(words, wordHashes[k]!);
    if (row < 0) continue;
    found++;
    const at = row * hidden;
    for (let h = 0; h < hidden; h++) added[h]! += wordSteps[at + h]!;
  }
  if (found === 0) return;
  for (let h = 0; h < hidden; h++) active[h]! += (added[h]! * wordScales[h]!) / found;
}
