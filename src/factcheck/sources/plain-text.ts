/**
 * Text of others made plain: markup stripped, entities decoded, and nothing left in it that could not be
 * seen. One pass over the text, linear in its length whatever stands in it.
 */

import { INVISIBLE_CHARACTERS } from './invisible-characters.ts';

/** Tags after which a new line begins. */
const BLOCK = new Set(
  `address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li
  main nav ol p pre section table td th tr ul title sec`.split(/\s+/),
);
/** Tags whose content is not for readers. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math']);

/** The entities that are met in prose; numeric ones are computed, accented letters composed. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  `amp & lt < gt > quot " apos ' nbsp \u00a0 ensp \u2002 emsp \u2003 thinsp \u2009 zwj \u200d zwnj \u200c
  ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo ›
  hellip … bull • middot · prime ′ euro € pound £ yen ¥ cent ¢ copy © reg ® trade ™ sect § para ¶ deg °
  plusmn ± times × divide ÷ minus − le ≤ ge ≥ ne ≠ asymp ≈ frac12 ½ frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³
  micro µ infin ∞ alpha α beta β gamma γ delta δ epsilon ε lambda λ mu μ pi π sigma σ omega ω kappa κ
  theta θ Delta Δ Omega Ω Sigma Σ rarr → larr ← dagger † Dagger ‡ iexcl ¡ iquest ¿ ordm º ordf ª szlig ß
  oelig œ OElig Œ aelig æ AElig Æ oslash ø Oslash Ø aring å Aring Å eth ð ETH Ð thorn þ THORN Þ
  ccedil ç Ccedil Ç scaron š Scaron Š`
    .split(/[ \n]+/)
    .flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1] as string] as const] : [])),
);
/** `eacute`, `Uuml` and the like are a letter and its mark. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
]);

/** UTF-16 units of what is looked at of one text: bounds the work on a reply that is one huge page. */
export const MOST_READ = 32 * 1024;

/**
 * @param text HTML, or text that may hold some.
 * @returns plain text: well-formed, without markup and invisible characters, blanks collapsed, lines where
 *   blocks ended.
 */
export function toPlainText(text: string): string {
  const input = text.slice(0, MOST_READ).replace(INVISIBLE_CHARACTERS, '');
  const decoded = decodeEntities(stripMarkup(input)).replace(INVISIBLE_CHARACTERS, '');
  // What was escaped shows as markup only now; what lay within markup may do so once that is gone.
  let plain = decoded;
  for (let pass = 0; pass < 4; pass++) {
    const before = plain;
    plain = stripMarkup(before);
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

/** What stands between `<` and the next `>`, where it is a tag and not a comparison. */
const TAG = /^\/?([A-Za-z][A-Za-z0-9:_-]*)(?:\s.*|\/)?$/s;

function stripMarkup(text: string): string {
  let out = '';
  let from = 0;
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', Math.max(from, open + 1))) {
    const markup = readMarkup(text, open);
    if (markup === undefined) continue;
    out += text.slice(from, open) + markup.instead;
    from = markup.end;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** @returns where the markup that begins at `open` ends, and what stands in its place; nothing where it is text. */
function readMarkup(text: string, open: number): { end: number; instead: string } | undefined {
  if (text.startsWith('<!--', open)) return { end: after(text, '-->', open), instead: '' };
  if (text.startsWith('<![CDATA[', open)) {
    const end = after(text, ']]>', open);
    return {
      end,
      instead: text
        .slice(open + 9, end)
        .replace(/\]\]>$/, '')
        .replaceAll('<', ' '),
    };
  }
  const next = text[open + 1] ?? '';
  if (next === '!' || next === '?') return { end: after(text, '>', open), instead: '' };
  if (!/[A-Za-z/]/.test(next)) return undefined;
  const close = nextBracket(text, open + 1);
  if (close === -1) {
    // An excerpt may be cut in the middle of a tag.
    const cut = /^<\/?[A-Za-z][\w:-]*\s[^<]*=[^<]*$/.test(text.slice(open));
    return cut ? { end: text.length, instead: '' } : undefined;
  }
  if (text[close] === '<') return undefined;
  const inner = text.slice(open + 1, close);
  const name = TAG.exec(inner)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  // `a <b and c> d` compares: words behind a name so short are no attributes.
  if (name.length === 1 && /\s[^=]+$/.test(inner) && !inner.includes('=')) return undefined;
  if (HIDDEN.has(name) && !inner.startsWith('/') && !inner.endsWith('/')) {
    return { end: endOfElement(text, name, close + 1), instead: ' ' };
  }
  return { end: close + 1, instead: BLOCK.has(name.slice(name.indexOf(':') + 1)) ? '\n' : '' };
}

function nextBracket(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x3c || unit === 0x3e) return index;
  }
  return -1;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

function endOfElement(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  end.lastIndex = from;
  return end.exec(text) === null ? text.length : end.lastIndex;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedEntity(name) ?? whole;
      return codePoint(decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal));
    },
  );
}

function namedEntity(name: string): string | undefined {
  const known = ENTITIES.get(name);
  if (known !== undefined) return known;
  const mark = MARKS.get(name.slice(1));
  return mark === undefined ? undefined : ((name[0] as string) + mark).normalize('NFC');
}

/** Numbers 128 to 159 mean Windows-1252 in HTML (https://html.spec.whatwg.org/#numeric-character-reference-end-state). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function codePoint(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80] as string;
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(code);
}
