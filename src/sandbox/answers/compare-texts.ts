/**
 * Whether a text bears out a claim, by a lexical rule: words, names, numbers and negations, and nothing of what
 * they mean. Good enough to show how verdicts look, and no judge of anything.
 *
 * A sentence speaks of the claim's matter where it has most of its words; the title may lend it its subject. It
 * refutes where it has another number, denies a word that the claim affirms (or the other way round), has the
 * opposite of a word, or says of somebody else what the claim says in a superlative. Else it supports, if it
 * has nearly all of the claim's words.
 */
import { readWords, type Words } from './read-words.ts';

export type Reading = 'supports' | 'refutes' | 'neutral';

export interface Comparison {
  readonly reading: Reading;
  /** 0 to 1: the share of the claim's words that the sentence has. */
  readonly coverage: number;
  /** The sentence that was read so. */
  readonly sentence: string;
}

/** Shares of the claim's words from which a sentence speaks of the same matter, and says the same. */
const SAME_MATTER = 0.55;
const SAME_STATEMENT = 0.72;

/** The sentence tells what somebody says, or asks. */
const REPORTED =
  /\b(?:claims?|claimed|claiming|myths?|rumou?rs?|alleged(?:ly)?|supposed(?:ly)?|believed?|beliefs?|legend|hoax|conspiracy|thought)\b|\?\s*$/iu;
/** What only one can be. */
const SUPERLATIVE = /^(?:first|last|only|\p{L}{3,}est|best|worst)$/u;
/** Words of which one side of a pair says that the other is not so. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['highest', 'lowest'],
  ['largest', 'smallest'],
  ['longest', 'shortest'],
  ['oldest', 'youngest'],
  ['increas', 'decreas'],
  ['increas', 'reduc'],
  ['higher', 'lower'],
  ['north', 'south'],
  ['visible', 'invisible'],
  ['father', 'mother'],
  ['won', 'lost'],
];
const THAN = /\b(?:more|less|longer|shorter|greater|fewer|higher|lower|earlier|later) than\b/iu;

/** @returns the reading of the sentence that bears on the claim most. */
export function compareTexts(claim: string, text: string, title: string): Comparison {
  const said = readWords(claim);
  const heading = readWords(title);
  let best: Comparison = { reading: 'neutral', coverage: 0, sentence: '' };
  for (const sentence of sentencesOf(text)) {
    const comparison = compare(said, readWords(sentence), heading, sentence);
    const decides = comparison.reading !== 'neutral';
    const bestDecides = best.reading !== 'neutral';
    if (decides === bestDecides ? comparison.coverage > best.coverage : decides) best = comparison;
  }
  return best;
}

function compare(claim: Words, text: Words, heading: Words, sentence: string): Comparison {
  /** The title lends its words to the subject, not to what is said of it. */
  const has = (stem: string): boolean =>
    text.stems.has(stem) || (claim.subject.has(stem) && heading.stems.has(stem));
  const matter = share([...claim.stems.keys()], has, claim.names);
  const read = (reading: Reading, coverage = matter): Comparison => ({ reading, coverage, sentence });
  if (matter < SAME_MATTER || REPORTED.test(sentence)) return read('neutral');
  if (share([...claim.names], has) < 0.5 || share([...claim.subject], has) < 0.5) {
    return isSaidOfAnother(claim, text) ? read('refutes') : read('neutral');
  }

  const wanted = [...claim.numbers].filter((number) => !heading.numbers.has(number));
  const missing = wanted.filter((number) => !text.numbers.has(number));
  if (missing.length > 0) {
    const others = [...text.numbers].filter((number) => !claim.numbers.has(number));
    const alike = others.some((other) => missing.some((number) => isYear(other) === isYear(number)));
    return alike && matter >= SAME_STATEMENT ? read('refutes') : read('neutral');
  }
  if (wanted.length > 0 && THAN.test(sentence) && !THAN.test(claim.text)) return read('refutes');
  if (isSaidOfAnother(claim, text)) return read('refutes');
  if (isDenied(claim, text) || areOpposed(claim.text, text.text)) return read('refutes');
  const superlatives = [...claim.whole].filter((word) => SUPERLATIVE.test(word));
  if (superlatives.some((word) => !text.whole.has(word))) return read('neutral');
  const coverage = share([...claim.stems.keys(), ...wanted], (word) => has(word) || text.numbers.has(word));
  return coverage >= SAME_STATEMENT ? read('supports', coverage) : read('neutral', coverage);
}

/** @returns 1 where nothing is wanted; names count half as much again. */
function share(
  words: readonly string[],
  has: (word: string) => boolean,
  names: ReadonlySet<string> = new Set(),
): number {
  let total = 0;
  let shared = 0;
  for (const word of words) {
    const weight = names.has(word) ? 1.5 : 1;
    total += weight;
    if (has(word)) shared += weight;
  }
  return total === 0 ? 1 : shared / total;
}

/** One of the two, and not the other, has a word under a "not" that both of them have. */
function isDenied(claim: Words, text: Words): boolean {
  const shared = [...claim.stems.keys()].filter((stem) => text.stems.has(stem));
  const denies = (words: Words): boolean => shared.some((stem) => words.stems.get(stem) === true);
  return denies(claim) !== denies(text);
}

/** "A is the largest", of a text in which B is: the part with the superlative has another subject. */
function isSaidOfAnother(claim: Words, text: Words): boolean {
  const superlative = [...claim.whole].find((word) => SUPERLATIVE.test(word));
  if (superlative === undefined || claim.subject.size === 0) return false;
  return text.clauses.some((clause) => {
    if (!clause.whole.has(superlative) || clause.subject.size === 0) return false;
    const rest = [...claim.stems.keys()].filter((stem) => !claim.subject.has(stem));
    return (
      share(rest, (stem) => clause.stems.has(stem)) > SAME_STATEMENT &&
      ![...claim.subject].some((stem) => clause.stems.has(stem)) &&
      [...clause.subject].some((stem) => clause.names.has(stem) || clause === text.clauses[0])
    );
  });
}

function areOpposed(a: string, b: string): boolean {
  const has = (text: string, stem: string): boolean => new RegExp(`\\b${stem}`, 'iu').test(text);
  const apart = (one: string, other: string): boolean =>
    has(a, one) && has(b, other) && !has(a, other) && !has(b, one);
  return OPPOSITES.some(([one, other]) => apart(one, other) || apart(other, one));
}

function isYear(number: string): boolean {
  return /^(?:1[0-9]|20)\d\d$/.test(number);
}

function sentencesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter((one) => one !== '');
}
