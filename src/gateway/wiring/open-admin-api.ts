/** Joins what the admin API needs: who may use it, what it changes, what it shows, and where it is served. */
import { randomBytes } from 'node:crypto';
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import type { AdminKeys } from '../admin/admin-keys.ts';
import { createAuditor, createRefusalLog } from '../admin/auditor.ts';
import { describeUsage } from '../admin/describe-rows.ts';
import { createCallerManagement } from '../admin/manage-callers.ts';
import { createKeyManagement, repeatableBytes } from '../admin/manage-keys.ts';
import type { CallerIds } from '../admission/caller-id.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import { dayOf, momentOf } from '../admission/windows.ts';
import type { Config } from '../config/read-config.ts';
import type { AdminRequest, AdminResponse } from '../http/admin/admin-server.ts';
import { answerInside, createInsideServer } from '../http/admin/answer-inside.ts';
import { type AdminOptions, serveAdmin } from '../http/admin/serve-admin.ts';
import type { Server, ServerOptions } from '../http/server/server.ts';
import type { StatusAnswers } from '../http/status/serve-status.ts';
import type { IssuedKeyRecords } from '../store/issued-keys.ts';
import type { Store } from '../store/store.ts';
import { allUnlessAway, unlessAway } from '../store/unless-away.ts';
import type { Log } from '../telemetry/log.ts';
import type { Overview } from './open-overview.ts';
import type { PlansConfig } from './open-state.ts';
import { VERSION } from './version.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenAdminApiOptions extends Pick<AdminOptions, 'counts' | 'addressOf' | 'catalogue'> {
  readonly config: PlansConfig & Pick<Config, 'admin' | 'auditRetentionDays'>;
  readonly adminKeys: AdminKeys;
  readonly store: Store;
  readonly secret: string;
  readonly callerIds: CallerIds;
  /** Keys were issued, changed or revoked: what it returns is waited for before the operator is answered. */
  readonly onKeysChanged: () => Promise<void>;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Activity {
  readonly health: StatusAnswers['/health'];
  readonly lastHours: Overview['lastHours'];
}

const AWAY = 'The database cannot be reached at the moment';

/** Keys that are shown by name in the overview. */
const MOST_USED = 10;
const DAY_MS = 86_400_000;
/** Milliseconds until the first look for entries that are too old. */
const PRUNE_FIRST = 60_000;
/** Milliseconds between two looks for entries that are too old. */
const PRUNE_EVERY = DAY_MS / 4;

export function openAdminApi(options: OpenAdminApiOptions) {
  const { config, store, secret, callerIds, adminKeys, log, now } = options;
  let current: PlansConfig = config;
  const auditor = createAuditor({ now, random: randomBytes });
  const subkey = deriveSubkey(secret, 'repeated-issues');

  const stop = new AbortController();
  const pruning = repeatUntil(stop.signal, {
    every: PRUNE_EVERY,
    firstAfter: PRUNE_FIRST,
    random: Math.random,
    task: () => store.audit.prune(now() - config.auditRetentionDays * DAY_MS),
    onFailure: warnOfStore(log, 'cannot forget old entries of the audit log, tried again'),
  });
  /** The server of the admin API where it has a listener of its own, which asks it. */
  let inside: Server | undefined;

  const whileThere = unlessAway(AWAY);
  const guard = <T extends object>(functions: T): T => allUnlessAway(AWAY, functions);
  const routes = {
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
    plans: () => [...current.plans.keys()],
    now,
    keys: guard(
      createKeyManagement({
        records: withNotice(store.issuedKeys, options.onKeysChanged),
        callerIds,
        auditor,
        random: randomBytes,
        now,
      }),
    ),
    callers: guard(createCallerManagement({ records: store.keyPlans, callerIds, auditor, now })),
    reports: guard({ usage: store.keyUsage.report, audit: store.audit.page }),
    usedBy: (id) => whileThere(store.keyUsage.ofMonth(id, momentOf(now()).month)),
    repeatable: (adminKey, name) => repeatableBytes(subkey, adminKey, name),
  } satisfies Omit<AdminOptions, 'overview'>;

  return {
    /**
     * Serves it: where it has a listener of its own, there alone.
     * @param activity what the whole gateway did in the last hours, and how it is.
     */
    async serve(server: Server, serverOptions: ServerOptions, activity: Activity): Promise<void> {
      const overview = async (hours: number) => ({
        object: 'overview',
        time: new Date(now()).toISOString(),
        health: JSON.parse((await activity.health()).body) as object,
        ...(await whileThere(describeKeys(store, current, now()))),
        ...(await activity.lastHours(hours)),
      });
      if (config.admin === undefined) await serveAdmin(server, { ...routes, overview });
      else inside = await createInsideServer(serverOptions, { ...routes, overview });
    },
    /** Answers a request of the admin listener; `undefined` where there is none. */
    administer: async (request: AdminRequest): Promise<AdminResponse | undefined> =>
      inside && answerInside(inside, request),
    /** From now on the keys and plans of a config that was read anew hold. */
    reload(next: PlansConfig & Pick<Config, 'adminKeys'>): void {
      current = next;
      adminKeys.replace(next.adminKeys);
    },
    async close(): Promise<void> {
      stop.abort();
      await inside?.close();
      await pruning;
    },
  };
}

/** Who has which plan, and what issued keys use. */
async function describeKeys(
  store: Pick<Store, 'keyPlans' | 'issuedKeys' | 'keyUsage'>,
  { plans, defaultPlan }: PlansConfig,
  nowMs: number,
) {
  const since = dayOf(nowMs);
  const [callers, keys, [used], most] = await Promise.all([
    store.keyPlans.countByPlan(),
    store.issuedKeys.countByPlan(nowMs),
    store.keyUsage.report({ since, by: [] }),
    store.keyUsage.report({ since, by: ['key'], most: true, limit: MOST_USED }),
  ]);
  const count = (some: typeof keys) => {
    const sum = (field: 'all' | 'revoked' | 'expired'): number =>
      some.reduce((total, row) => total + row[field], 0);
    const [revoked, expired] = [sum('revoked'), sum('expired')];
    return { good: sum('all') - revoked - expired, revoked, expired };
  };
  return {
    plans: [...plans.values()].map(({ name, models, perHour = null, perMonth = null }) => ({
      name,
      models,
      per_hour: perHour,
      per_month: perMonth,
      is_default: name === defaultPlan,
      callers: callers.find(({ plan }) => plan === name)?.count ?? 0,
      keys: count(keys.filter(({ plan }) => (plan ?? defaultPlan) === name)).good,
    })),
    keys: { ...count(keys), used_today: describeUsage(used!), most_used_today: most.map(describeUsage) },
  };
}

/** The same records; whoever changes some is answered once the change is known. */
function withNotice(records: IssuedKeyRecords, onChange: () => Promise<void>) {
  // What cannot be told is read from the store a moment later.
  const noticed = async <T>(result: T): Promise<T> =>
    onChange().then(
      () => result,
      () => result,
    );
  return {
    find: records.find,
    page: records.page,
    add: async (...args) => noticed(await records.add(...args)),
    change: async (...args) => noticed(await records.change(...args)),
  } satisfies Partial<IssuedKeyRecords>;
}
