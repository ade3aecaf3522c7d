import { plainNumber, readTokens, type Token } from './read-tokens.ts';

const NOT_LATIN = /[^\u0000-\u024f]/;
const LETTERS = 5;

/**
 * @param token of a text in lower case.
 * @returns what a word is compared by: a number without its separators, the first five letters of a longer
 *   word, so that endings do not count; `undefined` for a short word, which says little.
 */
export function keyOf({ text, kind }: Token): string | undefined {
  if (kind === 'number') return plainNumber(text);
  if (text.length > LETTERS) return text.slice(0, LETTERS);
  return text.length > 3 || NOT_LATIN.test(text) ? text : undefined;
}

/** @returns the letters and numbers of a text alone, in lower case, a blank in place of all else. */
export function bareText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** @returns the keys of a text's words and numbers. */
export function wordsOf(text: string): Set<string> {
  return new Set(
    readTokens(text.toLowerCase())
      .map(keyOf)
      .filter((key) => key !== undefined),
  );
}
