/** A caller by hand: a TCP connection to the gateway, on which anything can be said. */
import { connect, type Socket } from 'node:net';

export interface Line {
  readonly socket: Socket;
  say(bytes: string | Buffer): void;
  /** All that came so far. */
  heard(): string;
  /** Resolves with all that came, once it matches; rejects where it closes before, or after 5 s. */
  hear(what: RegExp): Promise<string>;
  /** Resolves with all that came, once the gateway closes; rejects after so many milliseconds. */
  closed(milliseconds?: number): Promise<string>;
  /** Leaves without a word. */
  vanish(): void;
}

export async function dial(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let text = '';
  let gone = false;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  socket.on('error', () => {});
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
    tell();
  });
  socket.on('close', () => {
    gone = true;
    tell();
  });
  const until = (what: string, milliseconds: number, met: () => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!met() && !gone) return;
        clearTimeout(timer);
        listeners.delete(look);
        if (met()) resolve(text);
        else reject(new Error(`closed before ${what}: ${text.slice(0, 500)}`));
      };
      const timer = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`waited for ${what}: ${text.slice(0, 500)}`));
      }, milliseconds);
      listeners.add(look);
      look();
    });
  return {
    socket,
    say: (bytes) => void socket.write(bytes),
    heard: () => text,
    hear: (what) => until(String(what), 5_000, () => what.test(text)),
    closed: (milliseconds = 5_000) => until('the end', milliseconds, () => gone),
    vanish: () => void socket.resetAndDestroy(),
  };
}

/** A request as text. */
export function post(
  key: string,
  body: string | Buffer | Record<string, unknown>,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const framed = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    ...(key === '' ? [] : [`Authorization: Bearer ${key}`]),
    ...headers,
    ...(framed ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
