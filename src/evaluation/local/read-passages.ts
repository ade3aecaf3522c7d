/** The sentences of what claims were extracted from, and which of them each claim was taken from. */

import type { ExtractedClaim, Extraction } from '../../domain/evaluation.ts';
import { claimProbability } from '../../engine/claims/detect.ts';
import { splitSentences } from '../../engine/text/split-sentences.ts';
import { readWords, type Word } from './read-words.ts';

export interface ReadSentence {
  readonly passage: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Word[];
  /** The words that carry weight. */
  readonly content: readonly Word[];
}

export interface ReadClaim {
  readonly claim: ExtractedClaim;
  readonly words: readonly Word[];
  readonly content: readonly Word[];
  /** Index of the sentence that it was taken from; -1 where the texts have none. */
  readonly source: number;
}

export type ReadExtraction = ReturnType<typeof readExtraction>;

/** Where a passage's sentences are among all. */
interface Range {
  readonly first: number;
  readonly end: number;
}

export function readExtraction({ passages, claims }: Extraction) {
  /** Of all passages, in order. */
  const sentences: ReadSentence[] = [];
  const ranges: Range[] = passages.map(({ text }, passage) => {
    const first = sentences.length;
    for (const { start, end, kind } of splitSentences(text)) {
      if (kind === 'code') continue;
      const slice = text.slice(start, end);
      const words = readWords(slice);
      sentences.push({ passage, text: slice, start, end, words, content: words.filter(carriesWeight) });
    }
    return { first, end: sentences.length };
  });

  /** By stem, the sentences that have it. */
  const places = new Map<string, number[]>();
  for (const [index, { content }] of sentences.entries()) {
    for (const stem of new Set(content.map((word) => word.stem))) {
      places
        .set(stem, places.get(stem) ?? [])
        .get(stem)!
        .push(index);
    }
  }

  const probabilities = new Map<number, number>();
  const readClaim = (claim: ExtractedClaim): ReadClaim => {
    const range = ranges[claim.passage] ?? { first: 0, end: 0 };
    const placed = placeOf(claim, passages[claim.passage]?.text ?? '', sentences, range);
    const sentence = placed === undefined ? undefined : sentences[placed];
    // A claim that the detector found in a whole sentence has that sentence's probability.
    if (claim.start !== undefined && sentence?.text === claim.original_text) {
      probabilities.set(placed!, claim.confidence);
    }
    if (sentence?.text === claim.text) {
      return { claim, words: sentence.words, content: sentence.content, source: placed! };
    }
    const words = readWords(claim.text);
    const content = words.filter(carriesWeight);
    return { claim, words, content, source: placed ?? mostAlike(content, range, places) };
  };

  return {
    sentences: sentences as readonly ReadSentence[],
    claims: claims.map(readClaim),
    /** Whether any passage has a stem. */
    says: (stem: string): boolean => places.has(stem),
    /** @returns indices of the sentences at most so far from one, in its passage, that one among them. */
    around(sentence: number, reach: number): number[] {
      const { first, end } = ranges[sentences[sentence]?.passage ?? -1] ?? { first: 0, end: 0 };
      const [from, to] = [Math.max(first, sentence - reach), Math.min(end, sentence + reach + 1)];
      return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
    },
    /** @returns how likely a sentence claims something verifiable, 0 to 1. */
    probabilityOf(sentence: number): number {
      const probability = probabilities.get(sentence) ?? claimProbability(sentences[sentence]!.text);
      probabilities.set(sentence, probability);
      return probability;
    },
  };
}

function carriesWeight(word: Word): boolean {
  return word.weight > 0;
}

/** The sentence at the claim's own place, where it names one. */
function placeOf(
  claim: ExtractedClaim,
  text: string,
  sentences: readonly ReadSentence[],
  { first, end }: Range,
): number | undefined {
  const original = claim.original_text.trim();
  const at = claim.start ?? (original === '' ? -1 : text.indexOf(original));
  if (at < 0 || end <= first) return undefined;
  let [low, high] = [first, end - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sentences[middle]!.end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The sentence of its passage that shares most with the claim, rare words counting more; the first of several. */
function mostAlike(
  content: readonly Word[],
  { first, end }: Range,
  places: ReadonlyMap<string, readonly number[]>,
): number {
  if (end <= first) return -1;
  const shared = new Map<number, number>();
  for (const { stem, weight } of new Map(content.map((word) => [word.stem, word])).values()) {
    const found = (places.get(stem) ?? []).filter((index) => index >= first && index < end);
    for (const index of found) {
      shared.set(index, (shared.get(index) ?? 0) + weight / (1 + Math.log(found.length)));
    }
  }
  let [best, most] = [first, 0];
  for (const [index, weight] of shared) {
    if (weight > most || (weight === most && index < best)) [best, most] = [index, weight];
  }
  return best;
}
