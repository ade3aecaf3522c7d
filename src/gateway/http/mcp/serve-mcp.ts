/**
 * POST /mcp: the Model Context Protocol over streamable HTTP. Every call stands by itself, with the caller's key, so that
 * any process can answer it. Loaded where config has it on.
 */

import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { createMcpServer } from '../../../mcp/create-mcp-server.ts';
import type { EventSource } from '../../../models/dialects/stream-form.ts';
import { sendStream } from '../answer/send-stream.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import type { Server } from '../server/server.ts';
import { createMcpServices, type McpServiceOptions } from './mcp-service.ts';

export interface McpRouteOptions extends McpServiceOptions {
  readonly openRequests: OpenRequests;
  readonly corsOrigins: readonly string[] | '*';
  readonly newId: () => string;
  /** Of the package. */
  readonly version: string;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const SESSION = 'mcp-session-id';
const STREAM = {
  contentType: 'text/event-stream; charset=utf-8',
  end: '',
  keepAlive: ': keep-alive\n\n',
  // A call without its answer is broken off; clients say so themselves.
  formatError: () => '',
};

export function serveMcp(server: Server, options: McpRouteOptions): void {
  const { openRequests, corsOrigins, newId, version } = options;
  const serviceOf = createMcpServices(options);
  const calls = createCalls();

  server.post(
    '/mcp',
    {
      schema: { hide: true },
      onRequest: (request, _reply, done) => {
        done(isAllowed(request, corsOrigins) ? undefined : new GatewayError('origin_not_allowed'));
      },
      errorHandler: (thrown, request, reply) => {
        // Faults of the body alone: a call's own are in its result.
        if (!(thrown instanceof ValidationError)) throw thrown;
        const { message } = request.explain(thrown);
        return sendRefusal(reply, PARSE_ERROR, message);
      },
    },
    async (request, reply) => {
      const message = request.body;
      if (Array.isArray(message)) {
        return sendRefusal(reply, INVALID_REQUEST, 'Batches are not supported: send each message by itself');
      }
      const session = request.headers[SESSION];
      const ended = calls.begin(session, message, openRequests.signalOf(reply.raw));
      reply.raw.on('close', ended.over);
      const handler = createMcpHandler(
        () => createMcpServer(serviceOf(request, reply, ended.signal), version),
        {
          keepAliveMs: 0,
          // Nothing changes that a stream could tell of: none is held open.
          maxSubscriptions: 0,
        },
      );
      const response = await handler.fetch(toWebRequest(request, whenLeft(reply)), {
        parsedBody: message,
      });
      // It names the client to its own cancellations, and holds nothing.
      if (isInitialize(message)) reply.header(SESSION, newId());
      return send(reply, response);
    },
  );
}

/** A page's own origin is that of the address that it was loaded from. */
function isAllowed({ headers: { origin, host } }: FastifyRequest, allowed: readonly string[] | '*'): boolean {
  if (origin === undefined || allowed === '*' || allowed.includes(origin)) return true;
  return URL.parse(origin)?.host === host;
}

/** Where the gateway ends a call itself, its caller is still told. */
function whenLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.on('close', () => {
    if (!raw.writableFinished) left.abort();
  });
  return left.signal;
}

/** Without the key: what it is needed for is done here. */
function toWebRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).filter(
    ([name]) => name !== 'authorization' && name !== 'content-length',
  );
  const named = given.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  return new Request('http://gateway/mcp', { method: 'POST', headers: named, signal });
}

async function send(reply: FastifyReply, { status, headers, body }: Response) {
  reply.code(status);
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    for (const [name, value] of headers) reply.header(name, value);
    return reply.send(body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer()));
  }
  return sendStream(reply, piecesOf(body as ReadableStream<Uint8Array>), (pieces) => pieces.join(''), STREAM);
}

function piecesOf(body: ReadableStream<Uint8Array>): EventSource<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : [decoder.decode(value, { stream: true })];
    },
    close: () => void reader.cancel().catch(() => {}),
  };
}

/** In the protocol's own form. */
function sendRefusal(reply: FastifyReply, code: number, message: string) {
  const refusal = { jsonrpc: '2.0', id: null, error: { code, message } };
  return reply
    .code(ERRORS.bad_request.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal));
}

const fieldOf = (message: unknown, field: string): unknown =>
  typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[field] : undefined;
const isInitialize = (message: unknown): boolean => fieldOf(message, 'method') === 'initialize';

/**
 * The calls under way. Revisions of the protocol before 2026 cancel a call by a request of its own, which only the
 * session's id joins with it; since then, by leaving.
 */
function createCalls() {
  const open = new Map<string, AbortController>();
  const nameOf = (session: string, id: unknown): string => JSON.stringify([session, id]);
  return {
    /** @returns the call's signal, and what is to be called when it is over. */
    begin(session: string | string[] | undefined, message: unknown, left: AbortSignal) {
      const id = fieldOf(message, 'id');
      if (typeof session !== 'string') return { signal: left, over: () => {} };
      if (fieldOf(message, 'method') === 'notifications/cancelled') {
        open.get(nameOf(session, fieldOf(fieldOf(message, 'params'), 'requestId')))?.abort();
      }
      if (id === undefined) return { signal: left, over: () => {} };
      const controller = new AbortController();
      const name = nameOf(session, id);
      open.set(name, controller);
      return {
        signal: AbortSignal.any([left, controller.signal]),
        over: (): void => {
          if (open.get(name) === controller) open.delete(name);
        },
      };
    },
  };
}
