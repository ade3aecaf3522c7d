import { stemmer } from 'stemmer';

/**
 * British and American spellings of one word become the same stem. Rules for endings and for Greek stems, not
 * a dictionary: what they make need be no word, only the same for both.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/aem/, 'em'],
  [/^oe(?=[sd])/, 'e'],
  [/^paed/, 'ped'],
  [/^foet/, 'fet'],
  [/(?<=[a-z]{2})our(?=$|s$|al|ed$|ing$|ab|ful|ist|ite|less|hood|er)/, 'or'],
  [/(?<=[a-z]{3})is(?=(?:ations?|e|ed|es|ing|ers?)$)/, 'iz'],
  [/(?<=[a-z]{3})ys(?=(?:e|ed|es|ing)$)/, 'yz'],
  [/(?<=met|lit|cent|fib|theat)re(?=s?$)/, 'er'],
  [/ogue(?=s?$)/, 'og'],
];

const ENGLISH_LETTERS = /^[a-z]+$/;
const MOST_KEPT = 50_000;
const stems = new Map<string, string>();

/**
 * Porter's stem (Porter 1980, "An algorithm for suffix stripping") of a word in any English spelling.
 *
 * @param word in lower case; what has other letters than a to z is returned as it is.
 */
export function stemWord(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MOST_KEPT) stems.clear();
  const stem = ENGLISH_LETTERS.test(word) ? stemmer(foldSpelling(word)) : word;
  stems.set(word, stem);
  return stem;
}

function foldSpelling(word: string): string {
  let folded = word;
  for (const [pattern, replacement] of SPELLINGS) folded = folded.replace(pattern, replacement);
  return folded;
}
