/** One HTTP request to a provider, and what a status other than 2xx means. */
import type { ProviderRequest } from '../dialects/adapter.ts';
import type { HttpCall, HttpClient, HttpReply } from '../wire/http-client.ts';
import { WireError } from '../wire/wire-error.ts';
import type { Endpoint } from './endpoint.ts';

/** What is sent: what an adapter has translated, or what a caller wrote for the provider. */
export interface OutgoingRequest extends Pick<ProviderRequest, 'path' | 'headers'>, Pick<HttpCall, 'body'> {
  /** POST where absent. */
  readonly method?: HttpCall['method'];
}

export interface Sender {
  readonly http: HttpClient;
  readonly userAgent: string;
}

/** The most bytes of a whole answer. */
export const MAX_REPLY_BYTES: number = 8 * 1024 * 1024;
/** Where the dialects send the key. */
export const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-goog-api-key']);
const MAX_ERROR_BYTES = 64 * 1024;
/** Milliseconds that the text of an error may take: then its status speaks alone. */
const MAX_ERROR_WAIT = 5_000;

/** @throws WireError */
export function sendRequest(
  { http, userAgent }: Sender,
  endpoint: Endpoint,
  { path, headers, body, method = 'POST' }: OutgoingRequest,
  accept: string,
  signal: AbortSignal,
): Promise<HttpReply> {
  const sentHeaders = endpoint.keyless ? withoutKey(headers) : headers;
  return http.call({
    method,
    origin: endpoint.origin,
    path: endpoint.pathPrefix + path,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept,
      'user-agent': userAgent,
      ...sentHeaders,
    },
    ...(body === undefined ? {} : { body }),
    signal,
    firstByteTimeout: endpoint.firstByteTimeout,
    idleTimeout: endpoint.idleTimeout,
  });
}

function withoutKey(headers: ProviderRequest['headers']): ProviderRequest['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !KEY_HEADERS.has(name)));
}

/** @throws GatewayError where the status is no 2xx; WireError `aborted` where the caller left meanwhile. */
export async function requireSuccess(
  reply: HttpReply,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<HttpReply> {
  if (reply.status >= 200 && reply.status < 300) return reply;
  const body = await reply.body.textUpTo(MAX_ERROR_BYTES, MAX_ERROR_WAIT);
  if (signal.aborted) throw new WireError('aborted', 'the caller went away');
  throw endpoint.adapter.readError(reply.status, reply.header, body);
}
