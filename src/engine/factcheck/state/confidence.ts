/**
 * How probable it is that a verdict is right: one formula, its constants here and nowhere else, explained in
 * docs/verdicts.md. Its result is a raw probability; `calibration.ts` makes a calibrated one of it.
 *
 *     weight(item)  = relevance × source weight × 1 / (1 + RANK_DISCOUNT × rank), of hearsay HEARSAY of it
 *     strength      = 1 − Π (1 − weight)          over the items whose stance is the verdict's
 *     agreement     = Σ weight of those / Σ weight of all that take a side
 *     supported, refuted:
 *       logit(p)    = BIAS + JUDGE × logit(judge) + AGREEMENT × (2 × agreement − 1) + STRENGTH × strength
 *     conflicting:    the same with agreement = 1 − |share that supports − share that refutes|
 *     not_enough_evidence, judged:
 *       logit(p)    = NOTHING_BIAS + NOTHING_JUDGE × logit(judge) − NOTHING_SIDES × strength of all that take a side
 *
 * Where no judge has spoken, the probability is a constant. A verdict that only hearsay stands behind is never
 * surer than HEARSAY_ALONE.
 */
import type { EvidenceKind, Stance, Verdict } from '../../../domain/claim.ts';
import { findOutsideSource, kindOf } from '../sources/registry.ts';

const BIAS = -0.4;
const JUDGE = 0.6;
const AGREEMENT = 0.8;
const STRENGTH = 0.8;
const NOTHING_BIAS = 0.2;
const NOTHING_JUDGE = 0.6;
const NOTHING_SIDES = 0.8;
const RANK_DISCOUNT = 0.25;
/** Where a judge gives no probability. */
const UNSTATED = 0.65;
/** Judges are surer than they should be: beyond these their word counts no more. */
const SUREST = 0.98;
const LEAST_SURE = 0.1;

/**
 * How far a source is believed, 0 to 1, where it says nothing of its own: fact-checkers most; what the application or the operator chose, and reviewed
 * papers, much; open pages least.
 */
const KIND_WEIGHTS: Readonly<Record<EvidenceKind, number>> = {
  fact_check: 1,
  context: 0.95,
  own_document: 0.95,
  scholarly: 0.9,
  encyclopedia: 0.9,
  news: 0.75,
  web: 0.75,
};

/** A page of which no text was retrieved. */
const HEARSAY = 0.5;
const HEARSAY_ALONE = 0.6;

/** The least and the most that is ever said. */
const LOWEST = 0.02;
export const HIGHEST: number = 0.98;

/** Sources answered, and nothing bore on the claim: the verdict is right as far as they go. */
export const NOTHING_FOUND: number = 0.6;
/** Nobody judged: one verdict of four. */
export const NOT_JUDGED: number = 0.25;

/** An item that the judge named. */
export interface WeighedItem {
  readonly source: string;
  readonly kind?: EvidenceKind | undefined;
  /** 0 to 1. */
  readonly relevance: number;
  /** Its place in the ranking, from 0. */
  readonly rank: number;
  readonly stance: Stance;
  /** Somebody else says what it says. */
  readonly hearsay: boolean;
}

/**
 * @param probability the judge's own, 0 to 1.
 * @param items those that the verdict's evidence is made of.
 * @returns 0.02 to 0.98.
 */
export function confidenceOf(
  verdict: Verdict,
  probability: number | undefined,
  items: readonly WeighedItem[],
): number {
  const judge = logit(Math.min(SUREST, Math.max(LEAST_SURE, probability ?? UNSTATED)));
  const supporting = items.filter(({ stance }) => stance === 'supports');
  const refuting = items.filter(({ stance }) => stance === 'refutes');
  const sides = [...supporting, ...refuting];
  if (verdict === 'not_enough_evidence') {
    return bounded(NOTHING_BIAS + NOTHING_JUDGE * judge - NOTHING_SIDES * strengthOf(sides));
  }
  const all = sumOf(sides);
  const share = (some: readonly WeighedItem[]): number => (all === 0 ? 0 : sumOf(some) / all);
  const agreement =
    verdict === 'conflicting'
      ? 1 - Math.abs(share(supporting) - share(refuting))
      : share(verdict === 'supported' ? supporting : refuting);
  const behind = verdict === 'conflicting' ? sides : verdict === 'supported' ? supporting : refuting;
  return bounded(BIAS + JUDGE * judge + AGREEMENT * (2 * agreement - 1) + STRENGTH * strengthOf(behind));
}

/** @returns the most that the confidence of a verdict on this evidence may be, however it was calibrated. */
export function mostConfidence(verdict: Verdict, items: readonly WeighedItem[]): number {
  const sides = items.filter(({ stance }) => stance === 'supports' || stance === 'refutes');
  const heard = verdict !== 'not_enough_evidence' && sides.every(({ hearsay }) => hearsay);
  return heard ? HEARSAY_ALONE : 1;
}

function weightOf({ relevance, rank, hearsay, ...item }: WeighedItem): number {
  const weight = relevance * sourceWeight(item) * (hearsay ? HEARSAY : 1);
  return weight / (1 + RANK_DISCOUNT * rank);
}

function sourceWeight({ source, kind }: Pick<WeighedItem, 'source' | 'kind'>): number {
  return findOutsideSource(source)?.weight ?? KIND_WEIGHTS[kind ?? kindOf(source)];
}

function sumOf(items: readonly WeighedItem[]): number {
  return items.reduce((sum, item) => sum + weightOf(item), 0);
}

function strengthOf(items: readonly WeighedItem[]): number {
  return 1 - items.reduce((rest, item) => rest * (1 - weightOf(item)), 1);
}

function bounded(logOdds: number): number {
  return Math.min(HIGHEST, Math.max(LOWEST, sigmoid(logOdds)));
}

export function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
