/**
 * The primary's side of connections: it accepts them and hands each to the worker that holds the fewest. It keeps
 * a hold on each, unread, so that callers are told when the worker that serves them dies.
 */
import { createServer, type Server, type Socket } from 'node:net';

/** A worker as connections are dealt to it. */
export interface Dealt {
  /** Hands a connection over; this process keeps its own hold. */
  send(id: number, socket: Socket): void;
}

export type Dealer = ReturnType<typeof createDealer>;

interface Hold {
  readonly socket: Socket;
  /** What its caller is sent if the worker dies; absent while it waits for nothing. */
  lastWords: string | undefined;
}

/** Milliseconds for the last words of a dead worker's connections to be sent. */
const LAST_WORDS = 5_000;

export function createDealer() {
  /** Those that get connections, and those that only keep theirs. */
  const workers = new Map<Dealt, { readonly holds: Map<number, Hold>; open: boolean }>();
  /** Connections that came while there was no worker. */
  const unserved = new Set<Socket>();
  let lastId = 0;

  const server: Server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => {});
    deal(socket);
  });

  function deal(socket: Socket): void {
    let fewest: readonly [Dealt, { readonly holds: Map<number, Hold> }] | undefined;
    for (const entry of workers) {
      if (entry[1].open && (fewest === undefined || entry[1].holds.size < fewest[1].holds.size))
        fewest = entry;
    }
    if (fewest === undefined) {
      unserved.add(socket);
      socket.once('close', () => unserved.delete(socket));
      return;
    }
    const [worker, { holds }] = fewest;
    holds.set(++lastId, { socket, lastWords: undefined });
    worker.send(lastId, socket);
  }

  return {
    server,
    /** From now on the worker gets connections, also those that wait. */
    add(worker: Dealt): void {
      workers.set(worker, { holds: new Map(), open: true });
      for (const socket of unserved) {
        unserved.delete(socket);
        if (!socket.destroyed) deal(socket);
      }
    },
    /** The worker gets no more connections, and keeps those that it has. */
    retire(worker: Dealt): void {
      const entry = workers.get(worker);
      if (entry !== undefined) entry.open = false;
    },
    /** The worker has ended: its connections are closed, where somebody waits with last words. */
    remove(worker: Dealt): void {
      const holds = workers.get(worker)?.holds ?? new Map<number, Hold>();
      workers.delete(worker);
      for (const { socket, lastWords } of holds.values()) {
        if (lastWords === undefined) socket.destroy();
        else {
          socket.end(lastWords);
          // Reads what the caller still sends: closing over unread bytes would lose the words.
          socket.resume();
          setTimeout(() => socket.destroy(), LAST_WORDS).unref();
        }
      }
    },
    /** The worker is done with a connection. */
    closed(worker: Dealt, id: number): void {
      const holds = workers.get(worker)?.holds;
      holds?.get(id)?.socket.destroy();
      holds?.delete(id);
    },
    /** What the caller of a connection is sent if the worker dies; `undefined` while it waits for nothing. */
    setLastWords(worker: Dealt, id: number, words: string | undefined): void {
      const hold = workers.get(worker)?.holds.get(id);
      if (hold !== undefined) hold.lastWords = words;
    },
    /** Accepts no more connections, and closes those that no worker has taken. */
    close(): void {
      server.close();
      for (const socket of unserved) socket.destroy();
    },
  };
}
