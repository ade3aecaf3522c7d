/**
 * Joins what the gateway remembers: the store, who has which plan, and what was counted. With nothing
 * configured all of it lies in the data directory; with PostgreSQL and Redis replicas share it.
 */

import type { Plan } from '../../domain/plan.ts';
import { openLimitBackend } from '../admission/backends/registry.ts';
import { type Caller, createCallerIds } from '../admission/caller-id.ts';
import type { LimitBackend } from '../admission/limit-backend.ts';
import { openPlanDirectory } from '../admission/plan-directory.ts';
import type { Config } from '../config/read-config.ts';
import { readSecret } from '../config/read-secret.ts';
import type { MeaningOptions } from '../store/corpus/search-meaning.ts';
import { describeStoreFault } from '../store/name-fault.ts';
import type { SharedWriter } from '../store/shared-writer.ts';
import { openStore, type Store } from '../store/store.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createRecurringWarning } from '../telemetry/recurring-warning.ts';
import { describeUnknownSecret, openSecret } from './open-secret.ts';
import { createSandboxCallers } from './sandbox-callers.ts';
import { warnOfStore, watchStore } from './watch-store.ts';

export type State = Awaited<ReturnType<typeof openState>>;

/** What config says of plans. */
export type PlansConfig = Pick<Config, 'defaultPlan' | 'plans'>;
type SecretConfig = Pick<Config, 'dataDir' | 'oldSecrets' | 'secret'>;
type StateConfig = PlansConfig &
  SecretConfig &
  Pick<Config, 'corpusUrl' | 'databaseUrl' | 'factCheck' | 'limits' | 'redisUrl' | 'sandbox'>;

/**
 * The share of an answer's time for evidence that a search may wait for its turn: one that began just before its time is
 * up would be for nothing, and under load all of them would.
 */
const WAITING_SHARE = 4 / 5;

interface StateOptions {
  readonly config: StateConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Where plans' requests are counted without Redis; in this process unless it says otherwise. */
  readonly limits?: LimitBackend | undefined;
  /** SQLite's writer, where another process has it. */
  readonly writer?: SharedWriter | undefined;
  /** What reads the meaning of the corpus, if anything does. */
  readonly meaning?: MeaningOptions | undefined;
}

/**
 * @throws StoreRefused where the database cannot be used, ConfigError where the secret cannot; the message is one
 *   line for the operator.
 */
export async function openState(options: StateOptions) {
  const { config, log, metrics, now } = options;
  const watch = watchLimits(log, metrics);
  // A secret that cannot be read stops the start before the database is touched.
  readSecret(config);
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    corpusUrl: config.corpusUrl,
    writer: options.writer,
    meaning: options.meaning,
    searchWait: config.factCheck.groundDeadline * WAITING_SHARE,
    tables: 'serve',
    now,
    onConnectionLost: createRecurringWarning(log, () => 'lost a connection to the database'),
  });
  const { isNew, migrated, newer } = store.schema;
  if (migrated.length > 0 && !isNew)
    log.info({ migrations: migrated }, 'updated the database to this version');
  if (newer.length > 0) log.info({ migrations: newer }, 'a newer version has changed the database');
  const secret = await settleSecret(config, store, log, now).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const callerIds = createCallerIds(secret, config.oldSecrets);
  const sandboxCallers = createSandboxCallers(config.sandbox !== 'off');
  const plansOf = (from: PlansConfig) => ({
    plans: from.plans,
    defaultPlan: from.defaultPlan,
    fixed: sandboxCallers.plans(from.plans, callerIds),
  });
  const plans = await openPlanDirectory({
    ...plansOf(config),
    keyPlans: store.keyPlans,
    kid: callerIds.kid,
    now,
    onFailure: warnOfStore(log, 'cannot read the plans of keys, the last known ones hold'),
    onUnknownPlan: (plan) =>
      log.warn({ plan }, 'keys have a plan that is not configured: they get the default'),
  });
  const own = config.redisUrl === undefined ? options.limits : undefined;
  const backend =
    own ??
    (await openLimitBackend({
      now,
      counts: store.limitCounts,
      redisUrl: config.redisUrl,
      whenAway: config.limits.whenRedisIsAway,
      ...watch,
    }));
  const storeWatch = watchStore({ probe: () => store.probe(), log });
  const away =
    config.redisUrl !== undefined && config.limits.whenRedisIsAway === 'refuse' ? 'down' : 'degraded';
  return {
    store,
    secret,
    callerIds,
    sandboxCallers,
    backend,
    planOf: (caller: Caller, issued?: string): Plan => plans.planOf(caller, issued),
    isListed: (caller: Caller): boolean => plans.isListed(caller),
    /** The plans as a config that was read anew has them. */
    replacePlans: (next: PlansConfig): void => plans.replacePlans(plansOf(next)),
    /**
     * For /health, within a second: a part that is away is `degraded`, since requests are still answered; limits
     * are `down` where they are refused.
     */
    async checks() {
      const isWell = (await storeWatch.isWell()) && plans.upToDate;
      return { limits: backend.healthy ? 'ok' : away, store: isWell ? 'ok' : 'degraded' } as const;
    },
    /** Writes what is still to be written, and lets all connections go. */
    async close(): Promise<void> {
      await backend.close();
      await plans.close();
      await store.close();
    },
  };
}

/** Warns of a secret that others can read, and of rows that were filed under another one. */
async function settleSecret(
  config: SecretConfig,
  store: Store,
  log: Log,
  now: () => number,
): Promise<string> {
  const { text, file, isExposed } = await openSecret(config, store);
  if (isExposed) log.warn({ file }, 'other users can read the secret: chmod 600 its file');
  const unknown = await describeUnknownSecret(config.oldSecrets, text, store, now());
  if (unknown !== undefined) log.warn(unknown);
  // A database that cannot be written is no reason not to start: /health says so.
  await store.secrets.note(createCallerIds(text).kid, now()).catch((error: unknown) => {
    log.warn(describeError(error), `cannot write to the database: ${describeStoreFault(error)}`);
  });
  return text;
}

function watchLimits(log: Log, { counter, gauge }: Metrics) {
  const away = gauge(
    'claimgate_redis_away',
    '1 while Redis is away and limits are counted locally or requests refused.',
    undefined,
    'max',
  );
  const timesAway = counter('claimgate_redis_away_total', 'How often Redis went away.');
  const unwritten = counter(
    'claimgate_count_checkpoint_failures_total',
    'How often counts could not be written to the store; they are tried again.',
  );
  const warn = warnOfStore(log, 'cannot write counts to the database, tried again');
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
      warn(error);
    },
  };
}
