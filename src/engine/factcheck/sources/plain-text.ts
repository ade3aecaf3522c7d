/**
 * Turns text from outside into plain text: markup stripped, entities decoded, invisible characters removed.
 * `htmlparser2` reads the markup. What is more likely prose than markup (`p < 0.05`, `AT&T`) is escaped first,
 * so that no word of a text is lost to a tag that is none.
 */
import { Parser } from 'htmlparser2';

/**
 * Characters that nobody sees, and that a text of others may hide something with or in: controls, marks that
 * reorder (bidirectional controls), zero-width blanks and joiners of words, fillers, tag characters,
 * variation selectors beyond the common ones, interlinear notes. Joiners that scripts and emoji need are not
 * among them, nor are tab and the ends of lines.
 */
const RANGES = [
  ...['\\u0000-\\u0008', '\\u000b\\u000c', '\\u000e-\\u001f', '\\u007f-\\u009f', '\\u00ad', '\\u034f'],
  ...['\\u061c', '\\u115f\\u1160', '\\u17b4\\u17b5', '\\u180b-\\u180e', '\\u200b', '\\u200e\\u200f'],
  ...['\\u202a-\\u202e', '\\u2060-\\u206f', '\\u3164', '\\ufeff', '\\uffa0', '\\ufff0-\\ufffc'],
  ...['\\u{1bca0}-\\u{1bca3}', '\\u{1d173}-\\u{1d17a}', '\\u{e0000}-\\u{e0fff}'],
];

export const INVISIBLE_CHARACTERS = new RegExp(`[${RANGES.join('')}]`, 'gu');

/** Tags that begin a new line. */
const BLOCK = new Set(
  `address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li
  main nav ol p pre section table td th tr ul title sec`.split(/\s+/),
);
/** Tags whose content is not for readers. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math']);

/** The longest input that is read, in UTF-16 units: bounds the work on a reply that is one huge page. */
export const MOST_READ: number = 32 * 1024;
/** Escaped markup, and markup within markup, come to light one layer at a time. */
const MOST_LAYERS = 4;

/**
 * @param text HTML, or text that may hold some.
 * @returns plain text: well-formed, without markup and invisible characters, blanks collapsed, lines where
 *   blocks ended.
 */
export function toPlainText(text: string): string {
  const input = text.slice(0, MOST_READ).replace(INVISIBLE_CHARACTERS, '');
  let plain = readHtml(input.replace(BARE_AMPERSAND, '&amp;')).replace(INVISIBLE_CHARACTERS, '');
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const before = plain;
    // Entities are decoded once.
    plain = before.includes('<') ? readHtml(before.replaceAll('&', '&amp;')) : before;
    if (plain === before) return tidy(plain);
  }
  return tidy(plain.replaceAll('<', ' '));
}

/** @returns {@link toPlainText} in one line. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/\s+/gu, ' ').trim();
}

function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\S\n\r\u2028\u2029]+/gu, ' ')
    .replace(/ ?(?:\r\n|[\n\r\u2028\u2029]) ?/gu, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** An ampersand that begins no entity: HTML would read `&copy=2` of a URL as one. */
const BARE_AMPERSAND = /&(?!(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)/g;
/** What `<` may begin: a tag, a comment, a CDATA section, a declaration. */
const MARKUP = [
  // Words behind a name of one letter are no attributes: `a <b and c> d` compares.
  String.raw`(?![A-Za-z]\s[^<>=]*>)\/?[A-Za-z][\w:-]*(?:\s[^<>]*|\/)?>`,
  // The last tag of an excerpt may be cut off.
  String.raw`\/?[A-Za-z][\w:-]*\s[^<>]*=[^<>]*$`,
  '!--',
  String.raw`!\[CDATA\[`,
  '[!?]',
];
const BARE_ANGLE = new RegExp(`<(?!${MARKUP.join('|')})`, 'g');

function readHtml(text: string): string {
  let plain = '';
  let hidden = 0;
  let inCdata = false;
  const parser = new Parser(
    {
      onopentag(name) {
        if (HIDDEN.has(name)) hidden += 1;
        else plain += separatorOf(name);
      },
      onclosetag(name) {
        if (!HIDDEN.has(name)) plain += separatorOf(name);
        else if (--hidden === 0) plain += ' ';
      },
      ontext(data) {
        if (hidden === 0) plain += inCdata ? data.replaceAll('<', ' ') : data;
      },
      oncdatastart() {
        inCdata = true;
      },
      oncdataend() {
        inCdata = false;
      },
    },
    { recognizeCDATA: true, recognizeSelfClosing: true },
  );
  parser.end(text.replace(BARE_ANGLE, '&lt;'));
  return plain;
}

function separatorOf(name: string): string {
  return BLOCK.has(name.slice(name.indexOf(':') + 1)) ? '\n' : '';
}
