/** The HTTP server: what happens to every request before its endpoint, and after. */
import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { ApiKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { describeError } from '../../telemetry/describe-error.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Tracing } from '../../telemetry/tracing.ts';
import type { Gate } from '../admission/gate.ts';
import { bodyKeyOf, keysIn } from '../admission/request-keys.ts';
import { errorBody, errorHeaders } from '../answer/error-body.ts';
import { parseJson } from '../body/parse-json.ts';
import { type BodyLimits, countMedia, readBody } from '../body/read-body.ts';
import { followMethods } from './allowed-methods.ts';
import { answerBadHttp } from './answer-bad-http.ts';
import type { Capacity } from './capacity.ts';
import { createCors } from './cors.ts';
import type { Draining } from './draining.ts';
import { asGatewayError, explainError } from './explain-error.ts';
import { servedAddress } from './google-address.ts';
import { isLoopbackListener, type ServesHost } from './host-guard.ts';
import { isSimulated } from './is-simulated.ts';
import { type LastWords, NO_LAST_WORDS, unansweredWords } from './last-words.ts';
import { type Memory, NOTHING_HELD } from './memory.ts';
import { repeatedHeader } from './repeated-header.ts';
import { requestId } from './request-id.ts';
import { isOpenedAsPage, sendPageInstead } from './wrong-address.ts';
import './request-notes.ts';

export interface ServerOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly gate: Gate;
  /** Bytes that a body may have. */
  readonly bodyLimits: BodyLimits;
  /** Origins whose pages may read the answers. */
  readonly corsOrigins: readonly string[] | '*';
  /** Which hosts are answered for on a loopback address. */
  readonly servesHost: ServesHost;
  /** Milliseconds that an idle connection is kept. */
  readonly keepAlive: number;
  /** Milliseconds that a request has to arrive, its body too; answers take as long as they take. */
  readonly requestTimeout: number;
  readonly newRequestId: () => string;
  readonly draining: Pick<Draining, 'follow'>;
  readonly capacity: Capacity;
  /** What requests hold of the process's memory. */
  readonly memory: Memory;
  /** Counts a request that is over. @param milliseconds from its first byte to the last of its answer. */
  readonly countTraffic?: (
    request: FastifyRequest,
    failure: string | undefined,
    milliseconds: number,
  ) => void;
  /** Whether simulated providers answer requests with this key; none do unless it says otherwise. */
  readonly isSandboxed?: (key: ApiKey) => boolean;
  /** Whether a path is as if it were not there. */
  readonly isHidden?: (path: string) => boolean;
  /** Milliseconds of silence in a stream after which a sign of life is sent; 15 s unless it says otherwise. */
  readonly silence?: number | undefined;
  readonly lastWords?: LastWords | undefined;
  /** Whether only this machine can connect; found out when it listens, where it does so itself. */
  readonly onLoopback?: boolean | undefined;
}

export type Server = FastifyInstance;

/** What is logged and counted for a caller who left before there was a status to send; nobody sees it. */
const CALLER_LEFT = 499;
const LEFT = 'caller_left';
/** Milliseconds that the head of a request has to arrive. */
const HEAD_TIMEOUT = 60_000;
/** Milliseconds between two looks for connections whose time is up. */
const LOOK_FOR_SLOW = 30_000;
/** Bytes from which on a body is parsed and validated in two turns of the event loop. */
const LARGE_BODY = 256 * 1024;
/** Milliseconds for the body of a request that is refused. */
const READ_AWAY = 2_000;
const SILENCE = 15_000;

export function createServer(options: ServerOptions): Server {
  const { log, metrics, tracing, gate, newRequestId, draining, capacity, memory } = options;
  const server = fastify({
    logger: false,
    keepAliveTimeout: options.keepAlive,
    requestTimeout: options.requestTimeout,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    // A missing Host gets an error in the gateway's own form.
    http: {
      requireHostHeader: false,
      headersTimeout: Math.min(HEAD_TIMEOUT, options.requestTimeout),
      connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW, Math.max(100, options.requestTimeout / 2)),
    },
    clientErrorHandler: (error, socket) => answerBadHttp(error, socket, newRequestId()),
    genReqId: (raw) => requestId(raw.headers['x-request-id'], () => keysIn(raw), newRequestId),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ method, url = '' }) => (method === 'POST' ? servedAddress(url) : url),
    // Paths that cannot be read: they reach no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      if (allowOrigin(request, reply)) return;
      void sendError(request, reply, asGatewayError(error));
    },
  });
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (raw, response) => server.server.emit('request', raw, response));
  const { lastWords = NO_LAST_WORDS } = options;
  let { onLoopback = false } = options;
  if (options.onLoopback === undefined) {
    server.server.once('listening', () => {
      onLoopback = isLoopbackListener(server.server.address());
    });
  }
  readJsonBodies(server, options.bodyLimits);
  const otherMethods = followMethods(server);
  const allowOrigin = createCors(options.corsOrigins);

  server.decorate('silence', options.silence ?? SILENCE);
  server.decorate('lastWords', lastWords);
  server.decorate('isSandboxed', options.isSandboxed ?? (() => false));
  for (const note of [
    'identity',
    'profile',
    'admin',
    'model',
    'provider',
    'route',
    'failure',
    'span',
    'holding',
    'tally',
  ] as const) {
    server.decorateRequest(note, undefined);
  }
  server.decorateRequest('began', 0);
  server.decorateRequest('keyAccepted', false);
  server.decorateRequest('explain', function explain(this: FastifyRequest, thrown: unknown) {
    const error = explainError(thrown, this, log);
    // A caller who has left gets none.
    const hasLeft = this.raw.socket?.destroyed === true;
    if (!hasLeft) metrics.error(error.code, { sandbox: isSimulated(this) });
    this.failure = hasLeft ? LEFT : error.code;
    return error;
  });

  if (tracing !== undefined) {
    server.addHook('onRequest', (request, _reply, done) => {
      const route = request.is404 ? undefined : request.routeOptions.url;
      const { method } = request;
      request.span = tracing.receive(request.headers, route === undefined ? method : `${method} ${route}`, {
        'http.request.method': method,
        'http.route': route,
      });
      tracing.run(request.span, done);
    });
  }
  // Hooks with a callback: each request passes through them, and a promise each would cost more than they do.
  server.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const always = config.always === true;
    request.began = performance.now();
    request.holding = NOTHING_HELD;
    request.route = request.is404 ? undefined : url;
    reply.header('X-Request-Id', request.id);
    metrics.requestsOpen(1);
    // `onResponse` is not called for callers who leave before the end. It is emitted once: `once` would only add
    // a wrapper to each of its listeners.
    reply.raw.on('close', () => finish(request, reply, always ? 'debug' : 'info'));
    lastWords.hold(reply.raw, () => unansweredWords(reply.raw, request.id));
    if (allowOrigin(request, reply)) return;
    if (!draining.follow(reply.raw) && !always) {
      return whenRead(request.raw, () => done(new GatewayError('draining')));
    }
    const refusal = refusalOf(request, reply);
    if (refusal !== undefined) return done(refusal);
    if (always) {
      request.holding = memory.open(() => gate.memoryCallerOf(request));
      return done();
    }
    capacity.enter(reply.raw, (hasPlace) => {
      if (!hasPlace || memory.isFull) return done(new GatewayError('over_capacity'));
      // A caller may have left while it waited for its place.
      if (!reply.raw.destroyed) request.holding = memory.open(() => gate.memoryCallerOf(request));
      done();
    });
  });

  /** Why a request is refused before its body is read. */
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): GatewayError | undefined => {
    const repeated = repeatedHeader(request.raw.rawHeaders);
    if (repeated !== undefined) {
      return new GatewayError('bad_request', `The header ${repeated} is there more than once`);
    }
    const { host, 'content-encoding': coding } = request.headers;
    if (onLoopback && !options.servesHost(host ?? 'localhost')) return new GatewayError('host_not_served');
    if (host === undefined && request.raw.httpVersion !== '1.0') {
      return new GatewayError('bad_request', 'The Host header is missing');
    }
    if (request.is404) return notServed(request, reply);
    if (coding !== undefined && coding !== 'identity') {
      return new GatewayError('not_json', 'A compressed request body is not supported');
    }
    return undefined;
  };

  const notServed = (request: FastifyRequest, reply: FastifyReply): GatewayError => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = options.isHidden?.(path) === true ? undefined : otherMethods(path, request.method);
    if (allowed === undefined) return new GatewayError('not_found');
    reply.header('allow', allowed.join(', '));
    return new GatewayError('method_not_allowed');
  };

  // A request id that holds the body's key is replaced.
  server.addHook('preHandler', (request, reply, done) => {
    const key = bodyKeyOf(request.body);
    const id = key === undefined ? request.id : requestId(request.id, () => [key], newRequestId);
    if (id !== request.id) {
      request.id = id;
      reply.header('X-Request-Id', id);
    }
    const looking = gate.lookUp(request);
    if (looking === undefined) done();
    else void looking.then(() => done());
  });

  /** The request is over: answered, or given up by its caller. */
  const finish = (request: FastifyRequest, { raw }: FastifyReply, level: 'debug' | 'info'): void => {
    lastWords.release(raw);
    request.holding.release();
    const milliseconds = performance.now() - request.began;
    const route = request.route ?? 'none';
    const status = raw.headersSent ? raw.statusCode : CALLER_LEFT;
    metrics.requestsOpen(-1);
    metrics.requestDone(route, status, milliseconds / 1_000, isSimulated(request));
    const failure = request.failure ?? (raw.writableFinished ? undefined : LEFT);
    const caller = request.identity?.caller.id.slice(0, 12);
    const { provider, model, span } = request;
    span?.set({
      'http.response.status_code': status,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'claimgate.request_id': request.id,
      'claimgate.caller': caller,
      'error.type': failure,
    });
    // Errors of callers are none of the server's.
    span?.end(failure !== undefined && (status < 400 || status >= 500) ? failure : undefined);
    log[level]({
      request_id: request.id,
      trace_id: span?.traceId,
      method: request.method,
      route,
      status,
      ms: Math.round(milliseconds * 10) / 10,
      caller,
      provider,
      model,
      failure,
    });
    try {
      options.countTraffic?.(request, failure, milliseconds);
    } catch (error) {
      // The answer is out: nobody is left to be told.
      log.error({ request_id: request.id, ...describeError(error) }, 'cannot count a request');
    }
  };

  const fail = async (request: FastifyRequest, reply: FastifyReply, thrown: unknown): Promise<void> => {
    const error = request.explain(thrown);
    capacity.leave(reply.raw);
    // A request that finds no room is refused at once: looking its limits up would cost more than the refusal.
    if (error.code !== 'over_capacity' && request.routeOptions.config.limited === true) {
      // Where the body could not be read, the key may still stand in the header.
      if (request.body === undefined || request.body === null) gate.identify(request, 'header-first');
      await gate.setLimitHeaders(request, reply).catch(() => {});
    }
    return sendError(request, reply, error);
  };
  server.setErrorHandler((thrown, request, reply) => fail(request, reply, thrown));
  server.setNotFoundHandler((request, reply) => fail(request, reply, notServed(request, reply)));
  return server;
}

/** Bodies are parsed here; the endpoints validate them, in the contract's order. The schemas only describe. */
function readJsonBodies(server: Server, limits: BodyLimits): void {
  // The specification's own examples send a body with GET /models.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true } as { hasBody: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', ({ holding }, payload: IncomingMessage, done) => {
    readBody(payload, limits, holding, (error, body) => {
      if (body === undefined) {
        done(error);
        return;
      }
      const { length } = body;
      try {
        holding.take(beyondBody(length, limits));
        const value = parseJson(body);
        if (length > limits.text && length - countMedia(value) > limits.text) {
          throw new GatewayError('body_too_large');
        }
        // What took long to parse takes long to validate: others are served in between.
        if (length > LARGE_BODY) setImmediate(done, null, value);
        else done(null, value);
      } catch (error) {
        // What cannot be parsed has no media.
        const isRefused = error instanceof GatewayError && error.code === 'over_capacity';
        done(length > limits.text && !isRefused ? new GatewayError('body_too_large') : (error as Error));
      }
    });
  });
  server.setValidatorCompiler(() => (value) => ({ value }));
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
}

/**
 * Bytes that a request holds at most beside its body, as measured: the body as a text and as a value, and the
 * provider's request. Of a large one most is media, of which one copy is made.
 */
export function beyondBody(length: number, { text }: BodyLimits): number {
  return length + 2 * Math.min(length, text);
}

/** A connection that is closed over unread bytes is reset, and the answer lost: they are read first. */
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
  if ((error.status === 404 || error.status === 405) && isOpenedAsPage(request)) {
    await sendPageInstead(request, reply);
    return;
  }
  const form = request.routeOptions.config.errorForm;
  await reply
    .code(form?.status(error) ?? error.status)
    .headers(errorHeaders(error))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(form?.body(error, request.id) ?? errorBody(error)));
}
