/**
 * What goes outside: the text of a claim, at most 300 characters, without what could identify the caller or open
 * a door: e-mail addresses, telephone and card numbers, secrets. Where a number could be either, a quantity stays
 * and a telephone number goes: a year, a range, a date, a number with thousands set apart is a quantity.
 */
import type { ApiKey } from '../../../domain/api-key.ts';
import { scrubKey } from '../../../models/upstream/scrub-key.ts';
import { freeSpacing } from '../../text/free-spacing.ts';
import { cutText } from './clean-item.ts';
import { INVISIBLE_CHARACTERS } from './plain-text.ts';
import { removeNumbersOfPeople } from './remove-numbers.ts';
import { removeSecrets } from './remove-secrets.ts';

/** UTF-16 units. */
export const MAX_OUTSIDE: number = 300;
/** What is looked at: far more than is sent, and a bound on the work. */
const MAX_INPUT = 4_000;

/** Blanks of all kinds, and what is left of controls. */
const BLANKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu;

/**
 * @param key the caller's: no part of it leaves.
 * @returns one line of at most 300 UTF-16 units, cut between words; `""` where nothing is left to ask about.
 */
export function cutClaim(text: string, key?: ApiKey): string {
  let line = oneLine(cutInput(text));
  // Taking something out may bring together what then reads as an address or a number.
  for (let pass = 0; pass < 4; pass++) {
    const before = line;
    line = oneLine(clean(before, key));
    if (line === before) break;
    if (pass === 3) line = oneLine(line.replace(/[\p{Nd}@]/gu, ' '));
  }
  const cut = cutText(line, MAX_OUTSIDE);
  return /[\p{L}\p{N}]/u.test(cut) ? cut : '';
}

function clean(text: string, key: ApiKey | undefined): string {
  const scrubbed = key === undefined ? text : scrubKey(text, key).replaceAll('[redacted]', ' ');
  // Addresses first: one whose domain looks like a secret would leave its user name and the at sign.
  return removeNumbersOfPeople(removeSecrets(removeAddresses(shortenUrls(scrubbed))));
}

/** A key that lies across the cut would no longer look like one: its beginning goes as well. */
function cutInput(text: string): string {
  if (text.length <= MAX_INPUT) return text;
  return text.slice(0, MAX_INPUT).replace(/\S+$/, '');
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(BLANKS, ' ')
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll('\uff20', '@')
    .replace(/\(\s*\)|\[\s*\]|<\s*>|"\s*"/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** A URL may hold a name, a password, a token: its host is what a claim says by it. */
function shortenUrls(text: string): string {
  return text.replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/(\S{1,2000})/gi, (_whole, rest: string) => {
    const authority = rest.split(/[/?#\\]/, 1)[0] as string;
    return authority.slice(authority.lastIndexOf('@') + 1);
  });
}

/** "name (at) example (dot) org". */
const SPELLED_AT = freeSpacing('giu')`
  (?<![\p{L}\p{N}._+-])
  [\p{L}\p{N}._+-]+ ?[([{] ?(?:at|ät) ?[)\]}] ?[\p{L}\p{N}-]+
  (?: ?(?:\.|[([{] ?(?:dot|punkt) ?[)\]}]) ?[\p{L}\p{N}-]+)+
`;

/**
 * What has something on both sides of an at sign, written as a sign or in words. Each pattern begins where a word
 * does, so that a long word without a blank is read once.
 */
function removeAddresses(text: string): string {
  return text
    .split(' ')
    .filter((word) => !/[^\s@"'(<[]@[^\s@]|@[^\s@]*\.\p{L}/u.test(word))
    .join(' ')
    .replace(
      /(?<!\S)\S+ @ ?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<!\S)\S+ ?@ [\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
      ' ',
    )
    .replace(SPELLED_AT, ' ')
    .replace(/(?<![\p{L}\p{N}._+-])[\p{L}\p{N}._+-]+ at [\p{L}\p{N}-]+(?: dot [\p{L}\p{N}-]+)+/giu, ' ');
}
