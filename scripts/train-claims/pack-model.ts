/** Brings a detector into the form that the product loads. */
import { FEATURE_COUNT, SHAPE_SIZE } from '../../src/claims/features.ts';
import type { ModelFile } from '../../src/claims/read-model.ts';
import { type Detector, INPUT_SIZE, type Table } from './fit-detector.ts';
import type { Network } from './fit-network.ts';
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
  const [first, second] = [quantize(table, claim), quantize(table, worthiness)];
  const weights = new Int8Array(2 * FEATURE_COUNT);
  for (let i = 0; i < FEATURE_COUNT; i++) weights.set([first.weights[i]!, second.weights[i]!], 2 * i);
  const { hidden, inner, innerBias } = mergeNetworks(table, [...claim.networks, ...worthiness.networks]);
  return {
    version: 3,
    weights: base64(weights),
    network: { hidden, inner: base64(inner.slice(0, SHAPE_SIZE * hidden)), innerBias: base64(innerBias) },
    words: projectWords(table, inner.subarray(SHAPE_SIZE * hidden), hidden),
    claim: packOutput(claim, first.scale, calibrations.claim),
    worthiness: packOutput(worthiness, second.scale, calibrations.worthiness),
  };
}

/** Weights in 8 bits: all they can say of a sum of hundreds. */
function quantize(table: Table, { linear }: Detector): { scale: number; weights: Int8Array } {
  const sizes = linear.weights.map(Math.abs).sort();
  const scale = Math.fround(sizes[Math.floor((sizes.length - 1) * KEPT_RANGE)]! / 127);
  const weights = new Int8Array(FEATURE_COUNT);
  table.map.original.forEach((index, at) => {
    const steps = Math.round(linear.weights[at]! / scale);
    weights[index] = Math.max(-127, Math.min(127, steps));
  });
  return { scale, weights };
}

/**
 * The networks side by side as one. The standardization of the inputs goes into the weights, so that an input
 * of zero costs nothing.
 */
function mergeNetworks(table: Table, networks: readonly Network[]) {
  const hidden = networks.reduce((sum, network) => sum + network.hidden, 0);
  const inner = new Float32Array(INPUT_SIZE * hidden);
  const innerBias = new Float32Array(hidden);
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
    }
    at += network.hidden;
  }
  return { hidden, inner, innerBias };
}

/** Of a detector's own hidden units the mean of what its networks say. */
function packOutput(
  { linear, networks }: Detector,
  scale: number,
  { slope, intercept }: Calibration,
): ModelFile['claim'] {
  const outer = networks.flatMap((network) =>
    Array.from(network.outer, (weight) => weight / networks.length),
  );
  const outerBias = networks.reduce((sum, network) => sum + network.outerBias / networks.length, 0);
  return {
    scale,
    bias: rounded(linear.bias),
    outer: base64(Float32Array.from(outer)),
    outerBias: rounded(outerBias),
    slope: rounded(slope),
    intercept: rounded(intercept),
  };
}

/** Of the words' vectors only what they add to each hidden unit, in 8 bits. */
function projectWords({ vectors }: Table, inner: Float32Array, hidden: number): ModelFile['words'] {
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
  return { hashes: base64(hashes), scales: base64(scales), steps: base64(steps) };
}

function base64(numbers: Float32Array | Int32Array | Int8Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

function rounded(value: number): number {
  return Number(value.toPrecision(9));
}
