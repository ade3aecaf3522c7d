/** Drops features that too few texts have, and numbers the others without gaps. */
import { FEATURE_COUNT } from '../../src/engine/claims/features.ts';
import type { SparseRows } from './fit-linear.ts';

/** A feature that fewer texts have is not learned. */
const LEAST_TEXTS = 3;

export interface FeatureMap {
  /** The extractor's index of each feature learned. */
  readonly original: Int32Array;
}

/** @param counts whether a row counts among the texts that have a feature. */
export function mapFeatures(
  found: readonly Int32Array[],
  values: Float64Array,
  counts: (row: number) => boolean,
): { map: FeatureMap; rows: SparseRows } {
  const texts = new Int32Array(FEATURE_COUNT);
  for (const [row, indices] of found.entries()) {
    if (counts(row)) for (const index of indices) texts[index]!++;
  }
  const original = Int32Array.from(texts.keys()).filter((index) => texts[index]! >= LEAST_TEXTS);
  const number = new Int32Array(FEATURE_COUNT).fill(-1);
  original.forEach((index, at) => {
    number[index] = at;
  });
  const kept = found.map((indices) => indices.map((index) => number[index]!).filter((index) => index >= 0));
  const starts = new Int32Array(kept.length + 1);
  kept.forEach((indices, row) => {
    starts[row + 1] = starts[row]! + indices.length;
  });
  const indices = new Int32Array(starts[kept.length]!);
  kept.forEach((row, at) => {
    indices.set(row, starts[at]!);
  });
  return { map: { original }, rows: { starts, indices, values, width: original.length } };
}
