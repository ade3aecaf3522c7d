/** The detector's weights as the data file holds them. */
import file from './model/weights.json' with { type: 'json' };
import { buildWordTable } from './word-table.ts';

/** Numbers are Base64 of signed bytes, or of little-endian 32-bit floats or integers. */
export type ModelFile = typeof file;

function bytes(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
}

function floats(base64: string): Float32Array {
  const view = new DataView(bytes(base64));
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

function integers(base64: string): Int32Array {
  const view = new DataView(bytes(base64));
  return Int32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getInt32(i * 4, true));
}

/**
 * What a claim's score and its worthiness weigh lies side by side, so that one look-up serves both.
 *
 * @param features how many features the extractor of this version has.
 * @throws where the file was trained for another extractor.
 */
export function readModel(features: number, inputs: number) {
  const { version, network, words, claim, worthiness } = file;
  const weights = new Int8Array(bytes(file.weights));
  const inner = floats(network.inner);
  if (version !== 3 || weights.length !== 2 * features || inner.length !== inputs * network.hidden) {
    throw new Error('claims: the weights do not fit this version; run `npm run train:claims`');
  }
  return {
    /** For each feature in turn two weights, in steps of each one's `scale`. */
    weights,
    hidden: network.hidden,
    /** `hidden` weights for each input in turn. */
    inner,
    innerBias: floats(network.innerBias),
    /** By the hash of each word that is known. */
    words: buildWordTable(integers(words.hashes)),
    /** For each hidden unit, the value of one step of what a word adds. */
    wordScales: floats(words.scales),
    /** For each word in turn, what it adds to each hidden unit. */
    wordSteps: new Int8Array(bytes(words.steps)),
    claim: readOutput(claim, 0),
    worthiness: readOutput(worthiness, floats(claim.outer).length),
  };
}

export type Output = ReturnType<typeof readOutput>;

/** @param from the first of its hidden units. */
function readOutput(output: ModelFile['claim'], from: number) {
  return {
    /** Probability = logistic(slope · score + intercept). */
    ...output,
    from,
    outer: floats(output.outer),
  };
}
