/**
 * Makes the judge's explanation fit to be shown: one or two sentences of plain text. A link in it was never
 * retrieved, and a quotation that is in no evidence was never made: neither is passed on.
 */
import { freeSpacing } from '../../text/free-spacing.ts';
import { isUnspaced } from '../../text/read-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { bareText } from '../../text/words-of.ts';
import { toPlainLine } from '../sources/plain-text.ts';

/** UTF-16 units: of what is shown, and of what is read. */
const LONGEST = 500;
const LONGEST_READ = 2_000;

const SCHEME_ALONE = 'mailto|doi|ftp|file|data|javascript|vbscript|blob|about|tel|sms|urn|magnet|ipfs';
const TOP_LEVEL = [
  'com|org|net|edu|gov|int|info|news|wiki|io|ai|co|uk|de|fr|eu|us|ru|cn|in|jp|br|it|es|nl|ch|at|au|ca|pl|se|tv',
  'me|ly|gg|xyz|app|dev|site|online|blog',
].join('|');
const URL_LIKE = new RegExp(
  [
    // With a scheme, slashes or www.
    String.raw`(?:\bh(?:tt|xx)ps?:|\b[a-z][a-z0-9+.-]{1,15}:\/\/|\/\/(?=[\p{L}\p{N}])|\bwww\.|\b(?:${SCHEME_ALONE}):)\S+`,
    // A host by its top-level domain.
    String.raw`\b(?:[\p{L}\p{N}-]{1,63}\.)+(?:${TOP_LEVEL})\b(?::\d+)?(?:\/\S*)?`,
  ].join('|'),
  'giu',
);

/** Looked for where a word begins alone, so that the work grows with the text's length and no faster. */
const BEGIN = String.raw`(?<![\p{L}\p{N}\p{M}-])`;
const LABEL = String.raw`[\p{L}\p{N}\p{M}-]+`;
const DOT = String.raw`(?:\.|\s?[\[(\{<]\s?(?:\.|dot)\s?[\])\}>]\s?)`;
const HEX = '[0-9a-f]{1,4}';
const BYTE = String.raw`(?:0x[0-9a-f]+|\d{1,3})`;
/** What else might be the name of a host or its address, or a person's. */
const HOST_LIKE = new RegExp(
  [
    String.raw`(?<![^\s@])[^\s@]+@[^\s@]+`,
    // Addresses in numbers: 10.0.0.1, 0x7f.1, 2001:db8::1.
    String.raw`(?<![\p{L}\p{N}])(?:${BYTE}(?:\.${BYTE}){3}|0x[0-9a-f]+(?:\.${BYTE})+)(?!\p{N})`,
    String.raw`(?<![\p{L}\p{N}:])(?:(?:${HEX}:){7}${HEX}|(?=[:.]*[0-9a-f])(?:${HEX}(?::${HEX})*)?::(?:${HEX}(?::${HEX})*)?(?:\.\d+)*)(?![\p{L}\p{N}:])`,
    // Dots within a word, however they are written.
    String.raw`${BEGIN}(?:${LABEL}${DOT})*${LABEL}${DOT}[\p{L}\p{M}]{2,}`,
    String.raw`${BEGIN}${LABEL} dot (?:com|org|net|info|gov|edu|io)(?!\p{L})`,
    // Names without a dot: this machine's, and any with a port.
    String.raw`(?<![\p{L}\p{N}])localhost(?!\p{L})`,
    String.raw`${BEGIN}(?=[\p{N}-]*\p{L})${LABEL}:\d{2,5}(?!\p{N})`,
  ].join('|'),
  'giu',
);
/** Marks that the numbers of items leave, and what Markdown would make of the text. */
const MARKS = /\[[\d\s,;–-]*\]|\(\s*(?:see|source|sources|via|from)?[\s:,;.]*\)|[*_#]{2,}|<[^>]{0,200}>/giu;
/** So many letters of a script without blanks are more than one word. */
const SEVERAL_WORDS = 5;

/** What an explanation may quote. */
interface Quotable {
  /** May be quoted in parts: the claim, and the titles of pages. */
  readonly lines: readonly string[];
  /** Retrieved texts: whole sentences of them may be quoted, so that no "not" is cut off. */
  readonly texts: readonly string[];
}

/** @returns the explanation, `""` where nothing of it can be shown. */
export function cleanExplanation(explanation: string, quotable: Quotable): string {
  const plain = toPlainLine(explanation.slice(0, LONGEST_READ)).replace(
    /\[([^\]]{0,200})\]\([^)]{0,500}\)/g,
    '$1',
  );
  const text = withoutLinks(plain)
    .replace(MARKS, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;!?)]|:(?!:))/g, '')
    .trim();
  if (!/\p{L}/u.test(text) || namesHost(text, quotable) || quotesWhatIsNot(text, quotable)) return '';
  return firstSentences(text.replace(/`{2,}/g, ''));
}

/** Letters and dots of other widths make links too. @returns the text without its links. */
export function withoutLinks(text: string): string {
  return text.replace(/\S+/g, (word) => {
    const folded = unify(word);
    const rest = folded.replace(URL_LIKE, '');
    return rest === folded ? word : rest;
  });
}

function unify(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u3002\uff61\u2024](?=[a-z0-9])/giu, '.');
}

/** A name with dots is shown only where a retrieved text, or the claim, has it. */
function namesHost(text: string, { lines, texts }: Quotable): boolean {
  const hosts = unify(text).match(HOST_LIKE) ?? [];
  if (hosts.length === 0) return false;
  const shownTexts = [...lines, ...texts].map((one) => unify(one).toLowerCase());
  return hosts.some((host) => !shownTexts.some((one) => one.includes(host.toLowerCase())));
}

function quotesWhatIsNot(text: string, { lines, texts }: Quotable): boolean {
  const quoted = findQuotations(text)
    .map(bareText)
    .filter((one) => one.includes(' ') || (isUnspaced(one) && one.length >= SEVERAL_WORDS));
  if (quoted.length === 0) return false;
  const parts = lines.map(bareText);
  const sentences = texts.map((one) =>
    splitSentences(one).map(({ start, end }) => bareText(one.slice(start, end))),
  );
  return quoted.some(
    (one) => !parts.some((line) => line.includes(one)) && !sentences.some((all) => isRunOf(all, one)),
  );
}

/** Whether the text is one sentence, or some that follow one another. */
function isRunOf(sentences: readonly string[], text: string): boolean {
  return sentences.some((_, from) => {
    let run = '';
    for (let at = from; at < sentences.length && run.length < text.length; at++) {
      run = run === '' ? (sentences[at] as string) : `${run} ${sentences[at]}`;
      if (run === text) return true;
    }
    return false;
  });
}

function firstSentences(text: string): string {
  const [first, second] = splitSentences(text);
  if (first === undefined) return text.slice(0, LONGEST).toWellFormed();
  const end = second !== undefined && second.end <= LONGEST ? second.end : first.end;
  const shown = text.slice(0, end).trim();
  return shown.length <= LONGEST ? shown : `${shown.slice(0, LONGEST - 1).toWellFormed()}…`;
}

/** Marks that never stand within a word: those of Unicode, angles and corners, primes, ornaments. */
const MARK = freeSpacing('v')`
  [[
    # Quotation marks of Unicode
    \p{Pi}\p{Pf}\p{Quotation_Mark}
    # Double primes and accents
    \u02ba\u02dd\u02ee\u05f4\u2033\u2034\u2036\u2037\u2057
    # Angles, corners and other brackets
    \u2329\u232a\u276e\u276f\u27e8-\u27eb\u2e22-\u2e25\u2e55-\u2e5c\u3008-\u300f\ufe3d-\ufe40
    # Ornaments
    \u275d\u275e\u2760\u{1f676}-\u{1f678}
  ]--[\u2018-\u201b\u2039\u203a'\uff07]]
`.source;
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
function findQuotations(text: string): string[] {
  return QUOTED.flatMap((marks) => Array.from(text.matchAll(marks), (match) => match[1] as string));
}
