/**
 * Whether a claim says what its text says, by overlap. Stands in for entailment (Claimify: Metropolitansky and
 * Larson 2025), which needs a model; numbers, names, negation and hedges count for most, since a claim that
 * differs in one of those is another claim.
 */

import { nameRuns } from './name-runs.ts';
import type { ReadClaim, ReadExtraction, ReadSentence } from './read-passages.ts';
import { likeness, type Word, type WordKind } from './read-words.ts';

/** Sentences to either side that a claim may take its references from. */
const REACH = 2;
/** What a word counts for that stands elsewhere in the conversation only; a number there is of something else. */
const ELSEWHERE: Readonly<Record<WordKind, number>> = { number: 0.5, name: 1, word: 0.95, function: 0 };
const FOREIGN_NUMBER = 0.6;
const OTHER_POLARITY = 0.4;
const LOST_HEDGE = 0.8;
/** How much the order of words counts, beside the words. */
const ORDER = 0.15;

/**
 * The share of the claim's words that the text has, weighed, in the order in which it has them.
 * @returns a score from 0 to 1, and the parts of the claim that the text does not say.
 */
export function scoreAccuracy(claim: ReadClaim, read: ReadExtraction) {
  const own = read.sentences[claim.source];
  if (own === undefined || claim.content.length === 0) return { score: 0, added: [claim.claim.text] };
  if (claim.claim.text === own.text) return { score: 1, added: [] };
  const near = read.around(claim.source, REACH).flatMap((index) => read.sentences[index]!.content);
  const nearStems = new Set(near.map((word) => word.stem));

  let [supported, all] = [0, 0];
  const foreign = new Set<Word>();
  for (const word of claim.content) {
    const support = supportOf(word, near, nearStems, read);
    supported += word.weight * support;
    all += word.weight;
    if (support === 0) foreign.add(word);
  }
  let score = (supported / all) * (1 - ORDER + ORDER * orderOf(claim.content, near));
  for (const word of foreign) if (word.kind === 'number') score *= FOREIGN_NUMBER;
  score *= polarityOf(claim, own);
  return { score, added: nameRuns(claim.claim.text, claim.words, (word) => foreign.has(word)) };
}

function supportOf(
  word: Word,
  near: readonly Word[],
  nearStems: ReadonlySet<string>,
  read: ReadExtraction,
): number {
  if (nearStems.has(word.stem)) return 1;
  let best = read.says(word.stem) ? ELSEWHERE[word.kind] : 0;
  for (const other of near) best = Math.max(best, likeness(word, other));
  return best;
}

/** The longest common subsequence, as a share of the words that both have. */
function orderOf(claim: readonly Word[], near: readonly Word[]): number {
  const known = new Set(near.map((word) => word.stem));
  const both = claim.filter((word) => known.has(word.stem));
  if (both.length < 2) return 1;
  const lengths = new Uint16Array(near.length + 1);
  for (const word of both) {
    let diagonal = 0;
    for (let i = 1; i <= near.length; i++) {
      const above = lengths[i]!;
      lengths[i] = near[i - 1]!.stem === word.stem ? diagonal + 1 : Math.max(above, lengths[i - 1]!);
      diagonal = above;
    }
  }
  return lengths[near.length]! / both.length;
}

/** Less than 1 where one denies or hedges what the other states flatly. */
function polarityOf({ words }: ReadClaim, own: ReadSentence): number {
  const claimNegates = words.some(negates);
  const textNegates = own.words.some(negates);
  let factor = 1;
  if (claimNegates && !(textNegates && isDenied(words, own))) factor *= OTHER_POLARITY;
  if (!claimNegates && touches(own.words, words, negates)) factor *= OTHER_POLARITY;
  const claimHedges = words.some((word) => word.hedges);
  if (!claimHedges && touches(own.words, words, (word) => word.hedges)) factor *= LOST_HEDGE;
  return factor;
}

const negates = (word: Word): boolean => word.negates;
/** A negator denies what stands at most so many words behind it in its own clause. */
const DENIES = 12;

/** Whether a claim has the very word that a negator or a hedge of the text stands before. */
function touches(text: readonly Word[], claim: readonly Word[], marks: (word: Word) => boolean): boolean {
  const stems = new Set(claim.map((word) => word.stem));
  return text.some((word, index) => {
    const next = marks(word) ? marked(text, index, marks) : undefined;
    return next !== undefined && stems.has(next.stem);
  });
}

/** The word that a mark stands before. */
function marked(words: readonly Word[], index: number, marks: (word: Word) => boolean): Word | undefined {
  return words.slice(index + 1, index + 5).find((later) => later.weight > 0 && !marks(later));
}

/** Whether the text, which denies something, denies no less than the claim: each word that the claim denies and it has. */
function isDenied(claim: readonly Word[], { text, words }: ReadSentence): boolean {
  const deniesAt = (at: number): boolean =>
    words
      .slice(Math.max(0, at - DENIES), at)
      .some((word) => word.negates && !/[,;]/.test(text.slice(word.end, words[at]!.start)));
  return claim.every((word, index) => {
    const denied = word.negates ? marked(claim, index, negates) : undefined;
    const places = words.flatMap(({ stem }, at) => (stem === denied?.stem ? [at] : []));
    return places.length === 0 || places.some(deniesAt);
  });
}
