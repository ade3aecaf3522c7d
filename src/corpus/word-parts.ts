/**
 * Parts of words: every four letters in a row, a word's ends marked. What stemming keeps apart shares them:
 * `antitumor` and `tumor`, `Straßenbahn` and `Bahn`, a name and its misspelling (McNamee and Mayfield 2004,
 * "Character N-Gram Tokenization for European Language Text Retrieval").
 *
 * Thousands of words are cut up for each search: so a part is a number, its letters' codes side by side.
 */
import type { PooledPassage, TermPool } from './term-pool.ts';
import { inverseFrequency, saturate } from './term-weight.ts';

const LENGTH = 4;
/** Stands before and after a word. */
const END = 0x5f;
/** Bits of a part's number that a quick look tells most strangers by. */
const SIEVE = 0xfff;

export interface PartMatcher {
  /** How well a passage holds the parts of the query's words: 0 to 2.2. */
  score(passage: PooledPassage): number;
}

/**
 * The parts of a word, as numbers. Beyond Latin-1 two parts may rarely have the same number, which does no
 * harm.
 */
export function partsOf(term: string): number[] {
  const parts: number[] = [];
  const last = term.length + 1;
  let part = END;
  for (let i = 1; i <= last; i++) {
    part = (part << 8) ^ (i === last ? END : term.charCodeAt(i - 1));
    if (i >= LENGTH - 1) parts.push(part);
  }
  // A word of one letter is shorter than a part.
  if (parts.length === 0) parts.push(part);
  return parts;
}

export function matchParts(pool: TermPool): PartMatcher {
  const { vocabulary, passages, weights } = pool;
  const wanted = new Map<number, number>();
  const sieve = new Uint8Array(SIEVE + 1);
  for (let term = 0; term < weights.length; term++) {
    for (const part of partsOf(vocabulary[term]!)) {
      if (!wanted.has(part)) wanted.set(part, wanted.size);
      sieve[sift(part)] = 1;
    }
  }
  /** Which of the query's parts each term has; most have none. */
  const partsOfTerm = vocabulary.map((term) => {
    let found: number[] | undefined;
    for (const part of partsOf(term)) {
      const number = sieve[sift(part)] === 1 ? wanted.get(part) : undefined;
      if (number === undefined) continue;
      if (found === undefined) found = [number];
      else found.push(number);
    }
    return found;
  });
  const counts = new Float64Array(wanted.size);
  const count = ({ terms, counts: times }: PooledPassage): void => {
    counts.fill(0);
    for (let at = 0; at < terms.length; at++) {
      const parts = partsOfTerm[terms[at]!];
      if (parts === undefined) continue;
      for (const part of parts) counts[part]! += times[at]!;
    }
  };

  const frequencies = new Float64Array(wanted.size);
  for (const passage of passages) {
    count(passage);
    for (let part = 0; part < counts.length; part++) if (counts[part]! > 0) frequencies[part]!++;
  }
  const partWeights = frequencies.map((frequency) =>
    frequency === 0 ? 0 : inverseFrequency(passages.length, frequency),
  );
  const total = partWeights.reduce((sum, weight) => sum + weight, 0);
  return {
    score(passage) {
      if (total === 0) return 0;
      count(passage);
      let score = 0;
      for (let part = 0; part < counts.length; part++) {
        if (counts[part]! > 0) score += partWeights[part]! * saturate(counts[part]!, passage.norm);
      }
      return score / total;
    },
  };
}

function sift(part: number): number {
  return (part ^ (part >>> 12) ^ (part >>> 24)) & SIEVE;
}
