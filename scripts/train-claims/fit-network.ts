/** A network with one hidden layer over the shape, by Adam, from a seed. */
import { seededRandom } from './expand-pattern.ts';

export interface NetworkProblem {
  /** Standardized inputs, row by row. */
  readonly inputs: Float64Array;
  readonly width: number;
  readonly use: Int32Array;
  /** 0 to 1, by row. */
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly epochs: number;
  readonly seed: number;
}

export interface Network {
  readonly hidden: number;
  /** `hidden` weights for each input in turn. */
  readonly inner: Float64Array;
  readonly innerBias: Float64Array;
  readonly outer: Float64Array;
  readonly outerBias: number;
}

export const HIDDEN = 16;
const BATCH = 200;
const RATE = 2e-3;
const DECAY = 0.1;

export function scoreInputs(network: Network, inputs: Float64Array, from: number, width: number): number {
  let score = network.outerBias;
  for (let h = 0; h < network.hidden; h++) {
    let sum = network.innerBias[h]!;
    for (let i = 0; i < width; i++) sum += inputs[from + i]! * network.inner[i * network.hidden + h]!;
    if (sum > 0) score += sum * network.outer[h]!;
  }
  return score;
}

/** Layout of all parameters in one array: inner, innerBias, outer, outerBias. */
export function fitNetwork(problem: NetworkProblem): Network {
  const { inputs, width, targets } = problem;
  const random = seededRandom(problem.seed);
  const innerSize = width * HIDDEN;
  const size = innerSize + HIDDEN + HIDDEN + 1;
  const parameters = new Float64Array(size);
  const innerBound = Math.sqrt(6 / (width + HIDDEN));
  const outerBound = Math.sqrt(6 / (HIDDEN + 1));
  for (let i = 0; i < innerSize + HIDDEN; i++) parameters[i] = (random() * 2 - 1) * innerBound;
  for (let i = innerSize + HIDDEN; i < size; i++) parameters[i] = (random() * 2 - 1) * outerBound;

  let total = 0;
  for (const row of problem.use) total += problem.weights[row]!;
  const unit = problem.use.length / total;
  const order = Int32Array.from(problem.use);
  const gradient = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  const active = new Float64Array(HIDDEN);
  const outerAt = innerSize + HIDDEN;
  let step = 0;
  for (let epoch = 0; epoch < problem.epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const to = Math.min(order.length, from + BATCH);
      gradient.fill(0);
      for (let k = from; k < to; k++) {
        const row = order[k]!;
        const at = row * width;
        for (let h = 0; h < HIDDEN; h++) active[h] = parameters[innerSize + h]!;
        for (let i = 0; i < width; i++) {
          const value = inputs[at + i]!;
          if (value === 0) continue;
          for (let h = 0; h < HIDDEN; h++) active[h]! += value * parameters[i * HIDDEN + h]!;
        }
        let score = parameters[size - 1]!;
        for (let h = 0; h < HIDDEN; h++) if (active[h]! > 0) score += active[h]! * parameters[outerAt + h]!;
        const slope = (1 / (1 + Math.exp(-score)) - targets[row]!) * problem.weights[row]! * unit;
        gradient[size - 1]! += slope;
        for (let h = 0; h < HIDDEN; h++) {
          if (active[h]! <= 0) {
            active[h] = 0;
            continue;
          }
          gradient[outerAt + h]! += slope * active[h]!;
          active[h] = slope * parameters[outerAt + h]!;
          gradient[innerSize + h]! += active[h]!;
        }
        for (let i = 0; i < width; i++) {
          const value = inputs[at + i]!;
          if (value === 0) continue;
          for (let h = 0; h < HIDDEN; h++) gradient[i * HIDDEN + h]! += value * active[h]!;
        }
      }
      step++;
      const count = to - from;
      const rate = (RATE * Math.sqrt(1 - 0.999 ** step)) / (1 - 0.9 ** step);
      for (let i = 0; i < size; i++) {
        const decayed = i < innerSize || (i >= outerAt && i < size - 1) ? DECAY * parameters[i]! : 0;
        const g = (gradient[i]! + decayed) / count;
        first[i] = 0.9 * first[i]! + 0.1 * g;
        second[i] = 0.999 * second[i]! + 0.001 * g * g;
        parameters[i]! -= (rate * first[i]!) / (Math.sqrt(second[i]!) + 1e-8);
      }
    }
  }
  return {
    hidden: HIDDEN,
    inner: parameters.slice(0, innerSize),
    innerBias: parameters.slice(innerSize, outerAt),
    outer: parameters.slice(outerAt, size - 1),
    outerBias: parameters[size - 1]!,
  };
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
}
