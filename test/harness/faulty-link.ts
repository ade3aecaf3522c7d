/** A TCP connection between a gateway and a server of its, which a test makes slow, mute or cut. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** `delay`: milliseconds that every piece is held up; `mute`: nothing passes; `cut`: every connection is reset. */
export type LinkFault = { readonly delay: number } | 'mute' | 'cut';

export interface FaultyLink {
  /** The server's URL, through this link. */
  readonly url: string;
  /** Faults hold for open connections and new ones until `mend`. */
  break(fault: LinkFault): void;
  /** Cuts each connection once so many more bytes of the server have passed, then lets all pass again. */
  cutAfter(bytes: number): void;
  mend(): void;
  stop(): Promise<void>;
}

/** @param to such as `redis://127.0.0.1:6379`. */
export async function startFaultyLink(to: string): Promise<FaultyLink> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let fault: LinkFault | undefined;
  let left = Number.POSITIVE_INFINITY;

  /** Until when what goes into a socket is held up: what comes later does not overtake it. */
  const due = new WeakMap<Socket, number>();
  const pass = (piece: Buffer, into: Socket): void => {
    const send = (): void => void (into.destroyed || into.write(piece));
    if (fault === 'mute') {
      held.push(send);
      return;
    }
    const now = performance.now();
    const delay = fault === undefined || fault === 'cut' ? 0 : fault.delay;
    const at = Math.max(now + delay, due.get(into) ?? 0);
    if (at <= now) {
      send();
      return;
    }
    due.set(into, at + 1);
    setTimeout(send, at - now);
  };
  const server = createServer((near) => {
    if (fault === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    near.setNoDelay(true);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (piece: Buffer) => pass(piece, far));
    far.on('data', (piece: Buffer) => {
      if (piece.length <= left) {
        left -= piece.length;
        pass(piece, near);
        return;
      }
      near.write(piece.subarray(0, left), () => near.resetAndDestroy());
      left = Number.POSITIVE_INFINITY;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  const mend = (): void => {
    fault = undefined;
    for (const send of held.splice(0)) send();
  };
  return {
    url: url.href,
    break(next) {
      fault = next;
      if (next === 'cut') for (const socket of sockets) socket.resetAndDestroy();
    },
    cutAfter(bytes) {
      left = bytes;
    },
    mend,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
