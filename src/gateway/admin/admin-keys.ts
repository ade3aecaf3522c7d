/** Keys of the gateway's operators, for the admin API. */
import { timingSafeEqual } from 'node:crypto';
import type { AdminKey } from '../../domain/admin-key.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { CallerId, CallerIds } from '../admission/caller-id.ts';

export interface AdminKeys {
  /** From now on these hold, and no others. */
  replace(keys: readonly AdminKey[]): void;
  /** Whether there is none: then there is no admin API. */
  readonly isEmpty: boolean;
  /** Whether a caller's key is one of them. */
  has(caller: CallerId): boolean;
  /** @returns the name of an admin key; `undefined` for any other key. It takes as long for one as for another. */
  nameOf(key: ApiKey): string | undefined;
}

/** Characters of a fingerprint that name a key. */
const SHOWN = 12;

export function createAdminKeys({ idOf }: Pick<CallerIds, 'idOf'>): AdminKeys {
  let held: readonly { readonly fingerprint: Buffer; readonly name: string }[] = [];
  let fingerprints: ReadonlySet<CallerId> = new Set();
  return {
    has: (caller) => fingerprints.has(caller),
    replace(keys) {
      fingerprints = new Set(keys.map(({ key }) => idOf(key)));
      held = keys.map(({ key, name }) => {
        const fingerprint = idOf(key);
        return { fingerprint: Buffer.from(fingerprint), name: name ?? fingerprint.slice(0, SHOWN) };
      });
    },
    get isEmpty() {
      return held.length === 0;
    },
    nameOf(key) {
      const given = Buffer.from(idOf(key));
      let found: string | undefined;
      // All of them, whichever it is.
      for (const { fingerprint, name } of held) if (timingSafeEqual(given, fingerprint)) found = name;
      return found;
    },
  };
}
