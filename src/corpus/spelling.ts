/**
 * British and American spellings of one word become the same term. Rules for endings and for Greek stems, not
 * a dictionary: what they make need be no word, only the same for both.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
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

/** @param word in lower case, ASCII letters alone. */
export function foldSpelling(word: string): string {
  let folded = word;
  for (const [pattern, replacement] of RULES) folded = folded.replace(pattern, replacement);
  return folded;
}
