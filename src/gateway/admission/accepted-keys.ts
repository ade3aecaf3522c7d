/** Which callers had their key accepted by a provider lately. */
import type { CallerId } from './caller-id.ts';

/** How long an acceptance speaks for a key, in milliseconds. */
const SPAN_MS = 3_600_000;

export interface AcceptedKeys {
  /** A provider has just answered a request with this caller's key. */
  record(caller: CallerId): void;
  acceptedLately(caller: CallerId): boolean;
  /** Whether another process of the gateway knows the key to be good. Never rejects. */
  askOthers(caller: CallerId): boolean | Promise<boolean>;
}

/**
 * @param options.now Unix milliseconds.
 * @param options.maxCallers the most callers remembered; beyond it the one accepted longest ago is forgotten.
 */
export function createAcceptedKeys(options: {
  readonly now: () => number;
  readonly maxCallers?: number;
}): AcceptedKeys {
  const { now, maxCallers = 100_000 } = options;
  // In the order of acceptance: the first was accepted longest ago.
  const acceptedAt = new Map<CallerId, number>();
  let newest: CallerId | undefined;
  return {
    record(caller) {
      if (caller !== newest) acceptedAt.delete(caller);
      newest = caller;
      acceptedAt.set(caller, now());
      if (acceptedAt.size <= maxCallers) return;
      const [oldest] = acceptedAt.keys();
      acceptedAt.delete(oldest!);
    },

    acceptedLately(caller) {
      const at = acceptedAt.get(caller);
      return at !== undefined && now() - at < SPAN_MS;
    },

    askOthers: () => false,
  };
}
