/** What issued keys look like outside: in the admin API, on the command line, in the audit log. */
import { dollarsOf } from '../../domain/dollars.ts';
import type { KeyTerms } from '../admission/issue-key.ts';
import type { BudgetTerms } from '../store/budget-terms.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { PeriodUsage } from '../store/key-usage.ts';
import type { HolderUse } from './read-holder-use.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 36_500;
/** US dollars of a budget; more could not be counted in billionths. */
export const MOST_DOLLARS: number = 1_000_000;
/** Tokens of a budget. */
export const MOST_TOKENS: number = 1_000_000_000_000;
/** Characters of a note. */
export const LONGEST_NOTE: number = 1_000;

export const EXPIRY_RULE = 'must be a date to come such as 2027-01-31, or days such as 90d';

/**
 * Reads a date, a time, or a number of days such as `90d`.
 * @returns Unix milliseconds; `undefined` for a text that is none of them, or a time that is over.
 */
export function parseExpiry(text: string, nowMs: number): number | undefined {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = days === undefined ? (isDate ? Date.parse(text) : Number.NaN) : nowMs + Number(days) * DAY_MS;
  return time > nowMs && time <= nowMs + MOST_DAYS * DAY_MS ? time : undefined;
}

/** Says that config has no plan of a name. @param plans those that it has. */
export function noSuchPlan(plans: readonly string[]): string {
  return `there is no such plan; the plans are ${plans.join(', ')}`;
}

/** Says that config has no profile of a name. @param profiles those that it has. */
export function noSuchProfile(profiles: readonly string[]): string {
  return profiles.length === 0
    ? 'there is no such profile; config has none'
    : `there is no such profile; the profiles are ${profiles.join(', ')}`;
}

export type KeyState = 'good' | 'revoked' | 'expired';

export function stateOf({ revokedAt, expiresAt }: IssuedKey, nowMs: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= nowMs ? 'expired' : 'good';
}

/** What a key may do, by the names that operators know. */
export function describeTerms(terms: KeyTerms) {
  return {
    team: terms.team ?? null,
    plan: terms.plan ?? null,
    profile: terms.profile ?? null,
    models: terms.models ?? null,
    expires: timeText(terms.expiresAt),
    ...describeBudgetTerms(terms),
    note: terms.note ?? null,
  };
}

export function describeBudgetTerms(terms: BudgetTerms) {
  return {
    tokens_per_month: terms.tokensPerMonth ?? null,
    dollars_per_month: budgetIn(terms.nanosPerMonth),
    tokens_per_day: terms.tokensPerDay ?? null,
    dollars_per_day: budgetIn(terms.nanosPerDay),
  };
}

/** A key as lists show it. */
export function describeKey(key: IssuedKey, nowMs: number) {
  return {
    id: key.id,
    state: stateOf(key, nowMs),
    ...describeTerms(key),
    issued: timeText(key.createdAt) as string,
    revoked: timeText(key.revokedAt),
  };
}

/** A key with what it has used, and what its budgets have come to. */
export function describeKeyWithUse(key: IssuedKey, nowMs: number, { used, budgets }: HolderUse) {
  return { ...describeKey(key, nowMs), used: describeUsed(used), budgets };
}

export function describeUsed({ tokens, nanos }: PeriodUsage) {
  return { tokens, usd: dollarsOf(nanos) };
}

function budgetIn(nanos: number | undefined): number | null {
  return nanos === undefined ? null : dollarsOf(nanos);
}

export function timeText(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
