/**
 * How many requests are open at once. One thread serves them all: beyond a certain number each waits longer than
 * its caller does, so that what is over it is refused before it costs anything.
 *
 * Refusing costs something too. A connection that sends its next request at once, not after `Retry-After`, waits
 * for a place, and is refused after a while: else thousands of them would leave no time for what was accepted.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Capacity {
  /** Takes a place until the response is over; says whether there was one, later where the connection is in a hurry. */
  enter(response: ServerResponse, done: (hasPlace: boolean) => void): void;
  /** Gives the place back early: the answer is written, but may wait behind others on its connection. */
  leave(response: ServerResponse): void;
  readonly isFull: boolean;
}

/** Milliseconds between two refusals of one connection, as `Retry-After` says, at least. */
const PAUSE = 1_000;
/** Milliseconds between two refusals of connections that did not wait. */
const SPACING = 1;

/**
 * @param most requests that may be open at once.
 * @param now monotonic milliseconds.
 */
export function createCapacity(most: number, now: () => number): Capacity {
  const open = new Set<ServerResponse>();
  const refusedAt = new WeakMap<Socket, number>();
  let lastSlot = 0;

  const take = (response: ServerResponse): boolean => {
    if (open.size >= most) return false;
    open.add(response);
    response.on('close', () => open.delete(response));
    return true;
  };

  return {
    enter(response, done) {
      if (take(response)) return done(true);
      const { socket } = response.req;
      const end = (hasPlace: boolean): void => {
        if (!hasPlace) refusedAt.set(socket, now());
        done(hasPlace);
      };
      const time = now();
      const earliest = (refusedAt.get(socket) ?? Number.NEGATIVE_INFINITY) + PAUSE;
      if (earliest <= time) return end(false);
      lastSlot = Math.max(earliest, lastSlot + SPACING);
      setTimeout(() => end(!response.destroyed && take(response)), lastSlot - time);
    },
    leave: (response) => void open.delete(response),
    get isFull() {
      return open.size >= most;
    },
  };
}
