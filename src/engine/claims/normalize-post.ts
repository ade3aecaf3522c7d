/**
 * States a social media post's central claim by rule: what posts carry around it is removed, what is
 * written for feeds (run-together hashtags, handles) is written out, the words and the language stay.
 */
import { CHARACTER_CLASS, isSpaceSeparatedScript, LETTER } from '../text/characters.ts';
import { languageOf } from '../text/guess-language.ts';
import { stripFeedMarks, stripForeignBodies } from './strip-feed-marks.ts';

/** What is read of a post, in UTF-16 units: no feed takes longer ones, and what is kept stands at the beginning. */
export const LONGEST_POST: number = 25_000;
/** Most words that are kept: what fact checkers state is seldom found further on. */
const MOST_WORDS = 75;
/** From this word on, the end of a sentence is end enough. */
const ENOUGH_WORDS = 60;
/** The same in scripts without spaces, in UTF-16 units. */
const MOST_UNITS = 240;

/** Shorter statements are taken for headlines. */
const HEADLINE_WORDS = 12;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#039': "'",
  '#39': "'",
};

/**
 * @param post a post as stored, with whatever was stored with it (repeats, text read from its picture, `None`).
 *   Of a longer one than `LONGEST_POST`, the beginning is read.
 * @returns one line; `''` only where the post holds no text at all.
 */
export function normalizePost(post: string): string {
  const decoded = post
    .slice(0, LONGEST_POST)
    .toWellFormed()
    .replace(/&(amp|lt|gt|quot|nbsp|#0?39);/g, (_, name: string) => ENTITIES[name]!);
  const once = withoutRepeats(decoded.replace(/\s+/g, ' ').trim());
  const plain = plainText(once);
  const kept = shorten(plain) || once;
  return endSentence(kept);
}

/** Posts are stored twice or three times over, one after the other, then what was read from their picture. */
function withoutRepeats(text: string): string {
  let bare = text;
  while (bare.endsWith(' None')) bare = bare.slice(0, -5);
  const key = bare.slice(0, 12);
  let tries = 0;
  for (let at = bare.indexOf(key, 1); at > 0 && tries++ < 50; at = bare.indexOf(key, at + 1)) {
    const unit = bare.slice(0, at).trimEnd();
    if (unit.length === at || !bare.startsWith(unit, at)) continue;
    let rest = bare.slice(at);
    while (rest.startsWith(unit)) rest = rest.slice(unit.length).trimStart();
    return rest === '' || unit.startsWith(rest) ? unit : `${unit} ${rest}`;
  }
  return bare;
}

function plainText(text: string): string {
  const plain = stripForeignBodies(text);
  // Writers in Indic scripts weave hashtags into their sentences with the sign, and checkers keep it.
  if (isIndic(plain) || languageOf(plain) === 'unknown') return plain;
  return stripFeedMarks(text)
    .replace(/\bcovid(?:[ -]?19)?\b/giu, 'COVID-19')
    .replace(/\bcorona virus\b/giu, 'coronavirus');
}

function isIndic(text: string): boolean {
  let indic = 0;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = CHARACTER_CLASS[unit]!;
    if (kind < 2 || kind > LETTER) continue;
    letters++;
    if (unit >= 0x900 && unit < 0xe00) indic++;
  }
  return indic * 3 > letters;
}

function shorten(text: string): string {
  if (
    isSpaceSeparatedScript(text.charCodeAt(text.length >> 1)) ||
    /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)
  ) {
    if (text.length <= MOST_UNITS) return text;
    const space = text.lastIndexOf(' ', MOST_UNITS);
    return text.slice(0, space > MOST_UNITS / 2 ? space : MOST_UNITS);
  }
  const words = text.split(' ');
  if (words.length <= MOST_WORDS) return text;
  let end = MOST_WORDS;
  for (let i = MOST_WORDS; i > ENOUGH_WORDS; i--) {
    if (/[.!?。।؟]["'”’)]*$/u.test(words[i - 1]!)) {
      end = i;
      break;
    }
  }
  return words.slice(0, end).join(' ');
}

/** English statements end with a full stop, but for those as short as headlines; elsewhere the post's own style is kept. */
function endSentence(text: string): string {
  const ended = text === '' || /[.!?…:;।。؟]["'”’)]*$/u.test(text);
  if (ended || text.split(' ').length < HEADLINE_WORDS || languageOf(text) !== 'english') return text;
  return `${text.replace(/[\s,–—-]+$/u, '')}.`;
}
