/** Sends a streamed answer at the pace of its reader, with signs of life in silence. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { GatewayError } from '../errors.ts';
import { DONE, formatErrorEvent, KEEP_ALIVE } from './format-chunks.ts';

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Milliseconds of silence after which a comment is sent. */
const SILENCE = 15_000;
/** Milliseconds that a reader may take nothing before it counts as gone. */
const STALL = 120_000;

export interface EventSource<E> {
  next(): Promise<readonly E[] | undefined>;
  close(): void;
}

export interface SendOptions<E> {
  readonly format: (events: readonly E[]) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What ends a complete stream, and what tells of an error; event streams unless said otherwise. */
  readonly done?: string;
  readonly formatError?: (error: GatewayError) => string;
  /** A sign of life for silence; none where it is `''`. */
  readonly keepAlive?: string;
  /** Milliseconds of silence before a sign of life; 15 s unless said otherwise. */
  readonly silence?: number | undefined;
  /** Turns what went wrong into an error for the caller, and logs what nobody expected. */
  readonly explain: (error: unknown) => GatewayError;
}

/**
 * Headers go out with the first text, or with the first sign of life: an error before that is thrown, to
 * become an ordinary response; a later one is an event, after which the response ends cleanly.
 *
 * @throws whatever the source threw before the headers went out.
 */
export async function sendEventStream<E>(
  reply: FastifyReply,
  source: EventSource<E>,
  options: SendOptions<E>,
): Promise<void> {
  const { format, done = DONE, formatError = formatErrorEvent, keepAlive = KEEP_ALIVE } = options;
  const silence = options.silence ?? SILENCE;
  const first = source.next();
  const early = await Promise.race([first, quiet(silence, first)]);

  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...EVENT_STREAM_HEADERS,
    ...(reply.getHeaders() as Record<string, string>),
    ...options.headers,
  });
  if (early === 'quiet') raw.write(keepAlive);
  const pulse = setInterval(() => {
    if (keepAlive !== '' && !raw.writableNeedDrain) raw.write(keepAlive);
  }, silence);
  try {
    for (let events = await first; events !== undefined; events = await source.next()) {
      const text = format(events);
      if (text === '') continue;
      pulse.refresh();
      if (!raw.write(bytesOf(text))) await drained(raw);
      if (raw.destroyed) break;
    }
    raw.end(done);
  } catch (error) {
    if (!raw.destroyed) raw.end(formatError(options.explain(error)));
  } finally {
    clearInterval(pulse);
    source.close();
  }
}

/** Long text as bytes: the socket would make room for three a character before it writes. */
function bytesOf(text: string): string | Buffer {
  return text.length < 4_096 ? text : Buffer.from(text, 'utf8');
}

function quiet(milliseconds: number, until: Promise<unknown>): Promise<'quiet'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('quiet'), milliseconds);
    const stop = (): void => clearTimeout(timer);
    until.then(stop, stop);
  });
}

/** Resolves when the reader has taken what was written, or is gone; one that takes nothing is let go. */
function drained(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), STALL);
    const go = (): void => {
      clearTimeout(timer);
      raw.off('drain', go);
      raw.off('close', go);
      resolve();
    };
    raw.on('drain', go);
    raw.on('close', go);
    if (raw.destroyed) go();
  });
}
