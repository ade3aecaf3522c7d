/** How likely a stretch of text is to hold a verifiable factual claim, and to be worth checking, by the trained detector. */
import { extractFeatures } from './extract-features.ts';
import { FEATURE_COUNT, type Features, features, SHAPE_SIZE } from './features.ts';
import { type Axis, readModel } from './read-model.ts';
import { findRow } from './word-table.ts';

/** From this probability on, a sentence counts as a claim: the calibration puts the best common threshold here. */
export const CLAIM_THRESHOLD = 0.5;

const model = readModel(FEATURE_COUNT, SHAPE_SIZE);
const hiddenUnits = Math.max(model.claim.hidden, model.worthiness.hidden);
const active = new Float64Array(hiddenUnits);
const added = new Int32Array(hiddenUnits);

/**
 * @param from UTF-16 offset where the stretch begins, @param to where it ends.
 * @returns the detector's calibrated score in logits: 0 is a probability of one half.
 */
export function scoreClaim(text: string, from = 0, to: number = text.length): number {
  return scoreBy(model.claim, extractFeatures(text, from, to));
}

/**
 * How much somebody would want the text checked that {@link scoreClaim} has read last.
 * @returns a calibrated score in logits.
 */
export function scoreWorthiness(): number {
  return scoreBy(model.worthiness, features);
}

function scoreBy(axis: Axis, read: Features): number {
  const score = (linearScore(axis, read) + networkScore(axis, read)) / 2;
  return axis.slope * score + axis.intercept;
}

export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

/** Long texts must not weigh more: all features of a text share a value that falls with their number. */
function linearScore({ weights, scale, bias }: Axis, { count, indices }: Features): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += weights[indices[i]!]!;
  return (sum * scale * 20) / Math.sqrt(count > 20 ? count : 20) + bias;
}

function networkScore(axis: Axis, read: Features): number {
  const { hidden, inner, outer } = axis;
  const { shape } = read;
  active.set(axis.innerBias);
  addWords(axis, read);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    const value = shape[i]!;
    if (value === 0) continue;
    const at = i * hidden;
    for (let h = 0; h < hidden; h++) active[h]! += value * inner[at + h]!;
  }
  let score = axis.outerBias;
  for (let h = 0; h < hidden; h++) if (active[h]! > 0) score += active[h]! * outer[h]!;
  return score;
}

/** Adds the mean of what the words add. */
function addWords({ hidden, wordScales, wordSteps }: Axis, { wordHashes, wordCount }: Features): void {
  let found = 0;
  added.fill(0);
  for (let k = 0; k < wordCount; k++) {
    const row = findRow(model.words, wordHashes[k]!);
    if (row < 0) continue;
    found++;
    const at = row * hidden;
    for (let h = 0; h < hidden; h++) added[h]! += wordSteps[at + h]!;
  }
  if (found === 0) return;
  for (let h = 0; h < hidden; h++) active[h]! += (added[h]! * wordScales[h]!) / found;
}
