/** A load that costs little itself: raw sockets, one request at a time on each. */
import { connect } from 'node:net';

export interface LoadResult {
  readonly done: number;
  readonly seconds: number;
  /** Milliseconds to the first byte of the body, the median. */
  readonly firstByte: number;
}

/**
 * @param options.until what the end of a response looks like: its last bytes, one of these.
 */
export async function load(options: {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly headers: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests in all, if they are fewer. */
  readonly most?: number;
  readonly until: readonly string[];
}): Promise<LoadResult> {
  const request =
    `POST ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${options.headers}` +
    `Content-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`;
  const ends = options.until.map((text) => Buffer.from(text));
  const longest = Math.max(...ends.map((end) => end.length));
  const times: number[] = [];
  let done = 0;
  let begun = 0;
  const { most = Number.POSITIVE_INFINITY } = options;
  const began = performance.now();
  const stopAt = began + options.seconds * 1_000;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(options.port, '127.0.0.1');
      socket.setNoDelay(true);
      let sent = 0;
      let first = true;
      let tail: Buffer = Buffer.alloc(0);
      const send = (): void => {
        begun += 1;
        sent = performance.now();
        first = true;
        tail = Buffer.alloc(0);
        socket.write(request);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (piece: Buffer) => {
        if (first) {
          first = false;
          times.push(performance.now() - sent);
          if (!piece.subarray(0, 12).toString('latin1').endsWith('200')) {
            reject(new Error(piece.toString('utf8')));
            return;
          }
        }
        tail = piece.length >= longest ? piece : Buffer.concat([tail, piece]);
        if (!ends.some((end) => tail.subarray(-end.length).equals(end))) return;
        done += 1;
        if (performance.now() < stopAt && begun < most) {
          send();
          return;
        }
        socket.destroy();
        resolve();
      });
    });
  await Promise.all(Array.from({ length: options.connections }, one));
  times.sort((a, b) => a - b);
  return { done, seconds: (performance.now() - began) / 1_000, firstByte: times[times.length >> 1] ?? 0 };
}
