/**
 * Matches extracted claims with reference claims, as `claimgate evaluate` does: one to one, the most pairs that are
 * alike by their words (token F1, Rajpurkar et al. 2016) from 0.5 on.
 */
const THRESHOLD = 0.5;

/** Scripts that set no blanks between words: there, each character counts. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const NUMBER = String.raw`\p{N}+(?:[.,]\p{N}+)*(?:st|nd|rd|th|s)?(?!${LETTER})`;
const WORD = String.raw`(?!\p{M})[${LETTER}--[${UNSPACED}]]+`;
const TOKEN = new RegExp(`[${UNSPACED}]|${NUMBER}|${WORD}`, 'gv');

/** How often each word of a text is there. */
interface Bag {
  readonly size: number;
  readonly counts: ReadonlyMap<string, number>;
}

function readBag(text: string): Bag {
  const words = text.normalize('NFKC').toLowerCase().match(TOKEN) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { size: words.length, counts };
}

/** @returns 0 to 1. */
function likeness(one: Bag, other: Bag): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  let shared = 0;
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0);
  return (2 * shared) / (one.size + other.size);
}

/** @returns how many pairs there are at most, each claim in one. */
export function countMatched(extracted: readonly string[], reference: readonly string[]): number {
  const others = reference.map(readBag);
  const alike = extracted
    .map(readBag)
    .map((own) => others.flatMap((other, index) => (likeness(own, other) >= THRESHOLD ? [index] : [])));
  /** For each reference claim, the extracted one that has it. */
  const taken: (number | undefined)[] = reference.map(() => undefined);
  return alike.filter((_, claim) => findPlace(claim, alike, taken, new Set())).length;
}

/** Kuhn's algorithm: who has a place moves to another one where there is one. */
function findPlace(
  claim: number,
  alike: readonly (readonly number[])[],
  taken: (number | undefined)[],
  tried: Set<number>,
): boolean {
  for (const place of alike[claim] ?? []) {
    if (tried.has(place)) continue;
    tried.add(place);
    const owner = taken[place];
    if (owner === undefined || findPlace(owner, alike, taken, tried)) {
      taken[place] = claim;
      return true;
    }
  }
  return false;
}
