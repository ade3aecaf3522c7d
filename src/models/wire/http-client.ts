/// <reference path="./undici-pool.d.ts" />
/**
 * HTTP out: one pool of connections per origin, deadlines, aborts, back-pressure. It knows no
 * provider, follows no redirect, and retries nothing.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { AddressGuard } from './address-guard.ts';
import { decodeBody } from './decode-body.ts';
import { nameFault, type Progress } from './name-fault.ts';
import { ReplyBody } from './reply-body.ts';
import { WireError } from './wire-error.ts';

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'DELETE';
  /** `https://host:port`, without a path. */
  readonly origin: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, its pieces in order, or bytes as they come, which are taken as fast as the host takes them. */
  readonly body?: string | readonly string[] | AsyncIterable<Uint8Array>;
  /** Aborts the call at any stage. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the headers must be there, once the request was sent. */
  readonly firstByteTimeout: number;
  /** Milliseconds that may pass between two pieces of the body. */
  readonly idleTimeout: number;
  /** Called when there is a connection, and the request goes out. */
  readonly onStart?: (() => void) | undefined;
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

interface HttpClientOptions {
  /** Milliseconds to establish a connection. */
  readonly connectTimeout: number;
  /** Which addresses may be connected to; all of them without one. */
  readonly guard?: AddressGuard;
  /** Certificates of authorities, as PEM, that are trusted in place of the system's. */
  readonly ca?: string;
}

/** Origins that are remembered before those without a connection are forgotten. */
const MAX_POOLS = 128;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const pools = new Map<string, Pool>();
  const { guard } = options;
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      guard?.screen(new URL(origin).hostname);
      if (pools.size >= MAX_POOLS) closeIdle(pools);
      pool = new Pool(origin, {
        connect: {
          timeout: options.connectTimeout,
          ...(options.ca === undefined ? {} : { ca: options.ca }),
          ...(guard === undefined ? {} : { lookup: guard.lookup }),
        },
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
              ...payloadOf(call),
              headersTimeout: call.firstByteTimeout,
              bodyTimeout: call.idleTimeout,
            },
            new Exchange(call, resolve, reject),
          );
        } catch (cause) {
          reject(nameFault(cause, 'nothing'));
        }
      }),
    async close() {
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map((pool) => pool.destroy()));
    },
  };
}

/** Characters that are handed to the socket at a time. */
const SLICE = 64 * 1024;

/** Pieces are sent as fast as they are taken. The socket converts them to bytes, whose memory it frees at once. */
function payloadOf({ headers, body }: HttpCall): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> {
  if (isBytes(body)) return { headers: headers as Record<string, string>, body: Readable.from(body) };
  if (typeof body !== 'object' && (body ?? '').length <= SLICE) {
    return { headers: headers as Record<string, string>, body: bytesOf(body) };
  }
  const pieces = typeof body === 'object' ? [...body] : [body as string];
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return { headers: { ...headers, 'content-length': String(length) }, body: Readable.from(slices(pieces)) };
}

function isBytes(body: HttpCall['body']): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}

/**
 * The bytes are held until the reply has ended, so that they have memory of their own: bytes from Node's pool would
 * hold 64 KiB.
 */
function bytesOf(text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** @param pieces is emptied: the request is held until the reply has ended. */
function* slices(pieces: string[]): Generator<string> {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    for (let at = 0; at < piece.length; ) {
      let end = Math.min(at + SLICE, piece.length);
      // A surrogate pair stays whole.
      if (end < piece.length && /[\ud800-\udbff]/.test(piece.charAt(end - 1))) end++;
      yield piece.slice(at, end);
      at = end;
    }
  }
}

/** Closes the pools of hosts that have been idle for long, so that many hosts do not pile up. */
function closeIdle(pools: Map<string, Pool>): void {
  for (const [origin, pool] of pools) {
    if (pool.stats.connected > 0 || pool.stats.size > 0) continue;
    pools.delete(origin);
    void pool.close();
  }
}

/** One request and its reply, as undici reports it. */
class Exchange implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  /** The body as it comes. */
  #body: ReplyBody | undefined;
  /** The body as it is read. */
  #decoded: ReplyBody | undefined;
  #abortReason: Error | undefined;
  #began = 0;
  #progress: Progress = 'nothing';
  #interim: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #firstByteTimeout: number;
  readonly #resolve: (reply: HttpReply) => void;
  readonly #reject: (error: unknown) => void;
  readonly #onStart: (() => void) | undefined;

  constructor(call: HttpCall, resolve: (reply: HttpReply) => void, reject: (error: unknown) => void) {
    this.#signal = call.signal;
    this.#firstByteTimeout = call.firstByteTimeout;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#onStart = call.onStart;
    this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    const error = new WireError('aborted', 'the caller went away');
    if (this.#decoded !== undefined) {
      this.#decoded.abort(error);
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
    this.#began = performance.now();
    if (this.#abortReason === undefined) this.#onStart?.();
    else controller.abort(this.#abortReason);
  }

  onResponseStarted(): void {
    this.#progress = 'some of its head';
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // They are views of the whole first read, which they would hold until the body has ended.
    controller.rawHeaders = [];
    if (status < 200) {
      this.#limitInterim();
      return;
    }
    clearTimeout(this.#interim);
    this.#progress = 'its head';
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
      this.#decoded = decodeBody(body, header('content-encoding'));
      this.#resolve({ status, header, body: this.#decoded });
    } catch (error) {
      this.#reject(error);
    }
  }

  /** undici's deadline for the headers begins anew with every informational reply (1xx); ours does not. */
  #limitInterim(): void {
    if (this.#interim !== undefined) return;
    const left = this.#firstByteTimeout - (performance.now() - this.#began);
    this.#interim = setTimeout(
      () => this.#abort(new WireError('first_byte_timeout', 'informational replies alone')),
      Math.max(0, left),
    );
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#body?.receive(piece);
  }

  onResponseEnd(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#body?.finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    clearTimeout(this.#interim);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    const error = nameFault(cause, this.#progress);
    if (this.#body === undefined) this.#reject(error);
    else this.#body.finish(error as Error);
  }
}
