/** A load that costs little itself: raw sockets, one request at a time on each. */
import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly done: number;
  readonly seconds: number;
  /** Milliseconds to the first byte of the body, the median. */
  readonly firstByte: number;
  /** Milliseconds to what `first` finds (the first byte without it), in order. */
  readonly firsts: readonly number[];
  /** Milliseconds to the end of a response, in order. */
  readonly totals: readonly number[];
  /** Requests that had not begun to be answered when the time was over. */
  readonly unanswered: number;
}

/** @returns the value below which a share of them lies. */
export const quantile = (ordered: readonly number[], share: number): number =>
  ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN;

/**
 * @param options.headers a function is asked for the headers of every request.
 * @param options.until what the end of a response looks like: its last bytes, one of these.
 * @param options.spread connections begin within so many seconds, and requests count once all have begun.
 * @param options.limit seconds after which what is still open is left.
 * @throws where an answer is not 200, or a connection ends before its answer does.
 */
export async function load(options: {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly headers: string | (() => string);
  readonly connections: number;
  readonly seconds: number;
  /** Requests in all, if they are fewer. */
  readonly most?: number;
  readonly until: readonly string[];
  readonly first?: RegExp;
  readonly spread?: number;
  readonly limit?: number;
}): Promise<LoadResult> {
  const { headers, spread = 0, limit = Number.POSITIVE_INFINITY } = options;
  const head = `POST ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  const rest = `Content-Length: ${Buffer.byteLength(options.body)}\r\n\r\n${options.body}`;
  const fixed = typeof headers === 'string' ? head + headers + rest : undefined;
  const ends = options.until.map((text) => Buffer.from(text));
  const longest = Math.max(...ends.map((end) => end.length));
  const { most = Number.POSITIVE_INFINITY } = options;
  const firsts: number[] = [];
  const totals: number[] = [];
  const sockets = new Set<Socket>();
  let unanswered = 0;
  let begun = 0;
  const began = performance.now();
  const countFrom = began + spread * 1_000;
  const stopAt = began + options.seconds * 1_000;
  const one = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(options.port, '127.0.0.1');
      sockets.add(socket);
      socket.setNoDelay(true);
      let sent = 0;
      let started = false;
      let first = true;
      let tail: Buffer = Buffer.alloc(0);
      const send = (): void => {
        begun += 1;
        sent = performance.now();
        started = false;
        first = true;
        tail = Buffer.alloc(0);
        socket.write(fixed ?? head + (headers as () => string)() + rest);
      };
      const leave = (): void => {
        if (first && sent >= countFrom) unanswered += 1;
        resolve();
        socket.destroy();
      };
      socket.on('connect', () => setTimeout(send, ((spread * index) / options.connections) * 1_000));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the connection ended before the answer did')));
      if (limit !== Number.POSITIVE_INFINITY) setTimeout(leave, limit * 1_000).unref();
      socket.on('data', (piece: Buffer) => {
        if (!started) {
          started = true;
          if (!piece.subarray(0, 12).toString('latin1').endsWith('200')) {
            reject(new Error(piece.toString('utf8')));
            return;
          }
        }
        if (first && (options.first === undefined || options.first.test(piece.toString('latin1')))) {
          first = false;
          if (sent >= countFrom) firsts.push(performance.now() - sent);
        }
        tail = piece.length >= longest ? piece : Buffer.concat([tail, piece]);
        if (!ends.some((end) => tail.subarray(-end.length).equals(end))) return;
        if (sent >= countFrom) totals.push(performance.now() - sent);
        if (performance.now() < stopAt && begun < most) {
          send();
          return;
        }
        resolve();
        socket.destroy();
      });
    });
  try {
    await Promise.all(Array.from({ length: options.connections }, (_, index) => one(index)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - began) / 1_000;
  const ordered = (values: number[]): number[] => values.sort((a, b) => a - b);
  ordered(firsts);
  ordered(totals);
  return { done: totals.length, seconds, firstByte: quantile(firsts, 0.5), firsts, totals, unanswered };
}
