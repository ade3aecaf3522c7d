/** What callers have asked for and used in the current clock minute, for plans that limit it. */
import type { Plan } from '../../domain/plan.ts';
import type { Caller } from './caller-id.ts';

export const MINUTE_MS: number = 60_000;

/** What a caller has asked for and used in a minute. */
export interface MinuteCount {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly requests: number;
  readonly tokens: number;
}

export type MinuteLimits = Pick<Plan, 'requestsPerMinute' | 'tokensPerMinute'>;

export interface TakenMinute extends MinuteCount {
  /** False where the minute was full: then nothing was taken. */
  readonly passed: boolean;
}

/** Where minutes are counted. Nothing is kept over a restart. */
export interface MinuteCounts {
  /**
   * Takes a place in the minute, in one step.
   * @param nowMs Unix milliseconds; what replicas share uses its own clock instead.
   * @throws GatewayError `unavailable` where a shared place is away and configured to refuse then.
   */
  take(caller: Caller, limits: MinuteLimits, nowMs: number): Promise<TakenMinute>;
  /** Gives a place back into the minute that it was taken from. Never rejects. */
  giveBack(caller: Caller, minute: number): Promise<void>;
  /** Counts tokens that were used. Never rejects. */
  spend(caller: Caller, tokens: number, nowMs: number): Promise<void>;
  peek(caller: Caller, nowMs: number): Promise<MinuteCount>;
}

function hasRoomInMinute(
  { requests, tokens }: Pick<MinuteCount, 'requests' | 'tokens'>,
  { requestsPerMinute = Infinity, tokensPerMinute = Infinity }: MinuteLimits,
): boolean {
  return requests < requestsPerMinute && tokens < tokensPerMinute;
}

/** While a secret is being replaced, replicas that know only the old one count under it. */
export function minuteIdOf({ id, formerIds: [newestFormer = id] }: Caller): string {
  return newestFormer;
}

/** Callers of one minute; beyond it, those that came first are forgotten. */
const MOST_CALLERS = 200_000;

/** Counts in this process alone. JavaScript runs one turn at a time, so that looking and taking are one step. */
export function createMinuteCounts(mostCallers = MOST_CALLERS): MinuteCounts {
  let current = 0;
  let counts = new Map<string, { requests: number; tokens: number }>();
  /** A clock that was set back by less than a minute gives nobody a minute twice. */
  const turnTo = (nowMs: number): void => {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === current || minute === current - 1) return;
    current = minute;
    counts = new Map();
  };
  const stateOf = (caller: Caller): MinuteCount => {
    const { requests, tokens } = counts.get(minuteIdOf(caller)) ?? { requests: 0, tokens: 0 };
    return { minute: current, requests, tokens };
  };
  const add = (caller: Caller, requests: number, tokens: number): void => {
    const id = minuteIdOf(caller);
    const known = counts.get(id);
    if (known !== undefined) {
      known.requests = Math.max(0, known.requests + requests);
      known.tokens += tokens;
    } else if (requests > 0 || tokens > 0) {
      const [first] = counts.size < mostCallers ? [] : counts.keys();
      if (first !== undefined) counts.delete(first);
      counts.set(id, { requests: Math.max(0, requests), tokens });
    }
  };
  return {
    async take(caller, limits, nowMs) {
      turnTo(nowMs);
      const passed = hasRoomInMinute(stateOf(caller), limits);
      if (passed) add(caller, 1, 0);
      return { ...stateOf(caller), passed };
    },
    async giveBack(caller, minute) {
      if (minute === current) add(caller, -1, 0);
    },
    async spend(caller, tokens, nowMs) {
      turnTo(nowMs);
      add(caller, 0, tokens);
    },
    async peek(caller, nowMs) {
      turnTo(nowMs);
      return stateOf(caller);
    },
  };
}
