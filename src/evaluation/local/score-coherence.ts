/**
 * Whether a claim stands alone, is one statement, and is grammatical, by the signals that its surface gives.
 * Each fault multiplies the score, so that one more always lowers it.
 */
import { freeSpacing } from '../../engine/text/free-spacing.ts';
import { splitSentences } from '../../engine/text/split-sentences.ts';
import { findReferences } from './find-references.ts';
import { readWords, type Word } from './read-words.ts';
import { FINITE_VERBS } from './word-lists.ts';

interface Fault {
  readonly reason: string;
  readonly factor: number;
}

const TOO_LONG = 45;
/** From this share of English function words on a claim is taken for English. */
const ENGLISH = 0.15;

const OPENER = freeSpacing('iu')`
  ^(?:
    and|but|so|or|therefore|however|also|moreover|additionally|furthermore|thus|hence|consequently
    |similarly|likewise|instead|meanwhile|finally|then|yet|still|nevertheless|nonetheless
  )\b
`;
const CUT_OFF = /(?:[,:;]|\.\.\.|…|\b(?:and|or|but|the|an|of|to|with|because|which|that))$/iu;
/** A second statement hung on to the first. */
const COORDINATED = freeSpacing('gu')`
  ;
  |,? (?:and|but|while|whereas) (?:
    (?:he|she|it|they|the|an?|his|her|its|their|\p{Lu}\p{L}+) (?:\p{L}+ ){0,3}
  )?(?:
    is|are|was|were|has|had|have|will|would|can|could|did|does|became|won|lost|\p{Ll}{2,}ed
  )\b
`;

/** What is read of a claim, in UTF-16 units: far more than one statement has, and a bound on the work. */
const LONGEST_READ = 2_000;

/**
 * @param read the words of the claim, where they were read already.
 * @returns a score from 0 to 1, and what lowers it, in words.
 */
export function scoreCoherence(claim: string, read?: readonly Word[]) {
  const text = claim.slice(0, LONGEST_READ).trim();
  const words = read === undefined || text !== claim ? readWords(text) : read;
  if (words.length === 0) return { score: 0, faults: ['it says nothing'] };
  const faults = [
    ...referenceFaults(text, words),
    ...statementFaults(text, words),
    ...grammarFaults(text, words),
  ];
  return {
    score: faults.reduce((score, { factor }) => score * factor, 1),
    faults: faults.map(({ reason }) => reason),
  };
}

function referenceFaults(text: string, words: readonly Word[]): Fault[] {
  return findReferences(text, words).map((reference) => ({
    reason: reference.resolved
      ? `what "${reference.words}" means has to be worked out`
      : `nothing in it says what "${reference.words}" means`,
    factor: reference.factor,
  }));
}

function statementFaults(text: string, words: readonly Word[]): Fault[] {
  const faults: Fault[] = [];
  // Two sentences need a mark between them.
  const sentences = /[.!?\u3002\uff01\uff1f\n]\P{L}*\p{L}/u.test(text) ? splitSentences(text).length : 1;
  if (sentences > 1) faults.push({ reason: `it is ${sentences} sentences`, factor: 0.6 ** (sentences - 1) });
  if (words.length > TOO_LONG) faults.push({ reason: 'it is too long for one statement', factor: 0.8 });
  const more = [...text.matchAll(COORDINATED)].length;
  if (more > 0) faults.push({ reason: 'it joins several statements', factor: Math.max(0.7, 0.9 ** more) });
  return faults;
}

function grammarFaults(text: string, words: readonly Word[]): Fault[] {
  const faults: Fault[] = [];
  const add = (wrong: boolean, reason: string, factor: number): void => {
    if (wrong) faults.push({ reason, factor });
  };
  add(isEnglish(words) && !words.some(isFiniteVerb), 'it has no verb', 0.6);
  add(/[?？؟]["'”’)]*$/u.test(text), 'it is a question', 0.5);
  add(CUT_OFF.test(text), 'it is cut off', 0.7);
  add(OPENER.test(text), 'it goes on from something before it', 0.85);
  add(words.some(isDoubled), 'a word is doubled', 0.85);
  add(!isBalanced(text), 'a bracket or a quotation mark is left open', 0.9);
  return faults;
}

/** "the the", but not "had had" and "that that", and no names such as "New New". */
function isDoubled(word: Word, index: number, words: readonly Word[]): boolean {
  const before = words[index - 1]?.written;
  return word.written === before && /^\p{Ll}{2,}$/u.test(before) && before !== 'had' && before !== 'that';
}

function isEnglish(words: readonly Word[]): boolean {
  return words.filter((word) => word.kind === 'function').length / words.length >= ENGLISH;
}

function isFiniteVerb({ written }: Word, index: number): boolean {
  return (
    FINITE_VERBS.has(written.toLowerCase()) ||
    /n['’]t$/.test(written) ||
    (index > 0 && /^\p{Ll}{2,}(?:ed|[^s]s)$/u.test(written))
  );
}

function isBalanced(text: string): boolean {
  const count = (marks: string): number => [...text].filter((char) => marks.includes(char)).length;
  return count('(（') === count(')）') && count('"') % 2 === 0 && count('“„') <= count('”');
}
