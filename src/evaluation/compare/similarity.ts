/** How alike two claims are by their words, as the literature measures it. */
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
  const [own, other] = [readTokens(candidate), readTokens(reference)];
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

/** Recall counts nine times as much as precision; words out of order cost up to a half (Banerjee and Lavie 2005). */
const ALPHA = 0.9;
const BETA = 3;
const GAMMA = 0.5;

/** METEOR with the stages of exact words and stems; synonyms (WordNet) are left out. */
export function meteor(candidate: string, reference: string): number {
  const [own, other] = [readTokens(candidate), readTokens(reference)];
  if (own.length === 0 || other.length === 0) return own.length === other.length ? 1 : 0;
  const aligned = align(own, other);
  const matches = aligned.filter((at) => at >= 0).length;
  if (matches === 0) return 0;
  const [precision, recall] = [matches / own.length, matches / other.length];
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  // One whole chunk in the very order is no fragment.
  const chunks = countChunks(aligned);
  return mean * (1 - GAMMA * (chunks / matches) ** BETA);
}

/** For each word of one, which word of the other it means; -1 for none. A word goes on where the last one stood. */
function align(own: readonly string[], other: readonly string[]): number[] {
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
      const next = keys[onwards] === key && taken[onwards] === false ? onwards : free.at(-1);
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
