/** A person's own verdict on a claim, which goes before the model's. */
import type { Claim, ClaimPart, Correction, Verdict } from '../api/types.ts';
import { stateOf, VERDICTS } from './claim-state.ts';
import { isFields, listOf } from './read-claims.ts';

/** As it is shown. */
export interface Decided {
  readonly verdict: Verdict;
  readonly note?: string;
  /** Whose it is, where several decide. */
  readonly by?: string;
  /** Unix milliseconds. */
  readonly at?: number;
  readonly evidence: readonly { readonly text: string; readonly url: string }[];
}

/** As it is kept: what is broken in it is left out. @returns `undefined` where no person has decided. */
export function decisionOf(claim: Claim | ClaimPart): Decided | undefined {
  const { decision } = claim as { decision?: unknown };
  if (!isFields(decision)) return undefined;
  const verdict = VERDICTS.find((known) => known === decision.verdict);
  if (verdict === undefined) return undefined;
  const note = textOf(decision.note);
  const evidence = listOf(decision.evidence)
    .filter(isFields)
    .map(({ text, url }) => ({ text: textOf(text), url: textOf(url) }));
  const by = textOf(decision.by);
  const { at } = decision;
  return {
    verdict,
    ...(note === '' ? {} : { note }),
    ...(by === '' ? {} : { by }),
    ...(typeof at === 'number' && at > 0 && at <= LAST_MOMENT ? { at } : {}),
    evidence,
  };
}

/** No `Date` is later. */
const LAST_MOMENT = 8.64e15;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Whether several people decided it, and not alike. */
export function decisionsDiffer(claim: Pick<Claim, 'decision' | 'others'>): boolean {
  const all = [claim.decision, ...(claim.others ?? [])].filter((decision) => decision !== undefined);
  return new Set(all.map(({ verdict }) => verdict)).size > 1;
}

/** What is put right in the text: nothing, where a person does not find it wrong. */
export function correctionOf(claim: Claim): Correction | undefined {
  const verdict = decisionOf(claim)?.verdict;
  return verdict === undefined || verdict === 'refuted' ? claim.correction : undefined;
}

/** How a claim came out in the end: as a person decided, else as the model judged. */
export function finalState(claim: Claim | ClaimPart): Verdict | 'found' {
  return decisionOf(claim)?.verdict ?? stateOf(claim);
}
