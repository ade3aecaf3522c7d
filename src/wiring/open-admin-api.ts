/** Joins what the admin API needs: who may use it, what it changes, and what it shows. */
import { randomBytes } from 'node:crypto';
import { createAdminKeys } from '../admin/admin-keys.ts';
import { createAuditor, createRefusalLog } from '../admin/auditor.ts';
import { describeUsage } from '../admin/describe-rows.ts';
import { createCallerManagement } from '../admin/manage-callers.ts';
import { createKeyManagement, repeatableBytes } from '../admin/manage-keys.ts';
import type { CallerIds } from '../admission/caller-id.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { Config } from '../config/read-config.ts';
import type { Plan } from '../domain/plan.ts';
import type { AdminOptions } from '../http/admin/serve-admin.ts';
import type { Store } from '../store/store.ts';
import { allUnlessAway } from '../store/unless-away.ts';
import type { Log } from '../telemetry/log.ts';
import { VERSION } from './version.ts';
import { warnOfStore } from './watch-store.ts';

export interface OpenAdminApiOptions extends Pick<AdminOptions, 'counts' | 'addressOf' | 'catalogue'> {
  readonly config: Config;
  readonly store: Store;
  readonly secret: string;
  readonly callerIds: CallerIds;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type AdminApi = ReturnType<typeof openAdminApi>;

/** Keys that are shown by name in the overview. */
const MOST_USED = 10;
const DAY_MS = 86_400_000;
/** Milliseconds until the first look for entries that are too old. */
const PRUNE_FIRST = 60_000;
/** Milliseconds between two looks for entries that are too old. */
const PRUNE_EVERY = DAY_MS / 4;

export function openAdminApi(options: OpenAdminApiOptions) {
  const { config, store, secret, callerIds, log, now } = options;
  const adminKeys = createAdminKeys(callerIds);
  let plans: readonly Plan[] = [];
  let defaultPlan = '';
  const take = (from: Config): void => {
    adminKeys.replace(from.adminKeys);
    plans = [...from.plans.values()];
    defaultPlan = from.defaultPlan;
  };
  take(config);
  const auditor = createAuditor({ now, random: randomBytes });
  const subkey = deriveSubkey(secret, 'repeated-issues');

  const warnOfPrune = warnOfStore(log, 'cannot forget old entries of the audit log, tried again');
  let pruning: Promise<void> = Promise.resolve();
  const prune = (): void => {
    pruning = store.audit.prune(now() - config.auditRetentionDays * DAY_MS).catch(warnOfPrune);
  };
  let timer = setTimeout(() => {
    prune();
    timer = setInterval(prune, PRUNE_EVERY).unref();
  }, PRUNE_FIRST).unref();

  const describeKeys = async () => {
    const nowMs = now();
    const since = Number(new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', ''));
    const [callers, keys, [used], most] = await Promise.all([
      store.keyPlans.countByPlan(),
      store.issuedKeys.countByPlan(nowMs),
      store.keyUsage.report({ since, by: [] }),
      store.keyUsage.report({ since, by: ['key'], most: true, limit: MOST_USED }),
    ]);
    const sum = (field: 'all' | 'revoked' | 'expired'): number =>
      keys.reduce((count, row) => count + row[field], 0);
    const [all, revoked, expired] = [sum('all'), sum('revoked'), sum('expired')];
    return {
      plans: plans.map(({ name, models, perHour = null, perMonth = null }) => {
        const issued = keys.filter(({ plan }) => (plan ?? defaultPlan) === name);
        return {
          name,
          models,
          per_hour: perHour,
          per_month: perMonth,
          is_default: name === defaultPlan,
          callers: callers.find(({ plan }) => plan === name)?.count ?? 0,
          keys: issued.reduce((count, row) => count + row.all - row.revoked - row.expired, 0),
        };
      }),
      keys: {
        good: all - revoked - expired,
        revoked,
        expired,
        used_today: describeUsage(used!),
        most_used_today: most.map(describeUsage),
      },
    };
  };

  const unlessAway = <T extends object>(functions: T): T =>
    allUnlessAway('The database cannot be reached at the moment', functions);
  return {
    adminKeys,
    /** What its routes are served with, but for the overview. */
    routes: {
      version: VERSION,
      adminKeys,
      callerIds,
      counts: options.counts,
      addressOf: options.addressOf,
      catalogue: options.catalogue,
      auditor,
      refused: createRefusalLog({
        log: store.audit,
        now,
        onFailure: warnOfStore(log, 'cannot write to the audit log'),
      }),
      plans: () => plans.map(({ name }) => name),
      now,
      keys: unlessAway(
        createKeyManagement({ records: store.issuedKeys, callerIds, auditor, random: randomBytes, now }),
      ),
      callers: unlessAway(createCallerManagement({ records: store.keyPlans, callerIds, auditor, now })),
      reports: unlessAway({ usage: store.keyUsage.report, audit: store.audit.page }),
      ...unlessAway({ usedBy: (id: string) => store.keyUsage.ofMonth(id, monthOf(now())) }),
      repeatable: (adminKey, name) => repeatableBytes(subkey, adminKey, name),
    } satisfies Omit<AdminOptions, 'overview'>,
    /** Who has which plan, and what issued keys use. @throws GatewayError `unavailable` where the database is away. */
    ...unlessAway({ describeKeys }),
    /** From now on the keys and plans of a config that was read anew hold. */
    reload: take,
    async close(): Promise<void> {
      clearInterval(timer);
      await pruning;
    },
  };
}

/** 202611 */
function monthOf(nowMs: number): number {
  return Number(new Date(nowMs).toISOString().slice(0, 7).replace('-', ''));
}
