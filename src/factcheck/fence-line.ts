import { INVISIBLE_CHARACTERS } from './sources/invisible-characters.ts';

/** Angle brackets, and what looks like them. */
const OPEN =
  '<\\u00ab\\u02c2\\u2039\\u226a\\u22d8\\u2329\\u276e\\u2770\\u27e8\\u27ea\\u3008\\u300a\\ufe3d\\ufe3f\\ufe64\\uff1c';
const CLOSE =
  '>\\u00bb\\u02c3\\u203a\\u226b\\u22d9\\u232a\\u276f\\u2771\\u27e9\\u27eb\\u3009\\u300b\\ufe3e\\ufe40\\ufe65\\uff1e';
/** Several of them, whatever stands between them unseen. */
const ANGLES = new RegExp(
  [OPEN, CLOSE].map((angles) => `[${angles}](?:[\\s\\u200c\\u200d\\ufe00-\\ufe0f]*[${angles}])+`).join('|'),
  'gu',
);
/** What the numbers of items look like. */
const NUMBER = /[[\uff3b]\s*(\p{Nd}{1,4})\s*[\]\uff3d]/gu;

/**
 * Makes a text of others fit to stand between the lines of a fence: one line, without invisible characters,
 * without runs of angle brackets, and without numbers in square brackets (they become round). So it can close
 * no fence, look like no other item, and like no line of the form around it.
 *
 * @param word the fence's own, which no text can know beforehand, and which is taken out all the same.
 */
export function fenceLine(text: string, word: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE_CHARACTERS, ' ')
    .replaceAll(word, '')
    .replace(ANGLES, (angles) => angles[0] as string)
    .replace(NUMBER, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
}
