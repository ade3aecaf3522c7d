/** What to ask a search for words about: the words of a claim that say what it is about. */
import { functionWords } from '../../text/function-words.ts';
import { readTokens } from '../../text/read-tokens.ts';

function readWords(text: string): string[] {
  return readTokens(text, { joins: 'hyphens' }).map((token) => token.text);
}

/**
 * @returns the claim's words without function words and punctuation, each once, in their order: nothing that a
 *   search could take for an operator.
 */
export function contentWords(text: string, language: string): readonly string[] {
  const empty = functionWords(language);
  const words = new Map<string, string>();
  const all = readWords(text);
  for (const word of all) {
    const lower = word.toLowerCase();
    if (!empty.has(lower.replace('’', "'")) && !words.has(lower)) words.set(lower, word);
  }
  return words.size > 0 ? [...words.values()] : all;
}

/**
 * @returns the few words without which a text is not about the claim, in the claim's order: names before long
 *   words before short ones. Numbers come last: a wrong one would hide what refutes it.
 */
export function strongestWords(text: string, language: string, count: number): readonly string[] {
  const words = contentWords(text, language);
  const [first] = readWords(text);
  const strength = (word: string): number => {
    if (/^\p{N}/u.test(word)) return 0;
    // A capital at the beginning of a sentence says nothing.
    const name = /^\p{Lu}/u.test(word) && (word !== first || /^\p{Lu}.*\p{Lu}/u.test(word));
    return (name ? 20 : 0) + Math.min(word.length, 15);
  };
  const kept = new Set([...words].sort((a, b) => strength(b) - strength(a)).slice(0, count));
  return words.filter((word) => kept.has(word));
}

/** Words of the second try. */
const FEW = 3;

/**
 * For a search that finds only what holds every word: first all that the claim is about, then, where that was
 * too much, what it cannot do without.
 */
export function wordQueries(text: string, language: string): readonly string[] {
  const all = contentWords(text, language).join(' ');
  const few = strongestWords(text, language, FEW).join(' ');
  return all === few ? [all] : [all, few];
}
