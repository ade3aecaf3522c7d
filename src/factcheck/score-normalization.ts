/**
 * How good a normalized claim is, from the claim and the post alone. It decides whether a model is asked
 * once more, and which of two answers is kept; it is no measure of truth.
 */
import { splitSentences } from '../text/split-sentences.ts';

export interface NormalizationScore {
  /** 0 to 1: 0.6 × grounded + 0.25 × stands alone + 0.15 × one sentence. */
  readonly score: number;
  /** What is wrong, in words for the model; none where nothing is. */
  readonly faults: readonly string[];
}

/** Words that need a sentence before them, at the beginning of a claim. */
const OPENS_UNRESOLVED =
  /^(?:he|she|it|they|this|that|these|those|his|her|its|their|here|there)\b(?! (?:is|are|was|were) (?:a|an|no)\b)/i;
const MOST_WORDS = 45;
/** From this length on, words count as the same where they begin alike: inflection is no invention. */
const STEM = 5;

/**
 * Grounded is the share of the claim's words and numbers that the post has too; a number that it does not
 * have takes 0.3 more.
 */
export function scoreNormalization(claim: string, post: string): NormalizationScore {
  const faults: string[] = [];
  const known = wordsOf(post);
  const stems = new Set([...known].filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM)));
  const words = [...wordsOf(claim)].filter((word) => word.length > 3 || /\d/.test(word));
  const foreign = words.filter(
    (word) =>
      !known.has(word) && !(word.length >= STEM && !/\d/.test(word) && stems.has(word.slice(0, STEM))),
  );
  const numbers = foreign.filter((word) => /\d/.test(word));
  const share = words.length === 0 ? 1 : 1 - foreign.length / words.length;
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

function wordsOf(text: string): Set<string> {
  return new Set(
    Array.from(
      text
        .normalize('NFKC')
        .toLowerCase()
        .matchAll(/\p{N}[\p{N}.,]*\p{N}|[\p{L}\p{N}]+/gu),
      ([word]) => word,
    ),
  );
}
