import { type FailureFacts, factsOf } from '../api/failure.ts';
import { useDeed } from '../shell/use-deed.ts';
import { type Asked, useRead } from '../shell/use-read.ts';
import { refuseAdminKey } from '../state/admin-key.ts';

/**
 * Reads something of the admin API while the view is seen.
 * @param about what is read: it is read anew where this changes.
 * @param pace milliseconds between two looks; it is read once where absent.
 */
export function useAdmin<T>(
  key: string,
  about: string,
  read: (key: string, signal: AbortSignal) => Promise<T>,
  pace?: number,
  /** Changes where what is read may have. What was read before stays until then. */
  edition = '',
): Asked<T> {
  return useRead(`${about} ${key}`, (signal) => read(key, signal), {
    ...{ pace, edition },
    failureOf: (error) => failureOfAdmin(key, error),
  });
}

/** {@link useDeed} by the admin API. */
export const useAdminDeed = (key: string) => useDeed((error) => failureOfAdmin(key, error));

/** What went wrong. A key that the gateway no longer knows is forgotten, and asked for again. */
export function failureOfAdmin(key: string, error: unknown): FailureFacts {
  const facts = factsOf(error);
  if (facts.status === 401) refuseAdminKey(key);
  return facts;
}
