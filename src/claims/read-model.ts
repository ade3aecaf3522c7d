/** The detector's weights as the data file holds them. */
import file from './model/weights.json' with { type: 'json' };
import { buildWordTable } from './word-table.ts';

/** Numbers are Base64 of signed bytes, or of little-endian 32-bit floats or integers. */
export type ModelFile = typeof file;

const MISFIT = 'claims: the weights do not fit this version; run `npm run train:claims`';

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
 * @param features how many features the extractor of this version has.
 * @throws where the file was trained for another extractor.
 */
export function readModel(features: number, inputs: number) {
  if (file.version !== 3) throw new Error(MISFIT);
  return {
    /** By the hash of each word that is known. */
    words: buildWordTable(integers(file.words)),
    claim: readAxis(file.claim, features, inputs),
    worthiness: readAxis(file.worthiness, features, inputs),
  };
}

export type Axis = ReturnType<typeof readAxis>;

/** One thing that is said of a text: its own weights over the features that all share. */
function readAxis(
  { linear, network, words, calibration }: ModelFile['claim'],
  features: number,
  inputs: number,
) {
  const weights = new Int8Array(bytes(linear.weights));
  const inner = floats(network.inner);
  if (weights.length !== features || inner.length !== inputs * network.hidden) throw new Error(MISFIT);
  return {
    /** One per feature, in steps of `scale`. */
    weights,
    scale: linear.scale,
    bias: linear.bias,
    hidden: network.hidden,
    /** `hidden` weights for each input in turn. */
    inner,
    innerBias: floats(network.innerBias),
    outer: floats(network.outer),
    outerBias: network.bias,
    /** For each hidden unit, the value of one step of what a word adds. */
    wordScales: floats(words.scales),
    /** For each word in turn, what it adds to each hidden unit. */
    wordSteps: new Int8Array(bytes(words.steps)),
    /** Probability = logistic(slope · score + intercept). */
    ...calibration,
  };
}
