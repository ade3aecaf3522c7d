/**
 * Numbers for words, given to stretches of text without making a string of each: the ranking looks at ten
 * thousand words for one search, and a `Map` of strings would take most of its time.
 */

const FIRST_SLOTS = 1 << 13;

export class TermTable {
  /** Number + 1 of the word whose hash leads here; 0 where there is none. Its length is a power of 2. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** Two independent hashes of each word: 64 bits, by which words are distinguished. */
  readonly #first: number[] = [];
  readonly #second: number[] = [];

  get size(): number {
    return this.#first.length;
  }

  /**
   * @param first FNV-1a of the word, and `second` another hash; see `hashFirst` and `hashSecond`.
   * @returns its number: `size` before the call where it is new.
   */
  numberOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    for (;;) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) break;
      if (this.#first[number] === first && this.#second[number] === second) return number;
      slot = (slot + 1) & mask;
    }
    const number = this.#first.length;
    this.#slots[slot] = number + 1;
    this.#first.push(first);
    this.#second.push(second);
    if (number * 2 > mask) this.#grow();
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (const [number, first] of this.#first.entries()) {
      let slot = (first ^ (first >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

/** What both hashes begin with. */
export const HASH_START: number = 0x811c9dc5 | 0;

/** FNV-1a, a UTF-16 unit at a time. */
export function hashFirst(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashSecond(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x5bd1e995);
  return mixed ^ (mixed >>> 13);
}
