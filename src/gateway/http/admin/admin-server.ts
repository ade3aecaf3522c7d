/** The listener for probes, metrics and the admin API. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import { errorBody, errorHeaders } from '../answer/error-body.ts';
import { isLoopbackListener, type ServesHost } from '../server/host-guard.ts';
import { repeatedHeader } from '../server/repeated-header.ts';
import { requestId } from '../server/request-id.ts';
import type { StatusAnswer, StatusPath } from '../status/serve-status.ts';
import { ADMIN_PATH } from './admin-path.ts';

// An `import` would load all that hangs on it, a whole WebSocket client too.
const { createServer } = process.getBuiltinModule('node:http');

/** A request of the admin API, on its way to where it is answered. */
export interface AdminRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Of the peer. */
  readonly address: string;
}

export type AdminResponse = Omit<StatusAnswer, 'headers'> & {
  /** Several values are a header that is there several times, as cookies are. */
  readonly headers: Readonly<Record<string, string | string[]>>;
};

interface AdminServerOptions {
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** @returns `undefined` where the gateway does not answer. */
  readonly forward: (request: AdminRequest) => Promise<AdminResponse | undefined>;
  /** Which hosts are answered for on a loopback address. */
  readonly servesHost: ServesHost;
  readonly newRequestId: () => string;
  /** @returns `undefined` where the gateway has not answered for too long. */
  readonly answer: (path: StatusPath) => Promise<StatusAnswer | undefined>;
}

/** Milliseconds for a request to arrive. */
const REQUEST_TIMEOUT = 30_000;
const PATHS: ReadonlySet<string> = new Set<StatusPath>(['/health', '/ready', '/metrics']);

/** @returns a server that does not listen yet. */
export function createAdminServer(options: AdminServerOptions): Server {
  const { servesHost, newRequestId, answer, forward, bodyLimit } = options;
  const server = createServer({ requireHostHeader: false, requestTimeout: REQUEST_TIMEOUT });

  const answerFor = async (request: IncomingMessage): Promise<AdminResponse> => {
    if (repeatedHeader(request.rawHeaders) !== undefined) return refusal('bad_request');
    const { host } = request.headers;
    if (host === undefined && request.httpVersion !== '1.0') return refusal('bad_request');
    if (host !== undefined && isLoopbackListener(server.address()) && !servesHost(host)) {
      return refusal('host_not_served');
    }
    if (request.url?.startsWith(`${ADMIN_PATH}/`)) {
      const body = await readUpTo(request, bodyLimit);
      if (body === undefined) return refusal('body_too_large', { connection: 'close' });
      return (await forward(asMessage(request, body))) ?? refusal('unavailable');
    }
    const path = (request.url ?? '').split('?', 1)[0]?.replace(/(?<=.)\/$/, '');
    if (!PATHS.has(path as string)) return refusal('not_found');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal('method_not_allowed', { allow: 'GET, HEAD' });
    }
    return (await answer(path as StatusPath)) ?? refusal('unavailable');
  };

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const answered = await answerFor(request).catch(() => undefined);
    // The caller has left before its request was read.
    if (answered === undefined) return void response.destroy();
    const { status, headers, body } = answered;
    const given = request.headers['x-request-id'];
    response.writeHead(status, {
      'x-request-id': requestId(given, () => [request.headers.authorization], newRequestId),
      ...headers,
      ...(status === 204 || 'content-length' in headers ? {} : { 'content-length': Buffer.byteLength(body) }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return server;
}

/** @returns `undefined` for a body that is too large. */
async function readUpTo(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > limit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function asMessage(request: IncomingMessage, body: Uint8Array): AdminRequest {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || name === 'transfer-encoding' ? [] : [[name, String(value)]],
  );
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    headers: Object.fromEntries(headers),
    body,
    address: request.socket.remoteAddress ?? '',
  };
}

function refusal(code: ErrorCode, headers: Record<string, string> = {}): StatusAnswer {
  const error = new GatewayError(code);
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error), ...headers },
    body: JSON.stringify(errorBody(error)),
  };
}
