/**
 * Parts of words: every four letters in a row, a word's ends marked. What stemming keeps apart shares them:
 * `antitumor` and `tumor`, `Straßenbahn` and `Bahn`, a name and its misspelling (McNamee and Mayfield 2004,
 * "Character N-Gram Tokenization for European Language Text Retrieval").
 *
 * Thousands of words are cut up for each search: so a part is a number, its letters' codes side by side.
 */
const LENGTH = 4;
/** Stands before and after a word. */
const END = 0x5f;
/** Bits of a part's number by which most other parts are sorted out at once. */
const SIEVE = 0xfff;

/** The parts of a query's words. */
export class QueryParts {
  readonly #numbers = new Map<number, number>();
  #sieve: Uint8Array | undefined;

  constructor(terms: readonly string[]) {
    for (const term of terms) {
      eachPart(term, (part) => {
        if (!this.#numbers.has(part)) this.#numbers.set(part, this.#numbers.size);
      });
    }
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** Each part and its number. */
  entries(): Iterable<[part: number, number: number]> {
    return this.#numbers;
  }

  /** Notes which of the parts the word at that place of a text has; most words have none. */
  find(text: string, start: number, end: number, found: PartsOfTerms, term: number): void {
    this.#sieve ??= this.#createSieve();
    let part = END;
    // As in `eachPart`, but without a call for each part: most are none of the query's.
    for (let at = start; at <= end; at++) {
      part = (part << 8) ^ (at === end ? END : text.charCodeAt(at));
      if (this.#sieve[sift(part)] === 0 || !isPart(at, start, end)) continue;
      const number = this.#numbers.get(part);
      if (number !== undefined) found.add(term, number);
    }
  }

  #createSieve(): Uint8Array {
    const sieve = new Uint8Array(SIEVE + 1);
    for (const part of this.#numbers.keys()) sieve[sift(part)] = 1;
    return sieve;
  }
}

/** Which parts of a query's words each term has, as often as it has them. */
export class PartsOfTerms {
  /** By number of a term: where its first part stands, + 1. */
  readonly #heads: number[] = [];
  readonly #parts: number[] = [];
  /** Where the next part of the same term stands, + 1. */
  readonly #next: number[] = [];

  add(term: number, part: number): void {
    while (this.#heads.length <= term) this.#heads.push(0);
    this.#next.push(this.#heads[term]!);
    this.#heads[term] = this.#parts.push(part);
  }

  has(term: number): boolean {
    return (this.#heads[term] ?? 0) !== 0;
  }

  /** Where the first part of a term that has some stands. */
  first(term: number): number {
    return this.#heads[term]! - 1;
  }

  /** Where the next one stands; -1 behind the last. */
  after(place: number): number {
    return this.#next[place]! - 1;
  }

  at(place: number): number {
    return this.#parts[place]!;
  }

  /** @param terms all that have parts. */
  clear(terms: Iterable<number>): void {
    for (const term of terms) this.#heads[term] = 0;
    this.#parts.length = 0;
    this.#next.length = 0;
  }
}

/** Beyond Latin-1 two parts may rarely have the same number, which does no harm. */
export function eachPart(text: string, visit: (part: number) => void): void {
  let part = END;
  for (let at = 0; at <= text.length; at++) {
    part = (part << 8) ^ (at === text.length ? END : text.charCodeAt(at));
    if (isPart(at, 0, text.length)) visit(part);
  }
}

/** A word of one letter is shorter than a part. */
function isPart(at: number, start: number, end: number): boolean {
  return at - start >= LENGTH - 2 || (at === end && end - start === 1);
}

function sift(part: number): number {
  return (part ^ (part >>> 12) ^ (part >>> 24)) & SIEVE;
}
