/** Plans that limit the minute: a place is taken there first, then in the hour and the month, or in neither. */
import type { Allowance, Plan } from '../../domain/plan.ts';
import { hasLimit } from './allowance.ts';
import type { Caller } from './caller-id.ts';
import { type Attempt, createAttempt, type LimitBackend } from './limit-backend.ts';
import { MINUTE_MS, type MinuteCount } from './minute-counts.ts';

export function limitsMinutes({ requestsPerMinute, tokensPerMinute }: Plan): boolean {
  return requestsPerMinute !== undefined || tokensPerMinute !== undefined;
}

/** @throws GatewayError as `LimitBackend.reserve`. */
export async function reserveInMinute(
  backend: LimitBackend,
  caller: Caller,
  plan: Plan,
  nowMs: number,
): Promise<Attempt> {
  const { minutes } = backend;
  const taken = await minutes.take(caller, plan, nowMs);
  if (!taken.passed) {
    const refused = withMinute(plan, await windowsOf(backend, caller, plan, nowMs), taken);
    return createAttempt(false, refused, async () => refused);
  }
  const giveBack = () => minutes.giveBack(caller, taken.minute);
  let attempt: Attempt | undefined;
  try {
    attempt = hasLimit(plan) ? await backend.reserve(caller, plan, nowMs) : undefined;
  } catch (error) {
    await giveBack();
    throw error;
  }
  if (attempt?.passed === false) await giveBack();
  const allowance = attempt?.allowance ?? { plan: plan.name, windows: [] };
  const count = attempt?.passed === false ? { ...taken, requests: taken.requests - 1 } : taken;
  return createAttempt(attempt?.passed ?? true, withMinute(plan, allowance, count), async (laterMs) => {
    await giveBack();
    const left = await attempt?.release(laterMs);
    return withMinute(plan, left ?? allowance, await minutes.peek(caller, laterMs));
  });
}

/** The state of all windows, spending nothing. */
export async function peekWithMinute(
  backend: LimitBackend,
  caller: Caller,
  plan: Plan,
  nowMs: number,
): Promise<Allowance> {
  const [allowance, count] = await Promise.all([
    windowsOf(backend, caller, plan, nowMs),
    backend.minutes.peek(caller, nowMs),
  ]);
  return withMinute(plan, allowance, count);
}

async function windowsOf(
  backend: LimitBackend,
  caller: Caller,
  plan: Plan,
  nowMs: number,
): Promise<Allowance> {
  return hasLimit(plan) ? backend.peek(caller, plan, nowMs) : { plan: plan.name, windows: [] };
}

function withMinute(
  { requestsPerMinute, tokensPerMinute }: Plan,
  allowance: Allowance,
  { minute, requests, tokens }: MinuteCount,
): Allowance {
  const reset = ((minute + 1) * MINUTE_MS) / 1_000;
  const left = (limit: number, used: number) => ({ limit, remaining: Math.max(0, limit - used), reset });
  const windows =
    requestsPerMinute === undefined
      ? allowance.windows
      : [{ name: 'minute' as const, ...left(requestsPerMinute, requests) }, ...allowance.windows];
  const ofTokens = tokensPerMinute === undefined ? {} : { tokensPerMinute: left(tokensPerMinute, tokens) };
  return { ...allowance, windows, ...ofTokens };
}
