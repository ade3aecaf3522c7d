/** A worker's side of connections: it serves those that the primary hands to it. */
import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LastWords } from '../http/server/last-words.ts';

/** Milliseconds for which a caller waits before its last words are sent ahead: most have their answer by then. */
const SOON = 50;

interface Waiting {
  readonly response: ServerResponse;
  readonly words: () => string | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly since: number;
  isSent: boolean;
}

interface TakenConnections extends LastWords {
  /** Serves a connection. @param socket absent where the caller was gone before it arrived. */
  take(id: number, socket: Socket | undefined): void;
}

/**
 * @param server not listening.
 * @param closed is called with each connection that has closed.
 * @param setLastWords is called with what a caller is sent if this process dies; `undefined` once it waits for nothing.
 */
export function takeConnections(
  server: () => HttpServer,
  closed: (id: number) => void,
  setLastWords: (id: number, words: string | undefined) => void,
): TakenConnections {
  const ids = new WeakMap<Socket, number>();
  /** Callers that wait, the longest waiting first. */
  const waiting = new Map<Socket, Waiting>();

  setInterval(() => {
    const before = performance.now() - SOON;
    for (const [socket, entry] of waiting) {
      if (entry.since > before) return;
      if (!entry.isSent) tell(socket, entry);
    }
  }, SOON).unref();

  function tell(socket: Socket, entry: Waiting): void {
    const id = ids.get(socket);
    if (id === undefined) return;
    entry.isSent = true;
    setLastWords(id, entry.words());
  }

  return {
    take(id, socket) {
      if (socket === undefined) return closed(id);
      // As the HTTP server has its own.
      socket.allowHalfOpen = true;
      ids.set(socket, id);
      socket.on('close', () => {
        waiting.delete(socket);
        closed(id);
      });
      server().emit('connection', socket);
    },
    hold(response, words) {
      const { socket } = response;
      if (socket === null) return;
      const known = waiting.get(socket);
      const entry = { response, words, since: known?.since ?? performance.now(), isSent: false };
      waiting.set(socket, entry);
      if (known?.isSent === true) tell(socket, entry);
    },
    release(response) {
      const { socket } = response.req;
      const entry = waiting.get(socket);
      // That of another request on the same connection.
      if (entry?.response !== response) return;
      waiting.delete(socket);
      const id = ids.get(socket);
      if (entry.isSent && id !== undefined) setLastWords(id, undefined);
    },
  };
}
