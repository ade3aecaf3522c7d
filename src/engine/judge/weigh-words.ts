/**
 * Which verdicts the words of a passage speak against, where a small model errs: it takes what is only reported for what is so,
 * pays little heed to a "not", and finds in a passage what a claim of few words might mean.
 */
import { endsWithQuestion } from '../text/ends-with-question.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { wordsOf } from '../text/words-of.ts';
import { isReport, MYTHS, ownWords } from './reported-speech.ts';

export interface WordsOfPassage {
  /** All that the passage says of the claim is that somebody says so. */
  readonly isReport: boolean;
  /** One sentence has all of the claim's words, in their order, with what its pronoun stands for. */
  readonly isWhole: boolean;
  readonly maySupport: boolean;
  readonly mayRefute: boolean;
}

/** Of a claim, what a passage says in its own words is at least so much of what all of it says. */
const OWN = 0.75;
/** A claim of fewer words is supported only by a clause that has this much of it: "A eats C; B eats D" is not "B eats C". */
const SHORT = 8;
const LEAST_OF_SHORT = 0.8;
/** Longer texts are read to here. UTF-16 units. */
const LONGEST = 4_000;

const NEGATION =
  /(?<!\p{L})(?:not|no|never|none|nobody|nothing|without|cannot|neither|nor|\p{L}+n['’]t|nicht|kein\p{L}*|nie|niemals|niemand|nichts|ohne|weder|ne|n['’]\p{L}+|pas|jamais|aucune?|sans|nunca|jamás|ning[uú]n\p{L}*|nadie|nada|sin|tampoco|non|nessun\p{L}*|niente|senza|não|nenhum\p{L}*|ninguém|sem|niet|geen|nooit|niets|zonder)(?!\p{L})/iu;

/** What an English claim says that something is not: its noun, at the claim's end. */
const IS_NOT =
  /\b(?:(?:is|are|was|were)(?: not|n['’]t)|cannot be|(?:have|has|had) (?:not|never) been) (?:an? |the )?(?:\p{L}+ ){0,2}?(\p{L}{3,})[\s.!]*$/iu;
const ARTICLES = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'was',
  'were',
  'as',
  'be',
  'been',
  'of',
  'called',
  'true',
  'real',
]);

/** A dwarf planet may be no planet: whether a sentence has the noun that a claim denies only behind a word that narrows it. */
function isNarrowed(claim: string, sentence: string): boolean {
  const noun = IS_NOT.exec(claim)?.[1]?.toLowerCase().replace(/s$/, '');
  if (noun === undefined) return false;
  const own = new Set(claim.toLowerCase().match(/\p{L}+/gu));
  const words = sentence.toLowerCase().match(/\p{L}+|[^\p{L}\s]/gu) ?? [];
  const places = [...words.keys()].filter((at) => words[at]!.replace(/s$/, '') === noun);
  return (
    places.length > 0 &&
    places.every((at) => {
      const before = words[at - 1] ?? '';
      return /\p{L}/u.test(before) && !ARTICLES.has(before) && !own.has(before);
    })
  );
}

/** A sentence that begins so speaks of what the one before it speaks of, up to its verb. */
const POINTS_BACK = /^(?:It|He|She|They|This|These|Its|His|Her|Their)(?!\p{L})/u;
const VERB = /\s(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|does|did)\s/u;

/** What makes a sentence say less than its words. */
const HEDGE =
  /\b(?:may|might|could|would|should|plans?|planned|expected|proposed|if|unless|alleged\w*|reported\w*|claim(?:s|ed)?|almost|nearly|hardly|formerly)\b/i;
function subjectOf(sentence: string): string {
  return sentence.slice(0, VERB.exec(sentence)?.index ?? 0);
}

/** "A won ahead of B" has the words of "B won ahead of A". @param words each once, in the order in which they come first. */
function hasInOrder(words: ReadonlySet<string>, wanted: readonly string[]): boolean {
  let found = 0;
  for (const word of words) if (word === wanted[found]) found++;
  return found === wanted.length;
}

/** @param passage as the model reads it. */
export function weighWords(claim: string, passage: string): WordsOfPassage {
  const wanted = [...wordsOf(claim.slice(0, LONGEST))];
  const weight = Math.max(1, weightOf(wanted));
  const shareOf = (words: ReadonlySet<string>): number =>
    weightOf(wanted.filter((one) => words.has(one))) / weight;
  const text = passage.slice(0, LONGEST);
  let [most, ofClause] = [0, 0];
  /** What the passage says of the claim in its own words, and how much of it that is. */
  let [own, nearest] = [0, ''];
  const denies = NEGATION.test(claim);
  let [isWhole, before] = [false, ''];
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end);
    if (endsWithQuestion(sentence)) continue;
    const said = ownWords(sentence);
    const words = wordsOf(sentence);
    const whole = shareOf(words);
    most = Math.max(most, whole);
    const parts = sentence.includes(';')
      ? sentence.split(';').map((part) => shareOf(wordsOf(part)))
      : [whole];
    ofClause = Math.max(ofClause, ...parts);
    const together = POINTS_BACK.test(sentence) ? wordsOf(`${subjectOf(before)} ${sentence}`) : words;
    isWhole ||=
      hasInOrder(together, wanted) &&
      NEGATION.test(sentence) === denies &&
      (HEDGE.test(claim) || !HEDGE.test(sentence));
    before = sentence;
    const share = said === sentence ? whole : shareOf(wordsOf(said));
    if (share > own) [own, nearest] = [share, said];
  }
  const isDenied = NEGATION.test(nearest);
  const onlyReports = most > 0 && (own < most * OWN || MYTHS.test(text)) && !isReport(claim);
  const isFar = wanted.length > 0 && claim.split(/\s+/).length < SHORT && ofClause < LEAST_OF_SHORT;
  return {
    isReport: onlyReports,
    isWhole: isWhole && wanted.length > 0,
    maySupport: !onlyReports && !isFar && !(denies && !isDenied),
    // That the one does not hold says nothing of whether the other does not.
    mayRefute: !(denies && (isDenied || isNarrowed(claim, nearest))),
  };
}

/** Numbers count twice. */
function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (/\d/.test(word) ? 2 : 1), 0);
}
