/**
 * The primary's process of a gateway with several workers. It accepts connections, counts for all workers, writes to
 * SQLite for all, answers for their health and metrics, and keeps as many of them serving as config says. It serves
 * no request itself.
 */
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { rememberOutcomes } from '../engine/factcheck/find/remember-outcomes.ts';
import { within } from '../scheduling/within.ts';
import type { MemoryLimits } from './admission/backends/memory.ts';
import { createRequestCounts } from './admission/request-counts.ts';
import { ConfigError } from './config/config-error.ts';
import type { Config } from './config/read-config.ts';
import { packConfig } from './config/send-config.ts';
import type { AdminRequest, AdminResponse } from './http/admin/admin-server.ts';
import { isLoopbackListener } from './http/server/host-guard.ts';
import { createStatusAnswers } from './http/status/serve-status.ts';
import { createLog } from './telemetry/log.ts';
import { countersOf, type MetricsData, mergeMetrics } from './telemetry/merge-metrics.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { changesForRestart, pick, withReloaded } from './wiring/changes-for-restart.ts';
import { type AppOptions, type Gateway, worstOf } from './wiring/gateway.ts';
import { lendParts } from './wiring/lend-parts.ts';
import { nameEmptyCollections } from './wiring/name-empty-collections.ts';
import { type Admin, openAdmin } from './wiring/open-admin.ts';
import { judgeStateOf } from './wiring/open-judge.ts';
import { openOverview } from './wiring/open-overview.ts';
import { createShelf } from './wiring/open-shelf.ts';
import { openState } from './wiring/open-state.ts';
import { VERSION } from './wiring/version.ts';
import { warnOfOpenDoors } from './wiring/warn-of-open-doors.ts';
import type { WorkerHandlers, WorkerStart } from './worker.ts';
import { createDealer } from './workers/deal-connections.ts';
import { createPlaceGrants } from './workers/share-places.ts';
import { watchSilence } from './workers/watch-silence.ts';
import { createWorkerPool } from './workers/worker-pool.ts';
import { startWorker, type WorkerProcess } from './workers/worker-process.ts';

/** A worker, with what was lent to it. */
interface Worker extends WorkerProcess<WorkerHandlers> {
  /** What it had counted when it was last asked. */
  metrics: MetricsData;
  /** What it was started with. */
  readonly config: Config;
  /** Its event loop has stood still for more than a second. */
  isSilent: boolean;
  /** Ends the watch over its silence. */
  watched: () => void;
  readonly takeBack: () => void;
}

/** Sections that are the primary's own, or that it and its workers must agree on: they change with its next start alone. */
const OWN_SECTIONS = [
  'host',
  'port',
  'workers',
  'dataDir',
  'admin',
  'limits',
  'sandbox',
  'databaseUrl',
  'redisUrl',
  'secret',
  'oldSecrets',
] as const;
/** Milliseconds for a worker to end beyond the time that it has to drain. */
const GRACE = 10_000;
/** Milliseconds for a worker to say how it is. */
const SECOND = 1_000;

/** @throws ConfigError where the config cannot be used. */
export async function createSupervisor(first: Config, options: AppOptions = {}): Promise<Gateway> {
  let config = first;
  const { now = Date.now } = options;
  const began = performance.now();
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options.log });
  const metrics = createMetrics();
  const state = await openState({
    config,
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

  /** How searches of workers went. */
  const searches = rememberOutcomes({}, () => 0);

  const others = (worker: Worker) => [...pool.serving].filter((other) => other !== worker);
  const lend = (worker: () => Worker) =>
    lendParts({
      counts,
      ...('take' in state.backend ? { limits: state.backend as MemoryLimits } : {}),
      writer: state.store.lendWriter?.(),
      places,
      shelf,
      dealer,
      dealt: () => worker().dealt,
      onAccepted: (caller) => others(worker()).forEach(({ calls }) => void calls.tell.accepted(caller)),
      calls: {
        reached: (origin) => others(worker()).forEach(({ calls }) => void calls.tell.reached(origin)),
        searched(...search) {
          searches.receive(...search);
          others(worker()).forEach(({ calls }) => void calls.tell.searched(...search));
        },
        async keysChanged() {
          await askAll(new Set(others(worker())), ({ calls }) => calls.call.keysChanged());
        },
        statusOf: (path) => status[path](),
        lastHours: (count) => activity.lastHours(count),
        keepMetrics(data) {
          worker().metrics = data;
        },
        replaceMe: () => restart(() => [worker()]),
      },
    });
  const pool = createWorkerPool<Worker>({
    count: config.workers,
    start() {
      const { handlers, end } = lend(() => worker);
      const { stream } = options.log ?? {};
      const startedWith = config;
      const { log: _log, now: _now, ...rest } = options;
      const worker: Worker = {
        ...startWorker<WorkerHandlers>({
          script: new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
          start: {
            config: packConfig(startedWith),
            onLoopback: isLoopbackListener(dealer.server.address()),
            options: { ...rest, log: { pretty: options.log?.pretty ?? false } },
          } satisfies WorkerStart,
          handlers,
          logLine: stream && ((line) => stream.write(line)),
        }),
        metrics: [],
        config: startedWith,
        isSilent: false,
        watched: () => {},
        takeBack: end,
      };
      return worker;
    },
    onServing(worker) {
      dealer.add(worker.dealt);
      worker.watched = watchSilence({
        ask: () => worker.calls.call.ping(),
        setSilent(isSilent) {
          worker.isSilent = isSilent;
          dealer.setSilent(worker.dealt, isSilent);
        },
        giveUp() {
          log.error({ pid: worker.pid }, 'a worker does not answer: it is ended');
          worker.kill();
        },
      });
      log.info({ pid: worker.pid }, 'a worker serves');
      // What was read anew while it started.
      if (worker.config !== config) takeConfig(worker);
    },
    onRetired(worker) {
      dealer.retire(worker.dealt);
      worker.calls.tell.retire();
    },
    onEnded(worker, why) {
      worker.watched();
      dealer.remove(worker.dealt);
      worker.takeBack();
      past = past.then((before) => mergeMetrics([before, countersOf(worker.metrics)]).getMetricsAsJSON());
      if (why !== undefined) log.error({ pid: worker.pid, why }, 'a worker has ended: it is replaced');
    },
    onRefused: (error) =>
      log.error({ reason: error.message }, 'a worker could not be started: it is tried again'),
  });
  const restart = (which?: () => readonly Worker[], onRefused = (): void => {}): void => {
    pool.restart(which).then(
      () => {
        if (!announced) log.info({ workers: pool.serving.size }, 'workers were replaced');
      },
      (error) => {
        onRefused();
        log.error({ reason: error.message }, 'a worker could not be replaced: it stays');
      },
    );
  };
  /** To a worker that was started with what is no longer the config. */
  const takeConfig = (worker: Worker): void => {
    worker.calls.tell.reload(packConfig(config));
    if (changesForRestart(worker.config, config).length > 0) restart(() => [worker]);
  };

  /** What those workers say, within a second. */
  const askAll = async <T>(workers: ReadonlySet<Worker>, ask: (worker: Worker) => Promise<T>) => {
    const answers = await Promise.allSettled([...workers].map((worker) => within(SECOND, ask(worker))));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  };
  const allMetrics = async () => {
    const own = await metrics.registry.getMetricsAsJSON();
    await askAll(pool.alive, async (worker) => {
      worker.metrics = await worker.calls.call.metrics();
    });
    return mergeMetrics([own, await past, ...[...pool.alive].map((worker) => worker.metrics)]);
  };
  const judge = judgeStateOf(config);
  const status = createStatusAnswers({
    judge: () => judge,
    failingSources: searches.failing,
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
      // One that is busy for a moment would serve all the same.
      (
        await Promise.all(
          [...pool.serving].map((worker) =>
            within(SECOND, worker.calls.call.isReady()).catch(() => !worker.isSilent),
          ),
        )
      ).some((ready) => ready),
    checks: async () => {
      // Workers that end have closed their stores.
      const serving = announced ? new Set<Worker>() : pool.serving;
      return worstOf([await state.checks(), ...(await askAll(serving, ({ calls }) => calls.call.checks()))]);
    },
  });
  const activity = openOverview({
    read: async () => (await allMetrics()).getMetricsAsJSON(),
    now,
    log,
  });
  /** By any worker that serves. */
  const administer = async (request: AdminRequest): Promise<AdminResponse | undefined> => {
    const [worker] = pool.serving;
    return worker?.calls.call.administer(request);
  };
  let admin: Admin | undefined;

  return {
    log,
    async listen() {
      warnOfOpenDoors(config, log);
      await nameEmptyCollections(config, state.store, log);
      const { host, port } = config;
      if (config.admin !== undefined) {
        const { hosts, bodyLimit } = config.server;
        admin = await openAdmin({ ...config.admin, hosts, bodyLimit }, status, administer, log);
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
      // One tries it first: what it refuses, nobody takes.
      for (const worker of pool.serving) {
        try {
          await within(5 * SECOND, worker.calls.call.reload(packConfig(next)));
          break;
        } catch (error) {
          const { name, message } = error as Error;
          if (name === 'ConfigError') throw new ConfigError(message);
          // One that has just died says nothing about the config.
          if (pool.serving.has(worker)) throw error;
        }
      }
      state.replacePlans(next);
      places.resize(next.server.maxOpenRequests);
      log.level = next.logLevel;
      const before = config;
      const own = pick(first, OWN_SECTIONS);
      config = { ...next, ...own, isPrivate: first.isPrivate && next.isPrivate };
      for (const worker of pool.serving) worker.calls.tell.reload(packConfig(config));
      log.info({ restart_needed_for: changesForRestart({ ...next, ...own }, next) }, 'read the config');
      if (changesForRestart(before, config).length === 0) return;
      // Where none can start with it, those that die must have successors.
      restart(undefined, () => {
        config = withReloaded(before, config);
      });
    },
    async drain({ hurry } = {}) {
      announced = true;
      const { drainDelay, drainTimeout } = config.server;
      hurry?.addEventListener('abort', () => {
        for (const worker of pool.alive) worker.calls.tell.hurry();
      });
      const kill = setTimeout(() => pool.kill(), drainDelay + drainTimeout + GRACE);
      await pool.end((worker) => worker.calls.tell.drain());
      clearTimeout(kill);
      dealer.close();
      await admin?.close();
      activity.close();
      await shelf.close();
      await state.close();
      await flush();
    },
  };
}
