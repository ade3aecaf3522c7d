/**
 * Verifies the claims of one request, each as soon as it is there. What happens to a claim, after FIRE (Xie et
 * al. 2025):
 *
 * 1. Evidence is looked for. Where nothing bears on the claim, that is the verdict, and no judge is asked: the
 *    same sources would be asked the same again.
 * 2. The judge says its verdict by the numbers of the evidence, or asks one more query. Claims that wait at the
 *    same time share a call (`judge-desk.ts`).
 * 3. The query is asked, unless it is one that was asked already. Where it finds something new, the judge is
 *    asked once more, for the last time; where not, what it said stands.
 * 4. What it said is held against the evidence and told (`state-verdict.ts`).
 *
 * A claim that was said twice is verified once. Whatever fails on the way, a claim ends with a verdict that is
 * honest: `not_enough_evidence`, and why.
 */
import type { Usage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import { addUsage, type JsonTarget } from '../../upstream/ask-json.ts';
import type { Upstream } from '../../upstream/call-provider.ts';
import type { Retrieval, Retrieve } from '../ground-conversation.ts';
import { type Calibration, findCalibration, judgeName } from './calibration.ts';
import { chooseItems, type ShownItem } from './choose-items.ts';
import { openJudgeDesk } from './judge-desk.ts';
import { type NativeOptions, openNativeEvidence } from './native-evidence.ts';
import type { Judgement } from './read-judgements.ts';
import { type Fault, type Judged, type Outcome, stateVerdict, verdictOf } from './state-verdict.ts';
import { openTokenBudget } from './token-budget.ts';
import { type CitationCache, citationKey, type VerdictCache, verdictKey } from './verdict-cache.ts';
import type { Verification, VerifiedClaim } from './verified-claim.ts';

export interface VerifierOptions {
  readonly upstream: Upstream;
  /** The judge: the caller's model, or its `judge_model`, asked with the caller's key. */
  readonly target: JsonTarget;
  /** Asked by the claim's text, and again with the judge's query: one line of at most 300 characters. */
  readonly retrieve: Retrieve;
  /** The most claims that are looked up; the others are told to be unchecked. */
  readonly maxClaims: number;
  /** The most calls to the judge at the same time; 3 unless said otherwise. */
  readonly concurrency?: number;
  /** Milliseconds from `finish()` until what is not judged stays so. */
  readonly deadlineMs: number;
  /** Milliseconds that one call to the judge may take; 30 s unless said otherwise. */
  readonly judgeTimeoutMs?: number;
  /** Tokens of all calls to the judge, prompts and answers. */
  readonly tokenBudget: number;
  /** The judge's own web search, where the request asks for it. */
  readonly native?: NativeOptions;
  /** Judgements of this caller, and what its own model found; none are kept where it is absent. */
  readonly cache?: {
    readonly verdicts: VerdictCache;
    readonly citations: CitationCache;
    readonly callerId: string;
  };
  /** Those of all judges; the judge's own is looked up. */
  readonly calibrations?: readonly Calibration[];
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly nonce: () => string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The caller's: everything stops. */
  readonly signal: AbortSignal;
}

export interface Verifier {
  /**
   * Returns at once. After `finish()` no claim may be added.
   *
   * @param known what was retrieved for it already, by its own text.
   */
  add(claim: Claim, known?: Retrieval): void;
  /**
   * Begins with a claim that is likely to be added next: what is found and judged meanwhile is told when it is
   * added. Where another one is added instead, it is forgotten; what it took counts all the same.
   */
  foresee(claim: Claim): void;
  /** @param tell called with each claim when it is verified; it must not throw. */
  onVerdict(tell: (claim: VerifiedClaim) => void): void;
  /** @param tell called with the claims that the judge begins to read; it must not throw. */
  onJudging(tell: (claims: readonly Claim[]) => void): void;
  readonly progress: { readonly verified: number; readonly total: number };
  /**
   * No more claims come. @returns when the last verdict is in, or the deadline has passed.
   * @throws the signal's reason, where it aborts.
   */
  finish(): Promise<Verification>;
}

const CONCURRENCY = 3;
const JUDGE_TIMEOUT = 30_000;
/** A judge that is so sure of a verdict needs no further query, whatever it asks for. */
const SURE = 0.9;

/** One text that is verified, and every claim that says it; none yet of what is foreseen. */
interface Job {
  readonly claims: Claim[];
  /** The best that is known, should nothing better come. */
  outcome: Outcome;
  /** Whether the judge has begun to read it. */
  judging: boolean;
  done: boolean;
}

export function openVerifier(options: VerifierOptions): Verifier {
  const { target, retrieve, cache, now, signal } = options;
  const judge = judgeName(target);
  const calibration = findCalibration(options.calibrations ?? [], judge);
  /** Aborts with the caller, and at the end: nothing of a request outlives it. */
  const work = new AbortController();
  const stop = (): void => work.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });

  const counts = { judgeCalls: 0, searches: 0, cached: 0 };
  const budget = openTokenBudget(options.tokenBudget);
  const timeout = options.judgeTimeoutMs ?? JUDGE_TIMEOUT;
  const citationOf = (callerId: string, query: string): string => citationKey({ callerId, judge }, query);
  const native =
    options.native &&
    openNativeEvidence({
      ...options.native,
      target,
      budget,
      timeout,
      signal: work.signal,
      ...(cache === undefined
        ? {}
        : {
            cache: {
              get: (query) => cache.citations.get(citationOf(cache.callerId, query)),
              set: (query, found) => cache.citations.set(citationOf(cache.callerId, query), found),
            },
          }),
    });
  const desk = openJudgeDesk({
    upstream: options.upstream,
    target,
    budget,
    timeout,
    nonce: options.nonce,
    onCall: () => {
      counts.judgeCalls += 1;
    },
    concurrency: options.concurrency ?? CONCURRENCY,
    now,
    signal: work.signal,
  });

  const jobs = new Map<string, Job>();
  const order: Claim[] = [];
  const verified = new Map<Claim, VerifiedClaim>();
  const sources = new Set<string>();
  const listeners: ((claim: VerifiedClaim) => void)[] = [];
  const judgingListeners: ((claims: readonly Claim[]) => void)[] = [];
  const allDone = Promise.withResolvers<void>();
  /** Texts that were begun with: what was foreseen in vain counts too. */
  let begun = 0;
  /** The text of a claim that is likely to be added next. */
  let foreseen: string | undefined;
  let finishing = false;

  const tell = (claim: Claim, outcome: Outcome): void => {
    const told = stateVerdict(claim, outcome, calibration);
    verified.set(claim, told);
    for (const listener of listeners) listener(told);
    if (finishing && verified.size === order.length) allDone.resolve();
  };
  const tellJudging = (claims: readonly Claim[]): void => {
    for (const listener of judgingListeners) listener(claims);
  };
  const begin = (job: Job): void => {
    if (job.judging || job.done) return;
    job.judging = true;
    tellJudging(job.claims);
  };
  const settle = (job: Job): void => {
    if (job.done) return;
    job.done = true;
    for (const claim of job.claims) tell(claim, job.outcome);
  };

  const search = async (claim: Claim, query?: string): Promise<Retrieval> => {
    counts.searches += 1;
    return retrieve(claim, work.signal, query).catch(() => ({ items: [], answered: [] }));
  };
  const look = async (claim: Claim, query?: string, known?: Retrieval): Promise<Retrieval> => {
    const others = known ?? (await search(claim, query));
    const found = (await native?.add(query ?? claim.text, others)) ?? others;
    for (const source of found.answered) sources.add(source);
    return found;
  };

  const judgeCase = async (
    job: Job,
    claim: string,
    items: readonly ShownItem[],
    final: boolean,
  ): Promise<Judged> => {
    const key = cache && verdictKey({ callerId: cache.callerId, judge, claim, items });
    const known = key === undefined ? undefined : cache?.verdicts.get(key);
    if (known !== undefined) {
      counts.cached += 1;
      return { judgement: known };
    }
    const judged = await desk.judge({ claim, items, final, onTurn: () => begin(job) });
    if (key !== undefined && judged.judgement !== undefined) cache?.verdicts.set(key, judged.judgement);
    return judged;
  };

  const verify = async (job: Job, claim: Claim, known?: Retrieval): Promise<void> => {
    desk.expect(1);
    const found = await look(claim, undefined, known);
    const items = chooseItems(claim.text, found.items);
    const fault: Fault = found.answered.length === 0 ? 'no-source' : 'nothing-found';
    job.outcome = items.length === 0 ? { items, fault } : { items, fault: 'no-time' };
    const judging = items.length === 0 ? undefined : judgeCase(job, claim.text, items, false);
    desk.expect(-1);
    if (judging === undefined) return;

    const judged = await judging;
    job.outcome = { items, ...judged };
    const { judgement } = judged;
    if (judgement === undefined || !wantsMore(judgement, claim.text)) return;
    const further = await look(claim, judgement.nextQuery);
    const more = chooseItems(claim.text, further.items, namedFirst(items, judgement));
    if (more.length === 0) return;
    const second = await judgeCase(job, claim.text, more, true);
    if (second.judgement !== undefined) job.outcome = { items: more, judgement: second.judgement };
  };

  const start = (claim: Claim, claims: Claim[], known?: Retrieval): void => {
    const job: Job = { claims, outcome: { items: [], fault: 'no-time' }, judging: false, done: false };
    jobs.set(textOf(claim), job);
    begun += 1;
    const end = (): void => {
      if (!signal.aborted) settle(job);
    };
    void verify(job, claim, known).then(end, end);
  };

  const forget = (): void => {
    if (foreseen !== undefined && jobs.get(foreseen)?.claims.length === 0) jobs.delete(foreseen);
    foreseen = undefined;
  };

  return {
    add(claim, known) {
      if (finishing) throw new Error('A claim was added after the end');
      order.push(claim);
      const same = jobs.get(textOf(claim));
      if (same !== undefined) {
        if (same.done) tell(claim, same.outcome);
        else same.claims.push(claim);
        if (same.judging && !same.done) tellJudging([claim]);
      }
      forget();
      if (same !== undefined) return;
      if (begun < options.maxClaims) start(claim, [claim], known);
      else tell(claim, { items: [], fault: 'too-many-claims' });
    },

    foresee(claim) {
      if (finishing || signal.aborted || foreseen === textOf(claim)) return;
      forget();
      if (jobs.has(textOf(claim)) || begun >= options.maxClaims) return;
      foreseen = textOf(claim);
      start(claim, []);
    },

    onVerdict(listener) {
      listeners.push(listener);
    },

    onJudging(listener) {
      judgingListeners.push(listener);
    },

    get progress() {
      return { verified: verified.size, total: order.length };
    },

    async finish() {
      finishing = true;
      if (verified.size === order.length) allDone.resolve();
      await untilEnd(allDone.promise, options.deadlineMs, signal);
      for (const job of jobs.values()) settle(job);
      work.abort();
      signal.removeEventListener('abort', stop);
      const claims = order.map((claim) => verified.get(claim) as VerifiedClaim);
      return {
        claims,
        sources: [...sources],
        usage: addUsage(desk.usage(), native?.usage()) ?? NO_USAGE,
        calibrated: calibration !== undefined,
        confidence_score: meanOf(claims),
        counts: { ...counts, native: native?.calls() ?? 0 },
      };
    },
  };
}

function textOf(claim: Claim): string {
  return claim.text.trim().toLowerCase();
}

const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

/** A query that is the claim again would find the same again. */
function wantsMore(judgement: Judgement, claim: string): boolean {
  const { nextQuery, probability } = judgement;
  if (nextQuery === '' || sameWords(nextQuery, claim)) return false;
  return verdictOf(judgement) === 'not_enough_evidence' || (probability ?? 0) < SURE;
}

function namedFirst(items: readonly ShownItem[], { evidence }: Judgement): readonly ShownItem[] {
  const named = new Set(evidence.map(({ index }) => index));
  return [...items.filter((_, at) => named.has(at)), ...items.filter((_, at) => !named.has(at))];
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string): string =>
    [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].sort().join(' ');
  return words(a) === words(b);
}

/** @throws the signal's reason. */
function untilEnd(done: Promise<void>, deadline: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(end, deadline);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void done.then(end);
  });
}

function meanOf(claims: readonly VerifiedClaim[]): number {
  if (claims.length === 0) return 1;
  const sum = claims.reduce((all, { verdict_confidence }) => all + verdict_confidence, 0);
  return Math.round((sum / claims.length) * 1e4) / 1e4;
}
