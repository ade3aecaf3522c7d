/**
 * The frame of every simulated provider: one request comes in, one reply goes out. Providers are
 * functions between the two; only `server.ts` and `play-reply.ts` know of sockets and time.
 */
import type { Abilities } from './answers/prompt.ts';

/** One HTTP request as a provider sees it. */
export interface Exchange {
  readonly method: string;
  /** The path on the provider's host, such as `/v1/chat/completions`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Reads a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The body's text; `undefined` where it is larger than any provider takes. */
  readonly body: string | undefined;
  /** Counts the requests of this sandbox; ids are made from it. */
  readonly serial: number;
  /** Unix time in seconds. */
  readonly now: number;
}

export interface WholeReply {
  readonly kind: 'whole';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** When it comes: at once, or after a model would have made it. */
  readonly pace: 'at-once' | 'model' | 'slow-model';
  /** The body breaks off in the middle and the connection dies. */
  readonly cut: boolean;
}

export interface StreamReply {
  readonly kind: 'stream';
  readonly headers: Readonly<Record<string, string>>;
  /** Goes out with the headers; may be empty. */
  readonly opening: string;
  /** One for each token, written at the model's pace. */
  readonly frames: Iterable<string>;
  /** Goes out right after the last frame; may be empty. */
  readonly closing: string;
  readonly pace: 'model' | 'slow-model';
  /** The connection dies after the last frame. */
  readonly cut: boolean;
}

/** Nothing at all, for as long as the caller waits. */
interface SilentReply {
  readonly kind: 'silent';
}

export type Reply = WholeReply | StreamReply | SilentReply;

export type SimulatedProvider = (exchange: Exchange, abilities: Abilities) => Promise<Reply>;

/** A JSON reply that is given at once: an error, as a rule. */
export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WholeReply {
  return {
    kind: 'whole',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    pace: 'at-once',
    cut: false,
  };
}
