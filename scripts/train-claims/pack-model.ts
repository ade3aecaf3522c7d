/** Brings a detector into the form that the product loads. */
import { FEATURE_COUNT, SHAPE_SIZE } from '../../src/engine/claims/features.ts';
import type { ModelFile } from '../../src/engine/claims/read-model.ts';
import type { Detector, Features, Table } from './fit-detector.ts';
import type { LinearModel } from './fit-linear.ts';
import { FILTERS, HIDDEN, MEAN_SCALE, type Network, TAPS } from './fit-network.ts';
import { VECTOR_SIZE } from './read-vectors.ts';

/** Probability = logistic(slope · score + intercept). */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

/** Share of the weights that keep their full range; the few beyond are clipped. */
const KEPT_RANGE = 0.9999;
/** What a token adds to the hidden units, then to each filter at each tap. */
const ADDED = HIDDEN + TAPS * FILTERS;

export interface Calibrations {
  readonly claim: Calibration;
  readonly worthiness: Calibration;
}

/** @returns the small numbers, and the tables of the others in bytes. */
export function packModel(
  table: Table,
  { claim, worthiness, network }: Detector,
  calibrations: Calibrations,
): { file: ModelFile; tables: Uint8Array } {
  const [first, second] = [quantize(table.claims, claim), quantize(table.worthiness, worthiness)];
  const weights = new Int8Array(2 * FEATURE_COUNT);
  for (let i = 0; i < FEATURE_COUNT; i++) weights.set([first.weights[i]!, second.weights[i]!], 2 * i);
  const { parameters, layout } = network;
  const { scales, steps } = projectTokens(network);
  const file = {
    version: 4,
    words: network.inputs.words,
    forms: table.hashes.length - network.inputs.words,
    network: {
      hidden: HIDDEN,
      filters: FILTERS,
      ...standardizedInner(table, network),
      filterBias: rounded(parameters.subarray(layout.filterBias, layout.outer)),
      scales: rounded(scales),
    },
    claim: packOutput(network, 0, claim, first.scale, calibrations.claim),
    worthiness: packOutput(network, 1, worthiness, second.scale, calibrations.worthiness),
  };
  return { file, tables: Buffer.concat([bytesOf(table.hashes), bytesOf(weights), bytesOf(steps)]) };
}

/** Weights in 8 bits: all they can say of a sum of hundreds. */
function quantize({ map }: Features, linear: LinearModel): { scale: number; weights: Int8Array } {
  const sizes = linear.weights.map(Math.abs).sort();
  const scale = Math.fround(sizes[Math.floor((sizes.length - 1) * KEPT_RANGE)]! / 127);
  const weights = new Int8Array(FEATURE_COUNT);
  map.original.forEach((index, at) => {
    const steps = Math.round(linear.weights[at]! / scale);
    weights[index] = Math.max(-127, Math.min(127, steps));
  });
  return { scale, weights };
}

/** The standardization of the shape goes into the weights, so that a number of zero costs nothing. */
function standardizedInner({ mean, deviation }: Table, { parameters, layout }: Network) {
  const inner = new Float64Array(SHAPE_SIZE * HIDDEN);
  const innerBias = parameters.slice(layout.innerBias, layout.filters);
  for (let i = 0; i < SHAPE_SIZE; i++) {
    for (let h = 0; h < HIDDEN; h++) {
      const weight = parameters[i * HIDDEN + h]! / deviation[i]!;
      inner[i * HIDDEN + h] = weight;
      innerBias[h]! -= weight * mean[i]!;
    }
  }
  return { inner: rounded(inner), innerBias: rounded(innerBias) };
}

function packOutput(
  { parameters, layout }: Network,
  output: number,
  linear: LinearModel,
  scale: number,
  { slope, intercept }: Calibration,
) {
  const outer = parameters.subarray(layout.outer, layout.outerBias).filter((_, at) => at % 2 === output);
  return {
    scale,
    bias: round(linear.bias),
    outer: rounded(outer),
    outerBias: round(parameters[layout.outerBias + output]!),
    slope: round(slope),
    intercept: round(intercept),
  };
}

/** Of the tokens' vectors only what they add to each unit, in 8 bits; a filter's taps share their scale. */
function projectTokens({ inputs, parameters, layout }: Network): { scales: Float64Array; steps: Int8Array } {
  const { vectors, words, width } = inputs;
  const count = vectors.length / VECTOR_SIZE;
  const added = new Float64Array(count * ADDED);
  const scales = new Float64Array(HIDDEN + FILTERS);
  const unitOf = (at: number): number => (at < HIDDEN ? at : HIDDEN + ((at - HIDDEN) % FILTERS));
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < ADDED; at++) {
      if (at < HIDDEN && row >= words) continue;
      let sum = 0;
      for (let i = 0; i < VECTOR_SIZE; i++) {
        const weight =
          at < HIDDEN
            ? parameters[(width + i) * HIDDEN + at]! * MEAN_SCALE
            : parameters[layout.filters + filterAt(at - HIDDEN) + i]!;
        sum += vectors[row * VECTOR_SIZE + i]! * weight;
      }
      added[row * ADDED + at] = sum;
      scales[unitOf(at)] = Math.max(scales[unitOf(at)]!, Math.abs(sum) / 127);
    }
  }
  return {
    scales,
    steps: Int8Array.from(added, (sum, k) => Math.round(sum / (scales[unitOf(k % ADDED)]! || 1))),
  };
}

/** @param place of a filter at a tap, tap by tap. @returns where its vector begins. */
function filterAt(place: number): number {
  const [tap, filter] = [Math.floor(place / FILTERS), place % FILTERS];
  return (filter * TAPS + tap) * VECTOR_SIZE;
}

function bytesOf(numbers: Int32Array | Int8Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function rounded(values: Float64Array): number[] {
  return Array.from(values, round);
}

function round(value: number): number {
  return Number(value.toPrecision(7));
}
