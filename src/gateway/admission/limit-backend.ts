/**
 * Where requests are counted. A backend takes a place in both windows of a caller in one atomic step and
 * can give it back. Whatever arrives at once, from however many replicas that share a backend, never more
 * than a plan's limit hold a place in a window.
 */
import type { Allowance, Plan } from '../../domain/plan.ts';
import type { LimitCounts } from '../store/limit-counts.ts';
import type { Caller } from './caller-id.ts';
import type { MinuteCounts } from './minute-counts.ts';

export interface LimitBackendOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Where a backend in memory keeps its counts over a restart. */
  readonly counts?: LimitCounts;
  readonly redisUrl?: string | undefined;
  /** What a shared backend does while it is away: count locally from the last known state, or answer 503. */
  readonly whenAway: 'allow' | 'refuse';
  /** The most callers that a process counts separately. */
  readonly maxCallers?: number;
  /** Use the milliseconds handed to each call instead of the backend's own clock: for tests of the windows' turns. */
  readonly clockHandedIn?: boolean;
  readonly onAway?: (reason: string) => void;
  readonly onBack?: () => void;
  /** Called when counts could not be written to the store; they are kept and tried again. */
  readonly onCheckpointFailure?: (error: unknown) => void;
}

/** The outcome of asking for one place. */
export interface Attempt {
  /** False where a window was full: then nothing was taken. */
  readonly passed: boolean;
  /** The state after the attempt. */
  readonly allowance: Allowance;
  /**
   * Gives the place back into the very windows it was taken from, also after they turned. A second call,
   * or one for an attempt that did not pass, changes nothing. Never rejects.
   * @param nowMs Unix milliseconds.
   * @returns the state afterwards, of the windows of now.
   */
  release(nowMs: number): Promise<Allowance>;
}

export interface LimitBackend {
  /** Whether counts go where they belong; false while a shared backend is away. */
  readonly healthy: boolean;
  /** Whether a place could be taken now: false where `reserve` would say `unavailable`. Asks; never rejects. */
  serves(): Promise<boolean>;
  /**
   * @param plan one with a limit; the windows that it does not limit are counted beside.
   * @param nowMs Unix milliseconds; a backend that is shared by replicas uses its own clock instead.
   * @throws GatewayError `unavailable` where the backend is away and configured to refuse then.
   */
  reserve(caller: Caller, plan: Plan, nowMs: number): Promise<Attempt>;
  /** The state, spending nothing. */
  peek(caller: Caller, plan: Plan, nowMs: number): Promise<Allowance>;
  /** What is counted of single minutes, for plans that limit them. */
  readonly minutes: MinuteCounts;
  /** Writes what is still to be written and lets connections go. */
  close(): Promise<void>;
}

/** @param giveBack gives the place back; called once at most, and only where one was taken. */
export function createAttempt(
  passed: boolean,
  allowance: Allowance,
  giveBack: (nowMs: number) => Promise<Allowance>,
): Attempt {
  let released = passed ? undefined : Promise.resolve(allowance);
  return {
    passed,
    allowance,
    release(nowMs) {
      released ??= giveBack(nowMs);
      return released;
    },
  };
}
