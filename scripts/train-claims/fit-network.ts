/**
 * A network over a sentence's shape, the mean of its words' vectors, and filters that slide over three tokens
 * at a time, of which the highest value counts (Kim 2014). It scores two things at once: that the sentence holds a claim, and
 * that it is worth checking. Learned by Adam with dropout, from a seed.
 */
import { seededRandom } from '../../src/evaluation/seeded-random.ts';
import { minimize, softplus } from './fit-linear.ts';
import { VECTOR_SIZE } from './read-vectors.ts';

export const HIDDEN = 16;
export const FILTERS = 40;
/** Tokens that a filter sees. */
export const TAPS = 3;
const UNITS = HIDDEN + FILTERS;
const OUTPUTS = 2;

/** Brings means of vectors to the size of the standardized shape. */
export const MEAN_SCALE = 3;

const BATCH = 200;
const EPOCHS = 20;
const RATE = 2e-3;
const DECAY = 0.1;
/** Share of the units that a training step leaves out. */
const DROPPED_HIDDEN = 0.2;
const DROPPED_FILTERS = 0.4;
/** What the check-worthiness counts beside the claims. */
const WORTH = 0.7;

/** Texts as the network reads them. */
export interface NetworkInputs {
  /** Standardized, `width` numbers for each text in turn. */
  readonly shapes: Float64Array;
  readonly width: number;
  /** Text r has the tokens `tokens[starts[r]]` up to `tokens[starts[r + 1]]`: rows of `vectors`, or -1. */
  readonly starts: Int32Array;
  readonly tokens: Int32Array;
  /** `VECTOR_SIZE` numbers for each row; those from row `words` on are learned, and are no words. */
  readonly vectors: Float64Array;
  readonly words: number;
}

/** What one output shall say of each text, 0 to 1, and how much each counts. */
export interface Target {
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

/** Places of the parameters in one array. */
interface Layout {
  readonly inner: number;
  readonly innerBias: number;
  readonly filters: number;
  readonly filterBias: number;
  readonly outer: number;
  readonly outerBias: number;
  readonly learned: number;
  readonly size: number;
}

export interface Network {
  readonly inputs: NetworkInputs;
  readonly layout: Layout;
  /**
   * `HIDDEN` weights for each input (shape, then mean vector) and `HIDDEN` biases; for each filter and tap a vector, and
   * a bias for each filter; for each unit `OUTPUTS` weights, and as many biases; the learned vectors.
   */
  readonly parameters: Float64Array;
}

function layOut({ width, vectors, words }: NetworkInputs): Layout {
  const innerBias = (width + VECTOR_SIZE) * HIDDEN;
  const filters = innerBias + HIDDEN;
  const filterBias = filters + FILTERS * TAPS * VECTOR_SIZE;
  const outer = filterBias + FILTERS;
  const outerBias = outer + UNITS * OUTPUTS;
  const learned = outerBias + OUTPUTS;
  const size = learned + vectors.length - words * VECTOR_SIZE;
  return { inner: 0, innerBias, filters, filterBias, outer, outerBias, learned, size };
}

function initialize(layout: Layout, width: number, random: () => number): Float64Array {
  const parameters = new Float64Array(layout.size);
  const fill = (from: number, to: number, bound: number): void => {
    for (let i = from; i < to; i++) parameters[i] = (random() * 2 - 1) * bound;
  };
  fill(layout.inner, layout.innerBias, Math.sqrt(6 / (width + VECTOR_SIZE + HIDDEN)));
  fill(layout.filters, layout.filterBias, Math.sqrt(6 / (TAPS * VECTOR_SIZE + FILTERS)));
  fill(layout.outer, layout.outer + HIDDEN * OUTPUTS, Math.sqrt(6 / (HIDDEN + OUTPUTS)));
  fill(layout.outer + HIDDEN * OUTPUTS, layout.outerBias, Math.sqrt(6 / (FILTERS + OUTPUTS)) / 2);
  fill(layout.learned, layout.size, 0.3);
  return parameters;
}

/** Reads texts: the units' values, and what is needed to learn from them. */
class Reader {
  readonly units = new Float64Array(UNITS);
  /** For each filter, the token at which it was highest. */
  readonly peaks = new Int32Array(FILTERS);
  /** The shape and the mean vector of the text that was read last. */
  readonly input: Float64Array;
  /** What each token adds to each filter at each tap, for the parameters of one step. */
  readonly #added: Float64Array;
  readonly #known: Int32Array;
  #step = 0;
  readonly #inputs: NetworkInputs;
  readonly #layout: Layout;
  readonly #parameters: Float64Array;

  constructor({ inputs, layout, parameters }: Network) {
    this.#inputs = inputs;
    this.#layout = layout;
    this.#parameters = parameters;
    const rows = inputs.vectors.length / VECTOR_SIZE;
    this.#added = new Float64Array(rows * TAPS * FILTERS);
    this.#known = new Int32Array(rows);
    this.input = new Float64Array(inputs.width + VECTOR_SIZE);
    this.parametersChanged();
  }

  parametersChanged(): void {
    this.#step++;
    this.#inputs.vectors.set(
      this.#parameters.subarray(this.#layout.learned),
      this.#inputs.words * VECTOR_SIZE,
    );
  }

  read(text: number): void {
    this.#readInput(text);
    this.#slide(this.#inputs.starts[text]!, this.#inputs.starts[text + 1]!);
  }

  #readInput(text: number): void {
    const { shapes, width, starts, tokens, vectors, words } = this.#inputs;
    const { input, units } = this;
    input.fill(0);
    input.set(shapes.subarray(text * width, (text + 1) * width));
    let found = 0;
    for (let k = starts[text]!; k < starts[text + 1]!; k++) {
      const row = tokens[k]!;
      if (row < 0 || row >= words) continue;
      found++;
      for (let i = 0; i < VECTOR_SIZE; i++) input[width + i]! += vectors[row * VECTOR_SIZE + i]!;
    }
    for (let i = width; i < input.length && found > 0; i++) input[i]! *= MEAN_SCALE / found;
    for (let h = 0; h < HIDDEN; h++) units[h] = this.#parameters[this.#layout.innerBias + h]!;
    for (let i = 0; i < input.length; i++) {
      const value = input[i]!;
      if (value === 0) continue;
      for (let h = 0; h < HIDDEN; h++) units[h]! += value * this.#parameters[i * HIDDEN + h]!;
    }
    for (let h = 0; h < HIDDEN; h++) if (units[h]! < 0) units[h] = 0;
  }

  #slide(from: number, to: number): void {
    const { tokens } = this.#inputs;
    const { units, peaks } = this;
    units.fill(0, HIDDEN);
    peaks.fill(-1);
    for (let k = from; k < to; k++) {
      const before = k > from ? this.#add(tokens[k - 1]!) : -1;
      const at = this.#add(tokens[k]!);
      const after = k + 1 < to ? this.#add(tokens[k + 1]!) : -1;
      for (let f = 0; f < FILTERS; f++) {
        let value = this.#parameters[this.#layout.filterBias + f]!;
        if (before >= 0) value += this.#added[before + f]!;
        if (at >= 0) value += this.#added[at + FILTERS + f]!;
        if (after >= 0) value += this.#added[after + 2 * FILTERS + f]!;
        if (value > units[HIDDEN + f]!) {
          units[HIDDEN + f] = value;
          peaks[f] = k;
        }
      }
    }
  }

  /** @returns where what a token adds stands, or -1 for an unknown one. */
  #add(row: number): number {
    if (row < 0) return -1;
    const into = row * TAPS * FILTERS;
    if (this.#known[row] === this.#step) return into;
    this.#known[row] = this.#step;
    const { vectors } = this.#inputs;
    for (let f = 0; f < FILTERS; f++) {
      for (let tap = 0; tap < TAPS; tap++) {
        const filter = this.#layout.filters + (f * TAPS + tap) * VECTOR_SIZE;
        let sum = 0;
        for (let i = 0; i < VECTOR_SIZE; i++) {
          sum += vectors[row * VECTOR_SIZE + i]! * this.#parameters[filter + i]!;
        }
        this.#added[into + tap * FILTERS + f] = sum;
      }
    }
    return into;
  }
}

/** @returns for each text the two outputs in logits, side by side. */
export function scoreTexts(network: Network, texts: Iterable<number>): Float64Array {
  const { layout, parameters, inputs } = network;
  const reader = new Reader(network);
  const scores = new Float64Array((inputs.starts.length - 1) * OUTPUTS);
  for (const text of texts) {
    reader.read(text);
    for (let o = 0; o < OUTPUTS; o++) {
      let score = parameters[layout.outerBias + o]!;
      for (let u = 0; u < UNITS; u++) score += reader.units[u]! * parameters[layout.outer + u * OUTPUTS + o]!;
      scores[text * OUTPUTS + o] = score;
    }
  }
  return scores;
}

/** Learns from the texts of `use`. @param outputs claims, then check-worthiness. */
export function fitNetwork(
  inputs: NetworkInputs,
  use: Int32Array,
  outputs: readonly [Target, Target],
): Network {
  const random = seededRandom(1);
  const layout = layOut(inputs);
  const parameters = initialize(layout, inputs.width, random);
  const network = { inputs: { ...inputs, vectors: inputs.vectors.slice() }, layout, parameters };
  const reader = new Reader(network);
  const gradient = new Gradient(network, reader, outputs, use, random);
  const optimizer = new Adam(layout);
  const order = Int32Array.from(use);
  const steps = Math.ceil(order.length / BATCH) * EPOCHS;
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.subarray(from, from + BATCH);
      gradient.of(batch);
      const rate = RATE * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      optimizer.descend(parameters, gradient.values, batch.length, rate);
      reader.parametersChanged();
      step++;
    }
  }
  return network;
}

/** Strength of the penalty on squared weights where an output is learned anew. */
const PENALTY = 5;

/** Learns one output anew from the texts of `use`, over the units as they are: the other output stays what it is. */
export function refitOutput(
  { layout, parameters, ...network }: Network,
  output: number,
  use: Int32Array,
  { targets, weights }: Target,
): void {
  const reader = new Reader({ layout, parameters, ...network });
  const units = new Float64Array(use.length * UNITS);
  for (const [at, text] of use.entries()) {
    reader.read(text);
    units.set(reader.units, at * UNITS);
  }
  const learned = minimize(UNITS + 1, (x, gradient) => {
    let loss = 0;
    for (let u = 0; u < UNITS; u++) {
      loss += 0.5 * PENALTY * x[u]! * x[u]!;
      gradient[u] = PENALTY * x[u]!;
    }
    gradient[UNITS] = 0;
    for (const [at, text] of use.entries()) {
      let score = x[UNITS]!;
      for (let u = 0; u < UNITS; u++) score += x[u]! * units[at * UNITS + u]!;
      loss += weights[text]! * (softplus(score) - targets[text]! * score);
      const slope = weights[text]! * (1 / (1 + Math.exp(-score)) - targets[text]!);
      for (let u = 0; u < UNITS; u++) gradient[u]! += slope * units[at * UNITS + u]!;
      gradient[UNITS]! += slope;
    }
    return loss;
  });
  for (let u = 0; u < UNITS; u++) parameters[layout.outer + u * OUTPUTS + output] = learned[u]!;
  parameters[layout.outerBias + output] = learned[UNITS]!;
}

/** The slope of the loss on a batch, in `values`. */
class Gradient {
  readonly values: Float64Array;
  readonly #dropped = new Float64Array(UNITS);
  readonly #slopes = new Float64Array(OUTPUTS);
  /** What a text's weight is multiplied by for each output, so that weights are 1 in the mean. */
  readonly #scales: readonly number[];
  readonly #network: Network;
  readonly #reader: Reader;
  readonly #outputs: readonly Target[];
  readonly #random: () => number;

  constructor(
    network: Network,
    reader: Reader,
    outputs: readonly Target[],
    use: Int32Array,
    random: () => number,
  ) {
    this.#network = network;
    this.#reader = reader;
    this.#outputs = outputs;
    this.#random = random;
    this.values = new Float64Array(network.layout.size);
    this.#scales = outputs.map(({ weights }, o) => {
      const total = use.reduce((sum, text) => sum + weights[text]!, 0);
      return (use.length / total) * (o === 1 ? WORTH : 1);
    });
  }

  of(batch: Int32Array): void {
    this.values.fill(0);
    for (const text of batch) {
      this.#reader.read(text);
      this.#drop();
      this.#slope(text);
      this.#propagate(text);
    }
  }

  /** Leaves out some units and raises the others by as much. */
  #drop(): void {
    const { units } = this.#reader;
    for (let u = 0; u < UNITS; u++) {
      const share = u < HIDDEN ? DROPPED_HIDDEN : DROPPED_FILTERS;
      this.#dropped[u] = this.#random() < share ? 0 : 1 / (1 - share);
      units[u]! *= this.#dropped[u]!;
    }
  }

  #slope(text: number): void {
    const { layout, parameters } = this.#network;
    const { units } = this.#reader;
    this.#outputs.forEach(({ targets, weights }, o) => {
      let score = parameters[layout.outerBias + o]!;
      for (let u = 0; u < UNITS; u++) score += units[u]! * parameters[layout.outer + u * OUTPUTS + o]!;
      const probability = 1 / (1 + Math.exp(-score));
      this.#slopes[o] = (probability - targets[text]!) * weights[text]! * this.#scales[o]!;
    });
  }

  #propagate(text: number): void {
    const { layout, parameters } = this.#network;
    const { units } = this.#reader;
    for (let o = 0; o < OUTPUTS; o++) this.values[layout.outerBias + o]! += this.#slopes[o]!;
    for (let u = 0; u < UNITS; u++) {
      const unit = units[u]!;
      if (unit === 0) continue;
      let slope = 0;
      for (let o = 0; o < OUTPUTS; o++) {
        const at = layout.outer + u * OUTPUTS + o;
        this.values[at]! += this.#slopes[o]! * unit;
        slope += this.#slopes[o]! * parameters[at]!;
      }
      units[u] = slope * this.#dropped[u]!;
      if (u >= HIDDEN) this.#propagateFilter(text, u - HIDDEN, units[u]!);
    }
    this.#propagateHidden();
  }

  /** The units hold their slopes by now; those that were off hold 0. */
  #propagateHidden(): void {
    const { layout } = this.#network;
    const { units, input } = this.#reader;
    for (let h = 0; h < HIDDEN; h++) this.values[layout.innerBias + h]! += units[h]!;
    for (let i = 0; i < input.length; i++) {
      const value = input[i]!;
      if (value === 0) continue;
      for (let h = 0; h < HIDDEN; h++) this.values[i * HIDDEN + h]! += value * units[h]!;
    }
  }

  #propagateFilter(text: number, filter: number, slope: number): void {
    const { layout, parameters, inputs } = this.#network;
    const { starts, tokens, vectors, words } = inputs;
    this.values[layout.filterBias + filter]! += slope;
    for (let tap = 0; tap < TAPS; tap++) {
      const k = this.#reader.peaks[filter]! + tap - 1;
      if (k < starts[text]! || k >= starts[text + 1]! || tokens[k]! < 0) continue;
      const vector = tokens[k]! * VECTOR_SIZE;
      const from = layout.filters + (filter * TAPS + tap) * VECTOR_SIZE;
      for (let i = 0; i < VECTOR_SIZE; i++) this.values[from + i]! += slope * vectors[vector + i]!;
      if (tokens[k]! < words) continue;
      const learned = layout.learned + vector - words * VECTOR_SIZE;
      for (let i = 0; i < VECTOR_SIZE; i++) this.values[learned + i]! += slope * parameters[from + i]!;
    }
  }
}

/** Adam (Kingma and Ba 2015) with a penalty on squared weights. */
class Adam {
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #layout: Layout;
  #step = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#first = new Float64Array(layout.size);
    this.#second = new Float64Array(layout.size);
  }

  descend(parameters: Float64Array, gradient: Float64Array, count: number, rate: number): void {
    const { innerBias, filters, filterBias, outer, outerBias, learned, size } = this.#layout;
    this.#step++;
    const corrected = (rate * Math.sqrt(1 - 0.999 ** this.#step)) / (1 - 0.9 ** this.#step);
    const move = (from: number, to: number, decay: number): void => {
      for (let i = from; i < to; i++) {
        const slope = gradient[i]! / count + (decay / BATCH) * parameters[i]!;
        this.#first[i] = 0.9 * this.#first[i]! + 0.1 * slope;
        this.#second[i] = 0.999 * this.#second[i]! + 0.001 * slope * slope;
        parameters[i]! -= (corrected * this.#first[i]!) / (Math.sqrt(this.#second[i]!) + 1e-8);
      }
    };
    move(0, innerBias, DECAY);
    move(innerBias, filters, 0);
    move(filters, filterBias, DECAY);
    move(filterBias, outer, 0);
    move(outer, outerBias, DECAY);
    move(outerBias, learned, 0);
    move(learned, size, DECAY);
  }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
}
