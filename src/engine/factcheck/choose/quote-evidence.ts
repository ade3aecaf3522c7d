/**
 * Chooses what is shown and quoted of a retrieved text: always a literal slice of it, always whole sentences, so
 * that no "not" is cut off, and those that share most words with the claim.
 */
import { splitSentences } from '../../text/split-sentences.ts';
import { wordsOf } from '../../text/words-of.ts';
import type { RetrievedItem } from '../sources/source.ts';

/** The most UTF-16 units of a quote, unless its first sentence alone is longer. */
const LONGEST_QUOTE = 400;
/** The most UTF-16 units of an excerpt unless a shorter one is wanted, and of one whose only sentence is longer. */
const LONGEST_EXCERPT = 2_400;
const LONGEST_SENTENCE = 3_000;
/** This share of the judge's words must stand in the excerpt, or they say nothing of where to look. */
const ENOUGH = 0.6;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A part of a text: `text.slice(start, start + excerpt.length)`. */
interface Excerpt {
  readonly excerpt: string;
  readonly start: number;
}

/**
 * @param text the retrieved text.
 * @param claim what the quote should bear on.
 * @returns the sentence that shares most with the claim, with the one behind it where there is room; the
 *   whole text where it has no sentence ends. `text.includes` it.
 */
export function quoteFor(text: string, claim: string): string {
  return quoteFrom(text, readSentences(text), claim);
}

interface ReadItem {
  readonly sentences: readonly ReadSentence[];
  /** What was quoted last, and for which claim. */
  claim?: string;
  quote: string;
}

const readItems = new WeakMap<RetrievedItem, ReadItem>();

/** The same of an item, whose text is read once, and which is mostly asked for the claim that it was found for. */
export function quoteItem(item: RetrievedItem, claim: string): string {
  let read = readItems.get(item);
  if (read === undefined) {
    read = { sentences: readSentences(item.text), quote: '' };
    readItems.set(item, read);
  }
  if (read.claim !== claim) {
    read.quote = quoteFrom(item.text, read.sentences, claim);
    read.claim = claim;
  }
  return read.quote;
}

interface ReadSentence extends Stretch {
  /** Each once. */
  readonly words: readonly string[];
}

function readSentences(text: string): readonly ReadSentence[] {
  return wholeSentences(text).map(({ start, end }) => ({
    start,
    end,
    words: [...wordsOf(text.slice(start, end))],
  }));
}

function quoteFrom(text: string, sentences: readonly ReadSentence[], claim: string): string {
  if (sentences.length === 0) return text.trim();
  const wanted = wordsOf(claim);
  const scores = sentences.map(({ words }) =>
    words.reduce((sum, word) => sum + (wanted.has(word) ? (/\d/.test(word) ? 2 : 1) : 0), 0),
  );
  const best = scores.indexOf(Math.max(...scores));
  const first = sentences[best] as Stretch;
  const next = sentences[best + 1];
  const end = next !== undefined && next.end - first.start <= LONGEST_QUOTE ? next.end : first.end;
  return text.slice(first.start, end).trim();
}

/**
 * @returns the run of sentences that shares most words with the claim, and as many around it as there is room for.
 */
export function excerptOf(text: string, claim: string, longest = LONGEST_EXCERPT): Excerpt {
  if (text.length <= longest) return { excerpt: text, start: 0 };
  const wanted = wordsOf(claim);
  const sentences = splitSentences(text);
  const scores = sentences.map(({ start, end }) => sharedWords(text.slice(start, end), wanted).length);
  let best = { from: 0, to: 0, shared: -1 };
  let shared = 0;
  let from = 0;
  for (const [to, sentence] of sentences.entries()) {
    shared += scores[to] ?? 0;
    for (; from < to && sentence.end - (sentences[from]?.start ?? 0) > longest; from++) {
      shared -= scores[from] ?? 0;
    }
    if (shared > best.shared) best = { from, to, shared };
  }
  let { from: first, to: last } = best;
  while (first < last && scores[first] === 0) first += 1;
  // What stands around the best sentences, where there is room: NaN, beyond the first and the last, is none.
  const length = (a: number, b: number): number =>
    (sentences[b]?.end ?? Number.NaN) - (sentences[a]?.start ?? Number.NaN);
  for (let grown = -1; grown !== last - first; ) {
    grown = last - first;
    if (length(first, last + 1) <= longest) last += 1;
    if (length(first - 1, last) <= longest) first -= 1;
  }
  const start = sentences[first]?.start ?? 0;
  const end = Math.min(sentences[last]?.end ?? longest, start + LONGEST_SENTENCE);
  return { excerpt: text.slice(start, end), start };
}

/**
 * What is quoted of a text of which a judge was shown an excerpt; never a word of the judge's.
 *
 * @param words what the judge says is in the text; where it is, it chooses the sentence, or is quoted where it is several
 *   sentences of the text; else the claim chooses.
 * @returns a slice of the text; `""` where there is none.
 */
export function quoteExcerpt(
  text: string,
  { excerpt, start }: Excerpt,
  claim: string,
  words: string,
): string {
  if (text === '') return '';
  const quote = quoteWords(excerpt, claim, words);
  const at = start + excerpt.indexOf(quote);
  // The excerpt was split on its own: the whole text may have longer sentences.
  return widenToSentences(text, at, at + quote.length).trim();
}

function quoteWords(excerpt: string, claim: string, words: string): string {
  if (words !== '' && excerpt.includes(words) && splitSentences(words).length > 1) return words;
  const hint = wordsOf(words);
  const shared = sharedWords(excerpt, hint).length;
  return quoteFor(excerpt, shared > 0 && shared >= hint.size * ENOUGH ? words : claim);
}

function sharedWords(text: string, wanted: ReadonlySet<string>): string[] {
  return [...wordsOf(text)].filter((word) => wanted.has(word));
}

/**
 * Widens a slice to the sentences it lies in.
 *
 * @param start, end UTF-16 offsets, any numbers: the result is a slice of the text.
 */
export function widenToSentences(text: string, start: number, end: number): string {
  const from = Math.max(0, Math.min(start, text.length));
  const to = Math.max(from + 1, Math.min(end, text.length));
  const sentences = wholeSentences(text);
  const touched = sentences.filter((sentence) => sentence.end > from && sentence.start < to);
  // Between two of them, the next.
  const first = sentences.find((sentence) => sentence.end > from) ?? sentences.at(-1);
  const last = touched.at(-1) ?? first;
  return first === undefined || last === undefined ? text.slice(from, to) : text.slice(first.start, last.end);
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
