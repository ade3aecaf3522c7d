/** The detector's weights as the data files hold them. */
import file from './model/weights.json' with { type: 'json' };
import { readWeights } from './read-weights.ts';
import { buildWordTable } from './word-table.ts';

export type ModelFile = typeof file;

/** Tokens that a filter of the network sees at a time. */
const TAPS = 3;

/**
 * Beside the small numbers of `weights.json` lie the tables of `weights.bin`: 32-bit hashes of words and of tokens'
 * forms, little-endian as the processors that Node.js runs on, then signed bytes. What a claim's score and its worthiness weigh lies side by side, so that one look-up serves both.
 *
 * @param features how many features the extractor of this version has. @param inputs length of its shape.
 * @throws where the files were trained for another extractor.
 */
export function readModel(features: number, inputs: number) {
  const { version, words, forms, network, claim, worthiness } = file;
  const { hidden, filters } = network;
  const added = hidden + TAPS * filters;
  const { buffer, byteOffset, byteLength } = readWeights();
  const weightsAt = (words + forms) * 4;
  const stepsAt = weightsAt + 2 * features;
  if (
    version !== 4 ||
    byteLength !== stepsAt + (words + forms) * added ||
    network.inner.length !== inputs * hidden
  ) {
    throw new Error('claims: the weights do not fit this version; run `npm run train:claims`');
  }
  return {
    /** For each feature in turn two weights, in steps of each one's `scale`. */
    weights: new Int8Array(buffer, byteOffset + weightsAt, 2 * features),
    hidden,
    filters,
    /** `hidden` weights for each input in turn. */
    inner: Float64Array.from(network.inner),
    innerBias: Float64Array.from(network.innerBias),
    filterBias: Float64Array.from(network.filterBias),
    /** By the hash of each word that is known, or of a token's form. */
    words: buildWordTable(new Int32Array(buffer, byteOffset, words + forms)),
    /** For each hidden unit and each filter, the value of one step of what a token adds. */
    scales: Float64Array.from(network.scales),
    /** For each token in turn, what it adds to each hidden unit, then to the filters where it is their first, second and third. */
    steps: new Int8Array(buffer, byteOffset + stepsAt, byteLength - stepsAt),
    added,
    /** Where in `steps` those tokens begin that are no words. */
    formsAt: words * added,
    claim: { ...claim, outer: Float64Array.from(claim.outer) },
    worthiness: { ...worthiness, outer: Float64Array.from(worthiness.outer) },
  };
}

export type Output = ReturnType<typeof readModel>['claim'];
