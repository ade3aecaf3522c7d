/**
 * What requests may hold of the process's memory. A body counts from its first byte, and what becomes of it until its
 * answer is over.
 *
 *   1. above four fifths of the room, new requests are refused; those that are open go on;
 *   2. a large body counts against its caller too: callers whose keys are good have half of the room each, all others
 *      have half of it together, and each of their addresses a quarter;
 *   3. where a share is used up, the body that has been silent longest gives way to one that comes; if all of them
 *      come, the new bytes are refused.
 *
 * One request is let in where its share holds no other, so that a single large one is always served.
 */
import { GatewayError } from '../../../domain/errors.ts';

/** Whose a request is, as far as its headers say. */
export type MemoryCaller = { readonly accepted: string } | { readonly address: string };

/** What one request holds. */
export interface Holding {
  /**
   * Its body is coming now.
   * @param giveWay ends it: another takes its room.
   */
  arriving(giveWay: (error: GatewayError) => void): void;
  /** All of the body has come: it no longer gives way. */
  whole(): void;
  /** @throws GatewayError 503 where there is no room for so many more bytes; nothing is held then. */
  take(bytes: number): void;
  release(): void;
}

/** Of requests that are not counted. */
export const NOTHING_HELD: Holding = {
  arriving: () => {},
  whole: () => {},
  take: () => {},
  release: () => {},
};

export interface Memory {
  /** @param callerOf asked once the request is large. */
  open(callerOf: () => MemoryCaller): Holding;
  /** Whether new requests are refused. */
  readonly isFull: boolean;
}

export interface MemoryOptions {
  /** Bytes that requests may hold together. */
  readonly room: number;
  /** Whether the process takes more of the machine's memory than it should. */
  readonly isTight: () => boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Bytes up to which a body counts against no caller: it has come by the next moment. */
const SMALL = 16 * 1024;
/** The part of the room above which nothing new is let in. */
const FULL = 0.8;
/** Where the process takes too much: below this part of the room it is not the requests that do. */
const FULL_WHEN_TIGHT = 0.5;
/** Milliseconds of silence after which a body may have to give way. */
const SILENT = 1_000;

/** Bytes held together, and by whom. */
interface Share {
  readonly most: number;
  held: number;
  readonly bodies: Set<Body>;
  /** Of a caller's or an address's, which is there as long as it holds something. */
  readonly name?: string;
}

interface Body {
  held: number;
  /** When its last bytes came; `undefined` where none are awaited. */
  heard: number | undefined;
  shares: readonly Share[];
  giveWay: (error: GatewayError) => void;
}

export function createMemory({ room, isTight, now }: MemoryOptions): Memory {
  const all: Share = { most: room, held: 0, bodies: new Set() };
  const strangers: Share = { most: room / 2, held: 0, bodies: new Set() };
  const named = new Map<string, Share>();

  const shareOf = (name: string, most: number): Share => {
    const share = named.get(name) ?? { most, held: 0, bodies: new Set<Body>(), name };
    named.set(name, share);
    return share;
  };
  const enter = (body: Body, share: Share): void => {
    share.bodies.add(body);
    share.held += body.held;
  };
  const enterAsCaller = (body: Body, caller: MemoryCaller): void => {
    const shares =
      'accepted' in caller
        ? [shareOf(`key ${caller.accepted}`, room / 2)]
        : [shareOf(`address ${caller.address}`, room / 4), strangers];
    for (const share of shares) enter(body, share);
    body.shares = [...body.shares, ...shares];
  };
  const leave = (body: Body): void => {
    for (const share of body.shares) {
      share.held -= body.held;
      share.bodies.delete(body);
      if (share.name !== undefined && share.bodies.size === 0) named.delete(share.name);
    }
    body.held = 0;
    body.shares = [];
  };

  /** @returns whether another body of the share, silent for long, has given way. */
  const makeRoom = (share: Share, own: Body): boolean => {
    const since = now() - SILENT;
    let silent: Body | undefined;
    for (const body of share.bodies) {
      if (body === own || body.heard === undefined || body.heard > since) continue;
      if (silent?.heard === undefined || body.heard < silent.heard) silent = body;
    }
    if (silent === undefined) return false;
    leave(silent);
    silent.giveWay(noRoom());
    return true;
  };
  const fits = ({ held, most }: Share, body: Body, bytes: number): boolean =>
    held + bytes <= most || held === body.held;

  return {
    open(callerOf) {
      const body: Body = { held: 0, heard: undefined, shares: [], giveWay: () => {} };
      body.shares = [all];
      enter(body, all);
      return {
        arriving(giveWay) {
          body.heard = now();
          body.giveWay = giveWay;
        },
        whole() {
          body.heard = undefined;
        },
        take(bytes) {
          if (body.heard !== undefined) body.heard = now();
          if (body.shares.length === 1 && body.held + bytes > SMALL) enterAsCaller(body, callerOf());
          for (const share of body.shares) {
            while (!fits(share, body, bytes)) {
              if (makeRoom(share, body)) continue;
              leave(body);
              throw noRoom();
            }
          }
          body.held += bytes;
          for (const share of body.shares) share.held += bytes;
        },
        release: () => leave(body),
      };
    },
    get isFull() {
      return all.held > room * FULL || (all.held > room * FULL_WHEN_TIGHT && isTight());
    },
  };
}

function noRoom(): GatewayError {
  return new GatewayError('over_capacity', 'The gateway has no memory for this request at the moment');
}
