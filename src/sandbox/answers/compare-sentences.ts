/**
 * What a text says of a claim, by its words alone: enough to show how an answer that strays from its documents is
 * found, and no more. A sentence with the claim's words supports it. One that differs from it in a single place
 * refutes it, where that place holds another number or name, or a "not" on one side alone. Every other sentence
 * says nothing of it. A label and its colon before a sentence, and a further clause behind it, are left out where
 * it says nothing with them.
 */

export interface FoundSentence {
  readonly sentence: string;
  readonly stance: 'supports' | 'refutes';
  /** What the claim says in the place where the two differ, literally; `""` where they do not. */
  readonly wrong: string;
  /** What the sentence says there. */
  readonly right: string;
}

const WORD = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+/gu;
const NUMBER_OR_NAME = /^[\p{N}\p{Lu}]/u;
const NOT = /^(?:not|never|no)$/i;
const SENTENCE_END = /(?=\s)(?<=[.!?]["')\]]{0,4})\s+|(?<=[\u3002\uff01\uff1f\u0964])|\n+|\s(?:[-*#|]+\s)+/u;
const LABEL = /^.*:\s/su;
const FURTHER = /(?:[,;]| and| but)\s.*$/su;

/** @returns the first sentence of the text that takes a side. */
export function findSentence(claim: string, text: string): FoundSentence | undefined {
  const wanted = wordsOf(claim.replace(LABEL, ''));
  for (const sentence of text.split(SENTENCE_END)) {
    for (const part of partsOf(sentence)) {
      const found = compare(wanted, wordsOf(part));
      if (found !== undefined) return { sentence, ...found };
    }
  }
  return undefined;
}

function partsOf(sentence: string): readonly string[] {
  const bare = sentence.replace(LABEL, '');
  return [sentence, bare, bare.replace(FURTHER, '')];
}

function wordsOf(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(WORD)];
}

function compare(
  a: readonly RegExpExecArray[],
  b: readonly RegExpExecArray[],
): Omit<FoundSentence, 'sentence'> | undefined {
  const same = (i: number, j: number): boolean => a[i]?.[0].toLowerCase() === b[j]?.[0].toLowerCase();
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return undefined;
  let start = 0;
  while (start < shorter && same(start, start)) start++;
  let end = 0;
  while (end < shorter - start && same(a.length - 1 - end, b.length - 1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length === 0 && right.length === 0) return { stance: 'supports', wrong: '', right: '' };
  const negated = left.length + right.length === 1 && [...left, ...right].every(([word]) => NOT.test(word));
  // What a sentence begins with is what it is about.
  const others = start > 0 && [left, right].every((words) => words.length > 0 && words.every(isNumberOrName));
  if (!negated && !others) return undefined;
  // A "not" is named with the word behind it: alone it has nothing in its place.
  const [from, to] = !negated ? [start, end] : end > 0 ? [start, end - 1] : [start - 1, end];
  return { stance: 'refutes', wrong: sliceOf(a, from, to), right: sliceOf(b, from, to) };
}

/** @param end how many words stand behind the last one. */
function sliceOf(words: readonly RegExpExecArray[], start: number, end: number): string {
  const [first, last] = [words[start], words.at(-1 - end)];
  if (first === undefined || last === undefined) return '';
  return first.input.slice(first.index, last.index + last[0].length);
}

function isNumberOrName([word]: RegExpExecArray): boolean {
  return NUMBER_OR_NAME.test(word);
}
