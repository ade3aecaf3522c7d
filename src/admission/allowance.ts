/** What a key may still do in its windows, from its plan and what was counted. Pure. */
import type { Allowance, Plan, WindowState } from '../domain/plan.ts';
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
  const windows: WindowState[] = [];
  if (plan.perHour !== undefined) {
    const remaining = Math.max(0, plan.perHour - counts.hour);
    windows.push({ name: 'hour', limit: plan.perHour, remaining, reset: moment.hourResets });
  }
  if (plan.perMonth !== undefined) {
    const remaining = Math.max(0, plan.perMonth - counts.month);
    windows.push({ name: 'month', limit: plan.perMonth, remaining, reset: moment.monthResets });
  }
  return { plan: plan.name, windows };
}

/**
 * The window that binds first: the one with the fewest requests left; of two with equally few, the one
 * that turns later, since a caller must wait for it. `undefined` where the plan has no limit.
 */
export function tightestWindow(allowance: Allowance): WindowState | undefined {
  let tightest: WindowState | undefined;
  for (const window of allowance.windows) {
    if (
      tightest === undefined ||
      window.remaining < tightest.remaining ||
      (window.remaining === tightest.remaining && window.reset > tightest.reset)
    ) {
      tightest = window;
    }
  }
  return tightest;
}
