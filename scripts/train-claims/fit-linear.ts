/** Logistic regression over sparse binary features by L-BFGS. The order of every sum is fixed, so the result is too. */

export interface SparseRows {
  /** Row r holds `indices[starts[r]]` up to `indices[starts[r + 1]]`. */
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  /** The value that all features of a row share. */
  readonly values: Float64Array;
  readonly width: number;
}

export interface LinearProblem {
  readonly rows: SparseRows;
  /** Rows to learn from. */
  readonly use: Int32Array;
  /** 0 to 1, by row; a value between is a label in doubt. */
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  /** Rows whose labels mean something else get deviations of their own, which are not kept: 1, by row. */
  readonly other?: Uint8Array;
  /** Strength of the penalty on squared weights. */
  readonly penalty: number;
}

export interface LinearModel {
  readonly weights: Float64Array;
  readonly bias: number;
}

/** How much of a feature's weight the rows of the other meaning may change. */
const DEVIATION = 0.5;
/** Scale of the unpenalized-like intercepts. */
const INTERCEPT = 10;
const ITERATIONS = 60;
const MEMORY = 8;

/** @returns the score of a row under a model. */
export function scoreRow(rows: SparseRows, row: number, model: LinearModel): number {
  let sum = 0;
  for (let k = rows.starts[row]!; k < rows.starts[row + 1]!; k++) sum += model.weights[rows.indices[k]!]!;
  return sum * rows.values[row]! + model.bias;
}

export function fitLinear(problem: LinearProblem): LinearModel {
  const { rows, other } = problem;
  const width = rows.width;
  // Shared weights, deviations of the other rows, intercept, intercept of the other rows.
  const size = (other ? 2 * width : width) + 2;
  const result = minimize(size, (x, gradient) => objective(problem, x, gradient));
  return { weights: result.slice(0, width), bias: result[size - 2]! * INTERCEPT };
}

function objective(problem: LinearProblem, x: Float64Array, gradient: Float64Array): number {
  const { rows, use, targets, weights, other, penalty } = problem;
  const { starts, indices, values, width } = rows;
  const intercept = x.length - 2;
  let loss = 0;
  for (let i = 0; i < x.length; i++) {
    loss += 0.5 * penalty * x[i]! * x[i]!;
    gradient[i] = penalty * x[i]!;
  }
  for (const row of use) {
    const value = values[row]!;
    const deviates = other?.[row] === 1;
    const from = starts[row]!;
    const to = starts[row + 1]!;
    let score = x[intercept]! * INTERCEPT;
    if (deviates) score += x[intercept + 1]! * INTERCEPT;
    let sum = 0;
    for (let k = from; k < to; k++) sum += x[indices[k]!]!;
    if (deviates) {
      let deviation = 0;
      for (let k = from; k < to; k++) deviation += x[width + indices[k]!]!;
      sum += deviation * DEVIATION;
    }
    score += sum * value;
    const weight = weights[row]!;
    const target = targets[row]!;
    const probability = 1 / (1 + Math.exp(-score));
    loss += weight * (softplus(score) - target * score);
    const slope = weight * (probability - target);
    gradient[intercept]! += slope * INTERCEPT;
    if (deviates) gradient[intercept + 1]! += slope * INTERCEPT;
    const each = slope * value;
    for (let k = from; k < to; k++) gradient[indices[k]!]! += each;
    if (deviates) {
      const less = each * DEVIATION;
      for (let k = from; k < to; k++) gradient[width + indices[k]!]! += less;
    }
  }
  return loss;
}

export function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** L-BFGS with a halving line search (Nocedal and Wright, algorithm 7.5). */
export function minimize(
  size: number,
  evaluate: (x: Float64Array, gradient: Float64Array) => number,
): Float64Array {
  let x = new Float64Array(size);
  let gradient = new Float64Array(size);
  let loss = evaluate(x, gradient);
  const steps: Float64Array[] = [];
  const changes: Float64Array[] = [];
  const direction = new Float64Array(size);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    descend(gradient, steps, changes, direction);
    const slope = dot(gradient, direction);
    let length = iteration === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    const next = new Float64Array(size);
    const nextGradient = new Float64Array(size);
    let nextLoss = loss;
    for (let halvings = 0; halvings < 20; halvings++) {
      for (let i = 0; i < size; i++) next[i] = x[i]! + length * direction[i]!;
      nextLoss = evaluate(next, nextGradient);
      if (nextLoss <= loss + 1e-4 * length * slope) break;
      length /= 2;
    }
    if (!(nextLoss < loss)) break;
    const step = steps.length === MEMORY ? steps.shift()! : new Float64Array(size);
    const change = changes.length === MEMORY ? changes.shift()! : new Float64Array(size);
    for (let i = 0; i < size; i++) {
      step[i] = next[i]! - x[i]!;
      change[i] = nextGradient[i]! - gradient[i]!;
    }
    steps.push(step);
    changes.push(change);
    const gain = (loss - nextLoss) / nextLoss;
    x = next;
    gradient = nextGradient;
    loss = nextLoss;
    if (gain < 1e-6) break;
  }
  return x;
}

function descend(
  gradient: Float64Array,
  steps: readonly Float64Array[],
  changes: readonly Float64Array[],
  direction: Float64Array,
): void {
  for (let i = 0; i < gradient.length; i++) direction[i] = -gradient[i]!;
  const factors: number[] = [];
  for (let k = steps.length - 1; k >= 0; k--) {
    const factor = dot(steps[k]!, direction) / dot(steps[k]!, changes[k]!);
    factors[k] = factor;
    const change = changes[k]!;
    for (let i = 0; i < direction.length; i++) direction[i]! -= factor * change[i]!;
  }
  const last = steps.length - 1;
  if (last >= 0) {
    const scale = dot(steps[last]!, changes[last]!) / dot(changes[last]!, changes[last]!);
    for (let i = 0; i < direction.length; i++) direction[i]! *= scale;
  }
  for (let k = 0; k < steps.length; k++) {
    const back = dot(changes[k]!, direction) / dot(steps[k]!, changes[k]!);
    const factor = factors[k]! - back;
    const step = steps[k]!;
    for (let i = 0; i < direction.length; i++) direction[i]! += factor * step[i]!;
  }
}
