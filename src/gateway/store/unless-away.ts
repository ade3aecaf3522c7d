import { GatewayError } from '../../domain/errors.ts';
import { isStoreAway } from './name-fault.ts';

/**
 * @param detail for the caller.
 * @returns what waits for an answer of the database. It throws GatewayError `unavailable` where the database is away.
 */
export function unlessAway(detail: string) {
  return async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      throw new GatewayError('unavailable', detail, { cause: error });
    }
  };
}

/** @returns the same functions, each of which throws likewise. */
export function allUnlessAway<T extends object>(detail: string, functions: T): T {
  const unless = unlessAway(detail);
  const guarded = Object.entries(functions).map(([name, call]) => [
    name,
    (...args: unknown[]) => unless((call as (...args: unknown[]) => Promise<unknown>)(...args)),
  ]);
  return Object.fromEntries(guarded) as T;
}
