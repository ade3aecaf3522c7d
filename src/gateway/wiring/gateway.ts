/** What a gateway is, in one process or in several, and what each of its processes is given. */

import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import type { LimitBackend } from '../admission/limit-backend.ts';
import type { RequestCounts } from '../admission/request-counts.ts';
import type { Config } from '../config/read-config.ts';
import type { AdminRequest, AdminResponse } from '../http/admin/admin-server.ts';
import type { Places } from '../http/server/capacity.ts';
import type { LastWords } from '../http/server/last-words.ts';
import type { Server } from '../http/server/server.ts';
import type { CheckResult, StatusAnswers } from '../http/status/serve-status.ts';
import type { SharedWriter } from '../store/shared-writer.ts';
import type { Log, LogOptions } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Learned } from './lend-parts.ts';
import type { Overview } from './open-overview.ts';
import type { Shelf } from './open-shelf.ts';

/** The state of each part. */
export type Checks = Readonly<Record<string, CheckResult>>;

/** A gateway, in one process or in several. */
export interface Gateway {
  readonly log: Log;
  /** @returns the address that it listens on. */
  listen(): Promise<{ readonly host: string; readonly port: number; readonly adminPort?: number }>;
  /**
   * Takes what can change while it runs from a config that was read anew: plans, catalogue, providers, log level.
   * @throws ConfigError where it cannot be used; then nothing has changed.
   */
  reload(config: Config): void | Promise<void>;
  /**
   * Ends as `http/server/draining.ts` says, within the times that config gives, then frees everything.
   * @param options.hurry aborted, it ends every wait.
   * @param options.delay milliseconds for which new requests are still accepted, unless as config says.
   */
  drain(options?: { readonly hurry?: AbortSignal; readonly delay?: number }): Promise<void>;
}

export interface App extends Gateway {
  readonly server: Server;
  readonly metrics: Metrics;
  /** Whether chats would be answered. */
  isReady(): Promise<boolean>;
  checks(): Promise<Checks>;
  /** Answers a request of the admin listener; `undefined` where there is none. */
  administer(request: AdminRequest): Promise<AdminResponse | undefined>;
  reload(config: Config): void;
  /** Takes what another process has learned. */
  readonly heard: Learned;
  /**
   * Ends a process whose successor serves already: it gets no more connections, and refuses nothing on those that it
   * has. Each is closed behind its answer, or once it was idle for long.
   */
  retire(hurry?: AbortSignal): Promise<void>;
}

export interface AppOptions {
  readonly log?: Omit<LogOptions, 'level'>;
  /** Pace of the sandbox's answers; a human one unless said otherwise. */
  readonly sandboxPace?: { readonly firstTokenMs: number; readonly perTokenMs: number };
  /** What reads pairs in place of the model on this machine. */
  readonly judge?: PairScorer;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Milliseconds of silence in a stream after which a sign of life is sent; 15 s unless said otherwise. */
  readonly silence?: number;
  /** Absent where one process is the whole gateway. */
  readonly shared?: Shared;
}

/** What the workers of one gateway share, as one of them sees it. */
interface Shared {
  readonly counts: RequestCounts;
  readonly limits: LimitBackend;
  readonly writer: SharedWriter;
  readonly places: Places;
  /** Texts that they remember, without Redis. */
  readonly shelf: Shelf;
  /** Tells the other workers what one of them has learned; they take it with `heard`. */
  readonly tellOthers: Learned;
  readonly status: StatusAnswers;
  /** What all of them did in the last hours. */
  readonly lastHours: Overview['lastHours'];
  readonly lastWords: LastWords;
  /** Resolves once this process has got its last connection. */
  leave(): Promise<void>;
  /** Whether only this machine can connect. */
  readonly onLoopback: boolean;
}

/** Of each part, the state of the process where it is worst. */
export function worstOf(all: readonly Checks[]): Checks {
  const order = ['off', 'ok', 'degraded', 'down'];
  const worst: Record<string, Checks[string]> = {};
  for (const [part, state] of all.flatMap((checks) => Object.entries(checks))) {
    const known = worst[part];
    if (known === undefined || order.indexOf(state) > order.indexOf(known)) worst[part] = state;
  }
  return worst;
}
