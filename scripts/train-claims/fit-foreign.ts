/** Fits what is estimated of languages other than English: one logistic regression over all of them. */
import {
  FOREIGN_FEATURES,
  FOREIGN_SHAPE,
  hashedValue,
  readForeign,
} from '../../src/engine/claims/foreign-features.ts';
import { minimize, softplus } from './fit-linear.ts';
import type { WrittenExample } from './read-written.ts';

export interface ForeignTable {
  readonly examples: readonly WrittenExample[];
  /** Row r holds `indices[starts[r]]` up to `indices[starts[r + 1]]`, hashed features. */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  /** The value that the hashed features of a row share. */
  readonly values: Float64Array;
  /** `FOREIGN_SHAPE` numbers per row. */
  readonly shapes: Float64Array;
  /** Place of each row's script. */
  readonly scripts: Uint8Array;
}

export interface ForeignModel {
  readonly weights: Float64Array;
  readonly shape: Float64Array;
  readonly bias: number;
}

/** Strength of the penalty on squared weights. */
const PENALTY = 6;
/**
 * How much more easily hashed features are learned than the shape. Folds over the written sentences prefer 1: they
 * hold near pairs, one a claim and one not, whose words mislead. Sentences on other topics prefer 2 and more, and
 * languages left out prefer less.
 */
const LEXICAL = 2;

export function buildForeignTable(examples: readonly WrittenExample[]): ForeignTable {
  const starts = new Int32Array(examples.length + 1);
  const found: number[] = [];
  const values = new Float64Array(examples.length);
  const shapes = new Float64Array(examples.length * FOREIGN_SHAPE);
  const scripts = new Uint8Array(examples.length);
  examples.forEach(({ text }, row) => {
    const { count, indices, shape, script } = readForeign(text);
    scripts[row] = script;
    for (let i = 0; i < count; i++) found.push(indices[i]!);
    starts[row + 1] = found.length;
    values[row] = hashedValue(count);
    shapes.set(shape, row * FOREIGN_SHAPE);
  });
  return { examples, starts, indices: Int32Array.from(found), values, shapes, scripts };
}

/** What is learned of each row. */
export interface ForeignTarget {
  readonly isPositive: (row: number) => boolean;
  /** 0: nothing is. */
  readonly weight: (row: number) => number;
}

/** Learns from the rows for which `learn` says so. */
export function fitForeign(
  table: ForeignTable,
  { isPositive, weight }: ForeignTarget,
  learn: (row: number) => boolean,
): ForeignModel {
  const { examples, starts, indices, values, shapes } = table;
  const use = examples
    .keys()
    .filter((row) => weight(row) > 0 && learn(row))
    .toArray();
  // Only features that were seen have weights.
  const places = new Int32Array(FOREIGN_FEATURES).fill(-1);
  let width = 0;
  for (const row of use) {
    for (let k = starts[row]!; k < starts[row + 1]!; k++) {
      if (places[indices[k]!]! < 0) places[indices[k]!] = width++;
    }
  }
  const size = width + FOREIGN_SHAPE + 1;
  const x = minimize(size, (x, gradient) => {
    let loss = 0;
    for (let i = 0; i < size - 1; i++) {
      loss += 0.5 * PENALTY * x[i]! * x[i]!;
      gradient[i] = PENALTY * x[i]!;
    }
    gradient[size - 1] = 0;
    for (const row of use) {
      const value = values[row]! * LEXICAL;
      let sum = 0;
      for (let k = starts[row]!; k < starts[row + 1]!; k++) sum += x[places[indices[k]!]!]!;
      let score = sum * value + x[size - 1]!;
      const at = row * FOREIGN_SHAPE;
      for (let i = 0; i < FOREIGN_SHAPE; i++) score += shapes[at + i]! * x[width + i]!;
      const [label, counts] = [isPositive(row) ? 1 : 0, weight(row)];
      loss += counts * (softplus(score) - label * score);
      const slope = counts * (1 / (1 + Math.exp(-score)) - label);
      gradient[size - 1]! += slope;
      for (let k = starts[row]!; k < starts[row + 1]!; k++) gradient[places[indices[k]!]!]! += slope * value;
      for (let i = 0; i < FOREIGN_SHAPE; i++) gradient[width + i]! += slope * shapes[at + i]!;
    }
    return loss;
  });
  const weights = new Float64Array(FOREIGN_FEATURES);
  for (const [index, place] of places.entries()) if (place >= 0) weights[index] = x[place]! * LEXICAL;
  return {
    weights,
    shape: x.slice(width, width + FOREIGN_SHAPE),
    bias: x[size - 1]!,
  };
}

/** @returns the score of a row in logits, not calibrated. */
export function scoreForeignRow(table: ForeignTable, model: ForeignModel, row: number): number {
  const { starts, indices, values, shapes } = table;
  let sum = 0;
  for (let k = starts[row]!; k < starts[row + 1]!; k++) sum += model.weights[indices[k]!]!;
  let score = sum * values[row]! + model.bias;
  for (let i = 0; i < FOREIGN_SHAPE; i++) score += shapes[row * FOREIGN_SHAPE + i]! * model.shape[i]!;
  return score;
}
