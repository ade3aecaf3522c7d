/**
 * How many requests are open at once. One thread serves them all: beyond a certain number each waits longer than
 * its caller does, so that what is over it is refused before it costs anything.
 */
import type { ServerResponse } from 'node:http';

export interface Capacity {
  /** Takes a place until the response is over. @returns false where there is none. */
  take(response: ServerResponse): boolean;
  /** Gives the place back early: the answer is written, but may wait behind others on its connection. */
  leave(response: ServerResponse): void;
  readonly isFull: boolean;
}

/** @param most requests that may be open at once. */
export function createCapacity(most: number): Capacity {
  const open = new Set<ServerResponse>();
  return {
    take(response) {
      if (open.size >= most) return false;
      open.add(response);
      response.once('close', () => open.delete(response));
      return true;
    },
    leave: (response) => void open.delete(response),
    get isFull() {
      return open.size >= most;
    },
  };
}
