/** Where the parts of a claim stand in its sentence: statements that stand alone, of one that says several things. */
import type { ClaimPart, Span } from '../api/types.ts';

/** A sentence has few; one with more is marked as a whole. */
const MOST_PARTS = 8;
/** Less than a word counts. */
const SEAM = 0.5;

interface Word extends Span {
  readonly key: string;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[.,'’:/-][\p{L}\p{N}]+)*/gu)].map(
    ({ 0: word, index: start }) => ({
      key: word.normalize('NFKC').toLowerCase(),
      start,
      end: start + word.length,
    }),
  );
}

/**
 * Aligns each part's words with the sentence's. Parts stand one behind another, in their order; what two parts share,
 * such as their subject, goes to the one that it stands with.
 * @returns UTF-16 offsets into the sentence, one span for each part; `undefined` where the place of any is not certain.
 */
export function placeParts(
  sentence: string,
  parts: readonly Pick<ClaimPart, 'text'>[],
): readonly Span[] | undefined {
  if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
  const words = wordsOf(sentence);
  const sets = parts.map(({ text }) => new Set(wordsOf(text).map(({ key }) => key)));
  const own = sets.map(
    (set, at) =>
      new Set([...set].filter((key) => sets.every((other, index) => index === at || !other.has(key)))),
  );
  const cuts = cutBest(sentence, words, sets);
  const places: Span[] = [];
  for (const [at, set] of sets.entries()) {
    const stretch = words.slice(cuts[at], cuts[at + 1]);
    const said = stretch.filter(({ key }) => set.has(key));
    const [first, last] = [said[0], said.at(-1)];
    const distinct = words.filter(({ key }) => own[at]?.has(key) === true);
    const isAll = distinct.every((word) => stretch.includes(word));
    if (first === undefined || last === undefined || distinct.length === 0 || !isAll) return undefined;
    places.push({ start: first.start, end: last.end });
  }
  return places;
}

/** Cuts the words into as many stretches as there are sets, each with as many words of its own set as can be. */
function cutBest(
  sentence: string,
  words: readonly Word[],
  sets: readonly ReadonlySet<string>[],
): readonly number[] {
  /** Where two places are as good, a comma or a word such as "and" says which. */
  const seam = (at: number): number => {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined) return 0;
    const isJoined = sets.every((set) => !set.has(word.key));
    return isJoined || /[,;:–—]/.test(sentence.slice(before.end, word.start)) ? SEAM : 0;
  };
  const weightOf = (word: Word, at: number): number => {
    if (sets[at]?.has(word.key) === true) return 1;
    return sets.some((set) => set.has(word.key)) ? -1 : 0;
  };
  /** Of the words up to each place: the best sum. */
  let best = [0];
  for (const word of words) best.push((best.at(-1) ?? 0) + weightOf(word, 0));
  const begins: number[][] = [];
  for (let at = 1; at < sets.length; at += 1) {
    const sums: number[] = [best[0] ?? 0];
    const from: number[] = [0];
    for (const [index, word] of words.entries()) {
      const onward = (sums[index] ?? 0) + weightOf(word, at);
      const anew = (best[index + 1] ?? 0) + seam(index + 1);
      sums.push(Math.max(onward, anew));
      from.push(onward > anew ? (from[index] ?? 0) : index + 1);
    }
    begins.push(from);
    best = sums;
  }
  const cuts = [words.length];
  for (const from of begins.reverse()) cuts.unshift(from[cuts[0] ?? 0] ?? 0);
  return [0, ...cuts];
}
