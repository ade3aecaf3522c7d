/**
 * Makes the judge's explanation fit to be shown: one or two sentences of plain text. A link in it was never
 * retrieved, and a quotation that is in no evidence was never made: neither is passed on.
 */
import { splitSentences } from '../../claims/split-sentences.ts';

/** UTF-16 units. */
const LONGEST = 500;

const URL_LIKE =
  /\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|mailto:|doi:)\S+|\b(?:[a-z0-9-]{1,63}\.)+(?:com|org|net|edu|gov|int|info|news|wiki|io|ai|co|uk|de|fr|eu|us|ru|cn|in|jp|br|it|es|nl|ch|at|au|ca|pl|se|tv|me|ly|gg|xyz|app|dev|site|online|blog)\b(?:\/\S*)?/giu;
/** Marks that the numbers of items leave, and what Markdown would make of the text. */
const MARKS = /\[[\d\s,;–-]*\]|\(\s*(?:see|source|sources|via|from)?[\s:,;.]*\)|[`*_#]{2,}|<[^>]{0,200}>/giu;
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** What stands between quotation marks, from twelve characters on; apostrophes within words are none. */
const QUOTED = [
  /["“”„«»‟「」]([^"“”„«»‟「」]{12,}?)["“”„«»‟「」]/gu,
  /(?<!\p{L})[‘‚‹]([^‘‚‹›]{12,}?)[’‘›](?!\p{L})/gu,
  /(?<![\p{L}\p{N}])'([^']{12,}?)'(?!\p{L})/gu,
];

/**
 * @param texts what may be quoted: the claim and the retrieved texts.
 * @returns the explanation, `""` where nothing of it can be shown.
 */
export function cleanExplanation(explanation: string, texts: readonly string[]): string {
  const text = explanation
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(URL_LIKE, '')
    .replace(MARKS, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?)])/g, '')
    .trim();
  if (!/\p{L}/u.test(text) || quotesWhatIsNot(text, texts)) return '';
  return firstSentences(text);
}

function quotesWhatIsNot(text: string, texts: readonly string[]): boolean {
  const quoted = QUOTED.flatMap((marks) => Array.from(text.matchAll(marks), (match) => fold(match[1] ?? '')));
  if (quoted.length === 0) return false;
  const known = texts.map(fold);
  return quoted.some((one) => one.split(' ').length >= 3 && !known.some((text) => text.includes(one)));
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function firstSentences(text: string): string {
  const [first, second] = splitSentences(text);
  if (first === undefined) return text.slice(0, LONGEST).toWellFormed();
  const end = second !== undefined && second.end <= LONGEST ? second.end : first.end;
  const told = text.slice(0, end).trim();
  return told.length <= LONGEST ? told : `${told.slice(0, LONGEST - 1).toWellFormed()}…`;
}
