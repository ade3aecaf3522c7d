import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { WireError } from './wire-error.ts';

/** How many bytes may wait for a slow reader before the socket is paused. */
const HIGH_WATER = 64 * 1024;

interface Flow {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/**
 * The body of an HTTP reply, pulled piece by piece. What the reader does not take stays in the
 * socket: the reader's pace is the sender's pace.
 */
export class ReplyBody {
  #flow: Flow;
  #pieces: Buffer[] = [];
  #waiting = 0;
  #paused = false;
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** The sender's side: more bytes. */
  receive(piece: Buffer): void {
    if (this.#ended) return;
    this.#pieces.push(piece);
    this.#waiting += piece.length;
    if (this.#waiting >= HIGH_WATER && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
    this.#notify();
  }

  /** The sender's side: no more bytes; with an error where they did not all come. */
  finish(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#notify();
  }

  /**
   * @returns all bytes that are there, waiting for the first; `undefined` at the end.
   * @throws WireError where the body broke off. Bytes that came before are given first.
   */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#pieces.length > 0) return this.#take();
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /**
   * @param maxBytes the most that is read.
   * @returns the whole body as text (invalid UTF-8 replaced).
   * @throws WireError `too_large` beyond that, having given the connection up.
   */
  async text(maxBytes: number): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      size += piece.length;
      if (size > maxBytes) {
        const error = new WireError('too_large', `the reply is larger than ${maxBytes} bytes`);
        this.abort(error);
        throw error;
      }
      pieces.push(piece);
    }
    return pieces.length === 1
      ? (pieces[0] as Buffer).toString('utf8')
      : Buffer.concat(pieces).toString('utf8');
  }

  /** Reads at most so many bytes and gives the rest up. Never throws: what is there, is there. */
  async textUpTo(maxBytes: number): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    try {
      while (size < maxBytes) {
        const piece = await this.next();
        if (piece === undefined) break;
        pieces.push(piece);
        size += piece.length;
      }
    } catch {
      // An error reply that breaks off still says what it said.
    }
    if (!this.#ended) this.abort(new WireError('aborted', 'the rest of the reply was not needed'));
    return Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8');
  }

  /** Gives the connection up. A reader that waits gets the reason. */
  abort(reason: Error): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#error = reason;
      this.#pieces = [];
      this.#waiting = 0;
    }
    this.#flow.abort(reason);
    this.#notify();
  }

  #take(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#waiting = 0;
    if (this.#paused) {
      this.#paused = false;
      this.#flow.resume();
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  #notify(): void {
    const wake = this.#wake;
    if (wake !== undefined) {
      this.#wake = undefined;
      wake();
    }
  }
}

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/**
 * @param encoding the reply's Content-Encoding.
 * @returns the body decoded, or the body itself where nothing is to be decoded.
 * @throws WireError `malformed` for a coding that was never asked for and is not known.
 */
export function decodeBody(body: ReplyBody, encoding: string | undefined): ReplyBody {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return body;
  const create = (DECODERS as Record<string, (typeof DECODERS)['gzip'] | undefined>)[name];
  if (create === undefined) {
    const error = new WireError('malformed', 'unknown content encoding');
    body.abort(error);
    throw error;
  }
  // Z_SYNC_FLUSH as the flush at the end: a stream is decoded as far as it came.
  const decoder = create();
  const decoded = new ReplyBody({
    pause: () => decoder.pause(),
    resume: () => decoder.resume(),
    abort: (reason) => {
      decoder.destroy();
      body.abort(reason);
    },
  });
  decoder.on('data', (piece: Buffer) => decoded.receive(piece));
  decoder.on('end', () => decoded.finish());
  decoder.on('error', (cause) => {
    const error = new WireError('malformed', 'the content encoding is broken', cause);
    decoded.finish(error);
    body.abort(error);
  });
  void pump(body, decoder, decoded);
  return decoded;
}

async function pump(
  body: ReplyBody,
  decoder: ReturnType<(typeof DECODERS)['gzip']>,
  decoded: ReplyBody,
): Promise<void> {
  try {
    for (let piece = await body.next(); piece !== undefined; piece = await body.next()) {
      if (decoder.destroyed) return;
      if (!decoder.write(piece)) {
        await new Promise<void>((resolve) => {
          const go = (): void => {
            decoder.off('drain', go);
            decoder.off('close', go);
            resolve();
          };
          decoder.on('drain', go);
          decoder.on('close', go);
        });
      }
    }
    decoder.end();
  } catch (error) {
    decoded.finish(error as Error);
    decoder.destroy();
  }
}
