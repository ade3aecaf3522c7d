/**
 * Chooses what is quoted of a retrieved text: always a literal slice of it, always whole sentences, so
 * that no "not" is cut off.
 */
import { splitSentences } from '../text/split-sentences.ts';

/** The most UTF-16 units of a quote, unless its first sentence alone is longer. */
const LONGEST = 400;

/**
 * @param text the retrieved text.
 * @param claim what the quote should bear on.
 * @returns the sentence that shares most with the claim, with the one behind it where there is room; the
 *   whole text where it has no sentence ends. `text.includes` it.
 */
export function quoteFor(text: string, claim: string): string {
  const sentences = wholeSentences(text);
  if (sentences.length === 0) return text.trim();
  const wanted = wordsOf(claim);
  let best = 0;
  let most = -1;
  for (const [index, { start, end }] of sentences.entries()) {
    let shared = 0;
    for (const word of wordsOf(text.slice(start, end))) {
      if (wanted.has(word)) shared += /\d/.test(word) ? 2 : 1;
    }
    if (shared > most) {
      most = shared;
      best = index;
    }
  }
  const first = sentences[best] as { start: number; end: number };
  const next = sentences[best + 1];
  const end = next !== undefined && next.end - first.start <= LONGEST ? next.end : first.end;
  return text.slice(first.start, end).trim();
}

/**
 * Widens a slice to the sentences it lies in.
 *
 * @param start, end UTF-16 offsets; whatever they are, the result is a slice of the text.
 */
export function widenToSentences(text: string, start: number, end: number): string {
  const from = Math.max(0, Math.min(start, text.length));
  const to = Math.max(from + 1, Math.min(end, text.length));
  const sentences = wholeSentences(text);
  const touched = sentences.filter((sentence) => sentence.end > from && sentence.start < to);
  // Between two of them, the next.
  const first = touched[0] ?? sentences.find((sentence) => sentence.start >= from) ?? sentences.at(-1);
  const last = touched.at(-1) ?? first;
  return first === undefined || last === undefined ? text.slice(from, to) : text.slice(first.start, last.end);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The splitter cuts sentences that do not end; none that it cut is shorter. UTF-16 units. */
const SHORTEST_CUT = 400;
const FULL_STOP = /[.!?\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u0965:;]["'\u201d\u2019\u00bb)\]]*$/u;

/** @returns the sentences of a text, those that the splitter cut for their length in one piece again. */
function wholeSentences(text: string): readonly Stretch[] {
  const whole: Stretch[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = whole.at(-1);
    if (last !== undefined && isCut(text, last, start)) whole[whole.length - 1] = { start: last.start, end };
    else whole.push({ start, end });
  }
  return whole;
}

function isCut(text: string, { start, end }: Stretch, next: number): boolean {
  if (end - start < SHORTEST_CUT || /[\n\r\u2028\u2029]/.test(text.slice(end, next))) return false;
  return !FULL_STOP.test(text.slice(Math.max(start, end - 8), end));
}

function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length > 3 || /\d/.test(word)) words.add(word.length > 5 ? word.slice(0, 5) : word);
  }
  return words;
}
