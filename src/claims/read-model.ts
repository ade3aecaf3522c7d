/** The detector's weights as the data file holds them. */
import { buildWordTable } from './word-table.ts';

export interface ModelFile {
  readonly version: number;
  readonly linear: {
    /** Value of one step of a weight. */
    readonly scale: number;
    /** Base64 of one signed byte a feature. */
    readonly weights: string;
    readonly bias: number;
  };
  readonly network: {
    readonly hidden: number;
    /** Base64 of little-endian 32-bit floats: `hidden` weights for each input in turn. */
    readonly inner: string;
    readonly innerBias: string;
    readonly outer: string;
    readonly bias: number;
  };
  readonly words: {
    /** Base64 of the little-endian 32-bit hash of each word that is known. */
    readonly hashes: string;
    /** Base64 of 32-bit floats: the value of one step of what a word adds, for each hidden unit. */
    readonly scales: string;
    /** Base64 of signed bytes: for each word in turn, what it adds to each hidden unit. */
    readonly steps: string;
  };
  /** Probability = logistic(slope · score + intercept). */
  readonly calibration: { readonly slope: number; readonly intercept: number };
}

export type Model = ReturnType<typeof readModel>;

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
export function readModel(file: ModelFile, features: number, inputs: number) {
  const weights = new Int8Array(bytes(file.linear.weights));
  const inner = floats(file.network.inner);
  if (file.version !== 2 || weights.length !== features || inner.length !== inputs * file.network.hidden) {
    throw new Error('claims: the weights do not fit this version; run `npm run train:claims`');
  }
  return {
    weights,
    scale: file.linear.scale,
    bias: file.linear.bias,
    hidden: file.network.hidden,
    inner,
    innerBias: floats(file.network.innerBias),
    outer: floats(file.network.outer),
    outerBias: file.network.bias,
    words: buildWordTable(integers(file.words.hashes)),
    wordScales: floats(file.words.scales),
    wordSteps: new Int8Array(bytes(file.words.steps)),
    slope: file.calibration.slope,
    intercept: file.calibration.intercept,
  };
}
