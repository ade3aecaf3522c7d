/** What a set's judgements come to. A share that nothing is known of is `undefined`. */
import type { PairScore, Thresholds } from '../../src/engine/judge/pair-scorer.ts';
import { guardVerdict } from '../../src/engine/judge/values/guard-verdict.ts';
import type { JudgedPair } from './judge-pairs.ts';
import type { HeldLabel } from './read-held-pairs.ts';

export interface SetFigures {
  readonly pairs: number;
  /** Of "supported" against the rest; that of a judge that always says the same is .5. */
  readonly balancedAccuracy: number | undefined;
  /** Of three labels; absent of sets that do not tell "refuted" from "not said". */
  readonly macroF1: number | undefined;
  /** Of a judge that always says what is most frequent. */
  readonly macroF1OfMajority: number | undefined;
  /** The most verdicts of which nine of ten are right, by pairs, at the best thresholds. */
  readonly coverage: number;
  /** Verdicts that the gateway states, by pairs, and how many of those are right. */
  readonly stated: number;
  readonly rightOfStated: number | undefined;
}

const CLASSES = ['supported', 'refuted', 'not_enough_info'] as const;
type Class = (typeof CLASSES)[number];
const WANTED = 0.9;
const THRESHOLDS = Array.from({ length: 50 }, (_, at) => 0.5 + at / 100);

/** @param judged at least one. */
export function measureSet(judged: readonly JudgedPair[]): SetFigures {
  const labels = judged.map(({ label }) => label);
  const said = judged.map(({ score }) => likeliest(score));
  const stated = judged.filter((one) => one.stated !== undefined);
  return {
    pairs: judged.length,
    balancedAccuracy: balancedAccuracy(labels, said),
    macroF1: macroF1(labels, said),
    macroF1OfMajority: macroF1(labels, new Array(labels.length).fill(mostFrequent(labels))),
    coverage: coverageOf(judged),
    stated: stated.length / judged.length,
    rightOfStated: shareOf(stated, ({ stated, label }) => isRight(stated, label)),
  };
}

function likeliest(score: PairScore): Class {
  return CLASSES.toSorted((a, b) => score[b] - score[a])[0] as Class;
}

/** Where a set does not tell refuted from not said, "refuted" is right of both. */
function isRight(verdict: JudgedPair['stated'], label: HeldLabel): boolean {
  return verdict === label || (verdict === 'refuted' && label === 'not_supported');
}

function balancedAccuracy(labels: readonly HeldLabel[], said: readonly Class[]): number | undefined {
  const both = labels.map((label, at) => ({ label, said: said[at] }));
  const found = shareOf(
    both.filter(({ label }) => label === 'supported'),
    (one) => one.said === 'supported',
  );
  const left = shareOf(
    both.filter(({ label }) => label !== 'supported'),
    (one) => one.said !== 'supported',
  );
  return found === undefined || left === undefined ? undefined : (found + left) / 2;
}

function macroF1(labels: readonly HeldLabel[], said: readonly Class[]): number | undefined {
  if (labels.includes('not_supported')) return undefined;
  const f1s = CLASSES.flatMap((one) => {
    const isIt = labels.filter((label) => label === one).length;
    const saysIt = said.filter((label) => label === one).length;
    const both = labels.filter((label, at) => label === one && said[at] === one).length;
    return isIt === 0 ? [] : [(2 * both) / (isIt + saysIt)];
  });
  return f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length;
}

function mostFrequent(labels: readonly HeldLabel[]): HeldLabel {
  const count = (label: HeldLabel): number => labels.filter((one) => one === label).length;
  return [...new Set(labels)].toSorted((a, b) => count(b) - count(a))[0] as HeldLabel;
}

/** Tries all thresholds of both verdicts. */
function coverageOf(judged: readonly JudgedPair[]): number {
  const shares = THRESHOLDS.flatMap((supported) =>
    THRESHOLDS.map((refuted) => {
      const sides = judged.flatMap(({ label, read }) => {
        const side = sideOf(read, { supported, refuted });
        return side === undefined ? [] : [isRight(side, label)];
      });
      return (shareOf(sides, Boolean) ?? 0) >= WANTED ? sides.length / judged.length : 0;
    }),
  );
  return Math.max(...shares);
}

function sideOf(read: JudgedPair['read'], thresholds: Thresholds): 'supported' | 'refuted' | undefined {
  const sides = new Set(read.map(({ score, compared }) => guardVerdict(score, compared, thresholds).verdict));
  sides.delete('undecided');
  const [side, other] = sides;
  return side === 'undecided' || other !== undefined ? undefined : side;
}

function shareOf<T>(all: readonly T[], is: (one: T) => boolean): number | undefined {
  return all.length === 0 ? undefined : all.filter(is).length / all.length;
}
