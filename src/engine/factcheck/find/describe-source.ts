/** A source as GET /v1/sources lists it. */
import type { EvidenceKind } from '../../../domain/claim.ts';
import { NATIVE } from '../check-plan.ts';
import { aboutOf, findOutsideSource, kindOf } from '../sources/registry.ts';
import type { EvidenceSource, SourceError } from '../sources/source.ts';
import type { SourceOutcome } from './remember-outcomes.ts';

export const SOURCE_REACHES = ['local', 'archive', 'outside', 'provider'] as const;
export const SOURCE_STATES = ['ok', 'failing', 'unknown', 'empty'] as const;

/** Wire names are used: this is the wire's. */
export interface SourceEntry {
  readonly name: string;
  readonly about: string;
  readonly kind: EvidenceKind;
  readonly reach: (typeof SOURCE_REACHES)[number];
  /** Who pays for its searches, where somebody does. */
  readonly paid_by?: 'operator' | 'caller';
  readonly state: (typeof SOURCE_STATES)[number];
  /** Why it fails, in a few words that say nothing of the inside. */
  readonly problem?: string;
  /** Unix seconds. */
  readonly last_asked?: number;
}

const PROBLEMS: Readonly<Record<SourceError['fault'], string>> = {
  key: 'The key is not accepted',
  limited: 'Limit reached',
  timeout: 'No answer in time',
  unreachable: 'Not available',
  refused: 'The request is refused',
  malformed: 'The answer cannot be read',
  aborted: 'Not available',
};

/** Why a source fails, for people outside. */
export function problemOf(fault: SourceError['fault']): string {
  return PROBLEMS[fault];
}

/** @param last what became of its last search; absent where it was not asked since the start. */
export async function describeSource(
  source: EvidenceSource,
  last: SourceOutcome | undefined,
): Promise<SourceEntry> {
  const { name, reach } = source;
  const paidBy = findOutsideSource(name)?.paidBy;
  return {
    ...whatIs(name),
    ...(source.about === undefined ? {} : { about: source.about }),
    ...(source.kind === undefined ? {} : { kind: source.kind }),
    reach,
    ...(paidBy === undefined ? {} : { paid_by: paidBy }),
    ...(await stateOf(source, last)),
    ...(last === undefined ? {} : { last_asked: Math.floor(last.at / 1_000) }),
  };
}

/** The judge's own search: each caller's provider does it, so that nothing can be said of its state. */
export function describeNative(): SourceEntry {
  return { ...whatIs(NATIVE), reach: 'provider', paid_by: 'caller', state: 'unknown' };
}

function whatIs(name: string): Pick<SourceEntry, 'name' | 'about' | 'kind'> {
  return { name, about: aboutOf(name), kind: kindOf(name) };
}

async function stateOf(
  { reach, isEmpty }: EvidenceSource,
  last: SourceOutcome | undefined,
): Promise<Pick<SourceEntry, 'state' | 'problem'>> {
  const isHollow = await isEmpty?.().catch(() => undefined);
  if (isHollow === true) return { state: 'empty' };
  const fault = isEmpty !== undefined && isHollow === undefined ? 'unreachable' : last?.fault;
  if (fault !== undefined) return { state: 'failing', problem: PROBLEMS[fault] };
  // What is inside is there.
  return { state: last !== undefined || reach === 'local' ? 'ok' : 'unknown' };
}
