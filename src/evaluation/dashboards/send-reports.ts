/**
 * Sends reports to the dashboards of callers, apart from everything else: bounded queues, few requests at a time,
 * deadlines, retries, and then it gives up. Nothing waits for it, and a failure reaches the metrics alone.
 */
import { setImmediate } from 'node:timers/promises';
import type { ApiKey } from '../../domain/api-key.ts';
import { parseBoundedJson } from '../../domain/bounded-json.ts';
import { isLoopbackHost } from '../../domain/host-name.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import { WireError } from '../../models/wire/wire-error.ts';
import { Gate } from '../../scheduling/gate.ts';
import { pause } from '../../scheduling/pause.ts';
import { within } from '../../scheduling/within.ts';
import type { Dashboard, DashboardReport, DashboardRequest } from './dashboard.ts';

/** A dashboard and where it is. */
interface DashboardSetting {
  readonly dashboard: Dashboard;
  /** In place of its own address. */
  readonly baseUrl?: string | undefined;
}

export type DashboardSender = ReturnType<typeof createDashboardSender>;

interface DashboardSenderOptions {
  readonly http: HttpClient;
  readonly settings: readonly DashboardSetting[];
  readonly userAgent: string;
  /** 0 to 1. */
  readonly random: () => number;
  /** Called at each report's end; `reason` holds no key and no text. */
  readonly onDone: (dashboard: string, outcome: 'sent' | 'dropped', reason?: string) => void;
  /** Milliseconds that a request may take. */
  readonly timeout?: number;
  /** Milliseconds before the first retry; each further one waits twice as long. */
  readonly retryAfter?: number;
}

const MOST_QUEUED = 1_000;
/** Batches under way in all. Each key has at most one, so that a caller's dead dashboard holds up no other's. */
const WIDTH = 16;
const TIMEOUT = 10_000;
const ATTEMPTS = 5;
const RETRY_AFTER = 1_000;
const LONGEST_PAUSE = 60_000;
const MOST_REPLY = 256 * 1024;

/** Where the reports of one key go. */
interface Destination {
  readonly dashboard: Dashboard;
  readonly key: ApiKey;
  readonly url: URL;
  /** What waits, the oldest first. */
  readonly queue: DashboardReport[];
}

export function createDashboardSender(options: DashboardSenderOptions) {
  const { settings, onDone } = options;
  /** Those with reports, by dashboard and key. */
  const destinations = new Map<string, Destination>();
  const sending = new Set<Promise<void>>();
  const { run: takeTurn } = new Gate(WIDTH, Number.POSITIVE_INFINITY, () => new Error('Never refused'));
  const stop = new AbortController();

  const sendBatch = createBatchSender(options, stop.signal);

  /** Sends what one key has waiting, batch by batch. */
  const empty = async (id: string, destination: Destination): Promise<void> => {
    const { dashboard, queue } = destination;
    // Reports of the same turn go out together.
    await setImmediate();
    while (queue.length > 0) {
      await takeTurn(async () => {
        const batch = queue.splice(0, dashboard.most);
        // What was thrown may quote what was to be sent.
        const reason = await sendBatch(destination, batch).catch(() => 'internal');
        const outcome = reason === undefined ? 'sent' : 'dropped';
        for (const _report of batch) onDone(dashboard.name, outcome, reason);
      });
    }
    destinations.delete(id);
  };

  return {
    /**
     * Queues a report for the dashboard that the key belongs to; does nothing where there is none.
     * @param loopbackOnly whether it may go to this machine alone, as what the sandbox made.
     */
    send(report: DashboardReport, key: ApiKey, loopbackOnly: boolean): void {
      const text = key.reveal();
      const setting = settings.find(({ dashboard }) => dashboard.accepts(text));
      if (setting === undefined || report.rows.length === 0) return;
      const { dashboard, baseUrl = dashboard.baseUrlFor(text) } = setting;
      const url = new URL(baseUrl);
      if (loopbackOnly && !isLoopbackHost(url.hostname)) return;
      const queued = [...destinations.values()].reduce((sum, { queue }) => sum + queue.length, 0);
      if (queued >= MOST_QUEUED || stop.signal.aborted) {
        onDone(dashboard.name, 'dropped', 'queue_full');
        return;
      }
      const id = `${dashboard.name} ${text}`;
      const known = destinations.get(id);
      known?.queue.push(report);
      if (known !== undefined) return;
      const destination = { dashboard, key, url, queue: [report] };
      destinations.set(id, destination);
      const sent = empty(id, destination).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    /** Waits for what is queued, but no longer than so many milliseconds; the rest is dropped. */
    async drain(milliseconds: number): Promise<void> {
      await within(milliseconds, Promise.all(sending)).catch(() => {});
      for (const { dashboard, queue } of destinations.values()) {
        for (const _report of queue.splice(0)) onDone(dashboard.name, 'dropped', 'shutting_down');
      }
      stop.abort();
      await Promise.all(sending);
    },
  };
}

/**
 * @param stopped aborts when nothing is to be sent any longer.
 * @returns sends reports of one key together; resolves with why they were dropped, `undefined` where they were sent.
 */
function createBatchSender(options: DashboardSenderOptions, stopped: AbortSignal) {
  const { http, userAgent, random, timeout = TIMEOUT, retryAfter = RETRY_AFTER } = options;

  /** One request, once. @returns why it was not taken, and when to try again; `undefined` where it was. */
  const attempt = async (
    { dashboard, url }: Destination,
    request: DashboardRequest,
  ): Promise<{ reason: string; wait?: number | undefined } | undefined> => {
    try {
      const reply = await http.call({
        method: 'POST',
        origin: url.origin,
        path: url.pathname.replace(/\/+$/, '') + request.path,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': userAgent,
          ...request.headers,
        },
        body: request.body,
        signal: AbortSignal.any([stopped, AbortSignal.timeout(timeout)]),
        firstByteTimeout: timeout,
        idleTimeout: timeout,
      });
      const text = await reply.body.textUpTo(MOST_REPLY, timeout);
      if (reply.status >= 200 && reply.status < 300) {
        return dashboard.isTaken(parse(text)) ? undefined : { reason: 'rejected' };
      }
      const mayHelp = reply.status === 408 || reply.status === 429 || reply.status >= 500;
      const asked = Number(reply.header('retry-after')) * 1_000;
      return { reason: `status_${reply.status}`, wait: mayHelp ? Math.max(0, asked || 0) : undefined };
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return { reason: error.fault, wait: 0 };
    }
  };

  return async (
    destination: Destination,
    reports: readonly DashboardReport[],
  ): Promise<string | undefined> => {
    for (const request of destination.dashboard.toRequests(reports, destination.key.reveal())) {
      for (let tried = 1; ; tried++) {
        const failed = await attempt(destination, request);
        if (failed === undefined) break;
        if (failed.wait === undefined || tried >= ATTEMPTS || stopped.aborted) return failed.reason;
        const backOff = retryAfter * 2 ** (tried - 1) * (0.5 + random());
        await pause(Math.min(Math.max(backOff, failed.wait), LONGEST_PAUSE), stopped);
      }
    }
    return undefined;
  };
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
