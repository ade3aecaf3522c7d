/** How alike two texts are by their words, as the literature measures it. */
import { stemmer } from 'stemmer';
import { readTokens } from './read-tokens.ts';

/** @returns 0 to 1; 1 for the same words. */
export type Similarity = (candidate: string, reference: string) => number;

export const SIMILARITIES: Readonly<Record<'token-f1' | 'meteor', Similarity>> = {
  'token-f1': tokenF1,
  meteor,
};

/** The harmonic mean of precision and recall over the two bags of words (SQuAD: Rajpurkar et al. 2016). */
export function tokenF1(candidate: string, reference: string): number {
  const [own, other] = [readWords(candidate), readWords(reference)];
  if (own.length === 0 || other.length === 0) return own.length === other.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const token of other) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of own) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    shared++;
  }
  return (2 * shared) / (own.length + other.length);
}

/** Words and numbers in lower case, function words too; where words are not set apart by spaces, each character. */
function readWords(text: string): string[] {
  return readTokens(text.normalize('NFKC').toLowerCase(), { unspaced: true }).flatMap((token) =>
    token.kind === 'unspaced' ? [...token.text] : [token.text],
  );
}

/** METEOR of the words of two texts; see {@link meteorOf}. */
export function meteor(candidate: string, reference: string): number {
  const [own, other] = [readWords(candidate), readWords(reference)];
  return own.length === 0 && other.length === 0 ? 1 : meteorOf(own, other);
}

/** Recall counts nine times as much as precision; words out of order cost up to a half. */
const ALPHA = 0.9;
const BETA = 3;
const GAMMA = 0.5;

/**
 * METEOR (Banerjee and Lavie 2005) with the stages of exact words and stems; synonyms (WordNet) are left out.
 *
 * @param candidate words in lower case, in order.
 * @param goesOn whether a word that the other text has several times is best matched where the last match
 *   stood, as the paper asks for; otherwise the first place that is free is taken.
 * @returns 0 to 1.
 */
export function meteorOf(candidate: readonly string[], reference: readonly string[], goesOn = true): number {
  const aligned = align(candidate, reference, goesOn);
  const matches = aligned.filter((at) => at >= 0).length;
  if (matches === 0) return 0;
  const [precision, recall] = [matches / candidate.length, matches / reference.length];
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  return mean * (1 - GAMMA * (countChunks(aligned) / matches) ** BETA);
}

/** For each word of one text, its match in the other; -1 for none. */
function align(own: readonly string[], other: readonly string[], goesOn: boolean): number[] {
  const aligned = own.map(() => -1);
  const taken = other.map(() => false);
  for (const fold of [(token: string) => token, stemmer]) {
    const keys = other.map(fold);
    /** Where each word stands, the last place first: what is taken is dropped from the end. */
    const places = new Map<string, number[]>();
    for (let at = keys.length - 1; at >= 0; at--) {
      const known = places.get(keys[at]!);
      if (known === undefined) places.set(keys[at]!, [at]);
      else known.push(at);
    }
    for (const [index, token] of own.entries()) {
      if (aligned[index] !== -1) continue;
      const key = fold(token);
      const free = places.get(key) ?? [];
      while (taken[free.at(-1) ?? -1] === true) free.pop();
      const onwards = (aligned[index - 1] ?? -2) + 1;
      const next = goesOn && keys[onwards] === key && taken[onwards] === false ? onwards : free.at(-1);
      if (next === undefined) continue;
      aligned[index] = next;
      taken[next] = true;
    }
  }
  return aligned;
}

/** Runs of words that stand together in both texts, in the same order. */
function countChunks(aligned: readonly number[]): number {
  return aligned.filter((at, index) => {
    const previous = aligned[index - 1] ?? -1;
    return at >= 0 && (previous < 0 || previous + 1 !== at);
  }).length;
}
