/**
 * Which words of a claim a text must have together to be looked at: a rare one alone, two or three common ones. So a search
 * looks at some hundred texts, however many there are.
 */

export interface WordShare {
  /** A query for the one word, in the server's own writing. */
  readonly lexeme: string;
  /** Of the texts, those that have it: above 0 to 1. */
  readonly share: number;
}

interface Together {
  /** In the syntax of tsquery. */
  readonly query: string;
  /** Of all words, each alone. */
  readonly isLast: boolean;
}

/** Texts that words should be found in together. */
const FEW_TEXTS = 300;
/** Of the rarest words, so many are combined. */
const COMBINED = 8;

/**
 * @param rows how many texts there are, or so.
 * @returns queries to be asked one after another, the rarest first.
 */
export function planTogether(words: readonly WordShare[], rows: number): readonly Together[] {
  const few = FEW_TEXTS / Math.max(1, rows);
  const rarest = words.toSorted((a, b) => a.share - b.share).slice(0, COMBINED);
  const rare = rarest.filter(({ share }) => share <= few);
  const common = rarest.filter(({ share }) => share > few);
  const pairs: (readonly WordShare[])[] = [];
  const triples: (readonly WordShare[])[] = [];
  for (const [at, a] of common.entries()) {
    for (const [beside, b] of common.entries()) {
      if (beside <= at) continue;
      if (a.share * b.share <= few) {
        pairs.push([a, b]);
        continue;
      }
      for (const c of common.slice(beside + 1)) {
        if (a.share * b.share * c.share <= few && a.share * c.share > few && b.share * c.share > few) {
          triples.push([a, b, c]);
        }
      }
    }
  }
  const either = (sets: readonly (readonly WordShare[])[]): string =>
    sets.map((set) => `(${set.map(({ lexeme }) => `(${lexeme})`).join(' & ')})`).join(' | ');
  return [
    ...[rare.map((one) => [one]), [...pairs, ...triples]]
      .filter((sets) => sets.length > 0)
      .map((sets) => ({ query: either(sets), isLast: false })),
    { query: either(words.map((one) => [one])), isLast: true },
  ];
}
