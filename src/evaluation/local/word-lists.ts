/** English words that the local scorer knows by name. Other languages are scored by their shape alone. */

import { functionWords } from '../../text/function-words.ts';
import { IRREGULAR_BASES, IRREGULAR_PASTS, thirdPersonOf } from '../../text/verbs.ts';

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Function words that a claim depends on all the same. */
const QUANTIFIERS = words(
  'above against all any below each few more most once only other said say says some without',
);

/** Words that carry no claim of their own. */
export const FUNCTION_WORDS: ReadonlySet<string> = functionWords('en').difference(QUANTIFIERS);

export const NEGATORS = words(
  "not no never none neither nor cannot can't without nobody nothing nowhere unlikely hardly scarcely",
);

/** Words that keep a statement from being flat. */
export const HEDGES = words(`
may might could possibly perhaps maybe probably likely allegedly reportedly apparently supposedly purportedly
potentially presumably seemingly rumored rumoured believed thought estimated expected alleged
`);

export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);

/** Pronouns that can be a subject, and need somebody named before them. */
export const SUBJECT_PRONOUNS = words('he she it they');
/** Pronouns that cannot mean the subject of their own clause (Chomsky's Principle B). */
export const OBJECT_PRONOUNS = words('him them hers theirs');
export const POSSESSIVES = words('his her its their');
/** They mean the subject of their clause. */
export const REFLEXIVES = words('himself herself itself themselves');
/** They mean whoever is speaking, which a claim that stands alone cannot tell. */
export const SPEAKERS = words('i we you my our your me us mine ours yours myself ourselves yourself');

const AUXILIARIES =
  'is are was were am has have had does do did will would can could may might must shall should';
/** Regular verbs that claims often have. */
const REGULAR =
  'die contain include consist cover feature play star work live serve use cause show need exist belong occur happen help start end weigh measure border flow produce provide remain';

/** Forms that a finite clause is known by. */
export const FINITE_VERBS: ReadonlySet<string> = new Set([
  ...AUXILIARIES.split(' '),
  ...IRREGULAR_PASTS,
  ...[...IRREGULAR_BASES, ...REGULAR.split(' ')].flatMap((base) => [base, thirdPersonOf(base)]),
]);
