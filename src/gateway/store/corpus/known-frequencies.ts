/** Remembers in how many passages terms are, until the corpus changes: counting a common one takes milliseconds. */

const MOST_REMEMBERED = 50_000;

type ReadFrequencies = (terms: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * @param read asks the database; terms that are in no passage it leaves out.
 * @returns the same for one revision of the corpus.
 */
export function rememberFrequencies(
  read: ReadFrequencies,
): (revision: number, terms: readonly string[]) => Promise<Map<string, number>> {
  let known = new Map<string, number>();
  let knownRevision = -1;

  return async (revision, terms) => {
    if (revision !== knownRevision || known.size > MOST_REMEMBERED) {
      [known, knownRevision] = [new Map(), revision];
    }
    const unknown = terms.filter((term) => !known.has(term));
    // Kept by this call alone should the corpus change while the database is asked.
    const mine = known;
    if (unknown.length > 0) {
      const found = await read(unknown);
      for (const term of unknown) mine.set(term, found.get(term) ?? 0);
    }
    return new Map(terms.map((term) => [term, mine.get(term)!] as const).filter(([, count]) => count > 0));
  };
}
