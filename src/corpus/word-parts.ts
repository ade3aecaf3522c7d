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
  readonly #sieve = new Uint8Array(SIEVE + 1);

  constructor(terms: readonly string[]) {
    for (const term of terms) {
      eachPart(term, 0, term.length, (part) => {
        if (!this.#numbers.has(part)) this.#numbers.set(part, this.#numbers.size);
        this.#sieve[sift(part)] = 1;
      });
    }
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** @returns which of the parts the word at that place of a text has, by number; most words have none. */
  find(text: string, start: number, end: number): readonly number[] | undefined {
    let found: number[] | undefined;
    eachPart(text, start, end, (part) => {
      const number = this.#sieve[sift(part)] === 1 ? this.#numbers.get(part) : undefined;
      if (number === undefined) return;
      if (found === undefined) found = [number];
      else found.push(number);
    });
    return found;
  }
}

/** Beyond Latin-1 two parts may rarely have the same number, which does no harm. */
function eachPart(text: string, start: number, end: number, visit: (part: number) => void): void {
  let part = END;
  for (let at = start; at <= end; at++) {
    part = (part << 8) ^ (at === end ? END : text.charCodeAt(at));
    // A word of one letter is shorter than a part.
    if (at - start >= LENGTH - 2 || (at === end && end - start === 1)) visit(part);
  }
}

function sift(part: number): number {
  return (part ^ (part >>> 12) ^ (part >>> 24)) & SIEVE;
}
