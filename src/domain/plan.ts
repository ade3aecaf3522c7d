/** Plans, their windows, and what is left of them. */

import type { ActionWish } from './answer-action.ts';

export type Tier = 'basic' | 'standard' | 'premium';

type WindowName = 'minute' | 'hour' | 'month';

export interface Plan {
  readonly name: string;
  /** Requests a clock minute; absent = no limit. */
  readonly requestsPerMinute?: number;
  /** Tokens in and out a clock minute, counted once an answer is there; absent = no limit. */
  readonly tokensPerMinute?: number;
  /** Requests a clock hour, UTC; absent = no limit. */
  readonly perHour?: number;
  /** Requests a calendar month, UTC; absent = no limit. */
  readonly perMonth?: number;
  /** Which models the plan includes: those of tier `basic`, or all. */
  readonly models: 'basic' | 'all';
  /** What is done with answers in which something wrong is found, where a request does not say. */
  readonly action?: ActionWish;
  /** Name of the profile of requests that choose none. */
  readonly profile?: string;
  /** Whether its callers may publish reports. */
  readonly publish?: true;
}

/** One window's state for one key. */
export interface WindowState {
  readonly name: WindowName;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window turns. */
  readonly reset: number;
}

/** What a key may still do: no windows where its plan has no limit. */
export interface Allowance {
  readonly plan: string;
  readonly windows: readonly WindowState[];
  /** Tokens of the clock minute; absent where the plan does not limit them. */
  readonly tokensPerMinute?: Omit<WindowState, 'name'>;
}
