/**
 * English verbs: one table of the irregular ones (`data/verbs.json`: base, past and, where it is another
 * form, participle), and the rules for the rest.
 */
import data from './data/verbs.json' with { type: 'json' };

/** `[base, past, participle]`; the last is left out where it is the past form. */
const IRREGULAR: readonly (readonly [base: string, past: string, ...more: string[]])[] = data.irregular
  .flatMap((line) => line.split(', '))
  .map((row) => row.split(' ') as [string, string, ...string[]]);

const PAST: ReadonlyMap<string, string> = new Map(IRREGULAR.map(([base, past]) => [base, past]));

/** Regular verbs of events that questions ask about; also nouns, many of them. */
const REGULAR = new Set(data.regular.flatMap((line) => line.split(' ')));

/** Regular verbs that double their last consonant. */
const DOUBLING = new Set(data.doubling.flatMap((line) => line.split(' ')));

export const IRREGULAR_BASES: readonly string[] = [...PAST.keys()];
/** Past forms that are not the base form as well ("put"). */
export const IRREGULAR_PASTS: readonly string[] = IRREGULAR.flatMap(([base, past]) =>
  past === base ? [] : [past],
);

/** Forms that are common words of their own as well. */
const AMBIGUOUS = new Set('bound found ground lay left rose wound'.split(' '));

const BASES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.flatMap(([base, ...forms]) =>
    forms.filter((form) => form !== base && !AMBIGUOUS.has(form)).map((form) => [form, base] as const),
  ),
);

/** @returns the base of an irregular verb's form ("went" → "go"); any other word as it is. */
export function baseOf(form: string): string {
  return BASES.get(form) ?? form;
}

/** @returns whether a word may be the base form of a verb of action. */
export function isBaseVerb(word: string): boolean {
  return PAST.has(word) || REGULAR.has(word);
}

/** "invade" → "invaded", "win" → "won". */
export function pastOf(base: string): string {
  const known = PAST.get(base);
  if (known) return known;
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return DOUBLING.has(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

/** "have" → "has", "cross" → "crosses", "fly" → "flies". */
export function thirdPersonOf(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'be') return 'is';
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return `${base}s`;
}
