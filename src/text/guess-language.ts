import { functionWords, LANGUAGES_WITH_FUNCTION_WORDS } from './function-words.ts';
import type { Language } from './languages.ts';

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

/** How much of a text is looked at. */
const MAX_INPUT = 2_000;

/**
 * Tells the language of a claim, so that it is looked for where it can be found: by its script where most
 * letters are not Latin, else by the function words in it.
 *
 * @returns English where nothing speaks for another language.
 */
export function guessLanguage(text: string): Language {
  const sample = text.slice(0, MAX_INPUT);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin * 2 < letters) return SCRIPTS.find(([script]) => script.test(sample))?.[1] ?? 'en';
  const lower = sample.toLowerCase();
  const words = lower.match(/[\p{L}\p{M}']+/gu) ?? [];
  let best: Language = 'en';
  let most = countOf('en', words);
  for (const language of LANGUAGES_WITH_FUNCTION_WORDS) {
    const count = countOf(language, words) + (LETTERS[language]?.test(lower) === true ? 0.5 : 0);
    // Words such as `in` and `a` belong to many: English gives way only to more.
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

function countOf(language: Language, words: readonly string[]): number {
  const known = functionWords(language);
  return words.filter((word) => known.has(word)).length;
}
