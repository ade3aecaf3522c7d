/**
 * The primary's process of a gateway with several workers. It accepts connections, counts for all workers, writes to
 * SQLite for all, answers for their health and metrics, and keeps as many of them serving as config says. It serves
 * no request itself.
 */
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { MemoryLimits } from './admission/backends/memory.ts';
import { createRequestCounts } from './admission/request-counts.ts';
import type { AppOptions, Checks, Gateway } from './app.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config/read-config.ts';
import { packConfig } from './config/send-config.ts';
import { isLoopbackListener } from './http/host-guard.ts';
import { createStatusAnswers } from './http/routes/status.ts';
import { createLog } from './telemetry/log.ts';
import { countersOf, type MetricsData, mergeMetrics } from './telemetry/merge-metrics.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { changesForRestart } from './wiring/changes-for-restart.ts';
import { lendParts } from './wiring/lend-parts.ts';
import { type Admin, openAdmin } from './wiring/open-admin.ts';
import { createShelf } from './wiring/open-call-memory.ts';
import { VERSION } from './wiring/open-providers.ts';
import { openState } from './wiring/open-state.ts';
import { createSandboxCallers } from './wiring/sandbox-callers.ts';
import type { WorkerHandlers, WorkerStart } from './worker.ts';
import { createDealer } from './workers/deal-connections.ts';
import { createPlaceGrants } from './workers/share-places.ts';
import { createWorkerPool } from './workers/worker-pool.ts';
import { startWorker, type WorkerProcess } from './workers/worker-process.ts';

/** A worker, with what was lent to it. */
interface Worker extends WorkerProcess<WorkerHandlers> {
  /** What it counted, as it said last. */
  metrics: MetricsData;
  readonly takeBack: () => void;
}

/** Sections that are the primary's own: they change with its next start alone. */
const OWN_SECTIONS = new Set([
  'host',
  'port',
  'workers',
  'data_dir',
  'admin',
  'database_url',
  'redis_url',
  'secret',
]);
/** Milliseconds for a worker to end beyond the time that it has to drain. */
const GRACE = 10_000;

/** @throws ConfigError where the config cannot be used. */
export async function createSupervisor(first: Config, options: AppOptions = {}): Promise<Gateway> {
  let config = first;
  const { now = Date.now } = options;
  const began = performance.now();
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options.log });
  const metrics = createMetrics();
  const state = await openState({
    config,
    fixedPlans: createSandboxCallers(config.sandbox !== 'off').plans,
    log,
    metrics,
    now,
  });
  const counts = createRequestCounts(config.limits, now);
  const places = createPlaceGrants(config.server.maxOpenRequests);
  const shelf = createShelf();
  const dealer = createDealer();
  let announced = false;
  /** What workers counted that have ended. */
  let past: Promise<MetricsData> = Promise.resolve([]);

  const lend = (worker: () => Worker) =>
    lendParts({
      counts,
      ...('take' in state.backend ? { limits: state.backend as MemoryLimits } : {}),
      writer: state.store.lendWriter?.(),
      places,
      shelf,
      dealer,
      dealt: () => worker().dealt,
      onAccepted(caller) {
        for (const other of pool.serving) if (other !== worker()) other.calls.tell.accepted(caller);
      },
      statusOf: (path) => status[path](),
      keepMetrics(data) {
        worker().metrics = data;
      },
      replace: () => restart(() => [worker()]),
    });
  const pool = createWorkerPool<Worker>({
    count: config.workers,
    start() {
      const { handlers, end } = lend(() => worker);
      const { stream } = options.log ?? {};
      const { log: _log, now: _now, ...rest } = options;
      const worker: Worker = {
        ...startWorker<WorkerHandlers>({
          script: new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
          start: {
            config: packConfig(config),
            onLoopback: isLoopbackListener(dealer.server.address()),
            options: { ...rest, log: { pretty: options.log?.pretty ?? false } },
          } satisfies WorkerStart,
          handlers,
          ...(stream === undefined ? {} : { logLine: (line) => stream.write(line) }),
        }),
        metrics: [],
        takeBack: end,
      };
      return worker;
    },
    onServing(worker) {
      dealer.add(worker.dealt);
      if (announced) worker.calls.tell.drain();
    },
    onRetired(worker) {
      dealer.retire(worker.dealt);
      worker.calls.tell.retire();
    },
    onEnded(worker, why) {
      dealer.remove(worker.dealt);
      worker.takeBack();
      past = past.then((before) => mergeMetrics([before, countersOf(worker.metrics)]).getMetricsAsJSON());
      if (why !== undefined) log.error({ pid: worker.pid, why }, 'a worker has ended: it is replaced');
    },
    onRefused: (error) =>
      log.error({ reason: error.message }, 'a worker could not be started: it is tried again'),
  });
  const restart = (which?: () => readonly Worker[]): void => {
    pool.restart(which).then(
      () => log.info({ workers: pool.serving.size }, 'workers were replaced'),
      (error) => log.error({ reason: error.message }, 'a worker could not be replaced: it stays'),
    );
  };

  /** What each worker that serves says; those that die on the way say nothing. */
  const askAll = async <T>(ask: (worker: Worker) => Promise<T>): Promise<T[]> => {
    const answers = await Promise.allSettled([...pool.serving].map(ask));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  };
  const allMetrics = async () => {
    const own = (await metrics.registry.getMetricsAsJSON()) as MetricsData;
    const counted = [...pool.alive].map(async (worker) => {
      worker.metrics = await worker.calls.call.metrics();
    });
    await Promise.allSettled(counted);
    return mergeMetrics([own, await past, ...[...pool.alive].map((worker) => worker.metrics)]);
  };
  const status = createStatusAnswers({
    version: VERSION,
    metrics: {
      contentType: metrics.registry.contentType,
      metrics: async () => (await allMetrics()).metrics(),
    },
    uptime: () => (performance.now() - began) / 1_000,
    isReady: async () =>
      !announced &&
      !places.isFull &&
      (await state.backend.serves()) &&
      (await askAll(({ calls }) => calls.call.isReady())).some((ready) => ready),
    checks: async () => {
      const all = [await state.checks(), ...(await askAll(({ calls }) => calls.call.checks()))];
      return worstOf(all);
    },
  });
  let admin: Admin | undefined;

  return {
    log,
    async listen() {
      const { host, port } = config;
      if (config.admin !== undefined) {
        admin = await openAdmin({ ...config.admin, hosts: config.server.hosts }, status, log);
      }
      await new Promise<void>((resolve, reject) => {
        dealer.server.once('error', reject);
        dealer.server.listen({ host, port, backlog: 4096 }, resolve);
      });
      await pool.open().catch((error: Error) => {
        throw new ConfigError(error.message);
      });
      const { port: actual } = dealer.server.address() as AddressInfo;
      return { host, port: actual, ...(admin === undefined ? {} : { adminPort: admin.port }) };
    },
    async reload(next) {
      const [worker] = pool.serving;
      // One tries it first: what it refuses, nobody takes.
      await worker?.calls.call.reload(packConfig(next)).catch((error: Error) => {
        throw error.name === 'ConfigError' ? new ConfigError(error.message) : error;
      });
      for (const other of pool.serving) if (other !== worker) other.calls.tell.reload(packConfig(next));
      state.replacePlans(next);
      log.level = next.logLevel;
      const changes = changesForRestart(config, next);
      config = { ...next, workers: config.workers };
      const own = changes.filter((section) => OWN_SECTIONS.has(section));
      log.info({ restart_needed_for: own }, 'read the config');
      if (own.length < changes.length) restart();
    },
    async drain({ hurry } = {}) {
      announced = true;
      const { drainDelay, drainTimeout } = config.server;
      hurry?.addEventListener('abort', () => {
        for (const worker of pool.serving) worker.calls.tell.hurry();
      });
      const kill = setTimeout(() => pool.kill(), drainDelay + drainTimeout + GRACE);
      await pool.end((worker) => worker.calls.tell.drain());
      clearTimeout(kill);
      dealer.close();
      await admin?.close();
      await shelf.close();
      await state.close();
      await flush();
    },
  };
}

/** Of each part, the state of the process where it is worst. */
function worstOf(all: readonly Checks[]): Checks {
  const order = ['off', 'ok', 'degraded', 'down'];
  const worst: Record<string, Checks[string]> = {};
  for (const [part, state] of all.flatMap((checks) => Object.entries(checks))) {
    const known = worst[part];
    if (known === undefined || order.indexOf(state) > order.indexOf(known)) worst[part] = state;
  }
  return worst;
}
