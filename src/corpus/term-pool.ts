/** The candidates of one search, read once: their terms as numbers, so that all later steps are array work. */
import { SENTENCE_MARK } from './split-passages.ts';
import { HASH_START, hashFirst, hashSecond, TermTable } from './term-table.ts';
import { LONG_SENTENCE, lengthNorm, saturate, TITLE_WEIGHT } from './term-weight.ts';
import { QueryParts } from './word-parts.ts';

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
  /** Its different terms, by number, in the order of their first places, those of the title first. */
  readonly terms: ArrayLike<number>;
  /** How often it has each; in the title one counts more. */
  readonly counts: ArrayLike<number>;
  /** What that counts, saturated. */
  readonly strengths: ArrayLike<number>;
  readonly norm: number;
  /** Of all its terms, each as often as it is there. */
  readonly length: number;
}

/** What is known of the terms is found by their numbers. */
export interface Pool {
  readonly passages: readonly PooledPassage[];
  /** Of each passage the most that one sentence says of the query: the sum of the weights of its terms, less in a long one. */
  readonly bestSentences: ArrayLike<number>;
  /** Above 0 for the query's terms, 0 for all others. */
  readonly weights: ArrayLike<number>;
  readonly parts: QueryParts;
  /** Which parts of the query's words each term has. */
  readonly partsOfTerm: readonly (readonly number[] | undefined)[];
  /** In how many of the passages each term is. */
  readonly frequencies: ArrayLike<number>;
  /** A number for each term that rises in the order in which the passages have them. */
  readonly order: ArrayLike<number>;
  /** Zeros, one a term, to reckon with: they are zeros again afterwards. */
  readonly blank: Float64Array;
}

const SPACE = 0x20;
const MARK = SENTENCE_MARK.charCodeAt(0);

export class TermPool implements Pool {
  readonly passages: PooledPassage[] = [];
  readonly bestSentences: number[] = [];
  readonly weights: number[];
  readonly parts: QueryParts;
  readonly partsOfTerm: (readonly number[] | undefined)[] = [];
  readonly frequencies: number[] = [];
  readonly order: number[] = [];
  readonly #meanTerms: number;
  readonly #table = new TermTable();
  /** By number; 0 between passages. */
  readonly #counts: number[] = [];
  /** In which sentence each term of the query was seen last; their numbers come first. */
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
    this.weights = [...weights.values()];
    this.parts = new QueryParts(terms);
    this.#meanTerms = Math.max(1, meanTerms);
    this.#seenIn = terms.map(() => 0);
    for (const term of terms) this.#read(term, 0, []);
  }

  get blank(): Float64Array {
    return new Float64Array(this.order.length);
  }

  add({ key, document, title, body }: Candidate): void {
    const terms: number[] = [];
    this.#length = 0;
    this.#bestSentence = 0;
    this.#read(title, TITLE_WEIGHT, terms);
    this.#read(body, 1, terms);
    const length = this.#length;
    const norm = lengthNorm(length / this.#meanTerms);
    const counts: number[] = [];
    const strengths: number[] = [];
    for (const term of terms) {
      const count = this.#counts[term]!;
      counts.push(count);
      strengths.push(saturate(count, norm));
      this.frequencies[term]!++;
      this.#counts[term] = 0;
    }
    this.passages.push({ key, document, terms, counts, strengths, norm, length });
    this.bestSentences.push(this.#bestSentence);
  }

  /** Counts the terms of a text, and notes in `terms` those that were not there before. */
  #read(text: string, weight: number, terms: number[]): void {
    let [start, first, second] = [0, HASH_START, HASH_START];
    let [inSentence, said] = [0, 0];
    this.#sentence++;
    for (let at = 0; at <= text.length; at++) {
      const unit = at === text.length ? SPACE : text.charCodeAt(at);
      if (unit !== SPACE) {
        first = hashFirst(first, unit);
        second = hashSecond(second, unit);
        continue;
      }
      if (at === start + 1 && text.charCodeAt(start) === MARK) {
        this.#endSentence(said, inSentence);
        [inSentence, said] = [0, 0];
      } else if (at > start) {
        const term = this.#numberOf(text, start, at, first, second);
        if (this.#counts[term] === 0) terms.push(term);
        this.#counts[term]! += weight;
        this.#length++;
        inSentence++;
        if (term < this.#seenIn.length && this.#seenIn[term] !== this.#sentence) {
          this.#seenIn[term] = this.#sentence;
          said += this.weights[term]!;
        }
      }
      [start, first, second] = [at + 1, HASH_START, HASH_START];
    }
    this.#endSentence(said, inSentence);
  }

  #endSentence(said: number, terms: number): void {
    this.#bestSentence = Math.max(this.#bestSentence, said / (1 + terms / LONG_SENTENCE));
    this.#sentence++;
  }

  #numberOf(text: string, start: number, end: number, first: number, second: number): number {
    const known = this.#table.size;
    const number = this.#table.numberOf(first, second);
    if (number === known) {
      this.#counts.push(0);
      this.frequencies.push(0);
      this.order.push(number);
      if (number >= this.#seenIn.length) this.weights.push(0);
      this.partsOfTerm.push(this.parts.find(text, start, end));
    }
    return number;
  }
}
