/** Lower-case words and numbers, as the comparisons of the literature take them; no stop words are removed. */
export function readTokens(text: string): string[] {
  return Array.from(text.normalize('NFKC').toLowerCase().matchAll(TOKEN), ([token]) => token);
}

/** Where words are not set apart by spaces, each character is a token. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
