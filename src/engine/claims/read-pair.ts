/** Lines that name a property and its value, as fact sheets and answers write them: "Height: 8,849 m". */
import { FINITE } from './read-subject.ts';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** A longer value is prose. UTF-16 units. */
const LONGEST_VALUE = 160;
/** The colon stands within so many units. */
const LONGEST_KEY = 62;
const MOST_WORDS = 7;
const LINE = /^((?:[^:：.!?"“”«»\n]|\.(?= ?[\p{Ll}\d])){1,60}?) ?(?:: +|：\s*)(?=\S)/u;
const HAS_LETTER = /\p{L}/u;
/** The value is a sentence of its own: it has a finite verb behind its subject. */
const SENTENCE = new RegExp(
  String.raw`^[^,;]*[\p{L}\p{N})] (?:${FINITE})|^(?:There|This|These|Those|They|We|You|I|It|He|She)(?: |['’])`,
  'u',
);
const ENDS = /[.!?…。！？؟।][”"’»)\]]*$/u;
/** In a sentence of so many words the colon introduces another. */
const SENTENCE_WORDS = 4;
/** It stands for a value that is missing: "–", "____". */
const BLANK = /^[^\p{L}\p{N}]*$/u;

/**
 * @param line one line or sentence; marks of emphasis in it do not count.
 * @returns the property and its value, `undefined` where the line is anything else: what stands behind its colon is a
 *   sentence, a question, or nothing.
 */
export function readPair(line: string): Pair | undefined {
  const start = line.length > LONGEST_KEY ? line.slice(0, LONGEST_KEY) : line;
  if (!start.includes(':') && !start.includes('：')) return undefined;
  const plain = /[*_`]/.test(line) ? line.replace(/\*{1,3}|__|`/g, '').trim() : line;
  const found = LINE.exec(plain);
  if (found === null) return undefined;
  const key = found[1]!;
  const value = plain.slice(found[0].length).trim();
  if (value.length > LONGEST_VALUE || !HAS_LETTER.test(key) || key.split(' ').length > MOST_WORDS)
    return undefined;
  if (BLANK.test(value) || /[?？؟]$/.test(value)) return undefined;
  if (ENDS.test(value) && value.split(' ').length >= SENTENCE_WORDS) return undefined;
  return SENTENCE.test(value) ? undefined : { key, value };
}

/** "Height" → "height", but "CEO", "pH". */
export function lowered(key: string): string {
  return /^\p{Lu}\p{Ll}*(?![\p{L}])/u.test(key) ? key[0]!.toLowerCase() + key.slice(1) : key;
}

/**
 * @param of what has the property, where it is named.
 * @returns a pair as an English sentence, such as the detector can judge.
 */
export function assertPair({ key, value }: Pair, of?: string): string {
  const owner = of === undefined ? '' : ` of ${of}`;
  return `The ${lowered(key)}${owner} is ${value.replace(/\.$/, '')}.`;
}
