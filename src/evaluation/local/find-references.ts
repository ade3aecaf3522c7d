/**
 * References of a claim, above all those that nothing in the claim resolves: what Claimify calls failed
 * decontextualization. The rules are English; text of other languages has none of these words and passes.
 */
import { freeSpacing } from '../../engine/text/free-spacing.ts';
import type { Word } from './read-words.ts';
import {
  CLAUSE_OPENERS,
  FINITE_VERBS,
  OBJECT_PRONOUNS,
  POSSESSIVES,
  PREPOSITIONS,
  REFLEXIVES,
  SPEAKERS,
  SUBJECT_PRONOUNS,
  SUBORDINATORS,
} from './word-lists.ts';

interface Reference {
  /** As the claim has it. */
  readonly words: string;
  /** Whether the claim itself seems to say what is meant. */
  readonly resolved: boolean;
  /** What the claim's coherence is multiplied by, 0 to 1. */
  readonly factor: number;
}

const UNRESOLVED = 0.5;
/** Even where the claim names what a pronoun can mean, the reader has to work it out. */
const RESOLVED = 0.95;
/** A pronoun behind a preposition may mean the subject after all: "he took the dog with him". */
const PERHAPS = 0.7;
const DEFINITE = 0.85;

/** Set phrases that point at what stands before the claim. */
const POINTING: readonly (readonly [RegExp, number])[] = [
  [/^(?:this|these|those|that)\b(?! (?:which|who|of)\b)/iu, UNRESOLVED],
  [/(?<!^)\b(?:this|these)\b(?! (?:century|decade)\b)/u, PERHAPS],
  [
    freeSpacing('iu')`
      (?<!^)\b(?:that|those) (?:
        year|years|time|day|month|season|period|point|moment|place|city|country
        |company|team|game|film|movie|song|album|book|event|case|same
      )\b
    `,
    PERHAPS,
  ],
  // Alone, or behind a preposition: "those who …", "similar to that of …" say themselves what they mean.
  [
    /(?<!^)\bthose\b(?! (?:who|whose|whom|which|that|of|in|with|from|at|on|without|\p{L}+(?:ed|ing))\b)/iu,
    PERHAPS,
  ],
  [
    freeSpacing('iu')`
      (?<!^)\bthat(?=[.,;:!?)"”’]|$)
      |\b(?:after|at|before|by|during|for|from|like|of|on|since|with) that\b(?! (?:of|which)\b)
    `,
    PERHAPS,
  ],
  [
    freeSpacing('iu')`
      \bthe former\b(?! \p{L}+ (?:of|is|was|and)\b)(?= (?:is|was|are|were|has|had)\b|[.,]|$)
      |\bthe latter\b(?! (?:half|part|stages?|years?|days?)\b)
    `,
    PERHAPS,
  ],
  [
    freeSpacing('iu')`
      \b(?:today|yesterday|tomorrow|tonight|nowadays|recently|lately)\b
      |\b(?:last|this|next) (?:
        week|month|year|summer|winter|spring|autumn|fall|night
        |monday|tuesday|wednesday|thursday|friday|saturday|sunday
      )\b
      |\bago\b
    `,
    DEFINITE,
  ],
];

/** "It is known that …", "it rains": nobody is meant. */
const MEANS_NOBODY = freeSpacing('iu')`
  ^it (?:is|was|has been|had been|will be|would be|may be|can be) (?:\p{L}+ )?(?:
    \p{L}+ (?:that|whether|if)
    |(?:
      possible|impossible|important|necessary|easy|difficult|hard|common|legal|illegal|safe|unlikely
      |likely
    ) (?:to|for)
  )\b
  |^it (?:rains?|rained|snows?|snowed|takes|took|seems|appears|seemed|appeared)\b
`;

const OPENS_DEFINITE = freeSpacing('u')`
  ^the (
    # What there is one of needs no earlier mention.
    (?!(?:
      first|second|third|last|only|largest|smallest|highest|lowest|longest|oldest|most|least|best|worst
      |average|sun|moon|earth|sky|sea|universe|world|internet|heart|brain|human|government|us|un|eu
    )\b)
    \p{Ll}+(?: \p{Ll}+)?
  ) (?:
    is|was|are|were|has|had|have|did|does|will|would|can|could|also|\p{Ll}{2,}ed
  )\b
`;

/** @returns each reference once; none where the claim needs none to be understood. */
export function findReferences(text: string, words: readonly Word[]): Reference[] {
  const found: Reference[] = [];
  for (const [index, word] of words.entries()) {
    const factor = pronounFactor(text, words, index, word);
    if (factor < 1) found.push({ words: word.written, resolved: factor === RESOLVED, factor });
  }
  for (const [pattern, factor] of POINTING) {
    const match = pattern.exec(text);
    if (match !== null) found.push({ words: match[0], resolved: false, factor });
  }
  const definite = OPENS_DEFINITE.exec(text.replace(/^The\b/, 'the'));
  if (definite !== null) found.push({ words: `The ${definite[1]}`, resolved: false, factor: DEFINITE });
  return found;
}

function pronounFactor(text: string, words: readonly Word[], index: number, word: Word): number {
  const lower = word.written.toLowerCase();
  // "US", "IT": names.
  if (/^\p{Lu}{2,}$/u.test(word.written)) return 1;
  if (SPEAKERS.has(lower) && !(lower === 'i' && !/^I$/.test(word.written))) return PERHAPS;
  const next = words[index + 1];
  const isNamed = (): boolean => isNamedBefore(words, index) || isNamedBehind(text, words, index);
  const isSubject = SUBJECT_PRONOUNS.has(lower) && (index === 0 || (next !== undefined && isVerb(next)));
  if (isSubject) {
    if (index === 0 && MEANS_NOBODY.test(text)) return 1;
    return isNamed() ? RESOLVED : UNRESOLVED;
  }
  const isPossessive = POSSESSIVES.has(lower) && next !== undefined && next.weight > 0;
  if (isPossessive || REFLEXIVES.has(lower)) return isNamed() ? RESOLVED : UNRESOLVED;
  if (OBJECT_PRONOUNS.has(lower) || POSSESSIVES.has(lower) || SUBJECT_PRONOUNS.has(lower)) {
    if (isNamedInEarlierClause(text, words, index)) return RESOLVED;
    return PREPOSITIONS.has(words[index - 1]?.written.toLowerCase() ?? '') ? PERHAPS : UNRESOLVED;
  }
  return 1;
}

function isVerb(word: Word): boolean {
  return FINITE_VERBS.has(word.written.toLowerCase()) || /^\p{Ll}+(?:ed|s|n't)$/u.test(word.written);
}

/** Whether something is named before a pronoun that it can mean: verbs and adverbs name nothing. */
function isNamedBefore(words: readonly Word[], index: number): boolean {
  return words
    .slice(0, index)
    .some(({ kind, written }) => kind === 'name' || (kind === 'word' && isNoun(written)));
}

function isNoun(written: string): boolean {
  return !FINITE_VERBS.has(written.toLowerCase()) && !/^\p{L}+(?:ed|ly|ing)$/u.test(written);
}

/** "When he retired, Darwin …": the name follows behind the comma. */
function isNamedBehind(text: string, words: readonly Word[], index: number): boolean {
  if (!SUBORDINATORS.has(words[0]?.written.toLowerCase() ?? '')) return false;
  const comma = text.indexOf(',', words[index]!.end);
  return comma >= 0 && words.some((word) => word.start > comma && /^\p{Lu}/u.test(word.written));
}

/**
 * A pronoun that is an object cannot mean the subject of its own clause (Chomsky 1981, Principle B): it needs a
 * name in an earlier clause, or a second one in its own.
 */
function isNamedInEarlierClause(text: string, words: readonly Word[], index: number): boolean {
  const boundary = words.slice(0, index).findLastIndex(({ written, start }, at) => {
    const before = text.slice(words[at - 1]?.end ?? start, start);
    return CLAUSE_OPENERS.has(written.toLowerCase()) || /[,;:]/.test(before);
  });
  return boundary > 0 && isNamedBefore(words, boundary);
}
