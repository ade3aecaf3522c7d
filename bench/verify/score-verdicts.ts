/** How good verdicts are. */
import { VERDICTS, type Verdict } from '../../src/domain/claim.ts';

export interface Pair {
  readonly gold: Verdict;
  readonly said: Verdict;
}

export interface Scores {
  readonly claims: number;
  readonly accuracy: number;
  /** Mean F1 over the verdicts that the set has. */
  readonly macroF1: number;
  readonly f1: Readonly<Partial<Record<Verdict, number>>>;
  /** Of the verdicts that take a side, how many are right. */
  readonly precision: number;
  /** How many verdicts take a side. */
  readonly decided: number;
}

export function scoreVerdicts(pairs: readonly Pair[]): Scores {
  const right = pairs.filter(({ gold, said }) => gold === said).length;
  const present = VERDICTS.filter((verdict) => pairs.some(({ gold }) => gold === verdict));
  const f1: Partial<Record<Verdict, number>> = {};
  for (const verdict of present) f1[verdict] = f1Of(pairs, verdict);
  const sides = pairs.filter(({ said }) => said !== 'not_enough_evidence');
  return {
    claims: pairs.length,
    accuracy: right / Math.max(1, pairs.length),
    macroF1: present.reduce((sum, verdict) => sum + (f1[verdict] ?? 0), 0) / Math.max(1, present.length),
    f1,
    precision: sides.filter(({ gold, said }) => gold === said).length / Math.max(1, sides.length),
    decided: sides.length / Math.max(1, pairs.length),
  };
}

function f1Of(pairs: readonly Pair[], verdict: Verdict): number {
  const hit = pairs.filter(({ gold, said }) => gold === verdict && said === verdict).length;
  const gold = pairs.filter((pair) => pair.gold === verdict).length;
  const said = pairs.filter((pair) => pair.said === verdict).length;
  return gold + said === 0 ? 0 : (2 * hit) / (gold + said);
}
