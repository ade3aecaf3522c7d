/**
 * Sends reports to the dashboards of callers, apart from everything else: a bounded queue, few requests at a time,
 * deadlines, retries, and then it gives up. Nobody waits for it, and no failure reaches anybody but the metrics.
 */
import type { ApiKey } from '../../domain/api-key.ts';
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import { isLoopbackHost } from '../../domain/host-name.ts';
import type { HttpClient } from '../../wire/http-client.ts';
import { WireError } from '../../wire/wire-error.ts';
import { pause, within } from '../pause.ts';
import type { Dashboard, DashboardReport, DashboardRequest } from './dashboard.ts';

/** A dashboard and where it is. */
export interface DashboardSetting {
  readonly dashboard: Dashboard;
  /** In place of its own address. */
  readonly baseUrl?: string;
}

export interface DashboardDesk {
  /**
   * Queues a report for the dashboard that the key belongs to; does nothing where there is none.
   * @param loopbackOnly whether it may go to this machine alone, as what the sandbox made.
   */
  send(report: DashboardReport, key: ApiKey, loopbackOnly: boolean): void;
  /** Waits for what is queued, but no longer than so many milliseconds; the rest is dropped. */
  drain(milliseconds: number): Promise<void>;
}

export interface DashboardDeskOptions {
  readonly http: HttpClient;
  readonly settings: readonly DashboardSetting[];
  readonly userAgent: string;
  /** 0 to 1. */
  readonly random: () => number;
  /** Told of each report's end; `reason` holds no key and no text. */
  readonly onDone: (dashboard: string, outcome: 'sent' | 'dropped', reason?: string) => void;
  /** Milliseconds that a request may take. */
  readonly timeout?: number;
  /** Milliseconds before the first retry; each further one waits twice as long. */
  readonly retryAfter?: number;
}

const MOST_QUEUED = 1_000;
/** Batches under way: one a key, so that a caller's dead dashboard holds up nobody else's, and so many in all. */
const WIDTH = 16;
const TIMEOUT = 10_000;
const ATTEMPTS = 5;
const RETRY_AFTER = 1_000;
const LONGEST_PAUSE = 60_000;
const MOST_REPLY = 256 * 1024;

interface Queued {
  readonly report: DashboardReport;
  readonly setting: DashboardSetting;
  readonly origin: string;
  readonly prefix: string;
  readonly key: ApiKey;
}

export function createDashboardDesk(options: DashboardDeskOptions): DashboardDesk {
  const { http, settings, userAgent, random, onDone, timeout = TIMEOUT, retryAfter = RETRY_AFTER } = options;
  let queue: Queued[] = [];
  const sending = new Set<Promise<void>>();
  /** The first of each batch that is being sent. */
  const underWay: Queued[] = [];
  const stop = new AbortController();

  /** One request, once. @returns why it was not taken, and when to try again; `undefined` where it was. */
  const attempt = async (
    { origin, prefix, setting }: Queued,
    request: DashboardRequest,
  ): Promise<{ reason: string; wait?: number } | undefined> => {
    try {
      const reply = await http.call({
        method: 'POST',
        origin,
        path: prefix + request.path,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': userAgent,
          ...request.headers,
        },
        body: request.body,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]),
        firstByteTimeout: timeout,
        idleTimeout: timeout,
      });
      const text = await reply.body.textUpTo(MOST_REPLY, timeout);
      if (reply.status >= 200 && reply.status < 300) {
        return setting.dashboard.isTaken(parse(text)) ? undefined : { reason: 'rejected' };
      }
      const mayHelp = reply.status === 408 || reply.status === 429 || reply.status >= 500;
      const asked = Number(reply.header('retry-after')) * 1_000;
      return { reason: `status_${reply.status}`, ...(mayHelp ? { wait: asked > 0 ? asked : 0 } : {}) };
    } catch (error) {
      if (error instanceof WireError)
        return { reason: error.fault, ...(stop.signal.aborted ? {} : { wait: 0 }) };
      throw error;
    }
  };

  const sendBatch = async (batch: readonly Queued[]): Promise<void> => {
    const first = batch[0]!;
    const { dashboard } = first.setting;
    const finish = (outcome: 'sent' | 'dropped', reason?: string): void => {
      for (const _each of batch) onDone(dashboard.name, outcome, reason);
    };
    try {
      const reports = batch.map(({ report }) => report);
      for (const request of dashboard.toRequests(reports, first.key.reveal())) {
        for (let tried = 1; ; tried++) {
          const failed = await attempt(first, request);
          if (failed === undefined) break;
          if (failed.wait === undefined || tried >= ATTEMPTS || stop.signal.aborted) {
            finish('dropped', failed.reason);
            return;
          }
          const backOff = retryAfter * 2 ** (tried - 1) * (0.5 + random());
          await pause(Math.min(Math.max(backOff, failed.wait), LONGEST_PAUSE), stop.signal);
        }
      }
      finish('sent');
    } catch {
      // Whatever was thrown may quote what was to be sent.
      finish('dropped', 'internal');
    }
  };

  const isAlike = (one: Queued, other: Queued): boolean =>
    one.setting === other.setting && one.key.reveal() === other.key.reveal();

  const next = (): void => {
    while (sending.size < WIDTH) {
      const first = queue.find((each) => !underWay.some((other) => isAlike(each, other)));
      if (first === undefined) return;
      const batch = queue.filter((each) => isAlike(each, first)).slice(0, first.setting.dashboard.most);
      queue = queue.filter((each) => !batch.includes(each));
      underWay.push(first);
      const sent = sendBatch(batch).finally(() => {
        sending.delete(sent);
        underWay.splice(underWay.indexOf(first), 1);
        next();
      });
      sending.add(sent);
    }
  };

  return {
    send(report, key, loopbackOnly) {
      const setting = settings.find(({ dashboard }) => dashboard.accepts(key.reveal()));
      if (setting === undefined || report.rows.length === 0) return;
      const url = new URL(setting.baseUrl ?? setting.dashboard.baseUrlFor(key.reveal()));
      if (loopbackOnly && !isLoopbackHost(url.hostname)) return;
      if (queue.length >= MOST_QUEUED || stop.signal.aborted) {
        onDone(setting.dashboard.name, 'dropped', 'queue_full');
        return;
      }
      queue.push({ report, setting, origin: url.origin, prefix: url.pathname.replace(/\/+$/, ''), key });
      // Together with what else is queued in this turn.
      setImmediate(next);
    },
    async drain(milliseconds) {
      const idle = async (): Promise<void> => {
        while (sending.size > 0 || queue.length > 0) {
          next();
          await Promise.all(sending);
        }
      };
      await within(milliseconds, idle(), undefined);
      for (const { setting } of queue.splice(0)) onDone(setting.dashboard.name, 'dropped', 'shutting_down');
      stop.abort();
      await Promise.all(sending);
    },
  };
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
