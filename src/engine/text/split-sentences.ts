import { type Sentence, SentenceScan } from './scan-sentences.ts';

export type { SentenceKind } from './read-line-start.ts';
export type { Sentence } from './scan-sentences.ts';

/**
 * Splits a text into sentences: prose, headings, list items, table rows, block quotes, and the lines of
 * fenced code, which are of kind `code`. White space and the marks before a line's text belong to none.
 * Linear in the text's length, any script.
 */
export function splitSentences(text: string): Sentence[] {
  const scan = new SentenceScan();
  scan.append(text);
  scan.finish();
  const sentences: Sentence[] = [];
  for (let sentence = scan.next(); sentence; sentence = scan.next()) sentences.push(sentence);
  return sentences;
}
