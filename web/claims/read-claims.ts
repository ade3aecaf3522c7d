/** Reads claims that an earlier version, or somebody else, has left in the browser's database: what is broken is left out. */
import type { Claim, Decision, FactCheckMetadata } from '../api/types.ts';
import { VERDICTS } from './claim-state.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readClaims(value: unknown): readonly Claim[] {
  return listOf(value).filter(isClaim).map(readDecided);
}

/** A claim whose decision is broken is one that nobody has decided. */
function readDecided(claim: Claim): Claim {
  const { decision, others, outdated, ...found } = claim;
  const before = outdated === undefined ? {} : { outdated: readDecided(outdated) };
  const decided = readDecision(decision);
  const said = listOf(others).flatMap((one) => readDecision(one) ?? []);
  return {
    ...found,
    ...before,
    ...(decided === undefined ? {} : { decision: decided }),
    ...(said.length === 0 ? {} : { others: said }),
  };
}

/** @returns `undefined` where it has no verdict. */
export function readDecision(value: unknown): Decision | undefined {
  if (!isFields(value)) return undefined;
  const verdict = VERDICTS.find((known) => known === value.verdict);
  if (verdict === undefined) return undefined;
  const { note, by, at } = value;
  const evidence = listOf(value.evidence)
    .filter(isFields)
    .map(({ text, url }) => ({ ...textAs('text', text), ...textAs('url', url) }))
    .filter((item) => Object.keys(item).length > 0);
  return {
    ...{ verdict, evidence, at: typeof at === 'number' ? at : 0 },
    ...textAs('note', note),
    ...textAs('by', by),
  };
}

const textAs = (name: string, value: unknown): object => (typeof value === 'string' ? { [name]: value } : {});

const VERDICTS_OR_NONE: readonly unknown[] = [...VERDICTS, undefined];

function isClaim(value: unknown): value is Claim {
  if (!isFields(value)) return false;
  const { start, end, evidence = [], parts = [], reading = '', language = '' } = value;
  const { outdated, correction } = value;
  return (
    areTexts(value.id, value.text, value.original_text, reading, language) &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    (start as number) >= 0 &&
    (end as number) > (start as number) &&
    VERDICTS_OR_NONE.includes(value.verdict) &&
    isEvidence(evidence) &&
    areAll(parts, (part) => VERDICTS_OR_NONE.includes(part.verdict) && isEvidence(part.evidence)) &&
    (correction === undefined || (isFields(correction) && areTexts(correction.wrong, correction.right))) &&
    (outdated === undefined || (isFields(outdated) && outdated.outdated === undefined && isClaim(outdated)))
  );
}

const isEvidence = (value: unknown): boolean => areAll(value, ({ source, quote }) => areTexts(source, quote));

const areTexts = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string');

const areAll = (value: unknown, belongs: (fields: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isFields(item) && belongs(item));

export function readMetadata(value: unknown): FactCheckMetadata | undefined {
  if (!isFields(value)) return undefined;
  const { sources_consulted: consulted, searches = [], revisions = [] } = value;
  if (!areAll(revisions, ({ right }) => areTexts(right))) return undefined;
  if (!Array.isArray(consulted) || !areTexts(...consulted)) return undefined;
  if (
    !areAll(
      searches,
      ({ query, sources }) => areTexts(query) && Array.isArray(sources) && areTexts(...sources),
    )
  )
    return undefined;
  return { ...value, claims: readClaims(value.claims) } as never;
}
