/**
 * An archive finds whole texts. What is quoted and judged are passages: those that bear on the claim most, ranked as the
 * corpus is, beside the archive's own order, which knows how rare words are among all that it has.
 */
import { runInTurns } from '../../../domain/run-in-turns.ts';
import { firstOfEach } from '../../corpus/keep-best.ts';
import { openMemoryIndex } from '../../corpus/memory-index.ts';
import { splitPassages } from '../../corpus/split-passages.ts';
import { yieldTurn } from '../yield-turn.ts';
import type { FoundItem } from './outside-source.ts';
import { readableText } from './readable-text.ts';

/** Passages of one text: the best one of a long page is not always the one that decides. */
const PER_TEXT = 2;
/** UTF-16 units of one text that are read. */
const LONGEST = 100_000;
/** Reciprocal ranks are added from here on, so that the first places do not count for everything. */
const RANK_OFFSET = 10;

/**
 * @param texts as the archive found them, the best first; those without a text are left out.
 * @returns passages of them, the best first: at most two of each, at least one.
 */
export async function bestPassages(
  claim: string,
  texts: readonly FoundItem[],
): Promise<readonly FoundItem[]> {
  interface Entry {
    readonly title: string;
    readonly text: string;
    readonly place: number;
  }
  const index = openMemoryIndex<Entry>();
  const first: Entry[] = [];
  for (const [place, { title, text }] of texts.entries()) {
    if (typeof text !== 'string' || text.trim() === '') continue;
    const reading = readableText(text.slice(0, LONGEST).toWellFormed());
    const { text: readable } = await runInTurns(reading, yieldTurn);
    for (const [at, passage] of splitPassages(readable).entries()) {
      const entry = { title: typeof title === 'string' ? title : '', text: passage.text, place };
      if (at === 0) first.push(entry);
      index.add(entry, [passage]);
    }
    await yieldTurn();
  }
  const ranked = index.search(claim, Number.POSITIVE_INFINITY).map(({ entry }) => entry);
  const kept = firstOfEach(ranked, ({ place }) => place, PER_TEXT);
  const places = new Set(kept.map(({ place }) => place));
  // What was found by meaning may share no word with the claim.
  const others = first.filter(({ place }) => !places.has(place));
  const score = (entry: Entry, rank: number): number =>
    1 / (RANK_OFFSET + rank) + 1 / (RANK_OFFSET + entry.place);
  return [
    ...kept.map((entry, rank) => ({ entry, score: score(entry, rank) })),
    ...others.map((entry) => ({ entry, score: score(entry, kept.length) })),
  ]
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => ({ ...texts[entry.place], text: entry.text }));
}
