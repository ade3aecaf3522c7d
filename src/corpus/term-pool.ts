/** The candidates of one search, read once: their terms as numbers, so that all later steps are array work. */
import type { Candidate } from './rank-passages.ts';
import { SENTENCE_MARK } from './split-passages.ts';
import { lengthNorm, saturate, TITLE_WEIGHT } from './term-weight.ts';

export interface PooledPassage {
  readonly key: number;
  readonly document: number;
  /** Its different terms, by number. */
  readonly terms: readonly number[];
  /** How often it has each, title and all. */
  readonly counts: readonly number[];
  /** What that counts, saturated. */
  readonly strengths: readonly number[];
  readonly norm: number;
  /** The most that one sentence says of the query: the sum of the weights of its terms, less in a long one. */
  readonly bestSentence: number;
}

/** A sentence of so many terms counts half of what it says. */
const LONG_SENTENCE = 40;

export class TermPool {
  /** By number; the query's terms come first. */
  readonly vocabulary: string[];
  readonly passages: PooledPassage[] = [];
  /** In how many of the passages each term is. */
  readonly frequencies: number[];
  /** Of the query's terms. */
  readonly weights: readonly number[];
  readonly #meanTerms: number;
  readonly #numbers: Map<string, number>;
  /** By number; 0 between passages. */
  readonly #counts: number[];
  /** In which sentence each of the query's terms was seen last. */
  readonly #seenIn: number[];
  #sentence = 0;

  /**
   * @param weights of the query's terms.
   * @param meanTerms terms of a passage and its title, on average.
   */
  constructor(weights: ReadonlyMap<string, number>, meanTerms: number) {
    this.vocabulary = [...weights.keys()];
    this.weights = [...weights.values()];
    this.frequencies = this.weights.map(() => 0);
    this.#meanTerms = Math.max(1, meanTerms);
    this.#numbers = new Map(this.vocabulary.map((term, number) => [term, number]));
    this.#counts = this.weights.map(() => 0);
    this.#seenIn = this.weights.map(() => 0);
  }

  add({ key, document, title, body }: Candidate): void {
    const terms: number[] = [];
    const ofTitle = this.#read(title, TITLE_WEIGHT, terms);
    const ofBody = this.#read(body, 1, terms);
    const norm = lengthNorm((ofTitle.length + ofBody.length) / this.#meanTerms);
    const counts = terms.map((term) => this.#counts[term]!);
    for (const term of terms) {
      this.frequencies[term]!++;
      this.#counts[term] = 0;
    }
    const strengths = counts.map((count) => saturate(count, norm));
    const bestSentence = Math.max(ofTitle.best, ofBody.best);
    this.passages.push({ key, document, terms, counts, strengths, norm, bestSentence });
  }

  /** Counts the terms of a text, and notes in `terms` those that were not there before. */
  #read(text: string, weight: number, terms: number[]): { length: number; best: number } {
    let [length, best, sentenceLength, said] = [0, 0, 0, 0];
    this.#sentence++;
    for (const term of text.split(' ')) {
      if (term === SENTENCE_MARK) {
        best = Math.max(best, said / (1 + sentenceLength / LONG_SENTENCE));
        [sentenceLength, said] = [0, 0];
        this.#sentence++;
      } else if (term !== '') {
        const number = this.#numberOf(term);
        if (this.#counts[number] === 0) terms.push(number);
        this.#counts[number]! += weight;
        length++;
        sentenceLength++;
        if (number < this.weights.length && this.#seenIn[number] !== this.#sentence) {
          this.#seenIn[number] = this.#sentence;
          said += this.weights[number]!;
        }
      }
    }
    return { length, best: Math.max(best, said / (1 + sentenceLength / LONG_SENTENCE)) };
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.vocabulary.length;
    this.#numbers.set(term, number);
    this.vocabulary.push(term);
    this.frequencies.push(0);
    this.#counts.push(0);
    return number;
  }
}
