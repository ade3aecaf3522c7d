import type { Word } from './read-words.ts';

const MOST = 5;
const LONGEST = 200;

/**
 * Names the parts of a text whose words are wanted: words that follow each other, or have only function words
 * between them, are one part.
 */
export function nameRuns(text: string, words: readonly Word[], wanted: (word: Word) => boolean): string[] {
  const runs: string[] = [];
  let first: Word | undefined;
  let last: Word | undefined;
  const close = (): void => {
    if (first !== undefined && last !== undefined) runs.push(cut(text.slice(first.start, last.end)));
    first = undefined;
  };
  for (const word of words) {
    if (word.weight === 0) continue;
    if (wanted(word)) {
      first ??= word;
      last = word;
    } else close();
  }
  close();
  return [...new Set(runs)].slice(0, MOST);
}

export function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}
