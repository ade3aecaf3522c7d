/** The detector's weights as the data file holds them. */

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
  /** Probability = logistic(slope · score + intercept). */
  readonly calibration: { readonly slope: number; readonly intercept: number };
}

export interface Model {
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: number;
  readonly hidden: number;
  readonly inner: Float32Array;
  readonly innerBias: Float32Array;
  readonly outer: Float32Array;
  readonly outerBias: number;
  readonly slope: number;
  readonly intercept: number;
}

function bytes(base64: string): Uint8Array {
  const text = atob(base64);
  const decoded = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) decoded[i] = text.charCodeAt(i);
  return decoded;
}

function floats(base64: string): Float32Array {
  const view = new DataView(bytes(base64).buffer);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
}

/**
 * @param features how many features the extractor of this version has.
 * @throws where the file was trained for another extractor.
 */
export function readModel(file: ModelFile, features: number, inputs: number): Model {
  const weights = new Int8Array(bytes(file.linear.weights).buffer);
  const inner = floats(file.network.inner);
  if (file.version !== 1 || weights.length !== features || inner.length !== inputs * file.network.hidden) {
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
    slope: file.calibration.slope,
    intercept: file.calibration.intercept,
  };
}
