/** Keys that the gateway issues, from the admin API. */
import { change, look, type Page } from './admin.ts';
import { queryOf } from './gateway.ts';

/** What may be spent; `null` is no limit. */
export interface BudgetTerms {
  readonly tokens_per_month: number | null;
  readonly dollars_per_month: number | null;
  readonly tokens_per_day: number | null;
  readonly dollars_per_day: number | null;
}

/** What a key may do; `null` is what its team or its plan says, or no limit. */
export interface KeyTerms extends BudgetTerms {
  /** Id of the team that it belongs to. */
  readonly team: string | null;
  readonly plan: string | null;
  readonly models: readonly string[] | null;
  /** A day or a time in ISO 8601. */
  readonly expires: string | null;
  readonly note: string | null;
}

export const KEY_STATES = ['good', 'expired', 'revoked'] as const;

/** One budget of a key or a team. */
export interface Budget {
  readonly period: 'month' | 'day';
  readonly unit: 'tokens' | 'usd';
  readonly limit: number;
  readonly used: number;
  readonly state: 'open' | 'nearly_spent' | 'spent';
}

/** What was used, and what budgets have come to. */
export interface HolderUse {
  /** In this month (UTC). */
  readonly used: { readonly tokens: number; readonly usd: number };
  readonly budgets: readonly Budget[];
}

export interface IssuedKey extends KeyTerms, HolderUse {
  readonly id: string;
  readonly state: (typeof KEY_STATES)[number];
  readonly profile: string | null;
  readonly issued: string;
  readonly revoked: string | null;
}

/** A key with its secret, which is shown this once. */
export interface NewKey extends KeyTerms {
  readonly id: string;
  readonly key: string;
}

/**
 * The newest first.
 * @param query `''` is what is not asked for; `after` is `next` of the page before.
 * @throws ApiFailure
 */
export const readKeys = (
  adminKey: string,
  query: { limit: number; state: IssuedKey['state'] | ''; team: string; after: string },
  signal: AbortSignal,
): Promise<Page<IssuedKey>> => look(`keys?${queryOf(query)}`, adminKey, signal);

/** @param name of this very request: sent again with it, it issues no second key. @throws ApiFailure */
export const issueKey = async (adminKey: string, terms: KeyTerms, name: string): Promise<NewKey> =>
  (await change('POST', 'keys', adminKey, terms, { 'idempotency-key': name })).json();

/** @throws ApiFailure */
export async function changeKey(adminKey: string, id: string, terms: Partial<KeyTerms>): Promise<void> {
  await change('PATCH', `keys/${id}`, adminKey, terms);
}

/** @throws ApiFailure */
export const rotateKey = async (adminKey: string, id: string): Promise<NewKey> =>
  (await change('POST', `keys/${id}/rotate`, adminKey)).json();

/** @throws ApiFailure */
export async function revokeKey(adminKey: string, id: string): Promise<void> {
  await change('DELETE', `keys/${id}`, adminKey);
}
