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
      eachPart(term, (part) => {
        if (!this.#numbers.has(part)) this.#numbers.set(part, this.#numbers.size);
        this.#sieve[sift(part)] = 1;
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

  /** @returns which of the parts the word at that place of a text has, by number; most words have none. */
  find(text: string, start = 0, end = text.length): readonly number[] | undefined {
    let found: number[] | undefined;
    let part = END;
    // As in `eachPart`, but without a call for each part: most are none of the query's.
    for (let at = start; at <= end; at++) {
      part = (part << 8) ^ (at === end ? END : text.charCodeAt(at));
      if (this.#sieve[sift(part)] === 0 || !isPart(at, start, end)) continue;
      const number = this.#numbers.get(part);
      if (number === undefined) continue;
      if (found === undefined) found = [number];
      else found.push(number);
    }
    return found;
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
