/** What issued keys look like outside: in the admin API, on the command line, in the audit log. */
import type { KeyTerms } from '../admission/issue-key.ts';
import type { IssuedKey } from '../store/issued-keys.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 36_500;
const NANOS = 1e9;
/** US dollars a month; more could not be counted in billionths. */
export const MOST_DOLLARS: number = 1_000_000;
/** Tokens a month. */
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

/** @returns billionths. */
export function nanosOf(dollars: number): number {
  return Math.round(dollars * NANOS);
}

export type KeyState = 'good' | 'revoked' | 'expired';

export function stateOf({ revokedAt, expiresAt }: IssuedKey, nowMs: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= nowMs ? 'expired' : 'good';
}

/** What a key may do, by the names that operators know. */
export function describeTerms(terms: KeyTerms) {
  return {
    plan: terms.plan ?? null,
    models: terms.models ?? null,
    expires: timeText(terms.expiresAt),
    tokens_per_month: terms.tokensPerMonth ?? null,
    dollars_per_month: terms.nanosPerMonth === undefined ? null : terms.nanosPerMonth / NANOS,
    note: terms.note ?? null,
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

function timeText(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
