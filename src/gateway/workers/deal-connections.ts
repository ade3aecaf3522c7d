/**
 * The primary's side of connections: it accepts them and hands each to the worker that holds the fewest. It keeps
 * a hold on each, unread, so that callers get an answer when the worker that serves them dies.
 */
import { createServer, type Server, type Socket } from 'node:net';

/** A worker as connections are dealt to it. */
export interface Dealt {
  /** Hands a connection over; this process keeps its own hold. @param written is called once it is on its way. */
  send(id: number, socket: Socket, written: () => void): void;
}

export type Dealer = ReturnType<typeof createDealer>;

interface Hold {
  readonly socket: Socket;
  /** What its caller is sent if the worker dies; absent while it waits for nothing. */
  lastWords: string | undefined;
}

/** What a worker has. */
interface Hand {
  /** Those that it may have read from, by their numbers. */
  readonly holds: Map<number, Hold>;
  /** Those that it is to get: the next one once the one before is on its way, or calls would wait behind all of them. */
  readonly queue: Set<Socket>;
  isSending: boolean;
  /** Whether it gets more. */
  isOpen: boolean;
  /** It does not answer: it gets more only where nobody does. */
  isSilent: boolean;
}

/** Milliseconds for the last words of a dead worker's connections to be sent. */
const LAST_WORDS = 5_000;

export function createDealer() {
  /** Those that get connections, and those that only keep theirs. */
  const workers = new Map<Dealt, Hand>();
  /** Connections that came while there was no worker. */
  const unserved = new Set<Socket>();
  let lastId = 0;

  const server: Server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    socket.on('error', () => {});
    deal(socket);
  });

  function deal(socket: Socket): void {
    let best: readonly [Dealt, Hand] | undefined;
    for (const entry of workers) {
      if (entry[1].isOpen && (best === undefined || loadOf(entry[1]) < loadOf(best[1]))) best = entry;
    }
    if (best === undefined) {
      unserved.add(socket);
      socket.once('close', () => unserved.delete(socket));
      return;
    }
    best[1].queue.add(socket);
    sendNext(...best);
  }

  function sendNext(worker: Dealt, hand: Hand): void {
    const [socket] = hand.queue;
    if (socket === undefined || hand.isSending) return;
    hand.queue.delete(socket);
    hand.holds.set(++lastId, { socket, lastWords: undefined });
    hand.isSending = true;
    worker.send(lastId, socket, () => {
      hand.isSending = false;
      sendNext(worker, hand);
    });
  }

  /** Deals anew what nobody has got yet. */
  function dealAnew(queue: Set<Socket>): void {
    const sockets = [...queue];
    queue.clear();
    for (const socket of sockets) deal(socket);
  }

  return {
    server,
    /** From now on the worker gets connections, also those that wait. */
    add(worker: Dealt): void {
      const hand = { holds: new Map(), queue: new Set<Socket>() };
      workers.set(worker, { ...hand, isSending: false, isOpen: true, isSilent: false });
      dealAnew(unserved);
    },
    /** The worker gets no more connections, and keeps those that it has. */
    retire(worker: Dealt): void {
      const hand = workers.get(worker);
      if (hand === undefined) return;
      hand.isOpen = false;
      dealAnew(hand.queue);
    },
    /** The worker does not answer, or answers again: while others do, they get the connections. */
    setSilent(worker: Dealt, isSilent: boolean): void {
      const hand = workers.get(worker);
      if (hand === undefined || hand.isSilent === isSilent) return;
      hand.isSilent = isSilent;
      if (isSilent && hand.isOpen) dealAnew(hand.queue);
    },
    /** The worker has ended: its connections are closed, where somebody waits with last words. */
    remove(worker: Dealt): void {
      const hand = workers.get(worker);
      if (hand === undefined) return;
      workers.delete(worker);
      dealAnew(hand.queue);
      for (const { socket, lastWords } of hand.holds.values()) {
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

/** Connections, those to come included; of a worker that is silent, more than any other can have. */
function loadOf({ holds, queue, isSilent }: Hand): number {
  return holds.size + queue.size + (isSilent ? Number.MAX_SAFE_INTEGER / 2 : 0);
}
