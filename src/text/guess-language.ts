import { CHARACTER_CLASS, isLetter } from './characters.ts';
import { functionWords, LANGUAGES_WITH_FUNCTION_WORDS } from './function-words.ts';
import type { Language } from './languages.ts';
import { readTokens } from './read-tokens.ts';

/** Scripts that one language, or one above all, is written in. */
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґІЇЄҐ]/u, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Sinhala}/u, 'si'],
  [/\p{Script=Myanmar}/u, 'my'],
];

/** Letters that decide between languages that share many of their small words. */
const LETTERS: Partial<Record<Language, RegExp>> = {
  de: /[äöüß]/,
  es: /[áíóúñ¿¡]/,
  fr: /[èêàçœûîôâ]/,
  it: /[èàòùì]/,
  pl: /[ąćęłńśźż]/,
  pt: /[ãõçâê]/,
  sv: /[åäö]/,
};

/** How much of a text is looked at, in UTF-16 units. */
const MAX_INPUT = 2_000;
/** Parts of an address are no words of a language. */
const ADDRESS = /https?:\/\/\S+/g;
/** From this share of English function words on, a text is surely English. */
const ENGLISH_SHARE = 0.1;

/** For each function word, the languages that have it, by their places in the list of languages. */
const PLACES = new Map<string, number[]>();
for (const [place, language] of LANGUAGES_WITH_FUNCTION_WORDS.entries()) {
  for (const word of functionWords(language)) PLACES.set(word, [...(PLACES.get(word) ?? []), place]);
}
const ENGLISH = LANGUAGES_WITH_FUNCTION_WORDS.indexOf('en');

interface WordCounts {
  readonly words: number;
  readonly english: number;
  /** The other language that has most of the text's words, and how many; letters of its own count a half. */
  readonly other: Language;
  readonly most: number;
}

/**
 * Guesses the language of a claim, so that it is searched for where it can be found: by its script where most
 * letters are not Latin, else by its function words.
 *
 * @returns English where nothing suggests another language.
 */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, MAX_INPUT);
  if (!isLatin(sample)) return SCRIPTS.find(([script]) => script.test(sample))?.[1] ?? 'en';
  const { english, other, most } = countFunctionWords(sample);
  // Words such as `in` and `a` belong to many languages: English needs as many only.
  return most > english ? other : 'en';
}

/** @returns whether a text is surely English, surely not, or neither ("Elon Musk: Tesla"). */
export function languageOf(text: string): 'english' | 'foreign' | 'unknown' {
  if (!isLatin(text)) return 'foreign';
  const { words, english, most } = countFunctionWords(text);
  if (most > english) return 'foreign';
  return english > 0 && english >= words * ENGLISH_SHARE ? 'english' : 'unknown';
}

/** Whether at least half of the letters are Latin. */
function isLatin(text: string): boolean {
  let [latin, others] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!isLetter(CHARACTER_CLASS[unit]!)) continue;
    if (unit < 0x370 || (unit >= 0x1e00 && unit < 0x1f00)) latin++;
    else others++;
  }
  return latin >= others;
}

function countFunctionWords(text: string): WordCounts {
  const lower = text.toLowerCase().replace(ADDRESS, ' ').replaceAll('’', "'");
  const words = readTokens(lower, { joins: 'apostrophes' });
  const counts = LANGUAGES_WITH_FUNCTION_WORDS.map((language) => (LETTERS[language]?.test(lower) ? 0.5 : 0));
  for (const { text: word } of words) for (const place of PLACES.get(word) ?? []) counts[place]!++;
  let [other, most]: [Language, number] = ['en', 0];
  for (const [place, language] of LANGUAGES_WITH_FUNCTION_WORDS.entries()) {
    if (place !== ENGLISH && counts[place]! > most) [other, most] = [language, counts[place]!];
  }
  return { words: words.length, english: counts[ENGLISH]!, other, most };
}
