/** Runs the whole of verification over one set. */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Claim } from '../../src/domain/claim.ts';
import type { Verification } from '../../src/engine/factcheck/open-verifier.ts';
import { openVerifier } from '../../src/engine/factcheck/open-verifier.ts';
import { type JsonTarget, jsonModel } from '../../src/models/upstream/ask-json.ts';
import type { Upstream } from '../../src/models/upstream/call-provider.ts';
import type { Trial } from './fit-calibration.ts';
import { giveEvidence } from './give-evidence.ts';
import type { ClaimSet, KnownClaim } from './read-claims.ts';
import type { Pair } from './score-verdicts.ts';

export interface SetRun {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly trials: readonly Trial[];
  readonly calls: number;
  readonly searches: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
}

export interface Judge {
  readonly upstream: Upstream;
  readonly target: JsonTarget;
}

/** @param width groups that are verified at the same time. */
export async function verifySet(set: ClaimSet, judge: Judge, width: number): Promise<SetRun> {
  const retrieve = giveEvidence(set);
  const began = performance.now();
  const pairs: Pair[] = [];
  const trials: Trial[] = [];
  const total = { calls: 0, searches: 0, promptTokens: 0, completionTokens: 0 };
  const waiting = [...set.groups];

  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      const verifier = openVerifier({
        model: jsonModel(judge.upstream, judge.target),
        retrieve,
        maxClaims: group.length,
        concurrency: 3,
        deadlineMs: 300_000,
        judgeTimeoutMs: 120_000,
        tokenBudget: Number.POSITIVE_INFINITY,
        fenceWord: () => randomBytes(12).toString('hex'),
        now: () => performance.now(),
        today: () => new Date().toISOString().slice(0, 10),
        signal: new AbortController().signal,
      });
      for (const known of group) verifier.add(toClaim(known));
      const { claims, counts, usage }: Verification = await verifier.finish();
      total.calls += counts.judgeCalls;
      total.searches += counts.searches;
      total.promptTokens += usage.promptTokens;
      total.completionTokens += usage.completionTokens;
      for (const [index, { verdict: gold }] of group.entries()) {
        const claim = claims[index];
        if (claim === undefined) continue;
        pairs.push({ gold, said: claim.verdict });
        const { verdict, verdict_confidence: raw } = claim;
        if (raw !== undefined) trials.push({ raw, verdict, right: verdict === gold });
      }
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return { name: set.name, pairs, trials, ...total, seconds: (performance.now() - began) / 1_000 };
}

export function toClaim({ id, text }: Pick<KnownClaim, 'id' | 'text'>): Claim {
  return {
    id,
    text,
    original_text: text,
    role: 'text',
    message_index: 0,
    start: 0,
    end: text.length,
    category: 'other',
    confidence: 1,
    language: 'en',
    language_supported: true,
  };
}
