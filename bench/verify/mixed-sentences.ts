/** Sentences that say several things whose verdicts differ, made of a set's claims. */
import type { Verdict } from '../../src/domain/claim.ts';
import type { ClaimText, Followed } from './measure-oracle.ts';
import { type OracleClaim, oracleSentence, undecidedClaim, wholeOf } from './oracle.ts';

const JOINS = [' and ', '; ', ', and '] as const;
/** UTF-16 units: longer claims make no sentence that anybody would write. */
const LONGEST_CLAIM = 160;

/** @returns sentences of two or three claims, one text each. */
export function mixSentences(
  decided: readonly OracleClaim[],
  undecided: readonly string[],
  count: number,
): ClaimText[] {
  const isShort = ({ text }: { readonly text: string }): boolean =>
    text.length <= LONGEST_CLAIM && !/[.!?;:]\s/.test(text.trim());
  const short = [...decided, ...undecided.map(undecidedClaim)].filter(isShort);
  const of = (verdict: Verdict) => short.filter((claim) => claim.verdict === verdict);
  const pools = [of('supported'), of('refuted'), of('not_enough_evidence')].filter(
    ({ length }) => length > 0,
  );
  if (pools.length < 2) return [];
  return Array.from({ length: count }, (_, index) => {
    const wanted = index % 3 === 2 ? pools.length : 2;
    const parts = Array.from({ length: wanted }, (_, at) => {
      const pool = pools[(index + at) % pools.length] as OracleClaim[];
      return pool[(index * 7 + at) % pool.length] as OracleClaim;
    });
    const join = JOINS[Math.floor(index / 3) % JOINS.length] as string;
    const text = `${parts.map((part) => part.text.trim().replace(/[.!?]+$/, '')).join(join)}.`;
    const claim = oracleSentence(text, parts);
    return { text, claims: [{ claim, start: 0, end: text.length }] };
  });
}

/** Counts, and shares of sentences: `NaN` where there is none. */
export interface MixedScores {
  readonly sentences: number;
  /** About which the judge was asked, as one claim or in parts. */
  readonly judged: number;
  /** That came back with a verdict for each of several parts, the whole's following from theirs. */
  readonly parted: number;
  /** Whose verdict follows from what the oracle said of their parts, of those that were judged. */
  readonly follows: number;
  /** How many had all deciding evidence shown, and of those the share whose verdict is right. */
  readonly shown: number;
  readonly right: number;
}

export function scoreMixed(followed: readonly Followed[]): MixedScores {
  const judged = followed.filter(({ said }) => said !== undefined);
  const whole = judged.filter(({ shown, decidable }) => shown === decidable);
  const share = (some: readonly Followed[], pick: (one: Followed) => boolean): number =>
    some.filter(pick).length / some.length;
  return {
    sentences: followed.length,
    judged: judged.length,
    parted: share(followed, ({ listed }) => {
      const verdicts = (listed?.parts ?? []).map(({ verdict }) => verdict);
      return verdicts.length > 1 && wholeOf(verdicts) === listed?.verdict;
    }),
    follows: share(judged, ({ listed, said }) => listed?.verdict === said),
    shown: whole.length,
    right: share(whole, ({ listed, claim }) => listed?.verdict === claim.verdict),
  };
}
