/**
 * What a text means, as numbers: a vector of length 1, of which each number is kept as a signed byte. Of two vectors of one
 * model, the cosine says how near the texts are to each other. A passage has one for each of its sentences: one that decides a
 * claim hardly changes what the whole passage means.
 */

export interface TextVector {
  readonly values: Int8Array;
  /** What a byte of 1 stands for. */
  readonly scale: number;
}

/** Of a passage's sentences; at least one. */
export type PassageVectors = readonly TextVector[];

/** What reads texts. Its vectors can be compared with each other alone. */
export interface Embedder {
  /** Names the model: 32 bits. */
  readonly model: number;
  /** Whether it can be asked; it loads when it first is. */
  isReady(): boolean;
  /** @returns the vector of a question that was read lately. */
  knownQuestion(text: string): TextVector | undefined;
  /** @returns the vectors of a passage that was read lately. */
  knownPassage(passage: EmbeddedPassage): PassageVectors | undefined;
  /** Never rejects. @returns `undefined` where it fails, too many texts wait, or the signal aborts. */
  readQuestion(text: string, signal: AbortSignal): Promise<TextVector | undefined>;
  /** Never rejects. @returns likewise, of each passage; those of questions come first. */
  readPassages(
    passages: readonly EmbeddedPassage[],
    signal: AbortSignal,
  ): Promise<readonly (PassageVectors | undefined)[]>;
}

export interface EmbeddedPassage {
  /** Of its document: says what the passage is about. */
  readonly title: string;
  readonly text: string;
}

/** Bytes before the numbers of packed vectors: the model, their length, and how many there are. */
const HEAD = 8;
/** Bytes of a vector's scale. */
const SCALE = 4;

/** @param numbers of any length but 0. */
export function toVector(numbers: ArrayLike<number>): TextVector {
  let [sum, most] = [0, 0];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    sum += number * number;
    most = Math.max(most, Math.abs(number));
  }
  const values = new Int8Array(numbers.length);
  if (most === 0) return { values, scale: 0 };
  for (let at = 0; at < numbers.length; at++) values[at] = Math.round((numbers[at]! / most) * 127);
  return { values, scale: most / 127 / Math.sqrt(sum) };
}

/** @returns the cosine, -1 to 1: how near two texts are to each other. */
export function similarityOf(a: TextVector, b: TextVector): number {
  let sum = 0;
  for (let at = 0; at < a.values.length; at++) sum += a.values[at]! * b.values[at]!;
  return sum * a.scale * b.scale;
}

/** @returns the greatest cosine of a passage's sentences with a question. */
export function nearest(vectors: PassageVectors, question: TextVector): number {
  return vectors.reduce((most, vector) => Math.max(most, similarityOf(vector, question)), -1);
}

/** @returns the vectors as they are kept. */
export function packVectors(vectors: PassageVectors, model: number): Uint8Array {
  const length = vectors[0]?.values.length ?? 0;
  const bytes = new Uint8Array(HEAD + vectors.length * (SCALE + length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, model);
  view.setUint16(4, length);
  view.setUint16(6, vectors.length);
  for (const [at, { values, scale }] of vectors.entries()) {
    const start = HEAD + at * (SCALE + length);
    view.setFloat32(start, scale);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, length), start + SCALE);
  }
  return bytes;
}

/** @returns vectors that were kept; `undefined` where there are none, or they are another model's. */
export function unpackVectors(bytes: Uint8Array | null, model: number): PassageVectors | undefined {
  if (bytes === null || bytes.length <= HEAD) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [length, count] = [view.getUint16(4), view.getUint16(6)];
  if (view.getUint32(0) !== model || bytes.length !== HEAD + count * (SCALE + length)) return undefined;
  return Array.from({ length: count }, (_, at) => {
    const start = HEAD + at * (SCALE + length);
    // A copy: the bytes may lie in a larger buffer.
    const values = Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset + start + SCALE, length));
    return { values, scale: view.getFloat32(start) };
  });
}
