/** What a key may still do in its windows, from its plan and what was counted. Pure. */
import type { Allowance, Plan, WindowState } from '../../domain/plan.ts';
import type { Moment } from './windows.ts';

/** Requests counted in the current hour and month. */
export interface Counts {
  readonly hour: number;
  readonly month: number;
}

export function hasLimit(plan: Plan): boolean {
  return plan.perHour !== undefined || plan.perMonth !== undefined;
}

/** Whether one more request fits into both windows. */
export function hasRoom(plan: Plan, counts: Counts): boolean {
  return (
    (plan.perHour === undefined || counts.hour < plan.perHour) &&
    (plan.perMonth === undefined || counts.month < plan.perMonth)
  );
}

export function allowanceOf(plan: Plan, moment: Moment, counts: Counts): Allowance {
  const windowOf = (name: keyof Counts, limit: number | undefined, reset: number): WindowState[] =>
    limit === undefined ? [] : [{ name, limit, remaining: Math.max(0, limit - counts[name]), reset }];
  const hour = windowOf('hour', plan.perHour, moment.hourResets);
  return { plan: plan.name, windows: [...hour, ...windowOf('month', plan.perMonth, moment.monthResets)] };
}

/**
 * The window that binds first: the one with the fewest requests left; of two with equally few, the one
 * that turns later, since a caller must wait for it. `undefined` where the plan has no limit.
 */
export function tightestWindow({ windows }: Allowance): WindowState | undefined {
  return windows.toSorted((one, other) => one.remaining - other.remaining || other.reset - one.reset)[0];
}

/**
 * `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds) of the window that binds first; empty where the plan
 * has no limit.
 */
export function rateLimitHeaders(allowance: Allowance): Readonly<Record<string, string>> {
  const window = tightestWindow(allowance);
  if (window === undefined) return {};
  return {
    'X-RateLimit-Limit': String(window.limit),
    'X-RateLimit-Remaining': String(window.remaining),
    'X-RateLimit-Reset': String(window.reset),
  };
}
