/**
 * The detector's training in two rounds. The debates' labels mean less than ours (worth checking, not
 * checkable), so a teacher learns them with deviations of their own, then says of their negatives how
 * likely they are verifiable after all; the student learns all sets with those soft labels, and is kept.
 */
import { extractFeatures } from '../../src/claims/extract-features.ts';
import { type Features, SHAPE_SIZE } from '../../src/claims/features.ts';
import { buildWordTable, findRow, type WordTable } from '../../src/claims/word-table.ts';
import { fitLinear, type LinearModel, type SparseRows, scoreRow } from './fit-linear.ts';
import { fitNetwork, type Network, scoreInputs } from './fit-network.ts';
import { type FeatureMap, mapFeatures } from './map-features.ts';
import type { Example, Source } from './read-examples.ts';
import { readVectors, VECTOR_SIZE, type WordVectors } from './read-vectors.ts';

/** How much each source weighs, whatever its size. Chosen by cross-validation. */
export const SOURCE_WEIGHTS: Readonly<Record<Source, number>> = {
  policlaim: 1500,
  tweets: 800,
  answers: 150,
  debates: 3000,
  statements: 100,
  'chat-none': 600,
  'chat-facts': 300,
};
const PENALTY = 50;
export const NETWORKS = 3;
const TEACHER_EPOCHS = 15;
const STUDENT_EPOCHS = 12;
/** What a positive of the debates is worth, and the most that a negative can be. */
const SURE_CLAIM = 0.97;
const MOST_OF_NEGATIVE = 0.9;

/** Examples as the fitters take them. */
export interface Table {
  readonly examples: readonly Example[];
  readonly rows: SparseRows;
  readonly map: FeatureMap;
  /** Shapes and mean word vectors, standardized, one more input at their end: 1 for a debate. */
  readonly inputs: Float64Array;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  readonly vectors: WordVectors;
}

/** Inputs of the network: the shape, then the mean of the words' vectors. */
export const INPUT_SIZE = SHAPE_SIZE + VECTOR_SIZE;
const WIDTH = INPUT_SIZE + 1;

/** The value that a text's features share: long texts must not weigh more. */
export function featureValue(count: number): number {
  return 20 / Math.sqrt(Math.max(count, 20));
}

export function buildTable(examples: readonly Example[]): Table {
  const starts = new Int32Array(examples.length + 1);
  const found: Int32Array[] = [];
  const values = new Float64Array(examples.length);
  const inputs = new Float64Array(examples.length * WIDTH);
  const vectors = readVectors();
  const words = buildWordTable(vectors.hashes);
  examples.forEach(({ text, source }, row) => {
    const features = extractFeatures(text, 0, text.length);
    const { count, indices, shape } = features;
    found.push(indices.slice(0, count));
    starts[row + 1] = starts[row]! + count;
    values[row] = featureValue(count);
    inputs.set(shape, row * WIDTH);
    addMeanVector(features, words, vectors, inputs, row * WIDTH + SHAPE_SIZE);
    inputs[row * WIDTH + INPUT_SIZE] = source === 'debates' ? 1 : 0;
  });
  const { map, rows } = mapFeatures(found, values);
  const { mean, deviation } = standardize(inputs, examples.length);
  return { examples, rows, map, inputs, mean, deviation, vectors };
}

/** The mean of the vectors of the words that have one; left at 0 where none has. */
function addMeanVector(
  { wordHashes, wordCount }: Features,
  words: WordTable,
  { values }: WordVectors,
  into: Float64Array,
  at: number,
): void {
  let found = 0;
  for (let k = 0; k < wordCount; k++) {
    const row = findRow(words, wordHashes[k]!);
    if (row < 0) continue;
    found++;
    for (let i = 0; i < VECTOR_SIZE; i++) into[at + i]! += values[row * VECTOR_SIZE + i]!;
  }
  for (let i = 0; i < VECTOR_SIZE && found > 1; i++) into[at + i]! /= found;
}

/** Brings every input but the last to mean 0 and deviation 1. */
function standardize(inputs: Float64Array, count: number): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(INPUT_SIZE);
  const deviation = new Float64Array(INPUT_SIZE);
  for (let i = 0; i < INPUT_SIZE; i++) {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += inputs[row * WIDTH + i]!;
    mean[i] = sum / count;
    let square = 0;
    for (let row = 0; row < count; row++) square += (inputs[row * WIDTH + i]! - mean[i]!) ** 2;
    deviation[i] = Math.sqrt(square / count) || 1;
    for (let row = 0; row < count; row++) {
      const at = row * WIDTH + i;
      inputs[at] = (inputs[at]! - mean[i]!) / deviation[i]!;
    }
  }
  return { mean, deviation };
}

export interface Detector {
  readonly linear: LinearModel;
  readonly networks: readonly Network[];
}

/** @returns the detector's score of a row, in logits; debates are scored as if they were none. */
export function scoreExample(table: Table, detector: Detector, row: number): number {
  let score = 0;
  for (const network of detector.networks) score += scoreShape(table, network, row);
  return (scoreRow(table.rows, row, detector.linear) + score / detector.networks.length) / 2;
}

function scoreShape(table: Table, network: Network, row: number): number {
  return scoreInputs(network, table.inputs, row * WIDTH, INPUT_SIZE);
}

/** Learns from the examples for which `learn` is 1. */
export function fitDetector(table: Table, learn: Uint8Array): Detector {
  const { examples } = table;
  const use = Int32Array.from(examples.keys()).filter((row) => learn[row] === 1);
  const weights = weigh(examples, use);
  const targets = Float64Array.from(examples, (example) => example.label);
  const debate = Uint8Array.from(examples, (example) => (example.source === 'debates' ? 1 : 0));

  const teacher: Detector = {
    linear: fitLinear({ rows: table.rows, use, targets, weights, other: debate, penalty: PENALTY }),
    networks: fitNetworks(table, use, targets, weights, TEACHER_EPOCHS, WIDTH),
  };
  for (const row of use) {
    if (debate[row] === 0) continue;
    const probability = 1 / (1 + Math.exp(-scoreExample(table, teacher, row)));
    targets[row] = targets[row] === 1 ? SURE_CLAIM : probability * MOST_OF_NEGATIVE;
  }
  return {
    linear: fitLinear({ rows: table.rows, use, targets, weights, penalty: PENALTY }),
    networks: fitNetworks(table, use, targets, weights, STUDENT_EPOCHS, INPUT_SIZE),
  };
}

export function fitNetworks(
  table: Table,
  use: Int32Array,
  targets: Float64Array,
  weights: Float64Array,
  epochs: number,
  width: number,
  count = NETWORKS,
): Network[] {
  const inputs = width === WIDTH ? table.inputs : withoutLast(table.inputs, table.examples.length);
  return Array.from({ length: count }, (_, seed) =>
    fitNetwork({ inputs, width, use, targets, weights, epochs, seed: seed + 1 }),
  );
}

function withoutLast(inputs: Float64Array, count: number): Float64Array {
  const narrow = new Float64Array(count * INPUT_SIZE);
  for (let row = 0; row < count; row++) {
    narrow.set(inputs.subarray(row * WIDTH, row * WIDTH + INPUT_SIZE), row * INPUT_SIZE);
  }
  return narrow;
}

function weigh(examples: readonly Example[], use: Int32Array): Float64Array {
  const counts = new Map<Source, number>();
  for (const row of use) counts.set(examples[row]!.source, (counts.get(examples[row]!.source) ?? 0) + 1);
  return Float64Array.from(examples, ({ source }) => SOURCE_WEIGHTS[source] / (counts.get(source) ?? 1));
}
