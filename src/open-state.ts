/**
 * Joins what the gateway remembers: the store, who has which plan, and what was counted. With nothing
 * configured all of it lies in the data directory; with PostgreSQL and Redis replicas share it.
 */
import { Counter, Gauge } from 'prom-client';
import { openLimitBackend } from './admission/backends/registry.ts';
import type { Caller, CallerId, CallerIds } from './admission/caller-id.ts';
import type { LimitBackend } from './admission/limit-backend.ts';
import { openPlanDirectory } from './admission/plan-directory.ts';
import type { Config } from './config/read-config.ts';
import type { Plan } from './domain/plan.ts';
import { openStore, type Store } from './store/store.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { createRecurringWarning } from './telemetry/recurring-warning.ts';

export interface State {
  readonly store: Store;
  readonly backend: LimitBackend;
  planOf(caller: Caller): Plan;
  /** The plans as a config that was read anew has them. */
  replacePlans(config: Config, fixedPlans: ReadonlyMap<CallerId, Plan>): void;
  /** For /health: a part that is away is `degraded`, since requests are still answered. */
  checks(): { readonly limits: 'ok' | 'degraded'; readonly store: 'ok' | 'degraded' };
  /** Writes what is still to be written, and lets all connections go. */
  close(): Promise<void>;
}

export interface StateOptions {
  readonly config: Config;
  readonly callerIds: CallerIds;
  /** Callers whose plans no list changes. */
  readonly fixedPlans: ReadonlyMap<CallerId, Plan>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** @throws StoreRefused where the database cannot be used; its message is one line for the operator. */
export async function openState(options: StateOptions): Promise<State> {
  const { config, callerIds, fixedPlans, log, metrics, now } = options;
  const watch = watchLimits(log, metrics, now);
  const store = await openStore({
    dataDir: config.dataDir,
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    now,
    onConnectionLost: createRecurringWarning(log, 'lost a connection to the database', now),
  });
  const plans = await openPlanDirectory({
    keyPlans: store.keyPlans,
    plans: config.plans,
    defaultPlan: config.defaultPlan,
    fixed: fixedPlans,
    kid: callerIds.kid,
    now,
    onFailure: createRecurringWarning(log, 'cannot read the plans of keys: the last known ones hold', now),
    onUnknownPlan: (plan) =>
      log.warn({ plan }, 'keys have a plan that is not configured: they get the default'),
  });
  const backend = await openLimitBackend({
    now,
    counts: store.limitCounts,
    ...(config.redisUrl === undefined ? {} : { redisUrl: config.redisUrl }),
    whenAway: config.limits.whenRedisIsAway,
    ...watch,
  });
  return {
    store,
    backend,
    planOf: (caller) => plans.planOf(caller),
    replacePlans: ({ plans: named, defaultPlan }, fixed) =>
      plans.replacePlans({ plans: named, defaultPlan, fixed }),
    checks: () => ({
      limits: backend.healthy ? 'ok' : 'degraded',
      store: plans.upToDate ? 'ok' : 'degraded',
    }),
    async close() {
      await backend.close();
      await plans.close();
      await store.close();
    },
  };
}

function watchLimits(log: Log, { registry }: Metrics, now: () => number) {
  const registers = [registry];
  const away = new Gauge({
    name: 'claimgate_redis_away',
    help: '1 while Redis is away and limits are counted locally or requests refused.',
    registers,
  });
  const timesAway = new Counter({
    name: 'claimgate_redis_away_total',
    help: 'How often Redis went away.',
    registers,
  });
  const unwritten = new Counter({
    name: 'claimgate_count_checkpoint_failures_total',
    help: 'How often counts could not be written to the store; they are tried again.',
    registers,
  });
  const warnOfCheckpoint = createRecurringWarning(log, 'cannot write counts to the store: tried again', now);
  return {
    onAway(reason: string) {
      away.set(1);
      timesAway.inc();
      log.warn({ reason }, 'Redis is away');
    },
    onBack() {
      away.set(0);
      log.info('Redis is back');
    },
    onCheckpointFailure(error: unknown) {
      unwritten.inc();
      warnOfCheckpoint(error);
    },
  };
}
