/**
 * English words that the local scorer knows by name (`english-words.json`). Other languages are scored by their shape
 * alone.
 */
import { functionWords } from '../../engine/text/function-words.ts';
import { IRREGULAR_BASES, IRREGULAR_PASTS, thirdPersonOf } from '../../engine/text/verbs.ts';
import lists from './english-words.json' with { type: 'json' };

const setOf = (name: keyof typeof lists): ReadonlySet<string> => new Set(lists[name].split(' '));

/** Words that carry no claim of their own. A claim depends on quantifiers all the same. */
export const FUNCTION_WORDS: ReadonlySet<string> = functionWords('en').difference(setOf('quantifiers'));
export const NEGATORS = setOf('negators');
/** Words that keep a statement from being flat. */
export const HEDGES = setOf('hedges');
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  lists.numbers.split(' ').map((word, index) => [word, String(index + 1)]),
);

/** Pronouns that can be a subject, and need somebody named before them. */
export const SUBJECT_PRONOUNS = setOf('subjectPronouns');
/** Pronouns that cannot mean the subject of their own clause (Chomsky's Principle B). */
export const OBJECT_PRONOUNS = setOf('objectPronouns');
export const POSSESSIVES = setOf('possessives');
/** They mean the subject of their clause. */
export const REFLEXIVES = setOf('reflexives');
/** They mean the speaker, whom a claim that stands alone does not name. */
export const SPEAKERS = setOf('speakers');

/** What parts one clause from the next, where no comma does. */
export const CLAUSE_OPENERS = setOf('clauseOpeners');
export const PREPOSITIONS = setOf('prepositions');
/** They open a clause whose pronoun may be named only behind it: "When he retired, Darwin …". */
export const SUBORDINATORS = setOf('subordinators');

/** Forms that a finite clause is known by; regular verbs are those that claims often have. */
export const FINITE_VERBS: ReadonlySet<string> = new Set([
  ...setOf('auxiliaries'),
  ...IRREGULAR_PASTS,
  ...[...IRREGULAR_BASES, ...setOf('regularVerbs')].flatMap((base) => [base, thirdPersonOf(base)]),
]);
