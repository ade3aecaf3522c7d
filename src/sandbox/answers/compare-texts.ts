/**
 * Whether a text bears out a claim, by a lexical rule: words, names, numbers and negations, and nothing of what
 * they mean. Good enough to show how verdicts look, and no judge of anything; where it is in doubt, it is neutral.
 *
 * A sentence speaks of the claim's matter where it has what the claim begins with and most of its words; the title
 * may lend it its subject. It refutes where it has another number, denies nearly all that the claim affirms (or the
 * other way round), has the opposite of a word, or says of somebody else what the claim says in a superlative. Else
 * it supports, if it has nearly all of the claim's words, all of its names, and whom it names in the claim's order.
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
/** Words that a sentence must have too where the claim has them. */
const QUANTIFIER = /^(?:all|every|only|always|most|none|both|entirely|completely)$/u;
const RANK =
  /\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th))[ -](?=\p{L}+est\b|most\b)/iu;
/** Of the words that say what is so of the subject, the share from which a denial denies the claim. */
const DENIED_STATEMENT = 0.75;
const COMPARED = /\b(?:more|less|\p{L}{2,}er) than\b/iu;
const FEW = 5;
const NEARLY_ALL = 0.8;
const COPULA = /\b(?:is|are|was|were)\b/iu;
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
  const lends = (stem: string): boolean =>
    (claim.subject.has(stem) || stem === headOf(claim)) && heading.stems.has(stem);
  const has = (stem: string): boolean => text.stems.has(stem) || lends(stem);
  const matter = share([...claim.stems.keys()], has, claim.names);
  const read = (reading: Reading, coverage = matter): Comparison => ({ reading, coverage, sentence });
  if (matter < SAME_MATTER || REPORTED.test(sentence)) return read('neutral');
  const lacksHead = headOf(claim) !== undefined && !has(headOf(claim) as string);
  if (lacksHead || share([...claim.names], has) < 0.5 || share([...claim.subject], has) < 0.5) {
    return isSaidOfAnother(claim, text) ? read('refutes') : read('neutral');
  }

  const wanted = [...claim.numbers.keys()].filter((number) => !heading.numbers.has(number));
  const hasNumber = (number: string): boolean => [...text.numbers.keys()].some((one) => isAbout(one, number));
  const missing = wanted.filter((number) => !hasNumber(number));
  if (missing.length > 0) {
    const others = [...text.numbers.keys()].filter(
      (other) => !wanted.some((number) => isAbout(other, number)),
    );
    const alike = others.some((other) => missing.some((number) => isYear(other) === isYear(number)));
    const same = alike && matter >= SAME_STATEMENT && !isOfAnother(claim, text);
    return same ? read('refutes') : read('neutral');
  }
  if (wanted.length > 0 && THAN.test(sentence) && !THAN.test(claim.text)) return read('refutes');
  if (isSaidOfAnother(claim, text)) return read('refutes');
  if (RANK.test(text.text) !== RANK.test(claim.text))
    return read(RANK.test(claim.text) ? 'neutral' : 'refutes');
  if (isDenied(claim, text)) {
    return share(predicateOf(claim), (stem) => text.stems.has(stem)) >= DENIED_STATEMENT
      ? read('refutes')
      : read('neutral');
  }
  if (areOpposed(claim.text, text.text)) return read('refutes');
  const coverage = share([...claim.stems.keys(), ...wanted], (word) => has(word) || hasNumber(word));
  const supports =
    coverage >= SAME_STATEMENT &&
    [...claim.names].every(has) &&
    beginsAlike(claim, text) &&
    saysTheSame(claim, text) &&
    saysAsMuch(claim, text) &&
    namesInOrder(claim, text);
  return read(supports ? 'supports' : 'neutral', coverage);
}

/** What the claim begins with: as a rule what it is about. */
function headOf(words: Words): string | undefined {
  return words.stems.keys().next().value;
}

/** Words that say something of the subject. */
function predicateOf(claim: Words): string[] {
  const subject = claim.subject.size > 0 ? claim.subject : new Set([headOf(claim)]);
  return [...claim.stems.keys()].filter((stem) => !subject.has(stem));
}

/** The sentence has a subject of its own, and it is not the claim's. */
function isOfAnother(claim: Words, text: Words): boolean {
  if (text.subject.size === 0) return false;
  const own = claim.subject.size > 0 ? claim.subject : new Set([headOf(claim) as string]);
  return ![...own].some((stem) => text.subject.has(stem));
}

/** Whose head only the title has: then the sentence must not begin with something else. */
function beginsAlike(claim: Words, text: Words): boolean {
  const own = headOf(text);
  return text.stems.has(headOf(claim) ?? '') || own === undefined || claim.stems.has(own);
}

/** Of what the claim says of its subject nothing may be missing; of much, a little. */
function saysTheSame(claim: Words, text: Words): boolean {
  const said = predicateOf(claim);
  const shared = share(said, (stem) => text.stems.has(stem));
  return (
    shared >= (said.length > FEW ? NEARLY_ALL : 1) && (!COMPARED.test(claim.text) || COMPARED.test(text.text))
  );
}

/** What the claim says of all, or as the utmost, the text says of them too. */
function saysAsMuch(claim: Words, text: Words): boolean {
  const words = [...claim.whole];
  if (words.some((word) => QUANTIFIER.test(word) && !text.whole.has(word))) return false;
  return words
    .filter((word) => SUPERLATIVE.test(word))
    .every((word) => text.whole.has(word) && isOfSame(word, claim, text));
}

/** "The largest hot desert" is not the largest desert: the same word must follow, other superlatives apart. */
function isOfSame(superlative: string, claim: Words, text: Words): boolean {
  const following = ({ text: sentence }: Words): string | undefined => {
    const words: readonly string[] = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
    const rest = words.slice(words.indexOf(superlative) + 1).filter((word) => !SUPERLATIVE.test(word));
    return readWords(rest.join(' ')).stems.keys().next().value;
  };
  const wanted = following(claim);
  return wanted === undefined || wanted === following(text);
}

/** Who does and who suffers: words alone do not tell, but their order may. */
function namesInOrder(claim: Words, text: Words): boolean {
  if (COPULA.test(claim.text) && !COMPARED.test(claim.text)) return true;
  const order = [...text.stems.keys()];
  const places = [headOf(claim) as string, ...claim.names]
    .map((stem) => order.indexOf(stem))
    .filter((at) => at >= 0);
  return places.every((at, index) => index === 0 || at >= (places[index - 1] as number));
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

/** One of the two, and not the other, has a word or a number under a "not" that both of them have. */
function isDenied(claim: Words, text: Words): boolean {
  const apart = (mine: ReadonlyMap<string, boolean>, theirs: ReadonlyMap<string, boolean>): boolean => {
    const shared = [...mine.keys()].filter((word) => theirs.has(word));
    return (
      shared.some((word) => mine.get(word) === true) !== shared.some((word) => theirs.get(word) === true)
    );
  };
  return apart(claim.stems, text.stems) || apart(claim.numbers, text.numbers);
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

/** The text's number, rounded as the claim's is written. */
function isAbout(number: string, wanted: string): boolean {
  if (number === wanted) return true;
  const decimals = /[.,](\d+)$/.exec(wanted)?.[1]?.length ?? 0;
  const value = Number(number.replace(',', '.'));
  return number.includes('.') && value.toFixed(decimals) === wanted.replace(',', '.');
}

function sentencesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .flatMap((segment) => segment.split(';'))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
