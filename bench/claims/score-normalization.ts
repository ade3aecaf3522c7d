/** METEOR and ROUGE-L as NLTK and rouge-score compute them, for one reference. */
import { isUnspaced, readTokens } from '../../src/engine/text/read-tokens.ts';
import { meteorOf } from '../../src/engine/text/similarity.ts';

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

const MARK = /[^\s\p{L}\p{M}\p{N}]/gu;

/** Words in lower case, marks by themselves; text of scripts without spaces by Intl.Segmenter. */
export function tokenize(text: string): string[] {
  const lower = text.toLowerCase();
  if (!isUnspaced(lower)) {
    let end = 0;
    const tokens = readTokens(lower, { joins: 'apostrophes' }).flatMap(({ text: word, start }) => {
      const marks = lower.slice(end, start).match(MARK) ?? [];
      end = start + word.length;
      return [...marks, word];
    });
    return [...tokens, ...(lower.slice(end).match(MARK) ?? [])];
  }
  return Array.from(SEGMENTER.segment(lower), ({ segment }) => segment.trim()).filter((word) => word !== '');
}

/** METEOR without synonyms. NLTK's `meteor_score` matches from the ends backwards, the last free place first. */
export function meteor(hypothesis: readonly string[], reference: readonly string[]): number {
  return meteorOf(hypothesis.toReversed(), reference.toReversed(), false);
}

/** F1 of the longest common subsequence (Lin 2004). @returns 0 to 1. */
export function rougeL(hypothesis: readonly string[], reference: readonly string[]): number {
  if (hypothesis.length === 0 || reference.length === 0) return 0;
  let row = new Int32Array(reference.length + 1);
  for (const word of hypothesis) {
    const next = new Int32Array(reference.length + 1);
    for (let j = 0; j < reference.length; j++) {
      next[j + 1] = word === reference[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  const common = row[reference.length]!;
  if (common === 0) return 0;
  const precision = common / hypothesis.length;
  const recall = common / reference.length;
  return (2 * precision * recall) / (precision + recall);
}
