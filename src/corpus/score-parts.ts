/** What the parts of a query's words add to a passage's score. */
import type { PooledPassage, TermPool } from './term-pool.ts';
import { inverseFrequency, saturate } from './term-weight.ts';

/** @returns how well each passage of the pool holds the parts of the query's words: 0 to 2.2. */
export function scoreParts(pool: TermPool): (passage: PooledPassage) => number {
  const { passages, partsOfTerm, parts } = pool;
  const counts = new Float64Array(parts.size);
  const count = ({ terms, counts: times }: PooledPassage): void => {
    counts.fill(0);
    for (let at = 0; at < terms.length; at++) {
      const found = partsOfTerm[terms[at]!];
      if (found === undefined) continue;
      for (const part of found) counts[part]! += times[at]!;
    }
  };

  const frequencies = new Float64Array(parts.size);
  for (const passage of passages) {
    count(passage);
    for (let part = 0; part < counts.length; part++) if (counts[part]! > 0) frequencies[part]!++;
  }
  const weights = frequencies.map((frequency) =>
    frequency === 0 ? 0 : inverseFrequency(passages.length, frequency),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (passage) => {
    if (total === 0) return 0;
    count(passage);
    let score = 0;
    for (let part = 0; part < counts.length; part++) {
      if (counts[part]! > 0) score += weights[part]! * saturate(counts[part]!, passage.norm);
    }
    return score / total;
  };
}
