/**
 * What a text says of a claim, by its words alone: enough to show how an answer that strays from its documents is
 * found, and no more. A sentence with the claim's words supports it. One that differs from it in a single place
 * refutes it, where that place holds another number or name, or a "not" on one side alone. Every other sentence
 * says nothing of it. A label and its colon before a sentence, and a further clause behind it, are left out where
 * it says nothing with them.
 */

const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu;
const NUMBER_OR_NAME = /^[\p{N}\p{Lu}]/u;
const NOT = /^(?:not|never|no)$/i;
const SENTENCE_END = /(?<=[.!?]["')\]]*)\s+|(?<=[\u3002\uff01\uff1f\u0964])|\n+|\s(?:[-*#|]+\s)+/u;
const LABEL = /^.*:\s/su;
const FURTHER = /(?:[,;]| and| but)\s.*$/su;

/** @returns the first sentence of the text that takes a side. */
export function findSentence(
  claim: string,
  text: string,
): { readonly sentence: string; readonly stance: 'supports' | 'refutes' } | undefined {
  const wanted = wordsOf(claim.replace(LABEL, ''));
  for (const sentence of text.split(SENTENCE_END)) {
    for (const part of partsOf(sentence)) {
      const stance = compare(wanted, wordsOf(part));
      if (stance !== undefined) return { sentence, stance };
    }
  }
  return undefined;
}

function partsOf(sentence: string): readonly string[] {
  const bare = sentence.replace(LABEL, '');
  return [sentence, bare, bare.replace(FURTHER, '')];
}

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

function compare(a: readonly string[], b: readonly string[]): 'supports' | 'refutes' | undefined {
  const same = (i: number, j: number): boolean => a[i]?.toLowerCase() === b[j]?.toLowerCase();
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return undefined;
  let start = 0;
  while (start < shorter && same(start, start)) start++;
  let end = 0;
  while (end < shorter - start && same(a.length - 1 - end, b.length - 1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length === 0 && right.length === 0) return 'supports';
  if (left.length + right.length === 1 && NOT.test([...left, ...right].join(''))) return 'refutes';
  // What a sentence begins with is what it is about.
  const others = [left, right].every((words) => words.length > 0 && words.every(isNumberOrName));
  return start > 0 && others ? 'refutes' : undefined;
}

function isNumberOrName(word: string): boolean {
  return NUMBER_OR_NAME.test(word);
}
