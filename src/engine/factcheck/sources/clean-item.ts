/**
 * Makes what a source returned fit to be shown, quoted and put before a model. Everything in it is
 * untrusted: it is plain text of bounded length afterwards, with a URL that can only be a web page's.
 */
import { splitSentences } from '../../text/split-sentences.ts';
import type { FoundItem } from './outside-source.ts';
import { MOST_READ, toPlainLine, toPlainText } from './plain-text.ts';
import { readDate } from './read-date.ts';
import type { RetrievedItem } from './source.ts';

const MAX_TITLE = 300;
const MAX_TEXT = 4_000;
const MAX_URL = 2_000;

/**
 * @param withoutLink whether an item may be without a URL: it is `""` then.
 * @returns the item, or `undefined` where it has no URL of the web, or no text.
 */
export function cleanItem(source: string, found: FoundItem, withoutLink = false): RetrievedItem | undefined {
  const url = cleanUrl(found.url) ?? (withoutLink ? '' : undefined);
  if (url === undefined || typeof found.text !== 'string') return undefined;
  const text = wholeText(found.text);
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const title = typeof found.title === 'string' ? cutText(toPlainLine(found.title), MAX_TITLE) : '';
  const published = readDate(found.published);
  return { source, title, url, text, ...(published === undefined ? {} : { published }) };
}

/** The text, or its beginning: up to the end of a sentence, so that no "not" behind it is lost. */
function wholeText(given: string): string {
  const plain = toPlainText(given);
  if (plain.length <= MAX_TEXT && given.length <= MOST_READ) return plain;
  const beginning = cutText(plain, MAX_TEXT);
  // The last sentence may go on behind the cut; one alone has to do.
  const before = splitSentences(beginning).at(-2);
  return before === undefined ? beginning : beginning.slice(0, before.end);
}

/** @returns an absolute http(s) URL without a user's name and password, or `undefined`. */
export function cleanUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.username = '';
  url.password = '';
  return url.href.length > MAX_URL ? undefined : url.href;
}

/** @returns at most so many UTF-16 units, cut between words where there are any, never within a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const space = head.search(/\s\S*$/);
  // Scripts without blanks, and words without end, are cut where the room is.
  const cut = space > max * 0.6 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return cut.trimEnd();
}
