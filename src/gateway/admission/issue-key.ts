/** Makes the keys that the gateway issues. */
import { ApiKey, ISSUED_PREFIX } from '../../domain/api-key.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { CallerIds } from './caller-id.ts';

/** What a key is issued with. */
export type KeyTerms = Pick<
  IssuedKey,
  'plan' | 'models' | 'expiresAt' | 'tokensPerMonth' | 'nanosPerMonth' | 'note'
>;

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
  const key = `${ISSUED_PREFIX}${random(32).toString('base64url')}`;
  const record = {
    ...terms,
    id: `ik_${random(6).toString('hex')}`,
    callerId: callerIds.idOf(ApiKey.parse(key)!),
    kid: callerIds.kid,
    createdAt: nowMs,
  };
  return { key, record };
}
