/**
 * Passages whose terms were read once, as numbers: a search in them reads no text. What it comes to is what `TermPool`
 * would make of the same candidates.
 */
import { SENTENCE_MARK } from './split-passages.ts';
import { ASKED, createBlank, PARTLY, type Pool, type PooledPassage } from './term-pool.ts';
import { LONG_SENTENCE, lengthNorm, TITLE_WEIGHT } from './term-weight.ts';
import { eachPart, PartsOfTerms, QueryParts } from './word-parts.ts';

/** Where a term is: places of passages in order of addition, and how much of it each has. */
interface Postings {
  readonly places: readonly number[];
  readonly counts: readonly number[];
}

interface ReadPassage {
  readonly key: number;
  readonly document: number;
  /** Where its different terms stand, in the order of their first places. */
  readonly from: number;
  readonly to: number;
  /** Where all its terms stand, sentence by sentence; behind each sentence a mark. */
  readonly sentencesFrom: number;
  readonly sentencesTo: number;
  /** How many terms it has, with its title. */
  readonly length: number;
}

const MARK = -1;
const NOWHERE: Postings = { places: [], counts: [] };
const FIRST_SIZE = 256;

export class PassageTable {
  readonly #passages: ReadPassage[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** By number of a term. */
  readonly #postings: { places: number[]; counts: number[] }[] = [];
  #terms = new Int32Array(FIRST_SIZE);
  #counts = new Int32Array(FIRST_SIZE);
  #different = 0;
  #sentences = new Int32Array(FIRST_SIZE);
  #written = 0;
  #length = 0;
  /** By number of a term: how much of it the passage has that is being read, and which terms those are. */
  readonly #open: number[] = [];
  readonly #opened: number[] = [];
  /** By part of a word: the terms that have it, as often as they do. */
  readonly #termsOfPart: Map<number, number[]> | undefined;
  // By number of a term, of the search under way; zeros between searches.
  #flags = new Uint8Array(FIRST_SIZE);
  #weights = new Float64Array(FIRST_SIZE);
  #blank = createBlank(FIRST_SIZE);
  readonly #partsOfTerms = new PartsOfTerms();

  /** @param isKept many searches follow: more is done for each passage, and less for each search. */
  constructor(isKept: boolean) {
    this.#termsOfPart = isKept ? new Map() : undefined;
  }

  /** How many passages there are. */
  get size(): number {
    return this.#passages.length;
  }

  /** The document of a passage. @param place in the order of addition. */
  documentOf(place: number): number {
    return this.#passages[place]!.document;
  }

  /** All terms, each once. */
  get terms(): readonly string[] {
    return this.#names;
  }

  /** Terms of a passage and of its title, on average. */
  get meanTerms(): number {
    return this.#length / Math.max(1, this.#passages.length);
  }

  /**
   * @param title terms of the document's title.
   * @param body see `Passage`.
   */
  add(key: number, document: number, title: string, body: string): void {
    const [from, sentencesFrom] = [this.#different, this.#written];
    const length = this.#read(title, TITLE_WEIGHT) + this.#read(body, 1);
    const place = this.#passages.length;
    this.#terms = roomFor(this.#terms, from + this.#opened.length);
    this.#counts = roomFor(this.#counts, from + this.#opened.length);
    for (const term of this.#opened) {
      const count = this.#open[term]!;
      this.#terms[this.#different] = term;
      this.#counts[this.#different] = count;
      this.#different++;
      this.#open[term] = 0;
      const { places, counts } = this.#postings[term]!;
      places.push(place);
      counts.push(count);
    }
    this.#opened.length = 0;
    this.#length += length;
    const [to, sentencesTo] = [this.#different, this.#written];
    this.#passages.push({ key, document, from, to, sentencesFrom, sentencesTo, length });
  }

  /** @returns how many terms there were. */
  #read(text: string, weight: number): number {
    this.#sentences = roomFor(this.#sentences, this.#written + text.length + 1);
    let length = 0;
    for (const term of text.split(' ')) {
      if (term === SENTENCE_MARK) this.#sentences[this.#written++] = MARK;
      else if (term !== '') {
        const number = this.#numberOf(term);
        this.#sentences[this.#written++] = number;
        if (this.#open[number] === 0) this.#opened.push(number);
        this.#open[number]! += weight;
        length++;
      }
    }
    this.#sentences[this.#written++] = MARK;
    return length;
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#names.push(term) - 1;
    this.#numbers.set(term, number);
    this.#open.push(0);
    this.#postings.push({ places: [], counts: [] });
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

  /**
   * @param weights of the query's terms.
   * @param places of the candidates.
   * @param rank is handed them as `TermPool` would read them; they are gone behind it.
   */
  withPool<T>(weights: ReadonlyMap<string, number>, places: readonly number[], rank: (pool: Pool) => T): T {
    if (this.#flags.length < this.#names.length) {
      const room = this.#names.length * 2;
      this.#flags = new Uint8Array(room);
      this.#weights = new Float64Array(room);
      this.#blank = createBlank(room);
    }
    const flags = this.#flags;
    for (const [term, weight] of weights) {
      const number = this.#numbers.get(term);
      if (number === undefined) continue;
      flags[number]! |= ASKED;
      this.#weights[number] = weight;
    }
    const parts = new QueryParts([...weights.keys()]);
    const partly = this.#findParts(parts, places);
    const meanTerms = Math.max(1, this.meanTerms);
    const passages = places.map((place): PooledPassage => {
      const passage = this.#passages[place]!;
      const { key, document, from, to, length } = passage;
      const [norm, bestSentence] = [lengthNorm(length / meanTerms), this.#bestSentence(passage)];
      return { key, document, from, to, norm, bestSentence };
    });
    try {
      return rank({
        passages,
        terms: this.#terms,
        counts: this.#counts,
        flags,
        weights: this.#weights,
        parts,
        partsOfTerms: this.#partsOfTerms,
        blank: this.#blank,
      });
    } finally {
      this.#partsOfTerms.clear(partly);
      for (const term of partly) flags[term] = 0;
      for (const term of weights.keys()) {
        const number = this.#numbers.get(term);
        if (number !== undefined) flags[number] = 0;
      }
    }
  }

  /** @returns the terms that have parts of the query's words, each once. */
  #findParts(parts: QueryParts, places: readonly number[]): readonly number[] {
    const [flags, found, partsOfTerms] = [this.#flags, [] as number[], this.#partsOfTerms];
    const note = (term: number): void => {
      flags[term]! |= PARTLY;
      found.push(term);
    };
    if (this.#termsOfPart !== undefined) {
      for (const [part, number] of parts.entries()) {
        for (const term of this.#termsOfPart.get(part) ?? []) {
          if ((flags[term]! & PARTLY) === 0) note(term);
          partsOfTerms.add(term, number);
        }
      }
      return found;
    }
    const seen = new Set<number>();
    for (const place of places) {
      const { from, to } = this.#passages[place]!;
      for (let at = from; at < to; at++) {
        const term = this.#terms[at]!;
        if (seen.has(term)) continue;
        seen.add(term);
        const name = this.#names[term]!;
        parts.find(name, 0, name.length, partsOfTerms, term);
        if (partsOfTerms.has(term)) note(term);
      }
    }
    return found;
  }

  #bestSentence({ sentencesFrom, sentencesTo }: ReadPassage): number {
    const [sentences, flags] = [this.#sentences, this.#flags];
    let [best, sum, start] = [0, 0, sentencesFrom];
    for (let at = sentencesFrom; at < sentencesTo; at++) {
      const term = sentences[at]!;
      if (term === MARK) {
        if (sum > 0) best = Math.max(best, sum / (1 + (at - start) / LONG_SENTENCE));
        [sum, start] = [0, at + 1];
      } else if ((flags[term]! & ASKED) !== 0 && isFirst(sentences, start, at)) sum += this.#weights[term]!;
    }
    return best;
  }
}

/** @returns whether a sentence has its term at `at` there for the first time. */
function isFirst(sentences: Int32Array, start: number, at: number): boolean {
  for (let before = start; before < at; before++) if (sentences[before] === sentences[at]) return false;
  return true;
}

function roomFor(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  if (size <= array.length) return array;
  const grown = new Int32Array(size * 2);
  grown.set(array);
  return grown;
}
