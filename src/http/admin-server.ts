/** The listener for probes and metrics alone. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type ErrorCode, GatewayError } from '../errors.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { isLoopbackListener, type ServesHost } from './host-guard.ts';
import { requestId } from './request-id.ts';
import type { StatusAnswer, StatusPath } from './routes/status.ts';

// An `import` would load all that hangs on it, a whole WebSocket client too.
const { createServer } = process.getBuiltinModule('node:http');

export interface AdminServerOptions {
  /** Which hosts are answered for on a loopback address. */
  readonly servesHost: ServesHost;
  readonly newRequestId: () => string;
  /** @returns `undefined` where the gateway has not answered for too long. */
  readonly answer: (path: StatusPath) => Promise<StatusAnswer | undefined>;
}

const PATHS: ReadonlySet<string> = new Set<StatusPath>(['/health', '/ready', '/metrics']);

/** @returns a server that does not listen yet. */
export function createAdminServer({ servesHost, newRequestId, answer }: AdminServerOptions): Server {
  const server = createServer({ requireHostHeader: false });

  const answerFor = async (request: IncomingMessage): Promise<StatusAnswer> => {
    const { host } = request.headers;
    if (host === undefined && request.httpVersion !== '1.0') return refusal('bad_request');
    if (host !== undefined && isLoopbackListener(server.address()) && !servesHost(host)) {
      return refusal('host_not_served');
    }
    const path = (request.url ?? '').split('?', 1)[0]?.replace(/(?<=.)\/$/, '');
    if (!PATHS.has(path as string)) return refusal('not_found');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal('method_not_allowed', { allow: 'GET, HEAD' });
    }
    return (await answer(path as StatusPath)) ?? refusal('unavailable');
  };

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = await answerFor(request);
    const given = request.headers['x-request-id'];
    response.writeHead(status, {
      ...headers,
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId(given, () => [request.headers.authorization], newRequestId),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return server;
}

function refusal(code: ErrorCode, headers: Record<string, string> = {}): StatusAnswer {
  const error = new GatewayError(code);
  return {
    status: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...errorHeaders(error), ...headers },
    body: JSON.stringify(errorBody(error)),
  };
}
