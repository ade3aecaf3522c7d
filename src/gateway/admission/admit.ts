/**
 * Says whether a caller may have what it asks for, and holds its place while it gets it.
 *
 *   1. the plan must include the model (403);
 *   2. a place is taken in the hour and the month at once, or none (429); where the plan limits the minute, there first;
 *   3. the request runs; if it is rejected after all, here or by the provider, the place is given back.
 */

import { GatewayError } from '../../domain/errors.ts';
import type { Allowance, Plan, Tier } from '../../domain/plan.ts';
import { hasLimit } from './allowance.ts';
import type { Caller } from './caller-id.ts';
import type { Attempt, LimitBackend } from './limit-backend.ts';
import { limitsMinutes, peekWithMinute, reserveInMinute } from './reserve-in-minute.ts';
import { describeReset } from './windows.ts';

interface AdmissionOptions {
  readonly backend: LimitBackend;
  readonly planOf: (caller: Caller) => Plan;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Asking {
  readonly caller: Caller;
  /** The model's tier. */
  readonly tier: Tier;
  /** Whether the catalogue lists the model; one that it does not list counts as not `basic`. */
  readonly listed: boolean;
}

/** One request's place. It is kept unless it is released. */
export interface Reservation {
  /** The state for the rate-limit headers: after the taking, or after the giving back. */
  allowance(): Allowance;
  /** The request counts for good; a later `release` does nothing. */
  keep(): void;
  /** Counts tokens that its answer took; absent where the plan does not limit them. */
  readonly spendTokens?: (tokens: number) => void;
  /** The request was rejected (see `givesPlaceBack`): it does not count. Never rejects. */
  release(): Promise<void>;
}

export type Admission = ReturnType<typeof createAdmission>;

/** A refusal, with the state for the rate-limit headers. */
export class AdmissionRefused extends GatewayError {
  readonly allowance: Allowance;

  constructor(
    code: 'model_not_in_plan' | 'plan_limit_reached',
    detail: string,
    allowance: Allowance,
    retryAfter?: number,
  ) {
    super(code, detail, retryAfter === undefined ? {} : { retryAfter: String(retryAfter) });
    this.name = 'AdmissionRefused';
    this.allowance = allowance;
  }
}

export function createAdmission({ backend, planOf, now }: AdmissionOptions) {
  async function allowanceOf(caller: Caller, plan: Plan): Promise<Allowance> {
    if (limitsMinutes(plan)) return peekWithMinute(backend, caller, plan, now());
    return hasLimit(plan) ? backend.peek(caller, plan, now()) : unlimited(plan).allowance;
  }
  async function reserve(caller: Caller, plan: Plan, nowMs: number): Promise<Attempt> {
    if (limitsMinutes(plan)) return reserveInMinute(backend, caller, plan, nowMs);
    return hasLimit(plan) ? backend.reserve(caller, plan, nowMs) : unlimited(plan);
  }
  const includes = (plan: Plan, { tier, listed }: Omit<Asking, 'caller'>): boolean =>
    plan.models !== 'basic' || (listed && tier === 'basic');

  return {
    planOf,
    /** Whether the caller's plan includes the model, spending nothing. */
    includes: ({ caller, ...model }: Asking): boolean => includes(planOf(caller), model),

    /** @throws AdmissionRefused `model_not_in_plan` or `plan_limit_reached`; GatewayError `unavailable`. */
    async admit({ caller, tier, listed }: Asking): Promise<Reservation> {
      const plan = planOf(caller);
      if (!includes(plan, { tier, listed })) {
        const detail =
          `The plan '${plan.name}' does not include this model; it includes the models of tier 'basic' that ` +
          "GET /models lists. The operator of this gateway can give the key another plan with 'claimgate keys set --plan NAME'";
        throw new AdmissionRefused('model_not_in_plan', detail, await allowanceOf(caller, plan));
      }
      const nowMs = now();
      const attempt = await reserve(caller, plan, nowMs);
      if (!attempt.passed) throw limitReached(attempt.allowance, nowMs);
      const place = holdPlace(attempt, now);
      if (plan.tokensPerMinute === undefined) return place;
      return { ...place, spendTokens: (tokens) => void backend.minutes.spend(caller, tokens, now()) };
    },
    /** What the caller may still do, spending nothing. */
    async allowanceOf(caller: Caller): Promise<Allowance & Pick<Plan, 'models'>> {
      const plan = planOf(caller);
      return { ...(await allowanceOf(caller, plan)), models: plan.models };
    },
  };
}

/** Whether a request that ends with this status does not count: rejected, by the gateway or by the provider. */
export function givesPlaceBack(status: number): boolean {
  return status === 400 || status === 401 || status === 403 || status === 422 || status === 429;
}

function limitReached(allowance: Allowance, nowMs: number): AdmissionRefused {
  const { tokensPerMinute: tokens, windows } = allowance;
  const requests = windows.map((window) => ({ ...window, unit: 'requests' }));
  const all = tokens === undefined ? requests : [...requests, { ...tokens, name: 'minute', unit: 'tokens' }];
  const full = all.filter(({ remaining }) => remaining === 0);
  const last = full.sort((a, b) => b.reset - a.reset)[0];
  if (last === undefined) throw new Error('A refusal without a full window');
  const { begins, seconds } = describeReset(last.reset, nowMs);
  const detail = `Rate limit exceeded: the plan '${allowance.plan}' has ${last.limit} ${last.unit} per ${last.name}, all used. The next ${last.name} begins at ${begins}`;
  return new AdmissionRefused('plan_limit_reached', detail, allowance, seconds);
}

function unlimited(plan: Plan): Attempt {
  const allowance = { plan: plan.name, windows: [] };
  return { passed: true, allowance, release: async () => allowance };
}

function holdPlace(attempt: Attempt, now: () => number): Reservation {
  let { allowance } = attempt;
  let isKept = false;
  return {
    allowance: () => allowance,
    keep() {
      isKept = true;
    },
    async release() {
      if (!isKept) allowance = await attempt.release(now());
    },
  };
}
