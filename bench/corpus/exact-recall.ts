/** What a search finds beside what BM25 would find if it looked at every passage. */
import { keepBetter } from '../../src/engine/corpus/keep-best.ts';
import { readTerms } from '../../src/engine/corpus/read-terms.ts';
import { inverseFrequency, lengthNorm, saturate, TITLE_WEIGHT } from '../../src/engine/corpus/term-weight.ts';
import type { Store } from '../../src/gateway/store/store.ts';
import { makeClaim, makePassage } from './make-passages.ts';

const BEST = 10;
/** As many as are ranked. */
const FOUND = 64;

interface Scored {
  readonly number: number;
  readonly score: number;
}

/** @returns by kind of claim: the share of BM25's best ten that is among what is found. */
export async function measureRecall(
  corpus: Store['corpus'],
  passages: number,
  claims: number,
): Promise<ReadonlyMap<string, number>> {
  const asked = Array.from({ length: claims }, (_, number) => makeClaim(number, passages));
  const exact = findExactly(
    asked.map(({ text }) => [...new Set(readTerms(text))]),
    passages,
  );
  const shares = new Map<string, number[]>();
  for (const [at, { kind, text }] of asked.entries()) {
    const found = new Set((await corpus.search(text, FOUND)).map(({ id }) => id));
    const best = exact[at]!.filter(({ number }) => found.has(`made-${number}`));
    for (const group of [kind, 'all']) {
      const known = shares.get(group) ?? [];
      shares.set(group, known);
      known.push(best.length / exact[at]!.length);
    }
  }
  return new Map([...shares].map(([kind, all]) => [kind, all.reduce((a, b) => a + b, 0) / all.length]));
}

/** Reads all passages twice: for the frequencies of the terms, and for the scores. */
function findExactly(queries: readonly (readonly string[])[], passages: number): readonly Scored[][] {
  const queriesOf = new Map<string, number[]>();
  for (const [query, terms] of queries.entries()) {
    for (const term of terms) queriesOf.set(term, [...(queriesOf.get(term) ?? []), query]);
  }
  const frequencies = new Map<string, number>();
  const read: { number: number; length: number; counts: [string, number][] }[] = [];
  let length = 0;
  for (let number = 0; number < passages; number++) {
    const { title, text } = makePassage(number);
    const [head, body] = [readTerms(title), readTerms(text)];
    const counts = new Map<string, number>();
    for (const [terms, weight] of [[head, TITLE_WEIGHT] as const, [body, 1] as const]) {
      for (const term of terms) if (queriesOf.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    length += head.length + body.length;
    if (counts.size > 0) read.push({ number, length: head.length + body.length, counts: [...counts] });
  }
  const best = queries.map((): Scored[] => []);
  for (const one of read) {
    const norm = lengthNorm((one.length * passages) / length);
    const scores = new Map<number, number>();
    for (const [term, count] of one.counts) {
      const score = inverseFrequency(passages, frequencies.get(term)!) * saturate(count, norm);
      for (const query of queriesOf.get(term)!) scores.set(query, (scores.get(query) ?? 0) + score);
    }
    for (const [query, score] of scores)
      keepBetter(best[query]!, { number: one.number, score }, BEST, (a, b) => a.score > b.score);
  }
  return best;
}
