/** What callers are sent where the process that serves them dies: another process, which holds their connections, sends it. */
import type { ServerResponse } from 'node:http';
import { GatewayError } from '../../../domain/errors.ts';
import { errorBody, errorHeaders } from '../answer/error-body.ts';

export interface LastWords {
  /**
   * The caller waits. Of requests that wait behind another one on their connection, nothing is held.
   * @param words the bytes as the connection would carry them; replaces earlier ones. `undefined` where none fit.
   */
  hold(response: ServerResponse, words: () => string | undefined): void;
  /** The caller has its answer. */
  release(response: ServerResponse): void;
}

/** Where nobody would be left to say anything. */
export const NO_LAST_WORDS: LastWords = { hold() {}, release() {} };

/** @returns a whole response: the process died before it sent anything. */
export function unansweredWords({ headersSent }: ServerResponse, requestId: string): string | undefined {
  if (headersSent) return undefined;
  const error = new GatewayError('unavailable');
  const body = JSON.stringify(errorBody(error));
  const headers = {
    ...errorHeaders(error),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} Service Unavailable\r\n${lines.join('')}\r\n${body}`;
}

/** @returns the end of a stream that has begun: its process died on the way. */
export function brokenStreamWords(
  { chunkedEncoding }: ServerResponse,
  format: (error: GatewayError) => string,
): string {
  const text = format(new GatewayError('unavailable'));
  if (!chunkedEncoding) return text;
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}
