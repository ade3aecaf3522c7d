/** Sends a streamed answer, or a report from the store, at the pace of its reader. */

import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EventSource, StreamForm } from '../../../models/dialects/stream-form.ts';
import { SERVER_SENT } from '../../../models/dialects/stream-form.ts';
import { brokenStreamWords } from '../server/last-words.ts';
import { errorBody } from './error-body.ts';

/** Milliseconds that a reader may take nothing before it counts as gone. */
const STALL = 120_000;

/** Server-sent events in OpenAI's form. */
export const EVENT_STREAM: StreamForm = {
  ...SERVER_SENT,
  end: 'data: [DONE]\n\n',
  formatError: (error) => `data: ${JSON.stringify(errorBody(error))}\n\n`,
};

/**
 * Headers are sent with the first text, or with the first sign of life: an error before that is thrown, to
 * become an ordinary response; a later one is an event, after which the response ends cleanly.
 *
 * @param format turns events into text; `''` where they hold nothing for the caller.
 * @throws what the source threw before the headers were sent.
 */
export async function sendStream<E>(
  reply: FastifyReply,
  source: EventSource<E>,
  format: (events: readonly E[]) => string,
  { contentType, end, keepAlive, formatError, formatBreak = formatError }: StreamForm = EVENT_STREAM,
): Promise<void> {
  const { silence, lastWords } = reply.server;
  let next = source.next();
  const isQuiet = await staysQuiet(silence, next);

  const raw = begin(reply, {
    'content-type': contentType,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  lastWords.hold(raw, () => brokenStreamWords(raw, formatBreak));
  if (isQuiet) raw.write(keepAlive);
  const pulse = setInterval(() => {
    if (keepAlive !== '' && !raw.writableNeedDrain) raw.write(keepAlive);
  }, silence);
  /**
   * Apart from the loop, which would hold what was sent while it waits for more.
   * @returns whether there may be more.
   */
  const forward = async (coming: Promise<readonly E[] | undefined>): Promise<boolean> => {
    const events = await coming;
    if (events === undefined) return false;
    const text = format(events);
    if (text === '') return true;
    pulse.refresh();
    if (!raw.write(bytesOf(text))) await drained(raw);
    return !raw.destroyed;
  };
  try {
    while (await forward(next)) next = source.next();
    raw.end(end);
  } catch (error) {
    if (!raw.destroyed) raw.end(formatError(reply.request.explain(error)));
  } finally {
    clearInterval(pulse);
    source.close();
  }
}

interface ReportFormat<R> {
  readonly headers: Readonly<Record<string, string>>;
  readonly opening: string;
  /** @param first whether no page was written before. */
  readonly page: (rows: readonly R[], first: boolean) => string;
  readonly closing: string;
}

/** @throws what the first page throws; a later fault breaks the response off, so that nobody takes it for complete. */
export async function sendReport<R>(
  reply: FastifyReply,
  pages: AsyncIterable<readonly R[]>,
  { headers, opening, page, closing }: ReportFormat<R>,
): Promise<void> {
  const iterator = pages[Symbol.asyncIterator]();
  let next = await iterator.next();
  const raw = begin(reply, headers);
  raw.write(opening);
  try {
    for (let first = true; next.done !== true; first = false) {
      if (!raw.write(page(next.value, first))) await drained(raw);
      if (raw.destroyed) break;
      next = await iterator.next();
    }
    raw.end(closing);
  } catch {
    raw.destroy();
  } finally {
    await iterator.return?.();
  }
}

/** Sends the headers, past fastify, and takes the response over. */
function begin(reply: FastifyReply, headers: Readonly<Record<string, string>>): ServerResponse {
  reply.hijack();
  // Nobody looks at what was asked any more, and it may be large.
  reply.request.body = undefined;
  return reply.raw.writeHead(200, { ...headers, ...(reply.getHeaders() as Record<string, string>) });
}

/** Long text as bytes: the socket would allocate three for each character before it writes. */
function bytesOf(text: string): string | Buffer {
  return text.length < 4_096 ? text : Buffer.from(text, 'utf8');
}

/** @throws what the first events throw before. */
function staysQuiet(milliseconds: number, first: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    first
      .then(
        () => resolve(false),
        (error) => reject(error),
      )
      .finally(() => clearTimeout(timer));
  });
}

/** Resolves when the reader has taken what was written, or is gone; the connection of one that stalls is closed. */
export function drained(raw: ServerResponse): Promise<void> {
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
