/**
 * Issues, changes and revokes keys, for the admin API and the command line. Each change is in the audit log, by the
 * same transaction.
 */
import { createHmac } from 'node:crypto';
import type { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import { withoutUndefined } from '../../domain/without-undefined.ts';
import type { CallerIds } from '../admission/caller-id.ts';
import { issueKey, type KeyTerms, newSecret } from '../admission/issue-key.ts';
import type { IssuedKey, IssuedKeyRecords, KeyQuery } from '../store/issued-keys.ts';
import { type Actor, type Auditor, changesBetween } from './auditor.ts';
import { describeTerms, stateOf } from './key-terms.ts';

export interface ManageKeysOptions {
  readonly records: Pick<IssuedKeyRecords, 'add' | 'change' | 'find' | 'page'>;
  readonly callerIds: CallerIds;
  readonly auditor: Auditor;
  /** So many random bytes, from a source that nobody can guess. */
  readonly random: (bytes: number) => Buffer;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What is changed of a key's terms; `undefined` takes one away. */
export type TermsChange = { readonly [K in keyof KeyTerms]?: KeyTerms[K] | undefined };

export type Issued = ReturnType<typeof issueKey>;

export type KeyManagement = ReturnType<typeof createKeyManagement>;

/** Milliseconds for which a request that issues keys may be repeated. */
const REPEATABLE = 86_400_000;
/** Milliseconds by which clocks of replicas may differ. */
const MINUTE = 60_000;

export function createKeyManagement({ records, callerIds, auditor, random, now }: ManageKeysOptions) {
  const make = (all: readonly KeyTerms[], source: (bytes: number) => Buffer): Issued[] =>
    all.map((terms) => issueKey(terms, { callerIds, random: source, nowMs: now() }));
  const add = async (issued: readonly Issued[], actor: Actor): Promise<void> => {
    const keys = issued.map(({ record }) => record);
    const entries = keys.map((key) =>
      auditor.entry(actor, 'key.issue', {
        subject: key.id,
        changes: changesBetween({}, describeTerms(key)),
      }),
    );
    await records.add(keys, entries);
  };
  /** The keys that the same request has issued before. @throws GatewayError where it was another request. */
  const issuedBefore = async (issued: readonly Issued[]): Promise<Issued[] | undefined> => {
    const known = new Map(
      (await records.find(issued.map(({ record }) => record.id))).map((key) => [key.id, key]),
    );
    if (known.size === 0) return undefined;
    return issued.map(({ key, record }) => {
      const before = known.get(record.id);
      if (before === undefined || !isRepeated(before, record)) {
        throw new GatewayError(
          'conflict',
          'This Idempotency-Key was used for another request, more than a day ago, or for keys that were changed since',
        );
      }
      return { key, record: before };
    });
  };

  return {
    /**
     * Issues all of them, or none.
     * @param repeatable bytes that are the same where the same request is sent again: it then issues the same keys.
     * @returns the keys, to be shown once.
     * @throws GatewayError `conflict` where such a request was another one.
     */
    async issue(all: readonly KeyTerms[], actor: Actor, repeatable?: () => typeof random): Promise<Issued[]> {
      const issued = make(all, repeatable?.() ?? random);
      if (repeatable === undefined) {
        await add(issued, actor);
        return issued;
      }
      const before = await issuedBefore(issued);
      if (before !== undefined) return before;
      try {
        await add(issued, actor);
        return issued;
      } catch (error) {
        // The same request, at the same moment.
        const meanwhile = await issuedBefore(issued).catch(() => undefined);
        if (meanwhile === undefined) throw error;
        return meanwhile;
      }
    },

    page: (query: Omit<KeyQuery, 'nowMs'>) => records.page({ ...query, nowMs: now() }),

    get: async (id: string): Promise<IssuedKey | undefined> => (await records.find([id]))[0],

    /**
     * @returns the key as it is then; `undefined` where there is none.
     * @throws GatewayError `conflict` for one that was revoked.
     */
    async change(id: string, terms: TermsChange, actor: Actor): Promise<IssuedKey | undefined> {
      return records.change(id, (before) => {
        if (before.revokedAt !== undefined) throw new GatewayError('conflict', 'This key was revoked');
        const key = withoutUndefined({ ...before, ...terms });
        const changes = changesBetween(describeTerms(before), describeTerms(key));
        // Its plan may be another by `keys set`, and then holds from now on.
        if (Object.keys(changes).length === 0 && !('plan' in terms)) return undefined;
        const audit = [auditor.entry(actor, 'key.change', { subject: id, changes })];
        return { key, audit, ...('plan' in terms ? { unlistedAt: now() } : {}) };
      });
    },

    /**
     * Gives a key another secret: the one before is refused from then on. All else stays, what was used of its budget too.
     * @returns the key, to be shown once; `undefined` where there is none.
     * @throws GatewayError `conflict` for one that was revoked or has expired.
     */
    async rotate(id: string, actor: Actor): Promise<Issued | undefined> {
      const { key, callerId, kid } = newSecret({ callerIds, random });
      const record = await records.change(id, ({ formerCallerId: _, ...before }) => {
        const state = stateOf(before, now());
        if (state !== 'good') {
          throw new GatewayError(
            'conflict',
            `This key ${state === 'revoked' ? 'was revoked' : 'has expired'}`,
          );
        }
        return {
          key: { ...before, callerId, kid },
          audit: [auditor.entry(actor, 'key.rotate', { subject: id })],
          movedAt: now(),
        };
      });
      return record === undefined ? undefined : { key, record };
    },

    /** @returns the key, and whether it was good until now; `undefined` where there is none. */
    async revoke(
      id: string,
      actor: Actor,
    ): Promise<{ readonly key: IssuedKey; readonly isNew: boolean } | undefined> {
      let isNew = false;
      const key = await records.change(id, (before) => {
        if (before.revokedAt !== undefined) return undefined;
        isNew = true;
        return {
          key: { ...before, revokedAt: now() },
          audit: [auditor.entry(actor, 'key.revoke', { subject: id })],
        };
      });
      return key === undefined ? undefined : { key, isNew };
    },
  };

  /** Whether a key is what a repeated request asks for. Days until it expires are counted from each request anew. */
  function isRepeated(before: IssuedKey, asked: IssuedKey): boolean {
    const age = now() - before.createdAt;
    const terms = (key: IssuedKey) => JSON.stringify({ ...describeTerms(key), expires: null });
    const [one, other] = [before.expiresAt ?? 0, asked.expiresAt ?? 0];
    return (
      before.revokedAt === undefined &&
      age <= REPEATABLE &&
      terms(before) === terms(asked) &&
      (one === 0) === (other === 0) &&
      Math.abs(other - one) <= Math.abs(age) + MINUTE
    );
  }
}

/**
 * Bytes that only those who hold the secret and the admin key can find again: what is issued from them can be issued
 * again by the same request, and is kept nowhere.
 *
 * @param subkey of the server's secret, for this alone.
 * @param name that the caller gave the request.
 * @returns a source of at most 32 bytes at a time.
 */
export function repeatableBytes(subkey: Uint8Array, operatorKey: Pick<ApiKey, 'reveal'>, name: string) {
  const seed = createHmac('sha256', subkey).update(operatorKey.reveal()).update('\0').update(name).digest();
  let count = 0;
  return (bytes: number): Buffer =>
    createHmac('sha256', seed).update(String(count++)).digest().subarray(0, bytes);
}
