/** The sentences of what claims were extracted from, and which of them each claim was taken from. */
import { claimProbability } from '../../claims/detect.ts';
import type { ExtractedClaim, Extraction } from '../../domain/evaluation.ts';
import { splitSentences } from '../../text/split-sentences.ts';
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

export interface ReadExtraction {
  /** Of all passages, in order. */
  readonly sentences: readonly ReadSentence[];
  readonly claims: readonly ReadClaim[];
  /** Every stem that any passage has. */
  readonly said: ReadonlySet<string>;
  /** @returns indices of the sentences at most so far from one, in its passage, that one among them. */
  around(sentence: number, reach: number): number[];
  /** @returns how likely a sentence claims something verifiable, 0 to 1. */
  probabilityOf(sentence: number): number;
}

export function readExtraction({ passages, claims }: Extraction): ReadExtraction {
  const sentences: ReadSentence[] = [];
  /** Where each passage's sentences begin in the list, and one more for its end. */
  const firsts: number[] = [];
  for (const [passage, { text }] of passages.entries()) {
    firsts.push(sentences.length);
    for (const { start, end, kind } of splitSentences(text)) {
      if (kind === 'code') continue;
      const slice = text.slice(start, end);
      const words = readWords(slice);
      sentences.push({ passage, text: slice, start, end, words, content: words.filter(carriesWeight) });
    }
  }
  firsts.push(sentences.length);

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
  return {
    sentences,
    said: new Set(places.keys()),
    claims: claims.map((claim) => {
      const placed = placeOf(claim, passages[claim.passage]?.text ?? '', sentences, firsts);
      const sentence = placed === undefined ? undefined : sentences[placed];
      // A claim that the detector found in a whole sentence has that sentence's probability.
      if (claim.start !== undefined && sentence?.text === claim.original_text) {
        probabilities.set(placed!, claim.confidence);
      }
      if (sentence !== undefined && sentence.text === claim.text) {
        return { claim, words: sentence.words, content: sentence.content, source: placed! };
      }
      const words = readWords(claim.text);
      const content = words.filter(carriesWeight);
      const [first, end] = [firsts[claim.passage] ?? 0, firsts[claim.passage + 1] ?? 0];
      return { claim, words, content, source: placed ?? mostAlike(content, first, end, places) };
    }),
    around(sentence, reach) {
      const passage = sentences[sentence]?.passage;
      const found: number[] = [];
      for (let index = sentence - reach; index <= sentence + reach; index++) {
        if (sentences[index] !== undefined && sentences[index]!.passage === passage) found.push(index);
      }
      return found;
    },
    probabilityOf(sentence) {
      const probability = probabilities.get(sentence) ?? claimProbability(sentences[sentence]!.text);
      probabilities.set(sentence, probability);
      return probability;
    },
  };
}

export function carriesWeight(word: Word): boolean {
  return word.weight > 0;
}

/** The sentence at the claim's own place, where it names one. */
function placeOf(
  claim: ExtractedClaim,
  text: string,
  sentences: readonly ReadSentence[],
  firsts: readonly number[],
): number | undefined {
  const original = claim.original_text.trim();
  const at = claim.start ?? (original === '' ? -1 : text.indexOf(original));
  const first = firsts[claim.passage] ?? 0;
  const last = (firsts[claim.passage + 1] ?? 0) - 1;
  if (at < 0 || last < first) return undefined;
  let [low, high] = [first, last];
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
  first: number,
  end: number,
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
