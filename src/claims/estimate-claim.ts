/** How likely a stretch of text is to hold a verifiable factual claim, and to be worth checking, by the trained detector. */
import { extractFeatures } from './extract-features.ts';
import { FEATURE_COUNT, type Features, features, SHAPE_SIZE } from './features.ts';
import { type Output, readModel } from './read-model.ts';
import { findRow } from './word-table.ts';

/** From this probability on, a sentence counts as a claim: the calibration puts the best common threshold here. */
export const CLAIM_THRESHOLD = 0.5;

const model = readModel(FEATURE_COUNT, SHAPE_SIZE);
/** Of the text that was read last: sums of the weights of its features, and its hidden units. */
let claimSum = 0;
let worthinessSum = 0;
const active = new Float64Array(model.hidden);
const added = new Int32Array(model.hidden);

/**
 * @param from UTF-16 offset where the stretch begins, @param to where it ends.
 * @returns the detector's calibrated score in logits: 0 is a probability of one half.
 */
export function scoreClaim(text: string, from = 0, to: number = text.length): number {
  const read = extractFeatures(text, from, to);
  sumWeights(read);
  activate(read);
  return scoreOf(model.claim, claimSum);
}

/**
 * How much somebody would want the text checked that {@link scoreClaim} has read last.
 * @returns a calibrated score in logits.
 */
export function scoreWorthiness(): number {
  return scoreOf(model.worthiness, worthinessSum);
}

export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

function sumWeights({ count, indices }: Features): void {
  const { weights } = model;
  let [claim, worthiness] = [0, 0];
  for (let i = 0; i < count; i++) {
    const at = indices[i]! * 2;
    claim += weights[at]!;
    worthiness += weights[at + 1]!;
  }
  claimSum = claim;
  worthinessSum = worthiness;
}

/** Half of a score is linear, half is of the network. */
function scoreOf({ scale, bias, from, outer, outerBias, slope, intercept }: Output, sum: number): number {
  const { count } = features;
  // Long texts must not weigh more: all features of a text share a value that falls with their number.
  const linear = (sum * scale * 20) / Math.sqrt(count > 20 ? count : 20) + bias;
  let score = outerBias;
  for (let h = 0; h < outer.length; h++) {
    const unit = active[from + h]!;
    if (unit > 0) score += unit * outer[h]!;
  }
  return slope * ((linear + score) / 2) + intercept;
}

function activate(read: Features): void {
  const { hidden, inner } = model;
  const { shape } = read;
  active.set(model.innerBias);
  addWords(read);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    const value = shape[i]!;
    if (value === 0) continue;
    const at = i * hidden;
    for (let h = 0; h < hidden; h++) active[h]! += value * inner[at + h]!;
  }
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
