/** Makes the keys that the gateway issues. */
import { ApiKey, ISSUED_PREFIX } from '../../domain/api-key.ts';
import type { BudgetTerms } from '../store/budget-terms.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { CallerIds } from './caller-id.ts';

/** What a key is issued with. */
export type KeyTerms = Pick<IssuedKey, 'team' | 'plan' | 'profile' | 'models' | 'expiresAt' | 'note'> &
  BudgetTerms;

interface IssueOptions {
  readonly callerIds: CallerIds;
  /** So many random bytes, from a source that nobody can guess. */
  readonly random: (bytes: number) => Buffer;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/**
 * @returns the key, with 256 random bits, to be shown once; and what is kept of it, from which nobody can tell the key.
 */
export function issueKey(
  terms: KeyTerms,
  { callerIds, random, nowMs }: IssueOptions,
): { readonly key: string; readonly record: IssuedKey } {
  const { key, callerId, kid } = newSecret({ callerIds, random });
  return {
    key,
    record: { ...terms, id: `ik_${random(6).toString('hex')}`, callerId, kid, createdAt: nowMs },
  };
}

/** @returns a key that was never issued, with 256 random bits, and what it is found by. */
export function newSecret({ callerIds, random }: Pick<IssueOptions, 'callerIds' | 'random'>) {
  const key = `${ISSUED_PREFIX}${random(32).toString('base64url')}`;
  return { key, callerId: callerIds.idOf(ApiKey.parse(key)!), kid: callerIds.kid };
}
