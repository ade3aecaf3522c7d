/**
 * How serving ends, in order:
 *
 *   1. announced: readiness is 503 and work is still taken, until every load balancer has noticed. Each answer
 *      closes its connection, so that callers who keep theirs open come back elsewhere;
 *   2. refusing: connections without a request are closed, new requests get 503;
 *   3. open requests finish.
 *
 * HTTP/1.1 says with an answer whether its connection stays open. A connection that was last promised to stay
 * open is held for a moment, since its next request may be on the way: closing it then would lose that request.
 * A connection that was idle all through step 1 gets 503; one whose stream had begun before has its next request served.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Draining {
  readonly announced: boolean;
  readonly refusing: boolean;
  announce(): void;
  refuse(): void;
  /** A connection whose first request may be on the way; needed where connections come from another process. */
  connected(socket: Socket): void;
  /**
   * Follows a response from its request's headers on.
   * @returns whether its request is served.
   */
  follow(response: ServerResponse): boolean;
  /** Resolves once nothing is open any more, after so many milliseconds, or when the signal aborts. */
  settled(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** As `settled`, once no connection is left that is known: its caller has gone, or was idle for long. */
  emptied(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds for which a connection is held. */
const HOLD = 500;

interface Connection {
  /** Responses that are not sent whole yet. */
  readonly open: Set<ServerResponse>;
  /** Bytes read by the end of the last response: more of them are a request that has begun to arrive. */
  read: number;
  /** It stays open for one more request, which is served or refused. */
  held: 'served' | 'refused' | undefined;
}

export function createDraining(): Draining {
  /** Those that have carried a request, or were announced. */
  const connections = new Map<Socket, Connection>();
  let announced = false;
  let refusing = false;
  const waiting = new Set<() => void>();
  const onChange = (): void => {
    for (const look of waiting) look();
  };

  const connectionOf = (socket: Socket): Connection => {
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = { open: new Set(), read: 0, held: undefined };
      connections.set(socket, connection);
      socket.on('close', () => {
        connections.delete(socket);
        onChange();
      });
    }
    return connection;
  };
  const isBusy = ({ open, held }: Connection): boolean => held !== undefined || open.size > 0;
  const closeIdle = (): void => {
    for (const [socket, connection] of connections) {
      if (!isBusy(connection) && socket.bytesRead === connection.read) socket.destroy();
    }
  };

  return {
    get announced() {
      return announced;
    },
    get refusing() {
      return refusing;
    },
    announce() {
      announced = true;
      for (const connection of connections.values()) {
        for (const response of connection.open) {
          if (response.headersSent) connection.held = 'served';
          else response.setHeader('Connection', 'close');
        }
      }
    },
    refuse() {
      refusing = true;
      for (const connection of connections.values()) {
        if (isBusy(connection)) continue;
        connection.held = 'refused';
        setTimeout(release, HOLD, connection);
      }
    },
    connected: (socket) => void connectionOf(socket),
    follow(response) {
      const { socket } = response.req;
      if (socket.destroyed) return !refusing;
      const connection = connectionOf(socket);
      const served = !refusing || connection.held === 'served';
      connection.open.add(response);
      connection.held = undefined;
      if (announced) response.setHeader('Connection', 'close');
      response.on('close', () => {
        connection.open.delete(response);
        connection.read = socket.bytesRead;
        if (connection.held !== undefined) setTimeout(release, HOLD, connection);
        onChange();
      });
      return served;
    },
    settled: (milliseconds, signal) =>
      until(() => ![...connections.values()].some(isBusy), milliseconds, signal),
    emptied: (milliseconds, signal) => until(() => connections.size === 0, milliseconds, signal),
  };

  function until(isSo: () => boolean, milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        if (signal?.aborted === true || isSo()) end();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener('abort', end, { once: true });
      waiting.add(look);
      look();
    });
  }

  function release(connection: Connection): void {
    connection.held = undefined;
    if (refusing) closeIdle();
    onChange();
  }
}
