/** Brings a detector into the form that the product loads. */
import { FEATURE_COUNT, SHAPE_SIZE } from '../../src/claims/features.ts';
import type { ModelFile } from '../../src/claims/read-model.ts';
import { type Detector, INPUT_SIZE, type Table } from './fit-detector.ts';
import { VECTOR_SIZE } from './read-vectors.ts';

/** Probability = logistic(slope · score + intercept). */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

/** Share of the weights that keep their full range; the few beyond are clipped. */
const KEPT_RANGE = 0.9999;

export interface Calibrations {
  readonly claim: Calibration;
  readonly worthiness: Calibration;
}

export function packModel(
  table: Table,
  claim: Detector,
  worthiness: Detector,
  calibrations: Calibrations,
): ModelFile {
  return {
    version: 3,
    words: base64(table.vectors.hashes),
    claim: packAxis(table, claim, calibrations.claim),
    worthiness: packAxis(table, worthiness, calibrations.worthiness),
  };
}

function packAxis(table: Table, detector: Detector, { slope, intercept }: Calibration): ModelFile['claim'] {
  return {
    linear: { ...quantize(table, detector), bias: rounded(detector.linear.bias) },
    ...mergeNetworks(table, detector),
    calibration: { slope: rounded(slope), intercept: rounded(intercept) },
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
 * goes into the weights, so that an input of zero costs nothing; so do the words' vectors, of which only what
 * they add to each hidden unit is kept.
 */
function mergeNetworks(table: Table, detector: Detector): Pick<ModelFile['claim'], 'network' | 'words'> {
  const { networks } = detector;
  const hidden = networks.reduce((sum, network) => sum + network.hidden, 0);
  const inner = new Float32Array(INPUT_SIZE * hidden);
  const innerBias = new Float32Array(hidden);
  const outer = new Float32Array(hidden);
  let bias = 0;
  let at = 0;
  for (const network of networks) {
    for (let h = 0; h < network.hidden; h++) {
      let shift = network.innerBias[h]!;
      for (let i = 0; i < INPUT_SIZE; i++) {
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
  const ofShape = inner.slice(0, SHAPE_SIZE * hidden);
  return {
    network: {
      hidden,
      inner: base64(ofShape),
      innerBias: base64(innerBias),
      outer: base64(outer),
      bias: rounded(bias),
    },
    words: projectWords(table, inner.subarray(SHAPE_SIZE * hidden), hidden),
  };
}

/** What each word adds to each hidden unit, in 8 bits. */
function projectWords({ vectors }: Table, inner: Float32Array, hidden: number): ModelFile['claim']['words'] {
  const { hashes, values } = vectors;
  const added = new Float32Array(hashes.length * hidden);
  const scales = new Float32Array(hidden);
  for (let row = 0; row < hashes.length; row++) {
    for (let h = 0; h < hidden; h++) {
      let sum = 0;
      for (let i = 0; i < VECTOR_SIZE; i++) sum += values[row * VECTOR_SIZE + i]! * inner[i * hidden + h]!;
      added[row * hidden + h] = sum;
      scales[h] = Math.max(scales[h]!, Math.abs(sum) / 127);
    }
  }
  const steps = Int8Array.from(added, (sum, k) => Math.round(sum / (scales[k % hidden]! || 1)));
  return { scales: base64(scales), steps: base64(steps) };
}

function base64(numbers: Float32Array | Int32Array | Int8Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

function rounded(value: number): number {
  return Number(value.toPrecision(9));
}
