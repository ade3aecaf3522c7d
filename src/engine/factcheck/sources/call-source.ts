/**
 * One request to an outside source: never faster than agreed, nothing larger than 1 MiB is read and nothing of
 * another type than expected, redirects are followed on the same host alone, and what failed on the way is
 * tried once more. There are no cookies.
 */
import { JsonLimitError, parseBoundedJson } from '../../../domain/bounded-json.ts';
import type { HttpClient, HttpReply } from '../../../models/wire/http-client.ts';
import { WireError } from '../../../models/wire/wire-error.ts';
import type { Failure, OutsideSource, SourceRequest } from './outside-source.ts';
import { type SearchWatch, SourceError } from './source.ts';
import { readError, readStatus } from './source-failure.ts';
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
/** Milliseconds that a request may wait for its turn. */
const PATIENCE = 1_000;

export interface CallTools {
  readonly http: HttpClient;
  /** Such as `claimgate/1.2.3 (ops@example.org)`. */
  readonly userAgent: string;
  /** 0 to 1, for the jitter. */
  readonly random: () => number;
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly watch?: SearchWatch | undefined;
}

export interface SourceEndpoint {
  readonly source: Pick<OutsideSource, 'name' | 'failures'>;
  /** Absolute http(s) URL; `{language}` in it is the request's. */
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly rate: SourceRate;
  /** Milliseconds for one request. */
  readonly timeout: number;
}

/**
 * @returns the reply's parsed JSON; its text where XML was expected.
 * @throws SourceError; the signal's reason.
 */
export async function callSource(
  endpoint: SourceEndpoint,
  request: SourceRequest,
  tools: CallTools,
  signal: AbortSignal,
): Promise<unknown> {
  const { source, rate } = endpoint;
  let failed: Failed = { fault: 'limited', message: 'more requests than its rate allows' };
  for (let tries = 1; tries <= TRIES; tries++) {
    const wait = rate.take(PATIENCE);
    if (wait === undefined) break;
    if (wait > 0) await tools.sleep(wait, signal);
    const outcome = await attempt(endpoint, request, tools, signal);
    if ('body' in outcome) return outcome.body;
    failed = outcome;
    if (failed.retryAfter === undefined || tries === TRIES) break;
    await tools.sleep(failed.retryAfter * (1 + tools.random()), signal);
  }
  throw new SourceError(source.name, failed.fault, failed.message, failed.cause);
}

interface Failed extends Failure {
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
    const failed = { ...readError(cause, signal), cause };
    const again = cause instanceof WireError && (cause.fault === 'unreachable' || cause.fault === 'broken');
    return again && failed.fault === 'unreachable' ? { ...failed, retryAfter: RETRY_AFTER } : failed;
  }
}

async function send(
  endpoint: SourceEndpoint,
  request: SourceRequest,
  { http, userAgent, watch }: CallTools,
  signal: AbortSignal,
): Promise<HttpReply> {
  let url = urlOf(endpoint.baseUrl, request);
  const method = request.json === undefined ? 'GET' : 'POST';
  const headers = {
    accept: request.expect === 'xml' ? 'application/xml, text/xml' : 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': userAgent,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    ...request.headers,
  };
  watch?.onAsk();
  for (let redirects = 0; ; redirects++) {
    const reply = await http.call({
      method,
      origin: url.origin,
      path: url.pathname + url.search,
      headers,
      ...(method === 'POST' ? { body: JSON.stringify(request.json) } : {}),
      signal,
      firstByteTimeout: endpoint.timeout,
      idleTimeout: endpoint.timeout,
      onStart: watch?.onSend,
    });
    const next = followRedirect(url, reply, method);
    if (next === undefined || redirects === MAX_REDIRECTS) return reply;
    await reply.body.textUpTo(0, 0);
    url = next;
  }
}

/**
 * @param from where the request was sent.
 * @returns where it is to be sent now, or `undefined` where the reply is no redirect that may be followed: to
 *   another host or port, from https back to http, or one that would turn a POST into a GET.
 */
export function followRedirect(
  from: URL,
  reply: Pick<HttpReply, 'status' | 'header'>,
  method: 'GET' | 'POST',
): URL | undefined {
  const keepsMethod = reply.status === 307 || reply.status === 308;
  const changesPost = reply.status === 301 || reply.status === 302 || reply.status === 303;
  if (!keepsMethod && !(changesPost && method === 'GET')) return undefined;
  const location = reply.header('location');
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  const upgrades =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  const stays = to.origin === from.origin || (upgrades && to.hostname === from.hostname);
  return stays && to.username === '' && to.password === '' ? to : undefined;
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
  const expect = request.expect ?? 'json';
  const type = (reply.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:application|text)\/(?:[\w.+-]+\+)?(?:json|xml)$/.test(type) || !type.endsWith(expect)) {
    await reply.body.textUpTo(0, 0);
    const known = /^[\w.+/-]{1,60}$/.test(type) ? type : 'no known type';
    throw new WireError('malformed', `answered with ${known}`);
  }
  const text = await reply.body.text(MAX_BYTES);
  if (expect === 'xml') return text;
  try {
    return parseBoundedJson(text);
  } catch (error) {
    const reason = error instanceof JsonLimitError ? error.message : 'none';
    throw new WireError('malformed', `answered with JSON that is ${reason}`);
  }
}

async function readFailedReply({ source, hasKey, rate }: SourceEndpoint, reply: HttpReply): Promise<Failed> {
  const { status } = reply;
  const body = await reply.body.textUpTo(
    source.failures === undefined ? 0 : MAX_FAILURE_BYTES,
    MAX_FAILURE_WAIT,
  );
  const failure = readStatus(source, status, body, hasKey);
  if (failure.fault === 'limited') {
    const asked = readRetryAfter(reply.header('retry-after'));
    rate.pause(asked ?? 1_000);
    return asked !== undefined && asked <= MAX_RETRY_WAIT ? { ...failure, retryAfter: asked } : failure;
  }
  const again = failure.fault === 'unreachable' && status >= 500 && status !== 501;
  return again ? { ...failure, retryAfter: RETRY_AFTER } : failure;
}

/** @returns milliseconds, at most ten minutes, even where a source asks for more. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,9}(?:\.\d{1,3})?$/.test(header.trim())) return undefined;
  return Math.min(Number(header) * 1_000, 600_000);
}
