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

/** @returns the length of a response, its head included. @throws where its first piece does not say it. */
function lengthOf(piece: Buffer): number {
  const head = piece.indexOf('\r\n\r\n') + 4;
  const length = /^content-length: (\d+)/im.exec(piece.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error(`no Content-Length: ${piece.toString('latin1', 0, head)}`);
  return head + Number(length);
}

/**
 * @param options.headers a function is asked for the headers of every request; so is one for `body`.
 * @param options.until what the end of a response looks like: its last bytes, one of these; without it, the response
 * has a Content-Length.
 * @param options.spread connections begin within so many seconds, and requests count once all have begun.
 * @param options.limit seconds after which what is still open is left.
 * @throws where an answer is not 200, or a connection ends before its answer does.
 */
export async function load(options: {
  readonly port: number;
  readonly path: string;
  readonly body: string | (() => string);
  readonly headers: string | (() => string);
  readonly connections: number;
  readonly seconds: number;
  /** Requests in all, if they are fewer. */
  readonly most?: number;
  readonly until?: readonly string[];
  readonly first?: RegExp;
  readonly spread?: number;
  readonly limit?: number;
}): Promise<LoadResult> {
  const { headers, body, spread = 0, limit = Number.POSITIVE_INFINITY } = options;
  const head = `POST ${options.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  const write = (): string => {
    const text = typeof body === 'string' ? body : body();
    const fields = typeof headers === 'string' ? headers : headers();
    return `${head}${fields}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const fixed = typeof headers === 'string' && typeof body === 'string' ? write() : undefined;
  const ends = options.until?.map((text) => Buffer.from(text));
  const longest = Math.max(...(ends ?? []).map((end) => end.length));
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
      /** Bytes that are still to come. */
      let missing = 0;
      const send = (): void => {
        begun += 1;
        sent = performance.now();
        started = false;
        first = true;
        tail = Buffer.alloc(0);
        socket.write(fixed ?? write());
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
          missing = ends === undefined ? lengthOf(piece) : 0;
        }
        if (first && (options.first === undefined || options.first.test(piece.toString('latin1')))) {
          first = false;
          if (sent >= countFrom) firsts.push(performance.now() - sent);
        }
        if (ends === undefined) {
          missing -= piece.length;
          if (missing > 0) return;
        } else {
          tail = piece.length >= longest ? piece : Buffer.concat([tail, piece]);
          if (!ends.some((end) => tail.subarray(-end.length).equals(end))) return;
        }
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
