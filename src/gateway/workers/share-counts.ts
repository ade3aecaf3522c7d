/** The counts of all workers: the primary counts, and its workers ask it. */
import type { AcceptedKeys } from '../admission/accepted-keys.ts';
import type { MemoryLimits } from '../admission/backends/memory.ts';
import type { CallerId } from '../admission/caller-id.ts';
import type { KeyAttempt } from '../admission/failed-keys.ts';
import { createAttempt, type LimitBackend } from '../admission/limit-backend.ts';
import type { MinuteCounts, MinuteLimits } from '../admission/minute-counts.ts';
import type { RequestCounts } from '../admission/request-counts.ts';
import type { Calls } from './calls.ts';

/** What a primary answers one of its workers. */
type CountHandlers = ReturnType<typeof lendCounts>['handlers'];

export interface LentCounts {
  readonly counts: RequestCounts;
  /** Absent where workers count plans' requests in Redis. */
  readonly limits?: MemoryLimits;
  /** A caller's key was accepted, as a worker says. */
  readonly onAccepted: (caller: CallerId) => void;
}

/** The primary's side, of one worker. */
export function lendCounts({ counts, limits, onAccepted }: LentCounts) {
  const { openPlaces, acceptedKeys, failedKeys } = counts;
  /** What gives places back, of each caller. */
  const places = new Map<CallerId, (() => void)[]>();
  /** Attempts under way, by the worker's numbers. */
  const attempts = new Map<number, KeyAttempt>();
  /** Attempts that wait: what is to be called if the caller leaves. */
  const waiting = new Map<number, () => void>();
  let ended = false;

  const handlers = {
    takeLimit: ((...args) => limits!.take(...args)) as MemoryLimits['take'],
    giveLimitBack: ((...args) => limits!.giveBack(...args)) as MemoryLimits['giveBack'],
    peekLimit: ((...args) => limits!.peek(...args)) as MemoryLimits['peek'],
    takeMinute: ((...args) => limits!.minutes.take(...args)) as MinuteCounts['take'],
    giveMinuteBack: ((...args) => limits!.minutes.giveBack(...args)) as MinuteCounts['giveBack'],
    spendInMinute: ((...args) => limits!.minutes.spend(...args)) as MinuteCounts['spend'],
    peekMinute: ((...args) => limits!.minutes.peek(...args)) as MinuteCounts['peek'],

    async takePlace(caller: CallerId): Promise<boolean> {
      const leave = await openPlaces.take(caller);
      if (leave === undefined) return false;
      const held = places.get(caller);
      if (held === undefined) places.set(caller, [leave]);
      else held.push(leave);
      return true;
    },
    leavePlace(caller: CallerId): void {
      const held = places.get(caller);
      held?.pop()?.();
      if (held?.length === 0) places.delete(caller);
    },

    /** @returns the seconds to wait, or that the attempt has begun, and whether the key is known to be good. */
    async beginAttempt(
      id: number,
      address: string,
      caller: CallerId,
    ): Promise<{ readonly seconds?: number; readonly isKnown: boolean }> {
      const outcome = await failedKeys.begin(address, caller, (leave) => waiting.set(id, leave));
      waiting.delete(id);
      const isKnown = acceptedKeys.acceptedLately(caller);
      if (typeof outcome === 'number') return { seconds: outcome, isKnown };
      if (ended) outcome.over();
      else attempts.set(id, outcome);
      return { isKnown };
    },
    endAttempt(id: number, hasFailed: boolean): void {
      const attempt = attempts.get(id);
      attempts.delete(id);
      if (hasFailed) attempt?.failed();
      else attempt?.over();
    },
    leaveAttempt: (id: number): void => waiting.get(id)?.(),
    recordFailed: (address: string): void => failedKeys.record(address),
    isAccepted: (caller: CallerId) => acceptedKeys.acceptedLately(caller) || acceptedKeys.askOthers(caller),
    recordAccepted(caller: CallerId): void {
      acceptedKeys.record(caller);
      onAccepted(caller);
    },
    takeDetection: (address: string, characters: number) => counts.takeDetection(address, characters),
    takeLookUp: (address: string) => counts.takeLookUp(address),
    takeDocument: (address: string) => counts.takeDocument(address),
  };
  return {
    handlers,
    /** The worker has ended: nothing of its is open any more. */
    end(): void {
      ended = true;
      for (const held of places.values()) for (const leave of held) leave();
      for (const attempt of attempts.values()) attempt.over();
      for (const leave of waiting.values()) leave();
    },
  };
}

type PrimaryCounts = Calls<CountHandlers>;

/** A worker's side of plans' limits. */
export function askForLimits({
  call,
  tell,
  flush,
}: Pick<PrimaryCounts, 'call' | 'tell' | 'flush'>): LimitBackend {
  return {
    minutes: {
      take: (caller, { requestsPerMinute, tokensPerMinute }, nowMs) =>
        call.takeMinute(caller, { requestsPerMinute, tokensPerMinute } as MinuteLimits, nowMs),
      peek: call.peekMinute,
      async giveBack(caller, minute) {
        await call.giveMinuteBack(caller, minute).catch(() => {});
      },
      async spend(caller, tokens, nowMs) {
        tell.spendInMinute(caller, tokens, nowMs);
        // The caller has its answer, and another worker is to know by its next request.
        flush();
      },
    },
    // Where it cannot write, the primary knows, and says so.
    healthy: true,
    serves: async () => true,
    async reserve(caller, plan, nowMs) {
      const { passed, allowance, moment } = await call.takeLimit(caller, plan, nowMs);
      return createAttempt(passed, allowance, (laterMs) => call.giveLimitBack(caller, plan, moment, laterMs));
    },
    peek: (caller, plan, nowMs) => call.peekLimit(caller, plan, nowMs),
    close: async () => {},
  };
}

/** Milliseconds between two reports to the primary that a key is good. */
const REPORT_AGAIN = 60_000;
/** Callers whose last report is remembered. */
const MOST_REPORTED = 10_000;

/**
 * A worker's side of everything else.
 * @param known keys of which this worker knows that they are good: the others are asked for.
 */
export function askForCounts({ call, tell, flush }: PrimaryCounts, known: AcceptedKeys): RequestCounts {
  let lastAttempt = 0;
  const reportedAt = new Map<CallerId, number>();
  return {
    openPlaces: {
      async take(caller) {
        return (await call.takePlace(caller)) ? () => tell.leavePlace(caller) : undefined;
      },
    },
    acceptedKeys: {
      acceptedLately: (caller) => known.acceptedLately(caller),
      async askOthers(caller) {
        const isKnown = await call.isAccepted(caller).catch(() => false);
        if (isKnown) known.record(caller);
        return isKnown;
      },
      record(caller) {
        known.record(caller);
        const now = performance.now();
        if (now - (reportedAt.get(caller) ?? Number.NEGATIVE_INFINITY) < REPORT_AGAIN) return;
        if (reportedAt.size >= MOST_REPORTED) reportedAt.clear();
        reportedAt.set(caller, now);
        tell.recordAccepted(caller);
        // Its caller may ask again as soon as it has the answer, and another worker is to know by then.
        flush();
      },
    },
    failedKeys: {
      record: (address) => tell.recordFailed(address),
      async begin(address, caller, onLeave) {
        const id = ++lastAttempt;
        onLeave(() => tell.leaveAttempt(id));
        const { seconds, isKnown } = await call.beginAttempt(id, address, caller);
        if (isKnown) known.record(caller);
        if (seconds !== undefined) return seconds;
        let open = true;
        const end = (hasFailed: boolean): void => {
          if (open) tell.endAttempt(id, hasFailed);
          open = false;
        };
        return { failed: () => end(true), over: () => end(false) };
      },
    },
    takeDetection: (address, characters) => call.takeDetection(address, characters),
    takeLookUp: (address) => call.takeLookUp(address),
    takeDocument: (address) => call.takeDocument(address),
  };
}
