import { expect, it } from 'vitest';
import { PassageTable } from './passage-table.ts';
import { rankPassages, rankPool, weighTerms } from './rank-passages.ts';
import type { Candidate } from './term-pool.ts';

/** The same numbers each time: a linear congruential generator. */
let state = 7;
const pick = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % most;
};
const WORDS = ['tower', 'antitumor', 'tumor', '1889', 'bau', 'straßenbahn', 'бuild', '東京', '3·5', 'a'];
const wordOf = (): string => (pick(3) === 0 ? `word${pick(30)}` : WORDS[pick(WORDS.length)]!);
const say = (most: number): string => Array.from({ length: 1 + pick(most) }, wordOf).join(' ');

it.each([true, false])('ranks what it has read as texts that are read anew (kept: %s)', (isKept) => {
  const table = new PassageTable(isKept);
  const candidates: Candidate[] = [];
  for (let round = 0; round < 60; round++) {
    for (let key = candidates.length; key < round * 3; key++) {
      const [title, body] = [
        pick(3) === 0 ? '' : say(4),
        Array.from({ length: pick(9) }, () => say(15)).join(' . '),
      ];
      const document = pick(20);
      candidates.push({ key, document, title, body });
      table.add(key, document, title, body);
    }
    const terms = say(10).split(' ');
    const frequencies = new Map(
      terms
        .map((term) => [term, table.postingsOf(term).places.length] as const)
        .filter(([, count]) => count > 0),
    );
    const collection = { passages: table.size, meanTerms: table.meanTerms, frequencies };
    const places = [...candidates.keys()].filter(() => pick(2) === 0);
    const weights = weighTerms(terms, collection);
    const ranked = table.withPool(weights, places, (pool) => rankPool(pool, weights, collection, 2));
    const chosen = places.map((place) => candidates[place]!);
    expect(ranked).toEqual(rankPassages(terms, chosen, collection, 2));
  }
});
