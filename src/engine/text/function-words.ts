/**
 * Words that do not say what a text is about: articles, prepositions, pronouns, auxiliaries, and "say". They
 * count for nothing when a claim is searched for, or compared with a text. One list per language, in
 * `data/function-words.json`; the English one also has what is left of a contraction ("don", "isn").
 */
import lists from './data/function-words.json' with { type: 'json' };

type ListedLanguage = keyof typeof lists;

export const LANGUAGES_WITH_FUNCTION_WORDS = Object.keys(lists) as readonly ListedLanguage[];

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, lines]) => [language, new Set(lines.join(' ').split(' '))]),
);
const NONE: ReadonlySet<string> = new Set();

/** @returns the function words of a language in lower case; none for a language that has no list. */
export function functionWords(language: string): ReadonlySet<string> {
  return WORDS.get(language) ?? NONE;
}
