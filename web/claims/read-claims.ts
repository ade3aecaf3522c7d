/** Reads claims that an earlier version, or somebody else, has left in the browser's database: what is broken is left out. */
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { VERDICTS } from './claim-state.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readClaims(value: unknown): readonly Claim[] {
  return listOf(value).filter(isClaim);
}

const VERDICTS_OR_NONE: readonly unknown[] = [...VERDICTS, undefined];

function isClaim(value: unknown): value is Claim {
  if (!isFields(value)) return false;
  const { start, end, evidence = [], parts = [], reading = '', language = '' } = value;
  const { outdated, correction, decision } = value;
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
    (decision === undefined ||
      (isFields(decision) && VERDICTS.some((known) => known === decision.verdict))) &&
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
