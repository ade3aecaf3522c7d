/** What a model says of a claim and a passage, held against the values of both. */
import type { ValueComparison } from './judge-by-values.ts';

/** 0 to 1 each, 1 together. */
export interface Probabilities {
  readonly supported: number;
  readonly refuted: number;
  readonly not_enough_info: number;
}

/** The least probability, 0 to 1, from which on a verdict is stated. */
export interface StatedFrom {
  readonly supported: number;
  readonly refuted: number;
}

export type Guarded =
  | {
      readonly verdict: 'supported' | 'refuted';
      /** 0 to 1: how probable it is that the verdict is right. */
      readonly probability: number;
      readonly by: 'model' | 'values';
    }
  | { readonly verdict: 'undecided'; readonly why: 'threshold' | 'values' };

/** Of verdicts that values alone decide, so many were right on sets of labelled pairs. */
const SURE = 0.95;

/**
 * A verdict that the values speak against is not stated; where they are sure, they decide: a sentence of the passage
 * with another figure is refuted by it, and the same sentence with the same figures, however written, is supported.
 *
 * @param probabilities as the model gives them, calibrated.
 * @param threshold one for both verdicts, or one for each.
 */
export function guardVerdict(
  probabilities: Probabilities,
  { agrees, differs, exceeded, elsewhere, same, verbatim }: ValueComparison,
  threshold: number | StatedFrom,
): Guarded {
  const least = typeof threshold === 'number' ? { supported: threshold, refuted: threshold } : threshold;
  const { supported, refuted } = probabilities;
  if (verbatim && agrees)
    return { verdict: 'supported', probability: Math.max(SURE, supported), by: 'values' };
  const surely = differs.some(({ sure }) => sure);
  // Both speak of the same matter where the model finds that the passage says something of the claim.
  if (surely && (verbatim || supported + refuted >= least.refuted)) {
    const byModel = refuted >= least.refuted && refuted >= supported;
    return {
      verdict: 'refuted',
      probability: byModel ? Math.max(SURE, refuted) : SURE,
      by: byModel ? 'model' : 'values',
    };
  }
  if (refuted >= least.refuted && refuted >= supported) {
    // A model that finds a claim wrong of which the passage has every figure has too often misread it.
    return agrees && same.length > 0
      ? { verdict: 'undecided', why: 'values' }
      : { verdict: 'refuted', probability: refuted, by: 'model' };
  }
  if (supported < least.supported || supported < refuted) return { verdict: 'undecided', why: 'threshold' };
  return differs.length + exceeded.length + elsewhere.length === 0
    ? { verdict: 'supported', probability: supported, by: 'model' }
    : { verdict: 'undecided', why: 'values' };
}
