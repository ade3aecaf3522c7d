const WORD = /\p{N}[\p{N}.,]*\p{N}|[\p{L}\p{N}\p{M}]+/gu;

/** @returns the words of a text that say something, folded: numbers, and longer words by their beginnings. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (/^\p{N}/u.test(word)) words.add(word.replace(/[.,](?=\p{N}{3}(?!\p{N}))/gu, ''));
    else if (word.length > 5) words.add(word.slice(0, 5));
    else if (word.length > 3 || /[^\u0000-\u024f]/.test(word)) words.add(word);
  }
  return words;
}
