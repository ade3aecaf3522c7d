/**
 * Verifies the claims of one request, each as soon as it is added; how one is verified is in `verify-claim.ts`. A
 * claim that comes twice is verified once. Where anything fails on the way, a claim is not checked, and says why.
 */

import type { Claim } from '../../domain/claim.ts';
import { withResolvers } from '../../domain/with-resolvers.ts';
import { openSelection } from './choose/select-claims.ts';
import { findCalibration, judgeName } from './judge/calibration.ts';
import { leavesOpen } from './read/needs-reading.ts';
import { asWritten } from './read/reading.ts';
import {
  type ClaimOutcome,
  type Fault,
  LOCAL,
  stateVerdict,
  type VerifiedClaim,
} from './state/state-verdict.ts';
import {
  type ClaimBackground,
  type ClaimVerifier,
  isDecided,
  openClaimVerifier,
  type VerifierOptions,
} from './verify-claim.ts';
import { withinLimit } from './within-limit.ts';

export type Verifier = ReturnType<typeof openVerifier>;

/** What verification did for one request. */
export interface Verification extends ReturnType<ClaimVerifier['report']> {
  /** Every claim that was added, in order. */
  readonly claims: readonly VerifiedClaim[];
  /** Whether the confidences went through a calibration that was fitted for this judge. */
  readonly calibrated: boolean;
}

/** One text that is verified, and every claim that has it; none yet where it is foreseen. */
interface Job {
  readonly claims: Claim[];
  readonly background: ClaimBackground;
  /** The best that is known, should nothing better come. */
  outcome: ClaimOutcome;
  /** Whether the judge has begun to read it. */
  judging: boolean;
  done: boolean;
}

/** Claims and statements of one request that the gateway's own judge reads beyond `maxClaims`. */
const MOST_HELD = 200;

export function openVerifier(options: VerifierOptions) {
  const { signal } = options;
  /** Of the model that judges by now. */
  const calibration = () =>
    options.model && findCalibration(options.calibrations ?? [], judgeName(options.model));
  /** Aborts at the end: nothing of a request outlives it. */
  const end = new AbortController();
  const verifier = openClaimVerifier(options, AbortSignal.any([signal, end.signal]));

  const jobs = new Map<string, Job>();
  const added: Claim[] = [];
  const verified = new Map<Claim, VerifiedClaim>();
  const verdictListeners: ((claim: VerifiedClaim) => void)[] = [];
  const judgingListeners: ((claims: readonly Claim[]) => void)[] = [];
  const allDone = withResolvers<void>();
  /** What was foreseen in vain counts too. */
  const selection = openSelection<Claim>(options.maxClaims, { live: options.from !== 'text' });
  /** Of each answer, the key of the claim that is likely to be added next. */
  const foreseen = new Map<number, string>();
  let finishing = false;
  /** Those that are read beyond `maxClaims`. */
  let held = 0;

  const report = (claim: Claim, outcome: ClaimOutcome): void => {
    const stated = stateVerdict(claim, outcome, calibration());
    verified.set(claim, stated);
    for (const listener of verdictListeners) listener(stated);
    if (finishing && verified.size === added.length) allDone.resolve();
  };
  const reportJudging = (claims: readonly Claim[]): void => {
    for (const listener of judgingListeners) listener(claims);
  };
  const settle = (job: Job): void => {
    if (job.done) return;
    job.done = true;
    for (const claim of job.claims) report(claim, job.outcome);
  };

  const newJob = (key: string, claim: Claim, claims: Claim[], background: ClaimBackground): Job => {
    const job: Job = { claims, background, outcome: unjudged(claim, 'no-time'), judging: false, done: false };
    jobs.set(key, job);
    return job;
  };

  /** @param localOnly whether the gateway's own judge alone is asked, by what the request brought. */
  const begin = (claim: Claim, job: Job, localOnly = false): void => {
    const onJudging = (): void => {
      if (job.judging || job.done) return;
      job.judging = true;
      reportJudging(job.claims);
    };
    const note = (outcome: ClaimOutcome): void => {
      // That a small model is not sure of it says less than that the limit was reached.
      if (!localOnly || claim.statement === true || isDecided(outcome.outcomes)) job.outcome = outcome;
    };
    const finished = (): void => {
      if (!signal.aborted) settle(job);
    };
    void verifier.verify(claim, job.background, onJudging, note, localOnly).then(finished, finished);
  };

  /** Forgets what was foreseen of an answer and not added. */
  const forget = ({ choice_index = 0 }: Claim): void => {
    const key = foreseen.get(choice_index);
    if (key !== undefined && jobs.get(key)?.claims.length === 0) jobs.delete(key);
    foreseen.delete(choice_index);
  };

  return {
    /**
     * Returns at once. After `finish()` no claim may be added.
     */
    add(claim: Claim, background: ClaimBackground = {}): void {
      if (finishing) throw new Error('A claim was added after the end');
      added.push(claim);
      if (options.skipReason !== undefined) {
        report(claim, unjudged(claim, options.skipReason));
        return;
      }
      const key = keyOf(claim, background);
      const same = jobs.get(key);
      if (same?.done) report(claim, same.outcome);
      else if (same !== undefined) {
        same.claims.push(claim);
        if (same.judging) reportJudging([claim]);
      }
      forget(claim);
      if (same !== undefined) return;
      const job = newJob(key, claim, [claim], background);
      // It costs nobody anything, where no model is asked.
      const isFree = claim.statement === true && options.local !== undefined && options.model === undefined;
      if (isFree ? ++held <= MOST_HELD : selection.take(claim)) begin(claim, job);
      else verifier.skipNext();
    },

    /**
     * Begins with a claim that is likely to be added next: what is found and judged meanwhile is reported when it
     * is added. Where another one is added instead, it is forgotten; what it took counts all the same.
     */
    foresee(claim: Claim, background: ClaimBackground = {}): void {
      const key = keyOf(claim, background);
      const { choice_index = 0 } = claim;
      if (
        finishing ||
        signal.aborted ||
        options.skipReason !== undefined ||
        foreseen.get(choice_index) === key
      )
        return;
      forget(claim);
      if (jobs.has(key)) return;
      if (!selection.foresee(claim)) {
        verifier.skipNext();
        return;
      }
      foreseen.set(choice_index, key);
      begin(claim, newJob(key, claim, [], background));
    },

    /** @param listener called with each claim when it is verified; it must not throw. */
    onVerdict: (listener: (claim: VerifiedClaim) => void): void => void verdictListeners.push(listener),
    /** @param listener called with the claims that the judge begins to read; it must not throw. */
    onJudging: (listener: (claims: readonly Claim[]) => void): void => void judgingListeners.push(listener),

    progress: () => ({ verified: verified.size, total: added.length }),

    /**
     * No more claims come. @returns when the last verdict is in, or the deadline has passed.
     * @throws the signal's reason, where it aborts.
     */
    async finish(): Promise<Verification> {
      finishing = true;
      const byClaim = new Map([...jobs.values()].map((job) => [job.claims[0], job]));
      const chosen = selection.rest();
      for (const claim of chosen.begin) begin(claim, byClaim.get(claim) as Job);
      for (const claim of chosen.leave) {
        const job = byClaim.get(claim) as Job;
        job.outcome = unjudged(claim, 'too-many-claims');
        const isHeld = claim.statement === true || options.holdsRest === true;
        if (isHeld && options.local !== undefined && ++held <= MOST_HELD) begin(claim, job, true);
        else settle(job);
      }
      verifier.hurry();
      if (verified.size === added.length) allDone.resolve();
      await withinLimit(signal, options.deadlineMs, () => allDone.promise).catch(() => {});
      signal.throwIfAborted();
      for (const job of jobs.values()) settle(job);
      end.abort();
      const claims = added.map((claim) => verified.get(claim) as VerifiedClaim);
      return {
        claims,
        ...verifier.report(),
        calibrated:
          calibration() !== undefined || (isAllLocal(claims) && options.local?.isCalibrated !== false),
      };
    },
  };
}

function unjudged(claim: Claim, fault: Fault): ClaimOutcome {
  return { reading: asWritten(claim), outcomes: [{ items: [], fault }] };
}

/** The same words may mean something else in another place. */
function keyOf(claim: Claim, { surroundings }: ClaimBackground): string {
  const { text, start, message_index, choice_index = 0 } = claim;
  const words = text.trim().toLowerCase();
  if (surroundings === undefined || !leavesOpen(claim, surroundings().text.slice(0, start))) return words;
  return `${words}\n${message_index} ${choice_index} ${start}`;
}

/** Whether the gateway's own judge alone has judged. */
function isAllLocal(claims: readonly VerifiedClaim[]): boolean {
  const judges = new Set(claims.flatMap(({ judged_by }) => judged_by ?? []));
  return judges.size === 1 && judges.has(LOCAL);
}
