/** How likely a text is to hold a verifiable factual claim, and to be worth checking, by the trained detector. */
import { extractFeatures } from './extract-features.ts';
import { FEATURE_COUNT, type Features, features, SHAPE_SIZE } from './features.ts';
import { type Output, readModel } from './read-model.ts';
import type { Tokens } from './read-tokens.ts';
import { findRow } from './word-table.ts';

/** From this probability on, a sentence counts as a claim: the calibration puts the best common threshold here. */
export const CLAIM_THRESHOLD: number = 0.5;

const model = readModel(FEATURE_COUNT, SHAPE_SIZE);
/** Of the text that was read last: sums of the weights of its features, and its hidden units. */
let claimSum = 0;
let worthinessSum = 0;
const { hidden, filters } = model;
/** Values of the hidden units, then of the filters. */
const active = new Float64Array(hidden + filters);
const added = new Int32Array(hidden);
const highest = new Int32Array(filters);
/** What a token adds that is not known. */
const NOTHING = -1;
/** Below what three tokens can add to a filter. */
const LOWEST = -3 * 127 - 1;

/** @returns the detector's calibrated score in logits: 0 is a probability of one half. */
export function scoreClaim(text: string): number {
  const read = extractFeatures(text);
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

/** @returns the probability whose score is the mean of those of two. */
export function meanProbability(a: number, b: number): number {
  return probabilityOf((scoreOfProbability(a) + scoreOfProbability(b)) / 2);
}

/** @returns the calibrated score, in logits, of which {@link probabilityOf} is the probability. */
export function scoreOfProbability(probability: number): number {
  return Math.log(probability / (1 - probability));
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
function scoreOf({ scale, bias, outer, outerBias, slope, intercept }: Output, sum: number): number {
  const { count } = features;
  // Long texts must not weigh more: all features of a text share a value that falls with their number.
  const linear = (sum * scale * 20) / Math.sqrt(count > 20 ? count : 20) + bias;
  let score = outerBias;
  for (let u = 0; u < outer.length; u++) score += active[u]! * outer[u]!;
  return slope * ((linear + score) / 2) + intercept;
}

function activate(read: Features): void {
  const { inner, scales, filterBias } = model;
  const { shape } = read;
  active.set(model.innerBias);
  readWords(read);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    const value = shape[i]!;
    if (value === 0) continue;
    const at = i * hidden;
    for (let h = 0; h < hidden; h++) active[h]! += value * inner[at + h]!;
  }
  for (let h = 0; h < hidden; h++) if (active[h]! < 0) active[h] = 0;
  for (let f = 0; f < filters; f++) {
    const value = highest[f]! * scales[hidden + f]! + filterBias[f]!;
    active[hidden + f] = value > 0 ? value : 0;
  }
}

/** Adds to the hidden units the mean of what the words add, and slides the filters over the tokens. */
function readWords({ tokens }: Features): void {
  const { steps, scales, formsAt } = model;
  const { count } = tokens;
  let found = 0;
  added.fill(0);
  highest.fill(count > 0 ? LOWEST : 0);
  let before = NOTHING;
  let at = count > 0 ? addedBy(tokens, 0) : NOTHING;
  for (let k = 0; k < count; k++) {
    const after = k + 1 < count ? addedBy(tokens, k + 1) : NOTHING;
    if (at >= 0 && at < formsAt) {
      found++;
      for (let h = 0; h < hidden; h++) added[h]! += steps[at + h]!;
    }
    if (before >= 0 && at >= 0 && after >= 0) slideWithin(before, at, after);
    else slide(before, at, after);
    before = at;
    at = after;
  }
  if (found === 0) return;
  for (let h = 0; h < hidden; h++) active[h]! += (added[h]! * scales[h]!) / found;
}

/** @returns where what a token adds stands in the table. */
function addedBy({ bare, mask }: Tokens, k: number): number {
  const { words } = model;
  let row = bare[k] === 0 ? -1 : findRow(words, bare[k]!);
  if (row < 0) row = findRow(words, mask[k]!);
  return row < 0 ? NOTHING : row * model.added;
}

/** {@link slide} where all three are known, as nearly all are: it looks at nothing but the sums. */
function slideWithin(before: number, at: number, after: number): void {
  const { steps } = model;
  const first = before + hidden;
  const second = at + hidden + filters;
  const third = after + hidden + 2 * filters;
  for (let f = 0; f < filters; f++) {
    const value = steps[first + f]! + steps[second + f]! + steps[third + f]!;
    if (value > highest[f]!) highest[f] = value;
  }
}

function slide(before: number, at: number, after: number): void {
  const { steps } = model;
  const [first, second, third] = [before + hidden, at + hidden + filters, after + hidden + 2 * filters];
  for (let f = 0; f < filters; f++) {
    let value = 0;
    if (before >= 0) value += steps[first + f]!;
    if (at >= 0) value += steps[second + f]!;
    if (after >= 0) value += steps[third + f]!;
    if (value > highest[f]!) highest[f] = value;
  }
}
