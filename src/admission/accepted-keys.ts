/** Which callers had their key accepted by a provider lately. */
import type { CallerId } from './caller-id.ts';

export interface AcceptedKeys {
  /** A provider has just answered a request with this caller's key. */
  record(caller: CallerId): void;
  acceptedLately(caller: CallerId): boolean;
}

export interface AcceptedKeysOptions {
  /** How long an acceptance speaks for a key, in milliseconds; an hour unless said otherwise. */
  readonly spanMs?: number;
  /** The most callers remembered; beyond it the one accepted longest ago is forgotten. */
  readonly maxCallers?: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function createAcceptedKeys({
  spanMs = 3_600_000,
  maxCallers = 100_000,
  now,
}: AcceptedKeysOptions): AcceptedKeys {
  // In the order of acceptance: the first was accepted longest ago.
  const acceptedAt = new Map<CallerId, number>();
  return {
    record(caller) {
      acceptedAt.delete(caller);
      acceptedAt.set(caller, now());
      if (acceptedAt.size <= maxCallers) return;
      for (const oldest of acceptedAt.keys()) {
        acceptedAt.delete(oldest);
        break;
      }
    },
    acceptedLately(caller) {
      const at = acceptedAt.get(caller);
      return at !== undefined && now() - at < spanMs;
    },
  };
}
