/**
 * A connection to Redis that knows within a quarter of a second of its own turns that Redis is away, whether it
 * hung up or fell silent, and finds it again by itself. While it is away nobody waits for it.
 */
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply } from 'redis';
import { within } from '../../../scheduling/within.ts';
import type { LimitBackendOptions } from '../limit-backend.ts';

export interface RedisLinkOptions extends Pick<LimitBackendOptions, 'onAway' | 'onBack'> {
  /** `redis:`, `rediss:`, `valkey:` or `valkeys:`. */
  readonly url: string;
  /** What must be done on a connection before commands go to it. Rejects where Redis is not well. */
  readonly prepare: (send: Send) => Promise<void>;
  /** Commands go to Redis from now on: at first, and whenever it was away. */
  readonly onUp?: () => void;
}

export type Send = (args: string[]) => Promise<unknown>;

/** Redis did not take the command, or did not answer it. */
export class RedisAway extends Error {
  /**
   * Absent where the command was surely not run. Else it may have been, or still be: this is its answer,
   * should it come late, and `undefined` once it cannot come any more. Never rejects.
   */
  readonly late: Promise<unknown> | undefined;

  constructor(message: string, late?: Promise<unknown>) {
    super(message);
    this.name = 'RedisAway';
    this.late = late;
  }
}

const CONNECT_MS = 1500;
const RETRY_MS = 250;
/** How long a command may go unanswered before Redis counts as away. */
const SILENT_MS = 250;
/** Parts of the time of silence, each of which counts where this process was on time. */
const SLICES = 5;
/** Times the time of silence after which Redis counts as away, however late this process is. */
const MOST_PATIENCE = 8;
/** How long a silent connection is kept, since its answers may still come. */
const PATIENCE_MS = 2000;

type Client = ReturnType<typeof newClient>;

export class RedisLink {
  readonly #options: RedisLinkOptions;
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #up = false;
  /** Why Redis is away; absent while it is there, and at the start, when that is not known yet. */
  #away: string | undefined;
  /** Ends the wait of each command under way. */
  readonly #waits = new Set<(error: Error) => void>();
  #wentAway = Promise.withResolvers<void>();
  readonly #running: Promise<void>;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#running = this.#stayConnected();
  }

  get up(): boolean {
    return this.#up;
  }

  /** Resolves as soon as it is known whether Redis is there, or after a while without knowing. */
  async settled(waitMs: number): Promise<void> {
    const isStateKnown = () => this.#up || this.#away !== undefined;
    for (let waited = 0; !isStateKnown() && waited < waitMs; waited += 10) await sleep(10);
  }

  /**
   * @throws RedisAway where Redis is away, falls silent, or answers with an error of its own state (loading,
   *   out of memory, a replica): all of these are for the caller the same.
   */
  async send(args: string[]): Promise<unknown> {
    const client = this.#client;
    if (!this.#up || client === undefined) throw new RedisAway('Redis is away');
    const answer = client.sendCommand(args);
    try {
      return await this.#beforeSilence(answer);
    } catch (error) {
      if (isNoScript(error)) throw error;
      const reason = (error as Error).message;
      this.#markAway(reason);
      if (error instanceof ErrorReply) throw new RedisAway(reason);
      throw new RedisAway(
        reason,
        answer.catch(() => undefined),
      );
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#markAway('closed');
    this.#client?.destroy();
    await this.#running;
  }

  /**
   * Only time in which this process took its turns counts as silence. In a long turn, and on a machine that is short
   * of processors, the command may not have been written, or its answer not read.
   */
  #beforeSilence(answer: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const slice = SILENT_MS / SLICES;
      const patience = performance.now() + MOST_PATIENCE * SILENT_MS;
      let silent = 0;
      let timer: NodeJS.Timeout;
      const listen = (): void => {
        const due = performance.now() + slice;
        timer = setTimeout(() => {
          const now = performance.now();
          if (now - due < slice / 2) silent += 1;
          if (silent < SLICES && now < patience) listen();
          else setImmediate(() => reject(new Error(`Redis has been silent for ${SILENT_MS} ms`)));
        }, slice);
      };
      listen();
      const end = () => {
        clearTimeout(timer);
        this.#waits.delete(reject);
      };
      this.#waits.add(reject);
      answer.then(resolve, reject).then(end);
    });
  }

  async #stayConnected(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const client = newClient(this.#options.url);
      const lost = new Promise<string>((resolve) => {
        client.on('error', (error: Error) => resolve(error.message || 'Redis hung up'));
        client.on('end', () => resolve('Redis hung up'));
      });
      this.#client = client;
      try {
        await within(CONNECT_MS, client.connect());
        await this.#serve(client, lost);
      } catch (error) {
        this.#markAway(reasonOf(error));
      }
      client.destroy();
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    await sleep(RETRY_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  /** Lets commands through whenever Redis is well, until the connection is lost or given up. */
  async #serve(client: Client, lost: Promise<string>): Promise<void> {
    const hungUp = lost.then((reason) => {
      throw new Error(reason);
    });
    hungUp.catch(() => {});
    const send: Send = (args) => client.sendCommand(args);
    for (;;) {
      await Promise.race([within(PATIENCE_MS, this.#options.prepare(send)), hungUp]);
      this.#markUp();
      await Promise.race([this.#wentAway.promise, hungUp]);
      await this.#pause();
    }
  }

  #markUp(): void {
    if (this.#stop.signal.aborted) return;
    this.#wentAway = Promise.withResolvers();
    this.#up = true;
    const wasAway = this.#away !== undefined;
    this.#away = undefined;
    if (wasAway) this.#options.onBack?.();
    this.#options.onUp?.();
  }

  #markAway(reason: string): void {
    this.#up = false;
    if (this.#away === undefined && !this.#stop.signal.aborted) this.#options.onAway?.(reason);
    this.#away ??= reason;
    for (const giveUp of this.#waits) giveUp(new Error(reason));
    this.#waits.clear();
    this.#wentAway.resolve();
  }
}

/** @returns what runs the script, which is sent by its name where Redis has seen it before. */
export function createScript(text: string): (send: Send, args: readonly string[]) => Promise<unknown> {
  const name = createHash('sha1').update(text).digest('hex');
  return async (send, args) => {
    try {
      return await send(['EVALSHA', name, ...args]);
    } catch (error) {
      if (!isNoScript(error)) throw error;
      return send(['EVAL', text, ...args]);
    }
  };
}

function isNoScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

function newClient(url: string) {
  return createClient({
    url: url.replace(/^valkey/, 'redis'),
    RESP: 2,
    // One connection a client: what follows its loss is decided here.
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    // Its own timeout costs a timer of its own kind for each command.
    commandOptions: { timeout: undefined as never },
  });
}

function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return (inner as Error).message || ((inner as { code?: string }).code ?? 'unknown');
}
