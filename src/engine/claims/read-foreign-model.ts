/** The weights of the detector of languages other than English, as the data file holds them. */
import { FOREIGN_FEATURES, FOREIGN_SHAPE } from './foreign-features.ts';
import file from './model/foreign-weights.json' with { type: 'json' };

export type ForeignFile = typeof file;

/** @throws where the file was trained for other features. */
export function readForeignModel() {
  const weights = readWeights(file.weights);
  if (file.version !== 2 || weights.length !== FOREIGN_FEATURES || file.shape.length !== FOREIGN_SHAPE) {
    throw new Error('claims: the foreign weights do not fit this version; run `npm run train:claims`');
  }
  return {
    ...file,
    /** One for each hashed feature, in steps of `scale`. */
    weights,
    shape: Float64Array.from(file.shape),
    /** By the marks alone; the bias is the last. */
    marks: Float64Array.from(file.marks),
    worthiness: {
      ...file.worthiness,
      weights: readWeights(file.worthiness.weights),
      shape: Float64Array.from(file.worthiness.shape),
    },
  };
}

function readWeights(base64: string): Int8Array {
  return Int8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
