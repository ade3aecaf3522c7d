/**
 * How serving ends, in order:
 *
 *   1. announced: readiness is 503 and work is still taken, until every load balancer has noticed. Each answer
 *      closes its connection, so that callers who keep theirs open come back elsewhere;
 *   2. refusing: connections without a request are closed, new requests get 503;
 *   3. open requests finish.
 *
 * HTTP/1.1 says with an answer whether its connection stays open. A stream that had begun before the
 * announcement has promised that: its connection carries one more request, even in step 2, and is then closed.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Draining {
  readonly announced: boolean;
  readonly refusing: boolean;
  announce(): void;
  refuse(): void;
  /**
   * Follows a response from its request's headers on.
   * @returns whether its request is served.
   */
  follow(response: ServerResponse): boolean;
  /** Resolves once nothing is open any more, after so many milliseconds, or when the signal aborts. */
  settled(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds in which the next request may come over a connection that was promised to stay open. */
const LINGER = 1_000;

interface Connection {
  /** Responses that are not sent whole yet. */
  readonly open: Set<ServerResponse>;
  /** Bytes read by the end of the last response: more of them are a request that has begun to arrive. */
  read: number;
  /** It was promised to stay open. */
  promised: boolean;
}

export function createDraining(): Draining {
  /** Those that have carried a request. */
  const connections = new Map<Socket, Connection>();
  let announced = false;
  let refusing = false;
  let onChange = (): void => {};

  const connectionOf = (socket: Socket): Connection => {
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = { open: new Set(), read: 0, promised: false };
      connections.set(socket, connection);
      socket.once('close', () => {
        connections.delete(socket);
        onChange();
      });
    }
    return connection;
  };
  const isBusy = ({ open, promised }: Connection): boolean => promised || open.size > 0;
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
          if (response.headersSent) connection.promised = true;
          else response.setHeader('Connection', 'close');
        }
      }
    },
    refuse() {
      refusing = true;
      closeIdle();
    },
    follow(response) {
      const { socket } = response.req;
      if (socket.destroyed) return !refusing;
      const connection = connectionOf(socket);
      const served = !refusing || connection.promised;
      connection.open.add(response);
      connection.promised = false;
      if (announced) response.setHeader('Connection', 'close');
      response.once('close', () => {
        connection.open.delete(response);
        connection.read = socket.bytesRead;
        if (connection.promised) setTimeout(breakPromise, LINGER, connection).unref();
        onChange();
      });
      return served;
    },
    settled: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          onChange = () => {};
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        signal?.addEventListener('abort', end, { once: true });
        onChange = () => {
          if (signal?.aborted === true || ![...connections.values()].some(isBusy)) end();
        };
        onChange();
      }),
  };

  function breakPromise(connection: Connection): void {
    connection.promised = false;
    if (refusing) closeIdle();
    onChange();
  }
}
