/** The candidates of one search, read once: their terms as numbers, so that all later steps are array work. */
import { SENTENCE_MARK } from './split-passages.ts';
import { HASH_START, hashFirst, hashSecond, TermTable } from './term-table.ts';
import { LONG_SENTENCE, lengthNorm, TITLE_WEIGHT } from './term-weight.ts';
import { PartsOfTerms, QueryParts } from './word-parts.ts';

/** A passage that shares terms with the query. */
export interface Candidate {
  /** The passage. */
  readonly key: number;
  /** The document it belongs to. */
  readonly document: number;
  /** Terms of the document's title. */
  readonly title: string;
  /** Terms of the passage, sentence by sentence. */
  readonly body: string;
}

export interface PooledPassage {
  readonly key: number;
  readonly document: number;
  /** Where its different terms stand in the pool, in the order of their first places, those of the title first. */
  readonly from: number;
  readonly to: number;
  readonly norm: number;
  /** The most that one sentence says of the query: the sum of the weights of its terms, less in a long one. */
  readonly bestSentence: number;
}

/** A term of the query. */
export const ASKED: number = 1;
/** A term that has parts of the query's words. */
export const PARTLY: number = 2;
/** For feedback, while it looks for terms, and while it counts those that it found. */
export const LOOKED_AT: number = 4;
export const DISTINCTIVE: number = 8;

export interface Pool {
  readonly passages: readonly PooledPassage[];
  /** Numbers of the passages' terms. */
  readonly terms: ArrayLike<number>;
  /** How often a passage has each; in the title one counts more. */
  readonly counts: ArrayLike<number>;
  /** By number of a term: what it is. */
  readonly flags: Uint8Array;
  /** By number of a term of the query. */
  readonly weights: ArrayLike<number>;
  readonly parts: QueryParts;
  readonly partsOfTerms: PartsOfTerms;
  /** To reckon with, by number of a term: zeros, before and afterwards. */
  readonly blank: Blank;
}

interface Blank {
  readonly strengths: Float64Array;
  readonly frequencies: Int32Array;
  readonly order: Int32Array;
}

export function createBlank(terms: number): Blank {
  return {
    strengths: new Float64Array(terms),
    frequencies: new Int32Array(terms),
    order: new Int32Array(terms),
  };
}

const SPACE = 0x20;
const MARK = SENTENCE_MARK.charCodeAt(0);

export class TermPool {
  readonly #passages: PooledPassage[] = [];
  readonly #terms: number[] = [];
  readonly #counts: number[] = [];
  /** Of the query's terms, whose numbers come first. */
  readonly #weights: readonly number[];
  readonly #parts: QueryParts;
  readonly #partsOfTerms = new PartsOfTerms();
  readonly #meanTerms: number;
  readonly #table = new TermTable();
  /** By number; 0 between passages. */
  readonly #open: number[] = [];
  /** In which sentence each of the query's terms was seen last. */
  readonly #seenIn: number[];
  #sentence = 0;
  /** Of the text that was read last. */
  #length = 0;
  #bestSentence = 0;

  /**
   * @param weights of the query's terms.
   * @param meanTerms terms of a passage and its title, on average.
   */
  constructor(weights: ReadonlyMap<string, number>, meanTerms: number) {
    const terms = [...weights.keys()];
    this.#weights = [...weights.values()];
    this.#parts = new QueryParts(terms);
    this.#meanTerms = Math.max(1, meanTerms);
    this.#seenIn = terms.map(() => 0);
    for (const term of terms) this.#read(term, 0, []);
  }

  add({ key, document, title, body }: Candidate): void {
    const terms: number[] = [];
    this.#length = 0;
    this.#bestSentence = 0;
    this.#read(title, TITLE_WEIGHT, terms);
    this.#read(body, 1, terms);
    const from = this.#terms.length;
    for (const term of terms) {
      this.#terms.push(term);
      this.#counts.push(this.#open[term]!);
      this.#open[term] = 0;
    }
    const [to, norm] = [this.#terms.length, lengthNorm(this.#length / this.#meanTerms)];
    this.#passages.push({ key, document, from, to, norm, bestSentence: this.#bestSentence });
  }

  /** All that were added. */
  get pool(): Pool {
    const size = this.#table.size;
    const flags = new Uint8Array(size).fill(ASKED, 0, this.#weights.length);
    for (let term = 0; term < size; term++) if (this.#partsOfTerms.has(term)) flags[term]! |= PARTLY;
    return {
      passages: this.#passages,
      terms: this.#terms,
      counts: this.#counts,
      flags,
      weights: this.#weights,
      parts: this.#parts,
      partsOfTerms: this.#partsOfTerms,
      blank: createBlank(size),
    };
  }

  /** Counts the terms of a text, and notes in `terms` those that were not there before. */
  #read(text: string, weight: number, terms: number[]): void {
    let [start, first, second] = [0, HASH_START, HASH_START];
    let [inSentence, sum] = [0, 0];
    this.#sentence++;
    for (let at = 0; at <= text.length; at++) {
      const unit = at === text.length ? SPACE : text.charCodeAt(at);
      if (unit !== SPACE) {
        first = hashFirst(first, unit);
        second = hashSecond(second, unit);
        continue;
      }
      if (at === start + 1 && text.charCodeAt(start) === MARK) {
        this.#endSentence(sum, inSentence);
        [inSentence, sum] = [0, 0];
      } else if (at > start) {
        const term = this.#numberOf(text, start, at, first, second);
        if (this.#open[term] === 0) terms.push(term);
        this.#open[term]! += weight;
        this.#length++;
        inSentence++;
        if (term < this.#weights.length && this.#seenIn[term] !== this.#sentence) {
          this.#seenIn[term] = this.#sentence;
          sum += this.#weights[term]!;
        }
      }
      [start, first, second] = [at + 1, HASH_START, HASH_START];
    }
    this.#endSentence(sum, inSentence);
  }

  #endSentence(sum: number, terms: number): void {
    this.#bestSentence = Math.max(this.#bestSentence, sum / (1 + terms / LONG_SENTENCE));
    this.#sentence++;
  }

  #numberOf(text: string, start: number, end: number, first: number, second: number): number {
    const known = this.#table.size;
    const number = this.#table.numberOf(first, second);
    if (number === known) {
      this.#open.push(0);
      this.#parts.find(text, start, end, this.#partsOfTerms, number);
    }
    return number;
  }
}
