/**
 * The manners of every request to an outside source: who asks is said, never faster than agreed, nothing
 * larger than 1 MiB is read and nothing of another type than expected, redirects are followed on the same
 * host alone, and what failed on the way is tried once more. There are no cookies.
 */
import { JsonLimitError, parseBoundedJson } from '../../domain/bounded-json.ts';
import type { HttpClient, HttpReply } from '../../wire/http-client.ts';
import { WireError } from '../../wire/wire-error.ts';
import { followRedirect } from './follow-redirect.ts';
import type { OutsideSource, SourceRequest } from './outside-source.ts';
import { readSourceFailure, readWireFailure } from './read-source-failure.ts';
import { SourceError } from './source.ts';
import type { SourceRate } from './source-rate.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_FAILURE_BYTES = 16 * 1024;
const MAX_FAILURE_WAIT = 1_000;
const MAX_REDIRECTS = 3;
const TRIES = 2;
/** Milliseconds before the second try. */
const RETRY_AFTER = 200;
/** The longest `Retry-After` that is waited for; longer ones are for the next search. */
const MAX_RETRY_WAIT = 1_000;
/** Milliseconds that a request may stand in line for its turn. */
const PATIENCE = 1_000;

export interface CallTools {
  readonly http: HttpClient;
  /** Such as `claimgate/1.2.3 (ops@example.org)`. */
  readonly userAgent: string;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface SourceEndpoint {
  readonly source: OutsideSource;
  /** Absolute http(s) URL; `{language}` in it is the request's. */
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly rate: SourceRate;
  /** Milliseconds for one request. */
  readonly timeout: number;
}

/**
 * @returns the reply's parsed JSON; its text where XML was expected.
 * @throws SourceError
 */
export async function callSource(
  endpoint: SourceEndpoint,
  request: SourceRequest,
  tools: CallTools,
  signal: AbortSignal,
): Promise<unknown> {
  const { name } = endpoint.source;
  let failed: Failed = { failure: { fault: 'limited', message: 'more requests than its rate allows' } };
  for (let tries = 0; tries < TRIES; tries++) {
    const wait = endpoint.rate.take(PATIENCE);
    if (wait === undefined) break;
    if (wait > 0) await pauseFor(wait, name, tools, signal);
    const outcome = await attempt(endpoint, request, tools, signal);
    if ('body' in outcome) return outcome.body;
    failed = outcome;
    if (outcome.retryAfter === undefined || tries + 1 === TRIES) break;
    await pauseFor(outcome.retryAfter * (1 + tools.random()), name, tools, signal);
  }
  throw new SourceError(name, failed.failure.fault, failed.failure.message, failed.cause);
}

interface Failed {
  readonly failure: { readonly fault: SourceError['fault']; readonly message: string };
  /** Milliseconds after which another try may help; absent where none does. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

async function attempt(
  endpoint: SourceEndpoint,
  request: SourceRequest,
  tools: CallTools,
  signal: AbortSignal,
): Promise<{ readonly body: unknown } | Failed> {
  try {
    const reply = await send(endpoint, request, tools, signal);
    if (reply.status >= 200 && reply.status < 300) return { body: await readBody(reply, request) };
    return await readFailedReply(endpoint, reply);
  } catch (cause) {
    const failure = readWireFailure(cause, signal);
    const again = cause instanceof WireError && (cause.fault === 'unreachable' || cause.fault === 'broken');
    return {
      failure,
      cause,
      ...(again && failure.fault === 'unreachable' ? { retryAfter: RETRY_AFTER } : {}),
    };
  }
}

async function send(
  endpoint: SourceEndpoint,
  request: SourceRequest,
  { http, userAgent }: CallTools,
  signal: AbortSignal,
): Promise<HttpReply> {
  let url = urlOf(endpoint.baseUrl, request);
  const body = request.json === undefined ? undefined : JSON.stringify(request.json);
  for (let redirects = 0; ; redirects++) {
    const reply = await http.call({
      method: body === undefined ? 'GET' : 'POST',
      origin: url.origin,
      path: url.pathname + url.search,
      headers: {
        accept: request.expect === 'xml' ? 'application/xml, text/xml' : 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body }),
      signal,
      firstByteTimeout: endpoint.timeout,
      idleTimeout: endpoint.timeout,
    });
    const next = followRedirect(url, reply, body === undefined ? 'GET' : 'POST');
    if (next === undefined || redirects === MAX_REDIRECTS) return reply;
    await reply.body.textUpTo(0, 0);
    url = next;
  }
}

function urlOf(baseUrl: string, request: SourceRequest): URL {
  const base = baseUrl.replaceAll('{language}', request.language ?? '').replace(/\/+$/, '');
  const url = new URL(base + request.path);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** @throws WireError `malformed` where the type is not the one that was asked for. */
async function readBody(reply: HttpReply, request: SourceRequest): Promise<unknown> {
  const type = (reply.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const wanted =
    request.expect === 'xml'
      ? /^(?:application|text)\/(?:[\w.+-]+\+)?xml$/
      : /^(?:application|text)\/(?:[\w.+-]+\+)?json$/;
  if (!wanted.test(type)) {
    await reply.body.textUpTo(0, 0);
    throw new WireError(
      'malformed',
      `answered with ${/^[\w.+/-]{1,60}$/.test(type) ? type : 'no known type'}`,
    );
  }
  const text = await reply.body.text(MAX_BYTES);
  if (request.expect === 'xml') return text;
  try {
    return parseBoundedJson(text);
  } catch (error) {
    const reason = error instanceof JsonLimitError ? error.message : 'none';
    throw new WireError('malformed', `answered with JSON that is ${reason}`);
  }
}

async function readFailedReply(endpoint: SourceEndpoint, reply: HttpReply): Promise<Failed> {
  const { source, hasKey, rate } = endpoint;
  const { status } = reply;
  const looks = source.readFailure !== undefined;
  const body = await reply.body.textUpTo(looks ? MAX_FAILURE_BYTES : 0, MAX_FAILURE_WAIT);
  const failure = source.readFailure?.(status, body) ?? readSourceFailure(status, hasKey);
  const asked = readRetryAfter(reply.header('retry-after'));
  if (failure.fault === 'limited') {
    rate.pause(asked ?? 1_000);
    return { failure, ...(asked !== undefined && asked <= MAX_RETRY_WAIT ? { retryAfter: asked } : {}) };
  }
  return {
    failure,
    ...(status >= 500 && status !== 501 && failure.fault === 'unreachable'
      ? { retryAfter: RETRY_AFTER }
      : {}),
  };
}

/** @returns milliseconds, at most ten minutes, whatever a source may ask for. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,9}(?:\.\d{1,3})?$/.test(header.trim())) return undefined;
  return Math.min(Number(header) * 1_000, 600_000);
}

async function pauseFor(ms: number, source: string, tools: CallTools, signal: AbortSignal): Promise<void> {
  try {
    await tools.sleep(ms, signal);
  } catch (cause) {
    const failure = readWireFailure(cause, signal);
    throw new SourceError(source, failure.fault, failure.message, cause);
  }
}
