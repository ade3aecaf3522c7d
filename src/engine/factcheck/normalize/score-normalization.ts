/**
 * How good a normalized claim is, from the claim and the post alone. It decides whether a model is asked
 * once more, and which of two answers is kept; it is no measure of truth.
 */
import { readTokens } from '../../text/read-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { keyOf, wordsOf } from '../../text/words-of.ts';

interface NormalizationScore {
  /** 0 to 1: 0.6 × grounded + 0.25 × stands alone + 0.15 × one sentence. */
  readonly score: number;
  /** What is wrong, in words for the model; none where nothing is. */
  readonly faults: readonly string[];
}

/** Words that need a sentence before them, at the beginning of a claim. */
const OPENS_UNRESOLVED =
  /^(?:he|she|it|they|this|that|these|those|his|her|its|their|here|there)\b(?! (?:is|are|was|were) (?:a|an|no)\b)/i;
const MOST_WORDS = 45;

/**
 * Grounded is the share of the claim's words and numbers that the post has too; a number that it does not
 * have takes 0.3 more.
 */
export function scoreNormalization(claim: string, post: string): NormalizationScore {
  const faults: string[] = [];
  const wordsOfPost = wordsOf(fold(post));
  /** Each different word, with what it is compared by. */
  const words = new Map<string, string>();
  for (const token of readTokens(fold(claim))) {
    const key = keyOf(token);
    if (key !== undefined && (token.kind === 'number' || token.text.length > 3)) words.set(token.text, key);
  }
  const foreign = [...words].filter(([, key]) => !wordsOfPost.has(key)).map(([word]) => word);
  const numbers = foreign.filter((word) => /\d/.test(word));
  const share = words.size === 0 ? 1 : 1 - foreign.length / words.size;
  const grounded = Math.max(0, share - 0.3 * numbers.length);
  if (grounded < 0.7) faults.push(`these words are not in the material: ${foreign.slice(0, 12).join(', ')}`);

  const alone = OPENS_UNRESOLVED.test(claim.trim()) ? 0 : 1;
  if (alone === 0) faults.push('the claim begins with a reference that has nothing to refer to');

  const sentences = splitSentences(claim).length;
  const length = claim.split(/\s+/).length;
  const one = sentences === 1 && length <= MOST_WORDS ? 1 : 0;
  if (one === 0) faults.push('the claim must be one short sentence');
  return { score: 0.6 * grounded + 0.25 * alone + 0.15 * one, faults };
}

/** Vowel signs part words: in Indic scripts they are what inflection changes. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{M}+/gu, ' ');
}
