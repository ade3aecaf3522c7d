/** Sources of evidence and the gateway's own judge, from the admin API. */
import type { Stance, Verdict } from '../../src/domain/claim.ts';
import { change, look } from './admin.ts';
import type { Source } from './types.ts';

export interface Judge {
  readonly state: 'ready' | 'off' | 'absent' | 'failed';
  readonly model: string;
  /** 0 to 1. */
  readonly thresholds: {
    readonly supported: number;
    readonly supported_whole: number;
    readonly refuted: number;
  };
  readonly calibrated: boolean;
  readonly max_pairs: number;
  readonly deadline_ms: number;
  readonly pairs: { readonly judged: number; readonly refused: number };
}

export interface SourcesAndJudge {
  readonly data: readonly Source[];
  readonly judge: Judge;
}

export interface TriedClaim {
  readonly text: string;
  readonly verdict: Verdict | null;
  readonly checked: boolean;
  readonly explanation: string | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly evidence: readonly {
    readonly source: string;
    readonly title: string;
    readonly url: string | null;
    readonly quote: string;
    readonly stance: Stance;
  }[];
  readonly sources: readonly {
    readonly name: string;
    readonly problem: string | null;
    readonly found: number;
    readonly items: readonly { readonly title: string; readonly url: string | null; readonly text: string }[];
  }[];
}

/** @throws ApiFailure */
export const readSourcesAndJudge = (key: string, signal: AbortSignal): Promise<SourcesAndJudge> =>
  look('sources', key, signal);

/** @param outside whether sources outside see the claim too. @throws ApiFailure */
export const tryClaim = async (
  key: string,
  claim: string,
  outside: boolean,
): Promise<{ readonly claims: readonly TriedClaim[] }> =>
  (await change('POST', 'trials', key, { claim, outside })).json();
