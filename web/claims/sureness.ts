/** How sure a verdict is, in words and as a number. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import { isUnchecked } from './claim-state.ts';

/** The least share of each word but the last. */
const STEPS = [
  ['high', 0.8],
  ['moderate', 0.6],
] as const;

/** @param share 0 to 1. */
export function wordOfSureness(share: number): keyof typeof texts.report.sureness {
  return STEPS.find(([, least]) => share >= least)?.[0] ?? 'low';
}

/** @returns `""` for a claim that nobody has judged, or whose judge said nothing of it. */
export function saySureness(claim: Claim): string {
  const { verdict_confidence: sure } = claim;
  if (sure === undefined || isUnchecked(claim)) return '';
  return texts.report.sure(texts.report.sureness[wordOfSureness(sure)], sure);
}
