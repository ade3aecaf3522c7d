import { WireError } from './wire-error.ts';

/** How many bytes may wait for a slow reader before the socket is paused. */
const HIGH_WATER = 64 * 1024;

/** The sender as its reader may steer it. */
interface Flow {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

const READY = Promise.resolve(true);
const ENDED = Promise.resolve(false);

/**
 * The body of an HTTP reply, pulled by one reader: `while (await body.ready()) use(body.take())`. What the
 * reader does not take stays in the socket: the reader's pace is the sender's pace. One wait costs one
 * promise, and all that one read of the socket held comes in one piece.
 */
export class ReplyBody {
  readonly #flow: Flow;
  #pieces: Buffer[] = [];
  #waiting = 0;
  #paused = false;
  #ended = false;
  #error: Error | undefined;
  #resolve: ((more: boolean) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

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
    // The reader runs once the sender has handed over all that it has now.
    this.#settle();
  }

  /** The sender's side: no more bytes; with an error where they did not all come. */
  finish(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#settle();
  }

  get #isWhole(): boolean {
    return this.#ended && this.#error === undefined;
  }

  /** Whether nothing more will come; bytes may still wait to be taken. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Waits until there is something to take.
   * @returns true where `take` has bytes to give; false at the end.
   * @throws WireError where the body broke off. Bytes that came before are given first.
   */
  ready(): Promise<boolean> {
    if (this.#pieces.length > 0) return READY;
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#ended) return ENDED;
    return new Promise(this.#wait);
  }

  /** @returns all bytes that are there, at least one; only after `ready` said true. */
  take(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#waiting = 0;
    if (this.#paused) {
      this.#paused = false;
      // May hand the next bytes over before it returns.
      if (!this.#ended) this.#flow.resume();
    }
    return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  }

  /**
   * @param maxBytes the most that is read.
   * @returns the whole body as text: invalid UTF-8 replaced, a byte order mark left out.
   * @throws WireError `too_large` beyond that, having given the connection up.
   */
  async text(maxBytes: number): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    // What is there already is not waited for: most bodies come whole with their heads.
    while (this.#pieces.length > 0 || (!this.#isWhole && (await this.ready()))) {
      const piece = this.take();
      size += piece.length;
      if (size > maxBytes) {
        const error = new WireError('too_large', `the reply is larger than ${maxBytes} bytes`);
        this.abort(error);
        throw error;
      }
      pieces.push(piece);
    }
    return decode(pieces);
  }

  /**
   * Reads at most so many bytes, for at most so long, and gives the rest up. Never throws: what is there,
   * is there.
   */
  async textUpTo(maxBytes: number, milliseconds: number): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    const giveUp = (): void => this.abort(new WireError('aborted', 'the rest of the reply was not needed'));
    const timer = maxBytes > 0 ? setTimeout(giveUp, milliseconds) : undefined;
    try {
      while (size < maxBytes && (await this.ready())) {
        const piece = this.take();
        pieces.push(piece);
        size += piece.length;
      }
    } catch {
      // What came before the break still counts.
    }
    clearTimeout(timer);
    if (!this.#ended) giveUp();
    return decode(pieces, maxBytes);
  }

  /** Gives the connection up, and what was not taken with it. A reader that waits gets the reason. */
  abort(reason: Error): void {
    if (!this.#ended || this.#pieces.length > 0) this.#error ??= reason;
    this.#pieces = [];
    this.#waiting = 0;
    this.#ended = true;
    this.#flow.abort(reason);
    this.#settle();
  }

  readonly #wait = (resolve: (more: boolean) => void, reject: (error: Error) => void): void => {
    this.#resolve = resolve;
    this.#reject = reject;
  };

  #settle(): void {
    const resolve = this.#resolve;
    if (resolve === undefined) return;
    const reject = this.#reject as (error: Error) => void;
    this.#resolve = undefined;
    this.#reject = undefined;
    if (this.#pieces.length > 0) resolve(true);
    else if (this.#error !== undefined) reject(this.#error);
    else resolve(false);
  }
}

function decode(pieces: readonly Buffer[], maxBytes = Number.POSITIVE_INFINITY): string {
  const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', marked ? 3 : 0, Math.min(bytes.length, maxBytes));
}
