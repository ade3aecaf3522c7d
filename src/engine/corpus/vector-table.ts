/** Vectors of passages side by side, so that looking through all of them is quick: a hundred thousand take some 25 milliseconds. */
import type { PassageVectors, TextVector } from './vector.ts';

const FIRST_SIZE = 64;

export class VectorTable {
  #values = new Int8Array(0);
  #scales = new Float32Array(FIRST_SIZE);
  #dimensions = 0;
  /** How many vectors there are. */
  #rows = 0;
  /** By place, where its vectors begin; behind the last, where they end. */
  readonly #starts: number[] = [0];
  #held = 0;

  /** How many places there are. */
  get size(): number {
    return this.#starts.length - 1;
  }

  /** How many of them have vectors. */
  get held(): number {
    return this.#held;
  }

  /** How many vectors there are. */
  get rows(): number {
    return this.#rows;
  }

  /** Takes the next place; absent where a passage has no vectors. All vectors have the same length. */
  add(vectors: PassageVectors | undefined): void {
    for (const { values, scale } of vectors ?? []) {
      this.#dimensions ||= values.length;
      const end = (this.#rows + 1) * this.#dimensions;
      if (end > this.#values.length) this.#values = grown(this.#values, new Int8Array(end * 2));
      if (this.#rows >= this.#scales.length) {
        this.#scales = grown(this.#scales, new Float32Array(this.#rows * 2));
      }
      this.#values.set(values, this.#rows * this.#dimensions);
      this.#scales[this.#rows] = scale;
      this.#rows += 1;
    }
    this.#starts.push(this.#rows);
    if (vectors !== undefined) this.#held += 1;
  }

  /** @returns the greatest cosine of the place's vectors with another; `undefined` where it has none. */
  similarity(place: number, to: TextVector): number | undefined {
    const [values, others, size] = [this.#values, to.values, this.#dimensions];
    const [first, end] = [this.#starts[place]!, this.#starts[place + 1]!];
    if (first === end) return undefined;
    let most = -1;
    for (let row = first; row < end; row++) {
      let sum = 0;
      for (let at = 0, from = row * size; at < size; at++, from++) sum += values[from]! * others[at]!;
      const cosine = sum * this.#scales[row]! * to.scale;
      if (cosine > most) most = cosine;
    }
    return most;
  }

  /**
   * Writes how near the places are into `into`, by place; of those without vectors -1.
   *
   * @param from the first place.
   * @param most so many vectors are compared in one go.
   * @returns the place to go on at; `size` where all are compared.
   */
  compare(vector: TextVector, from: number, most: number, into: Float64Array): number {
    const end = this.#starts[from]! + most;
    let place = from;
    for (; place < this.size && (place === from || this.#starts[place + 1]! <= end); place++) {
      into[place] = this.similarity(place, vector) ?? -1;
    }
    return place;
  }
}

function grown<T extends Int8Array | Float32Array>(array: T, larger: T): T {
  larger.set(array);
  return larger;
}
