/**
 * HTTP out: one pool of connections per origin, deadlines, aborts, back-pressure. It knows no
 * provider, follows no redirect, and retries nothing.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { decodeBody, ReplyBody } from './reply-body.ts';
import { WireError } from './wire-error.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the call at any stage. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the headers must be there, once the request was sent. */
  readonly firstByteTimeout: number;
  /** Milliseconds that may pass between two pieces of the body. */
  readonly idleTimeout: number;
}

export interface HttpReply {
  readonly status: number;
  /** A header by its lower-case name; the first where it came more than once. */
  header(name: string): string | undefined;
  /** Decoded where the reply was compressed. */
  readonly body: ReplyBody;
}

export interface HttpClient {
  /**
   * @returns the reply once its headers are there, whatever its status.
   * @throws WireError; `aborted` where the signal did it.
   */
  call(call: HttpCall): Promise<HttpReply>;
  /** Gives every connection up. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Milliseconds to establish a connection. */
  readonly connectTimeout: number;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, {
        connect: { timeout: options.connectTimeout },
        // One answer a connection at a time, so that an abort frees exactly its own connection.
        pipelining: 1,
        allowH2: false,
        keepAliveTimeout: 30_000,
      });
      pools.set(origin, pool);
    }
    return pool;
  };
  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        if (call.signal?.aborted === true) {
          reject(new WireError('aborted', 'aborted before it began'));
          return;
        }
        try {
          poolOf(call.origin).dispatch(
            {
              method: call.method,
              origin: call.origin,
              path: call.path,
              headers: call.headers as Record<string, string>,
              body: call.body ?? null,
              headersTimeout: call.firstByteTimeout,
              bodyTimeout: call.idleTimeout,
            },
            new Exchange(call.signal, resolve, reject),
          );
        } catch (cause) {
          reject(wireErrorOf(cause, false));
        }
      }),
    async close() {
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}

/** One request and its reply, as undici tells of it. */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #body: ReplyBody | undefined;
  #abortReason: Error | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (reply: HttpReply) => void;
  readonly #reject: (error: Error) => void;

  constructor(
    signal: AbortSignal | undefined,
    resolve: (reply: HttpReply) => void,
    reject: (error: Error) => void,
  ) {
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    const error = new WireError('aborted', 'the caller went away');
    if (this.#body !== undefined) {
      this.#body.abort(error);
      return;
    }
    this.#abort(error);
    this.#reject(error);
  };

  #abort(reason: Error): void {
    this.#abortReason ??= reason;
    // Without a controller the request still waits for a connection: it is aborted when it gets one.
    if (this.#controller !== undefined && !this.#controller.aborted) this.#controller.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason !== undefined) controller.abort(this.#abortReason);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Informational replies come before the real one.
    if (status < 200) return;
    const body = new ReplyBody({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: (reason) => this.#abort(reason),
    });
    this.#body = body;
    const header = (name: string): string | undefined => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    try {
      this.#resolve({ status, header, body: decodeBody(body, header('content-encoding')) });
    } catch (error) {
      this.#reject(error as Error);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#body?.receive(piece);
  }

  onResponseEnd(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#body?.finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (this.#body === undefined) this.#reject(wireErrorOf(cause, false));
    else this.#body.finish(wireErrorOf(cause, true));
  }
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
  'EADDRNOTAVAIL',
]);

/** @param inBody whether the reply's headers had come already. */
function wireErrorOf(cause: unknown, inBody: boolean): WireError {
  if (cause instanceof WireError) return cause;
  const code = codeOf(cause);
  const said = code ?? 'unknown fault';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return new WireError('first_byte_timeout', said, cause);
  if (code === 'UND_ERR_BODY_TIMEOUT') return new WireError('idle_timeout', said, cause);
  if (inBody) return new WireError('cut', said, cause);
  if (code !== undefined && (UNREACHABLE.has(code) || /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))) {
    return new WireError('unreachable', said, cause);
  }
  if (code?.startsWith('HPE_') === true || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new WireError('malformed', said, cause);
  }
  return new WireError('broken', said, cause);
}

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = (cause as NodeJS.ErrnoException).code;
  if (typeof code === 'string') return code;
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  return inner === undefined ? undefined : codeOf(inner);
}
