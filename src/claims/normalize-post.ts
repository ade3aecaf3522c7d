/**
 * States a social media post's central claim by rule: what posts carry around it is removed, what is
 * written for feeds (run-together hashtags, handles) is written out, the words and the language stay.
 */
import { CHARACTER_CLASS, isSpaceSeparatedScript, LETTER } from './characters.ts';
import { languageOf } from './estimate-foreign.ts';

/** Most words that are kept: what fact checkers state is seldom found further on. */
const MOST_WORDS = 75;
/** From this word on, the end of a sentence is end enough. */
const ENOUGH_WORDS = 60;
/** The same in scripts without spaces, in UTF-16 units. */
const MOST_UNITS = 240;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#039': "'",
  '#39': "'",
};
const ADDRESS = /(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)\S*|<link>/giu;
const EMOJI =
  /(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}\u20e3])(?:\u200d|\ufe0f)*/gu;
const HASHTAG = /#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/gu;
const MENTION = /@([\p{L}\p{N}_]+)/gu;
const LEADING_MENTIONS = /^(?:\s*(?:RT\s+)?@[\p{L}\p{N}_]+:?)+\s*/u;
/** Cries for attention before the news. */
const CRY =
  /^(?:\W*(?:breaking(?: news)?|just in|just now|watch|video|alert|update|must (?:read|watch)|read this|exclusive|urgent|attention|news ?flash|viral|urgente|última hora|ultima hora|atenção|atencion|atención|alerta|achtung|eilmeldung|flash|info|pilne|uwaga|viral|heboh|عاجل|ด่วน)(?![\p{L}\p{M}])\s*[:!|–—-]+)+\s*/iu;

/**
 * @param post a post as stored, with whatever was stored with it (repeats, text read from its picture, `None`).
 * @returns one line; `''` only where the post holds no text at all.
 */
export function normalizePost(post: string): string {
  const decoded = post.replace(/&(amp|lt|gt|quot|nbsp|#0?39);/g, (_, name: string) => ENTITIES[name]!);
  const once = withoutRepeats(decoded.replace(/\s+/g, ' ').trim());
  const plain = withoutFeedMarks(once);
  const kept = shorten(plain) || once;
  return endSentence(kept);
}

/** Posts are stored twice or three times over, one after the other, then what was read from their picture. */
function withoutRepeats(text: string): string {
  const bare = text.replace(/(?:\s+None)+$/u, '');
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

function withoutFeedMarks(text: string): string {
  const plain = text.replace(ADDRESS, ' ').replace(LEADING_MENTIONS, '').replace(EMOJI, ' ');
  // Writers in Indic scripts weave hashtags into their sentences with the sign, and checkers keep it.
  if (isIndic(plain) || languageOf(plain) === 'unknown') return plain.replace(/\s+/g, ' ').trim();
  return plain
    .replace(HASHTAG, (_, tag: string) => writtenOut(tag))
    .replace(MENTION, (_, handle: string) => writtenOut(handle))
    .replace(/\bcovid(?:[ -]?19)?\b/giu, 'COVID-19')
    .replace(/\bcorona virus\b/giu, 'coronavirus')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])(?=\s|$)/g, '$1')
    .trim()
    .replace(CRY, '')
    .trim();
}

/** "ClimateChange" → "Climate Change", "covid19" → "covid 19", "stop_it" → "stop it". */
function writtenOut(tag: string): string {
  return tag
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .trim();
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

/** English statements end with a full stop; in other languages the post's own style is kept. */
function endSentence(text: string): string {
  if (text === '' || /[.!?…:;।。؟]["'”’)]*$/u.test(text) || languageOf(text) !== 'english') return text;
  return `${text.replace(/[\s,–—-]+$/u, '')}.`;
}
