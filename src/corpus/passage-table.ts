/**
 * Passages whose terms were read once, as numbers: a search in them reads no text. What it comes to is what `TermPool`
 * would make of the same candidates.
 */
import { SENTENCE_MARK } from './split-passages.ts';
import type { Pool, PooledPassage } from './term-pool.ts';
import { LONG_SENTENCE, lengthNorm, saturate, TITLE_WEIGHT } from './term-weight.ts';
import { eachPart, QueryParts } from './word-parts.ts';

interface ReadPassage extends PooledPassage {
  /** All terms, sentence by sentence; behind each sentence a mark. */
  readonly sentences: Int32Array;
  strengths: Float64Array;
  norm: number;
}

/** Where a term is: places of passages in order of addition, and how much of it each has. */
export interface Postings {
  readonly places: readonly number[];
  readonly counts: readonly number[];
}

const MARK = -1;
const NOWHERE: Postings = { places: [], counts: [] };

export class PassageTable {
  readonly #passages: ReadPassage[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  /** By number of a term. */
  readonly #postings: { places: number[]; counts: number[] }[] = [];
  #length = 0;
  // By number of a term, of the search under way.
  #weights = new Float64Array(64);
  #frequencies = new Int32Array(64);
  #order = new Int32Array(64);
  #blank = new Float64Array(64);
  readonly #partsOfTerm: (readonly number[] | undefined)[] = [];
  /** By part of a word: the terms that have it, as often as they do. */
  readonly #termsOfPart: Map<number, number[]> | undefined;

  /** @param isKept many searches follow: more is done for each passage, and less for each search. */
  constructor(isKept: boolean) {
    this.#termsOfPart = isKept ? new Map() : undefined;
  }

  /** How many passages there are. */
  get size(): number {
    return this.#passages.length;
  }

  /** All terms, each once. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Terms of a passage and of its title, on average. */
  get meanTerms(): number {
    return this.#length / Math.max(1, this.#passages.length);
  }

  /**
   * @param title terms of the document's title.
   * @param body see `joinTerms`.
   */
  add(key: number, document: number, title: string, body: string): void {
    const place = this.#passages.length;
    const sentences: number[] = [];
    const counts = new Map<number, number>();
    let length = 0;
    const read = (text: string, weight: number): void => {
      for (const term of text.split(' ')) {
        if (term === SENTENCE_MARK) sentences.push(MARK);
        else if (term !== '') {
          const number = this.#numberOf(term);
          sentences.push(number);
          counts.set(number, (counts.get(number) ?? 0) + weight);
          length++;
        }
      }
      sentences.push(MARK);
    };
    read(title, TITLE_WEIGHT);
    read(body, 1);
    this.#length += length;
    this.#passages.push({
      key,
      document,
      terms: Int32Array.from(counts.keys()),
      counts: Int32Array.from(counts.values()),
      length,
      sentences: Int32Array.from(sentences),
      strengths: new Float64Array(0),
      norm: Number.NaN,
    });
    for (const [number, count] of counts) {
      const postings = this.#postings[number]!;
      postings.places.push(place);
      postings.counts.push(count);
    }
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#numbers.set(term, number);
    this.#postings.push({ places: [], counts: [] });
    this.#partsOfTerm.push(undefined);
    if (this.#termsOfPart !== undefined) eachPart(term, (part) => this.#file(part, number));
    return number;
  }

  #file(part: number, term: number): void {
    const terms = this.#termsOfPart?.get(part);
    if (terms === undefined) this.#termsOfPart?.set(part, [term]);
    else terms.push(term);
  }

  /** Counts in the title weigh more. */
  postingsOf(term: string): Postings {
    const number = this.#numbers.get(term);
    return number === undefined ? NOWHERE : this.#postings[number]!;
  }

  /** How many terms the passage has, with its title. */
  lengthOf(place: number): number {
    return this.#passages[place]!.length;
  }

  /**
   * @param weights of the query's terms.
   * @param places of the candidates.
   * @param rank is handed them as `TermPool` would read them; they are gone behind it.
   */
  withPool<T>(weights: ReadonlyMap<string, number>, places: readonly number[], rank: (pool: Pool) => T): T {
    if (this.#weights.length < this.#terms.length) this.#grow();
    const [termWeights, frequencies, order] = [this.#weights, this.#frequencies, this.#order];
    const partsOfTerm = this.#partsOfTerm;
    const parts = new QueryParts([...weights.keys()]);
    for (const [term, weight] of weights) {
      const number = this.#numbers.get(term);
      if (number !== undefined) termWeights[number] = weight;
    }
    for (const [part, number] of parts.entries()) {
      for (const term of this.#termsOfPart?.get(part) ?? []) {
        partsOfTerm[term] = [...(partsOfTerm[term] ?? []), number];
      }
    }
    const passages = places.map((place) => this.#weighed(place));
    let different = 0;
    for (const { terms } of passages) {
      for (let at = 0; at < terms.length; at++) {
        const term = terms[at]!;
        if (frequencies[term]!++ > 0) continue;
        order[term] = different++;
        if (this.#termsOfPart === undefined) partsOfTerm[term] = parts.find(this.#terms[term]!);
      }
    }
    try {
      return rank({
        passages,
        bestSentences: passages.map(({ sentences }) => bestSentence(sentences, termWeights)),
        weights: termWeights,
        parts,
        partsOfTerm,
        frequencies,
        order,
        blank: this.#blank,
      });
    } finally {
      for (const [part] of parts.entries()) {
        for (const term of this.#termsOfPart?.get(part) ?? []) partsOfTerm[term] = undefined;
      }
      for (const { terms } of passages) for (let at = 0; at < terms.length; at++) frequencies[terms[at]!] = 0;
      for (const term of weights.keys()) {
        const number = this.#numbers.get(term);
        if (number !== undefined) termWeights[number] = 0;
      }
    }
  }

  /** What the counts say depends on the mean, which changes as passages are added. */
  #weighed(place: number): ReadPassage {
    const passage = this.#passages[place]!;
    const norm = lengthNorm(passage.length / Math.max(1, this.meanTerms));
    if (norm !== passage.norm) {
      passage.norm = norm;
      passage.strengths = Float64Array.from(passage.counts, (count) => saturate(count, norm));
    }
    return passage;
  }

  #grow(): void {
    const size = this.#terms.length * 2;
    this.#weights = new Float64Array(size);
    this.#frequencies = new Int32Array(size);
    this.#order = new Int32Array(size);
    this.#blank = new Float64Array(size);
  }
}

function bestSentence(sentences: Int32Array, weights: Float64Array): number {
  let [best, said, start] = [0, 0, 0];
  for (let at = 0; at < sentences.length; at++) {
    const term = sentences[at]!;
    if (term === MARK) {
      if (said > 0) best = Math.max(best, said / (1 + (at - start) / LONG_SENTENCE));
      [said, start] = [0, at + 1];
    } else if (weights[term]! > 0 && isFirst(sentences, start, at)) said += weights[term]!;
  }
  return best;
}

/** @returns whether a sentence has its term at `at` there for the first time. */
function isFirst(sentences: Int32Array, start: number, at: number): boolean {
  for (let before = start; before < at; before++) if (sentences[before] === sentences[at]) return false;
  return true;
}
