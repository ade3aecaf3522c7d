/**
 * The language of a text, for all who ask: by its script where that says it, by its function words where they are
 * English beyond doubt, else by a library that compares pieces of words.
 */
import { CHARACTER_CLASS, isLetter } from './characters.ts';
import { functionWords, LANGUAGES_WITH_FUNCTION_WORDS } from './function-words.ts';
import { scoreLanguages } from './language-library.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** Scripts that one language, or one above all, is written in. */
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
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
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Oriya}/u, 'or'],
  [/\p{Script=Ethiopic}/u, 'am'],
];

/** Languages that share a script: the first is meant where a text does not say which. */
const SHARED = {
  ru: new Set<Language>(['uk', 'bg', 'be', 'sr']),
  ar: new Set<Language>(['fa', 'ur']),
  hi: new Set<Language>(['mr']),
} as const;

/** Small words of Hindi that Marathi does not have, and the reverse. */
const HINDI =
  /(?<![\p{L}\p{M}])(?:है|हैं|का|की|के|में|से|को|और|पर|था|थे|थी|हूँ|नहीं|तो|भी|क्या|हुआ|गया|किया|लें|दें|करें)(?![\p{L}\p{M}])/u;
const MARATHI = /ळ|च्या(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:आहे|आहेत|आणि|नाही|मध्ये|साठी|केली|केले)(?![\p{L}\p{M}])/u;

/** Kana makes up this share of Japanese at least; less is a name in a Chinese text. */
const KANA_SHARE = 0.2;

/** How much of a text is looked at, in UTF-16 units. */
const MAX_INPUT = 1_000;
/** Addresses and handles have no words of a language. */
const NO_WORDS = /https?:\/\/\S+|[@#]\w+/g;
const WORDS = /\p{L}[\p{L}\p{M}]*(?:'\p{L}[\p{L}\p{M}]*)*/gu;
const NOT_LATIN = /[^\p{Script=Latin}\p{M}'\s]+/gu;

const ENGLISH_ALONE: readonly string[] = ['en'];
/** The languages that have a function word, by the word. */
const HAVING = new Map<string, readonly string[]>();
for (const word of functionWords('en')) HAVING.set(word, ENGLISH_ALONE);
for (const language of LANGUAGES_WITH_FUNCTION_WORDS.filter((one) => one !== 'en')) {
  for (const word of functionWords(language)) HAVING.set(word, [...(HAVING.get(word) ?? []), language]);
}
/** No function word of English is longer. */
const LONGEST_ENGLISH = Math.max(...[...functionWords('en')].map((word) => word.length));
/** From so many function words on that English alone has, and such a share, a text is English. */
const ENGLISH_WORDS = 2;
const ENGLISH_SHARE = 0.15;
/** What a text of function words alone adds to the library's score, which lies around 100 for a language's own text. */
const FUNCTION_WORDS = 60;
/** By how much another language must score above English, or English above all others. */
const MARGIN = 22;
/** With fewer words that are no names, or the same ones again and again, it needs as much more. */
const ENOUGH_WORDS = 4;
/** From so many such words on, names are left out. */
const MANY_WORDS = 8;
const NAME = /^(?:\p{Ll}')?\p{Lu}.*\p{Ll}/u;
/** A word that is no name and has such a letter is hardly English. */
const ACCENTED = /[^\p{ASCII}]/u;
const LONGEST_PARTICLE = 3;

/** The library's names for what has another here. */
const NAMES: Readonly<Record<string, Language>> = { no: 'nb', ms: 'id' };
/** Azerbaijani is hardly written without it, and Turkish never with it. */
const AZERBAIJANI = /ə/i;
const KNOWN: ReadonlySet<string> = new Set(LANGUAGES);

/** @returns the language of a text, or where that does not say, `around`: the language of the text around it. */
export function guessLanguage(text: string, around: Language = 'en'): Language {
  return decideLanguage(text) ?? around;
}

/** @returns whether a text is surely English, surely not, or neither ("Elon Musk: Tesla"). */
export function languageOf(text: string): 'english' | 'foreign' | 'unknown' {
  const language = decideLanguage(text);
  if (language === undefined) return 'unknown';
  return language === 'en' ? 'english' : 'foreign';
}

/** @returns the language of a text; nothing where the text does not say: a name, a number, a word or two. */
export function decideLanguage(text: string): Language | undefined {
  const sample = text.length > MAX_INPUT ? text.slice(0, MAX_INPUT) : text;
  return isLatin(sample) ? ofLatin(sample) : ofScript(sample);
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

function ofScript(text: string): Language | undefined {
  const language = SCRIPTS.find(([script]) => script.test(text))?.[1];
  switch (language) {
    case 'zh': {
      const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
      return kana > text.length * KANA_SHARE ? 'ja' : 'zh';
    }
    case 'hi':
      if (HINDI.test(text)) return 'hi';
      if (MARATHI.test(text)) return 'mr';
      return sharing(text, language);
    case 'ru':
    case 'ar':
      return sharing(text, language);
    default:
      return language;
  }
}

function sharing(text: string, script: keyof typeof SHARED): Language {
  const language = scoreLanguages(text)[0]?.[0] as Language;
  return SHARED[script].has(language) ? language : script;
}

function ofLatin(text: string): Language | undefined {
  const words = text.replace(NO_WORDS, ' ').replaceAll('’', "'").match(WORDS) ?? [];
  if (words.length < 2) return undefined;
  if (isSurelyEnglish(words)) return 'en';
  // Names of any language stand in any other: what is left without them must not be English.
  let plain = words.filter((_, at) => !isName(words, at));
  const all = compare(plain.length < MANY_WORDS ? words : plain);
  const apart = all.lead >= MARGIN && plain.length < words.length && plain.length < MANY_WORDS;
  if (apart) plain = withOpening(words[0]!, plain, all.other);
  const lead = apart ? Math.min(all.lead, compare(plain).lead) : all.lead;
  const enough = plain.some((word) => ACCENTED.test(word))
    ? plain.length
    : Math.max(ENOUGH_WORDS, plain.length);
  const weighed = (lead * new Set(plain).size) / enough;
  if (weighed >= MARGIN) return all.other;
  return weighed <= -MARGIN || (all.english && lead < 0) ? 'en' : undefined;
}

/** A first word has a capital whatever it is: a small word of the language is no name where the rest is no English. */
function withOpening(first: string, plain: readonly string[], other: Language): string[] {
  const opens = !plain.includes(first) && HAVING.get(first.toLowerCase())?.includes(other);
  return opens && compare(plain).lead > 0 ? [first, ...plain] : [...plain];
}

function isSurelyEnglish(words: readonly string[]): boolean {
  let missing = Math.max(ENGLISH_WORDS, words.length * ENGLISH_SHARE);
  for (const word of words) {
    if (word.length > LONGEST_ENGLISH) continue;
    if (HAVING.get(word.toLowerCase()) === ENGLISH_ALONE && --missing <= 0) return true;
  }
  return false;
}

interface Comparison {
  /** The language other than English that words are most likely of. */
  readonly other: Language;
  /** By how much it scores above English. */
  readonly lead: number;
  /** Whether there are English function words. */
  readonly english: boolean;
}

function compare(words: readonly string[]): Comparison {
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const language of HAVING.get(word.toLowerCase()) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const weight = FUNCTION_WORDS / Math.max(1, words.length);
  let other: Language = 'en';
  let [english, most]: [number, number] = [weight * (counts.get('en') ?? 0), 0];
  const text = words.join(' ').replace(NOT_LATIN, ' ');
  for (const [name, scaled] of scoreLanguages(text)) {
    const language = name === 'az' && !AZERBAIJANI.test(text) ? 'tr' : (NAMES[name] ?? name);
    // The library scales its scores to less than 1.
    const score = (25 * scaled) / (1 - scaled) + weight * (counts.get(language) ?? 0);
    if (language === 'en') english = score;
    else if (score > most && KNOWN.has(language)) [other, most] = [language as Language, score];
  }
  return { other, lead: most - english, english: counts.has('en') };
}

/** Whether a word is a name or one of the small words that join names ("Vincent van Gogh"), as far as letters show it. */
function isName(words: readonly string[], at: number): boolean {
  const word = words[at] as string;
  if (NAME.test(word)) return true;
  return word.length <= LONGEST_PARTICLE && NAME.test(words[at - 1] ?? '') && NAME.test(words[at + 1] ?? '');
}
