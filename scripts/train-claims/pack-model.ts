/** Brings a detector into the form that the product loads. */
import { FEATURE_COUNT, SHAPE_SIZE } from '../../src/claims/extract-features.ts';
import type { ModelFile } from '../../src/claims/read-model.ts';
import type { Detector, Table } from './fit-detector.ts';

/** Probability = logistic(slope · score + intercept). */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

/** Share of the weights that keep their full range; the few beyond are clipped. */
const KEPT_RANGE = 0.9999;

export function packModel(table: Table, detector: Detector, calibration: Calibration): ModelFile {
  const network = mergeNetworks(table, detector);
  return {
    version: 1,
    linear: { ...quantize(table, detector), bias: rounded(detector.linear.bias) },
    network,
    calibration: { slope: rounded(calibration.slope), intercept: rounded(calibration.intercept) },
  };
}

/** Weights in 8 bits: all they can say of a sum of hundreds. */
function quantize(table: Table, detector: Detector): { scale: number; weights: string } {
  const sizes = detector.linear.weights.map(Math.abs).sort();
  const scale = Math.fround(sizes[Math.floor((sizes.length - 1) * KEPT_RANGE)]! / 127);
  const weights = new Int8Array(FEATURE_COUNT);
  table.map.original.forEach((index, at) => {
    const steps = Math.round(detector.linear.weights[at]! / scale);
    weights[index] = Math.max(-127, Math.min(127, steps));
  });
  return { scale, weights: Buffer.from(weights.buffer).toString('base64') };
}

/**
 * The networks side by side as one, whose output is the mean of theirs. The standardization of the inputs
 * goes into the weights, so that an input of zero costs nothing.
 */
function mergeNetworks(table: Table, detector: Detector): ModelFile['network'] {
  const { networks } = detector;
  const hidden = networks.reduce((sum, network) => sum + network.hidden, 0);
  const inner = new Float32Array(SHAPE_SIZE * hidden);
  const innerBias = new Float32Array(hidden);
  const outer = new Float32Array(hidden);
  let bias = 0;
  let at = 0;
  for (const network of networks) {
    for (let h = 0; h < network.hidden; h++) {
      let shift = network.innerBias[h]!;
      for (let i = 0; i < SHAPE_SIZE; i++) {
        const weight = network.inner[i * network.hidden + h]! / table.deviation[i]!;
        inner[i * hidden + at + h] = weight;
        shift -= weight * table.mean[i]!;
      }
      innerBias[at + h] = shift;
      outer[at + h] = network.outer[h]! / networks.length;
    }
    bias += network.outerBias / networks.length;
    at += network.hidden;
  }
  const text = (numbers: Float32Array) => Buffer.from(numbers.buffer).toString('base64');
  return { hidden, inner: text(inner), innerBias: text(innerBias), outer: text(outer), bias: rounded(bias) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(9));
}
