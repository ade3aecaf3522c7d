/** A worker's side of connections: it serves those that the primary hands to it. */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { LastWords } from '../http/last-words.ts';

/** Milliseconds for which a caller waits before its last words are sent ahead: most have their answer by then. */
const SOON = 50;

export interface TakenConnections extends LastWords {
  /** Serves a connection. @param socket absent where the caller was gone before it arrived. */
  take(id: number, socket: Socket | undefined): void;
}

/**
 * @param server not listening.
 * @param closed is told of each connection that has closed.
 * @param setLastWords is told what a caller is sent if this process dies; `undefined` once it waits for nothing.
 */
export function takeConnections(
  server: () => HttpServer,
  closed: (id: number) => void,
  setLastWords: (id: number, words: string | undefined) => void,
): TakenConnections {
  const ids = new WeakMap<Socket, number>();
  /** Callers that wait, the longest waiting first. */
  const waiting = new Map<Socket, { readonly words: () => string; readonly since: number; told: boolean }>();

  setInterval(() => {
    const before = performance.now() - SOON;
    for (const [socket, entry] of waiting) {
      if (entry.since > before) return;
      if (!entry.told) tell(socket, entry);
    }
  }, SOON).unref();

  function tell(socket: Socket, entry: { readonly words: () => string; told: boolean }): void {
    const id = ids.get(socket);
    if (id === undefined) return;
    entry.told = true;
    setLastWords(id, entry.words());
  }

  return {
    take(id, socket) {
      if (socket === undefined) return closed(id);
      ids.set(socket, id);
      socket.on('close', () => {
        waiting.delete(socket);
        closed(id);
      });
      server().emit('connection', socket);
    },
    hold(socket, words) {
      const known = waiting.get(socket);
      const entry = { words, since: known?.since ?? performance.now(), told: false };
      waiting.set(socket, entry);
      if (known?.told === true) tell(socket, entry);
    },
    release(socket) {
      const told = waiting.get(socket)?.told === true;
      waiting.delete(socket);
      const id = ids.get(socket);
      if (told && id !== undefined) setLastWords(id, undefined);
    },
  };
}
