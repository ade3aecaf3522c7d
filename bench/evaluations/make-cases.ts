/**
 * Makes cases of known faults from texts and their reference claims: in each, one claim is worse than it was,
 * in one way. All choices follow from the case's number, so that every run makes the same cases.
 */

import { seededRandom } from '../../src/evaluation/seeded-random.ts';

export interface ReferenceRow {
  readonly id: string;
  readonly text: string;
  readonly claims: readonly string[];
  readonly context?: string;
}

export const FAULTS = [
  'added fact',
  'added clause',
  'another number',
  'another name',
  'negation',
  'deleted claim',
  'inserted pronoun',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Case {
  readonly fault: Fault;
  /** The text, and what stands around it where that is known. */
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Index of the claim that was made worse, in both; of a claim that was deleted, in `before`. */
  readonly at: number;
}

const VERB =
  /\b(?:is|are|was|were|has|have|had|became|won|lost|wrote|began|made|took|received|played|served|worked|joined|directed|starred|stars|plays|\p{Ll}{3,}ed)\b/u;
const PRONOUN_FIRST = /^(?:he|she|it|they|his|her|its|their|this|that|these|those|there|i|we|you)\b/i;
const NAME_PART = "\\p{Lu}(?:[\\p{L}\\p{M}-]|['’](?!s\\b))*";
const NAME = new RegExp(`${NAME_PART}(?:(?: of| the| de| von| van)? ${NAME_PART})*`, 'gu');

/** Adds what another text says of something else: its claim from the verb on. */
export function addFact(claim: string, other: string, pick: () => number): string | undefined {
  const stem = claim.replace(/[.!]\s*$/, '');
  const verb = VERB.exec(other);
  switch (Math.floor(pick() * 3)) {
    case 0:
      return `${stem} in ${1700 + Math.floor(pick() * 320)}.`;
    case 1: {
      const names = [...other.matchAll(NAME)].map(([name]) => name).filter((name) => name.length > 3);
      const name = names.at(-1);
      return name === undefined || claim.includes(name) ? undefined : `${stem} together with ${name}.`;
    }
    default: {
      if (verb === null) return undefined;
      return `${stem} and ${other.slice(verb.index).replace(/[.!]\s*$/, '')}.`;
    }
  }
}

const CLAUSES = [
  ', which was widely criticised',
  ', according to official records',
  ' because of a family dispute',
  ' despite strong opposition',
  ' for the first time in history',
  ' and died in a car accident',
  ' by 35 percent',
];

/** Adds what nobody said, in everyday words. */
export function addClause(claim: string, pick: () => number): string {
  return `${claim.replace(/[.!]\s*$/, '')}${choose(CLAUSES, pick)}.`;
}

/** Makes any of a claim's numbers larger by 1 to 9. */
export function changeNumber(claim: string, pick: () => number): string | undefined {
  const chosen = choose([...claim.matchAll(/\d+/g)], pick);
  return chosen && replaceAt(claim, chosen, String(Number(chosen[0]) + 1 + Math.floor(pick() * 9)));
}

/** Puts a name of another claim in place of one. */
export function changeName(claim: string, other: string, pick: () => number): string | undefined {
  const chosen = choose(namesIn(claim), pick);
  const strange = choose(
    namesIn(other).filter(([name]) => !claim.includes(name)),
    pick,
  );
  return chosen && strange && replaceAt(claim, chosen, strange[0]);
}

/** Denies what a claim states, behind its first auxiliary. */
export function negate(claim: string): string | undefined {
  const denied = claim.replace(/\b(?:is|are|was|were|has|have|had|can|could|will|would)\b/, '$& not');
  return denied === claim ? undefined : denied;
}

/** Names that are not the claim's first word alone, which may be any word. */
function namesIn(claim: string): RegExpExecArray[] {
  return [...claim.matchAll(NAME)].filter(
    ({ 0: name, index }) => name.length > 3 && (index > 0 || name.includes(' ')),
  );
}

function choose<T>(items: readonly T[], pick: () => number): T | undefined {
  return items[Math.floor(pick() * items.length)];
}

function replaceAt(text: string, { 0: found, index }: RegExpExecArray, replacement: string): string {
  return text.slice(0, index) + replacement + text.slice(index + found.length);
}

/** Puts a pronoun where a name stands: at the beginning as a subject, later as an object. */
export function insertPronoun(claim: string, pick: () => number): string | undefined {
  if (PRONOUN_FIRST.test(claim)) return undefined;
  const names = [...claim.matchAll(NAME)].filter(
    ({ 0: name, index }) =>
      name.length > 2 && name !== 'The' && !/\b(?:the|an?|its|his|her|their) $/i.test(claim.slice(0, index)),
  );
  const chosen = names[Math.floor(pick() * names.length)];
  if (chosen === undefined) return undefined;
  const [name] = chosen;
  const rest = claim.slice(chosen.index + name.length);
  const owns = /^['’]s\b/.test(rest);
  const first = chosen.index === 0;
  const pronouns = owns ? ['his', 'its', 'their'] : first ? ['he', 'she', 'it'] : ['him', 'it', 'them'];
  const pronoun = pronouns[Math.floor(pick() * pronouns.length)]!;
  const written = first ? pronoun[0]!.toUpperCase() + pronoun.slice(1) : pronoun;
  return claim.slice(0, chosen.index) + written + rest.replace(/^['’]s\b/, '');
}

/**
 * @returns as many cases of a fault as there can be, up to `count`. A row gives at most one; what cannot be made
 * worse in the way wanted (no name in it, a single claim) gives none.
 */
export function makeCases(rows: readonly ReferenceRow[], fault: Fault, count: number, seed: number): Case[] {
  const pick = seededRandom(seed);
  const cases: Case[] = [];
  const order = rows.map((row) => ({ row, key: pick() })).sort((a, b) => a.key - b.key);
  for (const { row } of order) {
    if (cases.length === count) break;
    const made = makeCase(row, order[Math.floor(pick() * order.length)]!.row, fault, pick);
    if (made !== undefined) cases.push(made);
  }
  return cases;
}

function makeCase(
  row: ReferenceRow,
  other: ReferenceRow,
  fault: Fault,
  pick: () => number,
): Case | undefined {
  const { claims } = row;
  if (claims.length === 0 || row === other || other.claims.length === 0) return undefined;
  const at = Math.floor(pick() * claims.length);
  const text = row.context ?? row.text;
  const base = { fault, text, before: claims, at };
  const claim = claims[at]!;
  if (fault === 'deleted claim') {
    return claims.length < 2 ? undefined : { ...base, after: claims.toSpliced(at, 1) };
  }
  const strange = other.claims[Math.floor(pick() * other.claims.length)]!;
  const worse = WORSEN[fault](claim, strange, pick);
  return worse === undefined ? undefined : { ...base, after: claims.with(at, worse) };
}

/** How one claim is made worse; `other` is a claim of another text. */
const WORSEN: Readonly<
  Record<
    Exclude<Fault, 'deleted claim'>,
    (claim: string, other: string, pick: () => number) => string | undefined
  >
> = {
  'added fact': addFact,
  'added clause': (claim, _other, pick) => addClause(claim, pick),
  'another number': (claim, _other, pick) => changeNumber(claim, pick),
  'another name': changeName,
  negation: negate,
  'inserted pronoun': (claim, _other, pick) => insertPronoun(claim, pick),
};
