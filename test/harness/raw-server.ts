/** A server that says just the bytes that a test gives it, over TCP: for what no HTTP server would say. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** One request, and the connection to answer on. */
export interface RawExchange {
  readonly socket: Socket;
  /** Request line and headers. */
  readonly head: string;
  readonly body: string;
  /** 0 for the first request that the server ever got. */
  readonly index: number;
}

export interface RawServer {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly port: number;
  readonly exchanges: RawExchange[];
  /** Connections that are open now. */
  readonly open: ReadonlySet<Socket>;
  /** Connections that there ever were. */
  readonly connections: number;
  /** Says what the next requests get. */
  answer(next: RawAnswer): void;
  /** Resolves once no connection is open any more; rejects after so many milliseconds. */
  allClosed(milliseconds?: number): Promise<void>;
  stop(): Promise<void>;
}

export type RawAnswer = (exchange: RawExchange) => void;

/** @param port 0 for any that is free. */
export async function startRawServer(answer: RawAnswer = () => {}, port = 0): Promise<RawServer> {
  let current = answer;
  let connections = 0;
  let onClosed: (() => void) | undefined;
  const exchanges: RawExchange[] = [];
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) onClosed?.();
    });
    let received = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = received.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const body = received.toString('utf8', end + 4, end + 4 + length);
      received = received.subarray(end + 4 + length);
      const exchange = { socket, head, body, index: exchanges.length };
      exchanges.push(exchange);
      current(exchange);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, backlog: 1024 }, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    exchanges,
    open,
    get connections() {
      return connections;
    },
    answer(next) {
      current = next;
    },
    allClosed: (milliseconds = 2_000) =>
      new Promise((resolve, reject) => {
        if (open.size === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(
          () => reject(new Error(`${open.size} connections are still open`)),
          milliseconds,
        );
        onClosed = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** A reply as text, with Content-Length unless the headers say how long it is. */
export function rawReply(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const framed = headers.some((header) => /^(?:content-length|transfer-encoding|connection):/i.test(header));
  const head = [
    `HTTP/1.1 ${status}`,
    ...headers,
    ...(framed ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

/** One chunk of a chunked body; the last one where it is empty. */
export function rawChunk(data: string | Buffer): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
