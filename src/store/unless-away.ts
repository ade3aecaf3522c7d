import { GatewayError } from '../errors.ts';
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
