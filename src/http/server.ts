/** The HTTP server: what all endpoints have in common. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { type ErrorCode, GatewayError, ValidationError } from '../errors.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { answerBadHttp } from './answer-bad-http.ts';
import type { Capacity } from './capacity.ts';
import type { Draining } from './draining.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { bodyKeyOf, type Gate } from './gate.ts';
import { isLoopbackListener, type ServesHost } from './host-guard.ts';
import { parseJson } from './parse-json.ts';
import { requestId } from './request-id.ts';
import './request-notes.ts';

export interface ServerOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly gate: Gate;
  /** Bytes that a body may have. */
  readonly bodyLimit: number;
  /** Which hosts are answered for on a loopback address. */
  readonly servesHost: ServesHost;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAlive: number;
  readonly newRequestId: () => string;
  readonly draining: Pick<Draining, 'follow'>;
  readonly capacity: Capacity;
}

export type Server = FastifyInstance;

/** What is logged and counted for a caller who left before there was a status to send; nobody sees it. */
const CALLER_LEFT = 499;

/** Bytes from which on a body is parsed and validated in two turns of the event loop. */
const LARGE_BODY = 256 * 1024;
/** Failures that say how the gateway is, which has lines of its own, and not what became of one request. */
const STATES: ReadonlySet<ErrorCode> = new Set(['over_capacity', 'draining', 'unavailable']);
/** Milliseconds for the body of a request that is refused. */
const READ_AWAY = 2_000;

/** Methods that fastify answers by itself beside those that were registered. */
const IMPLIED: Readonly<Record<string, string>> = { GET: 'HEAD' };

export function createServer(options: ServerOptions): Server {
  const { log, metrics, gate, newRequestId, draining, capacity } = options;
  const server = fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    keepAliveTimeout: options.keepAlive,
    // A body has this long to arrive; answers take as long as they take.
    requestTimeout: 120_000,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    // A missing Host is told in the gateway's own form.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerBadHttp(error, socket, newRequestId()),
    genReqId: (raw) => requestId(raw.headers['x-request-id'], keysIn(raw.headers), newRequestId),
    routerOptions: { ignoreTrailingSlash: true },
    // Paths that cannot be read: they reach no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      void sendError(request, reply, asGatewayError(error));
    },
  });
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (raw, response) => server.server.emit('request', raw, response));

  // The specification's own examples send a body with GET /models.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true } as { hasBody: true });

  server.decorateRequest('identity', undefined);
  server.decorateRequest('model', undefined);
  server.decorateRequest('provider', undefined);
  server.decorateRequest('began', 0);
  server.decorateRequest('failure', undefined);
  server.decorateRequest('endpoint', undefined);

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const value = parseJson(body as Buffer);
      // What took long to parse takes long to validate: others are served in between.
      if (body.length > LARGE_BODY) setImmediate(done, null, value);
      else done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });
  // The schemas describe; the endpoints validate, in the contract's order.
  server.setValidatorCompiler(() => (value) => ({ value }));
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));

  let onLoopback = false;
  server.server.once('listening', () => {
    onLoopback = isLoopbackListener(server.server.address());
  });

  /** Why a request is refused before its body is read. */
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): GatewayError | undefined => {
    if (onLoopback && !options.servesHost(request.headers.host ?? 'localhost')) {
      return new GatewayError('host_not_served');
    }
    const { host, 'content-encoding': coding } = request.headers;
    if (host === undefined && request.raw.httpVersion !== '1.0') {
      return new GatewayError('bad_request', 'The Host header is missing');
    }
    if (request.is404) return notServed(request, reply);
    if (coding !== undefined && coding !== 'identity') {
      return new GatewayError('not_json', 'A compressed request body is not supported');
    }
    return undefined;
  };

  /** Routes that are asked every few seconds: their lines would hide the others. */
  const probes = new Set<string>();

  /** The request is over: answered, or given up by its caller. */
  const finish = (request: FastifyRequest, { raw }: FastifyReply): void => {
    const milliseconds = performance.now() - request.began;
    // Fastify builds `routeOptions` anew at each look: endpoints that are asked often note their name.
    const route = request.endpoint ?? (request.is404 ? 'none' : (request.routeOptions.url ?? 'none'));
    const status = raw.headersSent ? raw.statusCode : CALLER_LEFT;
    metrics.requestsOpen(-1);
    metrics.requestDone(route, status, milliseconds / 1_000);
    log[probes.has(route) ? 'debug' : 'info']({
      request_id: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      caller: request.identity?.caller.id.slice(0, 12),
      provider: request.provider,
      model: request.model,
      failure: request.failure ?? (raw.writableFinished ? undefined : 'caller_left'),
    });
  };

  // Hooks with a callback: each request passes through them, and a promise each would cost more than they do.
  server.addHook('onRequest', (request, reply, done) => {
    request.began = performance.now();
    reply.header('X-Request-Id', request.id);
    metrics.requestsOpen(1);
    // Not `onResponse`: it is not told of callers who leave before they have got everything.
    reply.raw.once('close', () => finish(request, reply));
    const always = request.routeOptions.config.always === true;
    if (!draining.follow(reply.raw) && !always) {
      return whenRead(request.raw, () => done(new GatewayError('draining')));
    }
    const refusal = refusalOf(request, reply);
    if (refusal !== undefined || always) return done(refusal);
    capacity.enter(reply.raw, (hasPlace) => done(hasPlace ? undefined : new GatewayError('over_capacity')));
  });
  server.addHook('preHandler', (request, reply, done) => {
    const key = bodyKeyOf(request.body);
    if (key !== undefined) {
      const id = requestId(request.id, [key], newRequestId);
      if (id !== request.id) {
        request.id = id;
        reply.header('X-Request-Id', id);
      }
    }
    done();
  });

  /** Which methods each path takes, for 405. */
  const routes: { readonly pattern: RegExp; readonly methods: Set<string> }[] = [];
  const patterns = new Map<string, Set<string>>();
  server.addHook('onRoute', (route) => {
    if (route.config?.always === true) probes.add(route.url);
    let methods = patterns.get(route.url);
    if (methods === undefined) {
      methods = new Set();
      patterns.set(route.url, methods);
      const source = route.url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:[A-Za-z]+/g, '[^/]+')
        .replace(/\*/g, '.*');
      routes.push({ pattern: new RegExp(`^${source}/?$`), methods });
    }
    for (const method of [route.method].flat()) {
      methods.add(method);
      const implied = IMPLIED[method];
      if (implied !== undefined) methods.add(implied);
    }
  });

  const notServed = (request: FastifyRequest, reply: FastifyReply): GatewayError => {
    const path = request.url.split('?', 1)[0] as string;
    const known = routes.find(({ pattern, methods }) => pattern.test(path) && !methods.has(request.method));
    if (known === undefined) return new GatewayError('not_found');
    reply.header('allow', [...known.methods].sort().join(', '));
    return new GatewayError('method_not_allowed');
  };

  const fail = async (request: FastifyRequest, reply: FastifyReply, thrown: unknown): Promise<void> => {
    const error = explainError(thrown, request, log);
    request.failure = error.code;
    capacity.leave(reply.raw);
    // What finds no room is refused at once: looking its limits up would cost more than the refusal.
    if (error.code !== 'over_capacity' && request.routeOptions.config.limited === true) {
      // A body that could not be read hides no key that stands in the header.
      if (request.body === undefined || request.body === null) gate.identify(request, 'header-first');
      await gate.tellLimits(request, reply).catch(() => {});
    }
    return sendError(request, reply, error);
  };

  server.setErrorHandler((thrown, request, reply) => fail(request, reply, thrown));
  server.setNotFoundHandler((request, reply) => fail(request, reply, notServed(request, reply)));
  return server;
}

/** A connection that is closed over bytes that nobody has read is reset, and the answer lost: they are read away. */
function whenRead(message: IncomingMessage, then: () => void): void {
  message.resume();
  if (message.complete) then();
  else finished(message, { signal: AbortSignal.timeout(READ_AWAY) }, then);
}

async function sendError(request: FastifyRequest, reply: FastifyReply, error: GatewayError): Promise<void> {
  if (reply.raw.destroyed) {
    reply.hijack();
    return;
  }
  request.failure = error.code;
  await reply
    .code(error.status)
    .headers(errorHeaders(error))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error)));
}

/**
 * Turns whatever was thrown into an error for the caller. What nobody expected is logged, and reveals
 * nothing.
 */
export function explainError(thrown: unknown, request: FastifyRequest, log: Log): GatewayError {
  if (thrown instanceof GatewayError) {
    if (thrown.status >= 500) {
      log[STATES.has(thrown.code) ? 'debug' : 'warn']({
        request_id: request.id,
        failure: thrown.code,
        ...(thrown.cause === undefined ? {} : { cause: describeError(thrown.cause) }),
      });
    }
    return thrown;
  }
  const known = asGatewayError(thrown);
  // A caller who leaves within the body of a request is no fault of the gateway's.
  if (known.code === 'internal' && !request.raw.destroyed)
    log.error({ request_id: request.id, failure: 'internal', ...describeError(thrown) });
  return known;
}

/** Headers that hold keys. */
function keysIn({ authorization, 'x-evaluation-api-key': dashboard }: IncomingHttpHeaders): string[] {
  return [authorization, dashboard].flat().filter((key) => key !== undefined);
}

/** Fastify's own errors, by their codes. */
function asGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  // An abort reaches this place only where the response is gone, or where the time to drain is over.
  if (thrown instanceof Error && thrown.name === 'WireError') return new GatewayError('draining');
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown };
  // What sends the page's files refuses with a status alone.
  if (statusCode === 412) return new GatewayError('precondition_failed');
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new GatewayError('not_json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new GatewayError('body_too_large');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new GatewayError('bad_request', 'Content-Length does not fit the body');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return new GatewayError('not_found');
    default:
      return new GatewayError('internal');
  }
}
