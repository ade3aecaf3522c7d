/** Finds what a text puts between quotation marks, of whatever script, or between signs that stand for them. */

/** Marks that never stand within a word: those of Unicode, angles and corners, primes, ornaments. */
const MARK = String.raw`[[\p{Pi}\p{Pf}\p{Quotation_Mark}\u02ba\u02dd\u02ee\u05f4\u2033\u2034\u2036\u2037\u2057\u2329\u232a\u275d\u275e\u2760\u276e\u276f\u27e8-\u27eb\u2e22-\u2e25\u2e55-\u2e5c\u3008-\u300f\ufe3d-\ufe40\u{1f676}-\u{1f678}]--[\u2018-\u201b\u2039\u203a'\uff07]]`;
/** Marks that are apostrophes, accents and minutes as well. */
const SINGLE = String.raw`'\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\u2039\u203a\u275b\u275c\u275f\ua78c\uff07`;

const QUOTED = [
  // To the next mark, or to the end. Behind a number it is inches.
  new RegExp(`(?<!\\p{N})${MARK}([^${MARK}]+)(?:${MARK}|$)`, 'gv'),
  // What opens and is no apostrophe needs no end either.
  /(?<!\p{L})[‘‚‛‹❛]([^‘‚‛‹›❛❜]{3,}?)(?:[’‘›❜](?!\p{L})|$)/gu,
  // Apostrophes stand between letters, or at one side of a word: no blank is before a closing mark.
  new RegExp(
    `(?<![\\p{L}\\p{N}])[${SINGLE}]((?:[^${SINGLE}]|(?<=\\p{L})[${SINGLE}](?=\\p{L})){3,}?)(?<=\\S)[${SINGLE}](?!\\p{L})`,
    'gu',
  ),
  /(?:``|,,)(.+?)(?:''|``|["“”]|$)/gu,
];

/** @returns the insides of all quotations; of marks that can be read in two ways, both. */
export function findQuotations(text: string): string[] {
  return QUOTED.flatMap((marks) => Array.from(text.matchAll(marks), (match) => match[1] as string));
}
