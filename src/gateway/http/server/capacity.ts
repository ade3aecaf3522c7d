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

/** The places that there are for open requests, however many processes share them. */
export interface Places {
  /** @returns whether there was one. */
  take(): boolean | Promise<boolean>;
  /** Gives one back that was taken. */
  leave(): void;
  readonly isFull: boolean;
}

/** @param most requests that may be open at once. */
export function createPlaces(most: number): Places {
  let taken = 0;
  return {
    take: () => taken < most && ++taken > 0,
    leave: () => void taken--,
    get isFull() {
      return taken >= most;
    },
  };
}

/** Milliseconds between two refusals of one connection, as `Retry-After` says, at least. */
const PAUSE = 1_000;
/** Milliseconds between two refusals of connections that did not wait. */
const SPACING = 1;

/** @param now monotonic milliseconds. */
export function createCapacity(places: Places, now: () => number): Capacity {
  const open = new Set<ServerResponse>();
  const refusedAt = new WeakMap<Socket, number>();
  let lastSlot = 0;

  const leave = (response: ServerResponse): void => {
    if (open.delete(response)) places.leave();
  };
  const hold = (response: ServerResponse, hasPlace: boolean): boolean => {
    if (!hasPlace) return false;
    open.add(response);
    if (response.destroyed) leave(response);
    else response.on('close', () => leave(response));
    return true;
  };
  const take = (response: ServerResponse, done: (hasPlace: boolean) => void): void => {
    const taken = places.take();
    if (typeof taken === 'boolean') done(hold(response, taken));
    else void taken.then((later) => done(hold(response, later)));
  };

  return {
    enter(response, done) {
      take(response, (hasPlace) => {
        if (hasPlace) return done(true);
        const { socket } = response.req;
        const end = (later: boolean): void => {
          if (!later) refusedAt.set(socket, now());
          done(later);
        };
        const time = now();
        const earliest = (refusedAt.get(socket) ?? Number.NEGATIVE_INFINITY) + PAUSE;
        if (earliest <= time) return end(false);
        lastSlot = Math.max(earliest, lastSlot + SPACING);
        setTimeout(() => (response.destroyed ? end(false) : take(response, end)), lastSlot - time);
      });
    },
    leave,
    get isFull() {
      return places.isFull;
    },
  };
}
