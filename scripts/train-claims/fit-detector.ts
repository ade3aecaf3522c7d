/**
 * The detector's training in two rounds. The debates' labels mean less than ours (worth checking, not
 * checkable), so a teacher learns them with deviations of their own, then says of their negatives how
 * likely they are verifiable after all; the student learns all sets with those soft labels, and is kept. Beside it the
 * check-worthiness is learned: from the debates, whose labels mean that, and from claims that fact-checkers took up beside
 * claims that nobody did. Of those nothing is learned for the claims.
 */
import { extractFeatures } from '../../src/engine/claims/extract-features.ts';
import { SHAPE_SIZE } from '../../src/engine/claims/features.ts';
import { fitLinear, type LinearModel, type SparseRows, scoreRow } from './fit-linear.ts';
import {
  fitNetwork,
  type Network,
  type NetworkInputs,
  refitOutput,
  scoreTexts,
  type Target,
} from './fit-network.ts';
import { type FeatureMap, mapFeatures } from './map-features.ts';
import type { Example, Source } from './read-examples.ts';
import { readVectors, VECTOR_SIZE } from './read-vectors.ts';

/** How much each source weighs, whatever its size. Chosen by cross-validation. */
export const SOURCE_WEIGHTS: Readonly<Record<Source, number>> = {
  policlaim: 3500,
  tweets: 1200,
  answers: 300,
  debates: 3000,
  statements: 100,
  reviewed: 0,
  'chat-none': 300,
  'chat-facts': 150,
  talk: 600,
  texts: 800,
  posts: 600,
  passages: 2000,
  short: 800,
  pasted: 700,
};
/** How much a row of each source weighs for the check-worthiness, where the row says anything of it. */
export const WORTH_WEIGHTS: Readonly<Partial<Record<Source, number>>> = {
  debates: 1,
  reviewed: 0.75,
  policlaim: 0.15,
  statements: 0.15,
  talk: 0.35,
  texts: 0.35,
  passages: 0.35,
  short: 0.35,
};
/** Of the debates' weight, the part of the sentences that a reader has judged. */
const READ_SHARE = 0.2;
const PENALTY = 70;
const WORTH_PENALTY = 60;
/** What a positive of the debates is worth, and the most that a negative can be. */
const SURE_CLAIM = 0.97;
const MOST_OF_NEGATIVE = 0.9;
const LEAST_OF_READ = 0.05;
/** A token without a word of its own is learned if so many have it. */
const LEAST_TOKENS = 20;

/** The hashed features that one output learns. */
export interface Features {
  readonly rows: SparseRows;
  readonly map: FeatureMap;
}

/** Whether an example says anything of what is a claim; the shape and the vectors are of these alone. */
function isOfClaims({ source }: Example): boolean {
  return SOURCE_WEIGHTS[source] > 0;
}

/** Examples as the fitters take them. */
export interface Table {
  readonly examples: readonly Example[];
  readonly claims: Features;
  readonly worthiness: Features;
  readonly inputs: NetworkInputs;
  /** Of each number of the shape, before it was standardized. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** By which a token finds its row in the inputs' vectors. */
  readonly hashes: Int32Array;
}

/** The value that a text's features share: long texts must not weigh more. */
export function featureValue(count: number): number {
  return 20 / Math.sqrt(Math.max(count, 20));
}

export function buildTable(examples: readonly Example[]): Table {
  const starts = new Int32Array(examples.length + 1);
  const found: Int32Array[] = [];
  const texts: TokenHashes[] = [];
  const values = new Float64Array(examples.length);
  const shapes = new Float64Array(examples.length * SHAPE_SIZE);
  examples.forEach(({ text }, row) => {
    const { count, indices, shape, tokens } = extractFeatures(text);
    found.push(indices.slice(0, count));
    texts.push({ words: tokens.bare.slice(0, tokens.count), forms: tokens.mask.slice(0, tokens.count) });
    starts[row + 1] = starts[row]! + tokens.count;
    values[row] = featureValue(count);
    shapes.set(shape, row * SHAPE_SIZE);
  });
  const isCounted = (row: number): boolean => isOfClaims(examples[row]!);
  const claims = mapFeatures(found, values, isCounted);
  const worthiness = mapFeatures(found, values, () => true);
  const { mean, deviation } = standardize(shapes, [...examples.keys()].filter(isCounted));
  const { hashes, vectors, words, tokens } = numberTokens(texts, isCounted);
  const inputs = { shapes, width: SHAPE_SIZE, starts, tokens, vectors, words };
  return { examples, claims, worthiness, inputs, mean, deviation, hashes };
}

/** Of each token of a text the hash of its word, 0 for what is no word, and the hash of its form. */
interface TokenHashes {
  readonly words: Int32Array;
  readonly forms: Int32Array;
}

/** Words have vectors; all other tokens are known by their forms, whose vectors are learned. */
function numberTokens(texts: readonly TokenHashes[], isCounted: (row: number) => boolean) {
  const known = readVectors();
  const rows = new Map<number, number>();
  known.hashes.forEach((hash, row) => {
    if (!rows.has(hash)) rows.set(hash, row);
  });
  const counts = new Map<number, number>();
  const eachToken = (visit: (word: number, form: number, row: number) => void): void => {
    for (const [row, { words, forms }] of texts.entries())
      for (const [i, form] of forms.entries()) visit(words[i]!, form, row);
  };
  eachToken((word, form, row) => {
    if (isCounted(row) && !rows.has(word)) counts.set(form, (counts.get(form) ?? 0) + 1);
  });
  const forms = [...counts].filter(([, count]) => count >= LEAST_TOKENS).map(([form]) => form);
  const hashes = Int32Array.from([...known.hashes, ...forms]);
  const words = known.hashes.length;
  for (const [at, form] of forms.entries()) rows.set(form, words + at);
  const tokens: number[] = [];
  eachToken((word, form) => tokens.push(rows.get(word) ?? rows.get(form) ?? -1));
  const vectors = new Float64Array(hashes.length * VECTOR_SIZE);
  vectors.set(known.values);
  return { hashes, vectors, words, tokens: Int32Array.from(tokens) };
}

/** Brings every number of the shapes to mean 0 and deviation 1 over the `counted` rows. */
function standardize(
  shapes: Float64Array,
  counted: readonly number[],
): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(SHAPE_SIZE);
  const deviation = new Float64Array(SHAPE_SIZE);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    let sum = 0;
    for (const row of counted) sum += shapes[row * SHAPE_SIZE + i]!;
    mean[i] = sum / counted.length;
    let square = 0;
    for (const row of counted) square += (shapes[row * SHAPE_SIZE + i]! - mean[i]!) ** 2;
    deviation[i] = Math.sqrt(square / counted.length) || 1;
    for (let at = i; at < shapes.length; at += SHAPE_SIZE) {
      shapes[at] = (shapes[at]! - mean[i]!) / deviation[i]!;
    }
  }
  return { mean, deviation };
}

export interface Detector {
  readonly claim: LinearModel;
  readonly worthiness: LinearModel;
  readonly network: Network;
}

/** @returns the detector's scores of the rows, in logits. */
export function scoreExamples(table: Table, detector: Detector, rows: readonly number[]) {
  const scores = scoreTexts(detector.network, rows);
  const score = (row: number, { rows: features }: Features, model: LinearModel, output: number): number =>
    (scoreRow(features, row, model) + scores[row * 2 + output]!) / 2;
  return rows.map((row) => ({
    row,
    claim: score(row, table.claims, detector.claim, 0),
    worthiness: score(row, table.worthiness, detector.worthiness, 1),
  }));
}

/** @returns what an example counts for the check-worthiness: 0 where it says nothing of it. */
export function worthWeight({ source, worthy }: Example): number {
  return worthy === undefined ? 0 : (WORTH_WEIGHTS[source] ?? 0);
}

/** Learns from the examples for which `learn` is 1. */
export function fitDetector(table: Table, learn: Uint8Array): Detector {
  const { examples } = table;
  const all = Int32Array.from(examples.keys()).filter((row) => learn[row] === 1);
  const use = all.filter((row) => isOfClaims(examples[row]!));
  const claims = learnClaims(table, use);
  const ofDebates = Float64Array.from(examples, ({ source }) => (source === 'debates' ? 1 : 0));
  const worths = {
    targets: Float64Array.from(examples, ({ worthy = 0 }) => worthy),
    weights: Float64Array.from(examples, worthWeight),
  };
  const told = all.filter((row) => worths.weights[row]! > 0);
  // Its units learn from debates alone, so that no claim is found otherwise than without the claims that were taken up.
  const network = fitNetwork(table.inputs, use, [claims, { ...worths, weights: ofDebates }]);
  refitOutput(network, 1, told, worths);
  return {
    claim: fitLinear({ rows: table.claims.rows, use, ...claims, penalty: PENALTY }),
    worthiness: fitLinear({ rows: table.worthiness.rows, use: told, ...worths, penalty: WORTH_PENALTY }),
    network,
  };
}

/** @returns how likely each example holds a claim: the teacher says it of debates that nobody has read for that. */
function learnClaims({ examples, claims: { rows } }: Table, use: Int32Array): Target {
  const weights = weigh(examples, use);
  const targets = Float64Array.from(examples, ({ label, read }) =>
    read === undefined ? label : Math.min(MOST_OF_NEGATIVE, Math.max(LEAST_OF_READ, read)),
  );
  const other = Uint8Array.from(examples, ({ source, read }) =>
    source === 'debates' && read === undefined ? 1 : 0,
  );
  const teacher = fitLinear({ rows, use, targets, weights, other, penalty: PENALTY });
  for (const row of use) {
    if (other[row] === 0) continue;
    const probability = 1 / (1 + Math.exp(-scoreRow(rows, row, teacher)));
    targets[row] = targets[row] === 1 ? SURE_CLAIM : probability * MOST_OF_NEGATIVE;
  }
  return { targets, weights };
}

function weigh(examples: readonly Example[], use: Int32Array): Float64Array {
  const setOf = ({ source, read }: Example) => (read === undefined ? source : 'read');
  const counts = new Map<string, number>();
  for (const row of use) counts.set(setOf(examples[row]!), (counts.get(setOf(examples[row]!)) ?? 0) + 1);
  return Float64Array.from(examples, (example) => {
    const share = example.read === undefined ? 1 - READ_SHARE : READ_SHARE;
    const weight = SOURCE_WEIGHTS[example.source] * (example.source === 'debates' ? share : 1);
    return weight / (counts.get(setOf(example)) ?? 1);
  });
}
