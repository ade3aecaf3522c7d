/** Lets replicas know whose keys a provider has accepted: a caller's requests may reach any of them. */
import type { AcceptedKeys } from '../admission/accepted-keys.ts';
import type { CallerId } from '../admission/caller-id.ts';
import type { Shelf } from './open-shelf.ts';

/** Milliseconds that an acceptance speaks for a key. */
const SPAN = 3_600_000;
/** Milliseconds between two notes of the same caller. */
const NOTE_AGAIN = 60_000;
/** Callers whose last note is remembered. */
const MOST_NOTED = 10_000;

/**
 * @param shelf that the replicas share.
 * @param now monotonic milliseconds.
 */
export function shareAcceptance(keys: AcceptedKeys, shelf: Shelf, now: () => number): AcceptedKeys {
  const notedAt = new Map<CallerId, number>();
  const nameOf = (caller: CallerId): string => `accepted:${caller}`;
  return {
    acceptedLately: keys.acceptedLately,
    record(caller) {
      keys.record(caller);
      if (now() - (notedAt.get(caller) ?? Number.NEGATIVE_INFINITY) < NOTE_AGAIN) return;
      if (notedAt.size >= MOST_NOTED) notedAt.clear();
      notedAt.set(caller, now());
      // Where it cannot be noted, the others learn it from the caller's next request to them.
      void shelf.set(nameOf(caller), '1', SPAN).catch(() => {});
    },
    async askOthers(caller) {
      if (await keys.askOthers(caller)) return true;
      return shelf.get(nameOf(caller)).then(
        (noted) => noted === '1',
        () => false,
      );
    },
  };
}
