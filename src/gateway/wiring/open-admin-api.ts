/** Joins what the admin API needs: who may use it, what it changes, what it shows, and where it is served. */
import { randomBytes } from 'node:crypto';
import type { Documents } from '../../documents/documents.ts';
import { toDecision } from '../../engine/corpus/read-document.ts';
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import type { AdminKeys } from '../admin/admin-keys.ts';
import { createAuditor, createRefusalLog } from '../admin/auditor.ts';
import { describeUsage } from '../admin/describe-rows.ts';
import { createCallerManagement } from '../admin/manage-callers.ts';
import { createKeyManagement, repeatableBytes } from '../admin/manage-keys.ts';
import { createPublishedManagement } from '../admin/manage-published.ts';
import { createTeamManagement } from '../admin/manage-teams.ts';
import { createWebhookManagement } from '../admin/manage-webhooks.ts';
import { createHolderUse } from '../admin/read-holder-use.ts';
import type { CallerIds } from '../admission/caller-id.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import { dayOf } from '../admission/windows.ts';
import type { Config } from '../config/read-config.ts';
import type { AdminRequest, AdminResponse } from '../http/admin/admin-server.ts';
import { answerInside, createInsideServer } from '../http/admin/answer-inside.ts';
import type { GivenDecision } from '../http/admin/decision-routes.ts';
import { type AdminOptions, serveAdmin } from '../http/admin/serve-admin.ts';
import type { Server, ServerOptions } from '../http/server/server.ts';
import type { StatusAnswers } from '../http/status/serve-status.ts';
import type { IssuedKeyRecords } from '../store/issued-keys.ts';
import { withoutNulls } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { TeamRecords } from '../store/teams.ts';
import { allUnlessAway, unlessAway } from '../store/unless-away.ts';
import type { Log } from '../telemetry/log.ts';
import { openCorpusAdmin } from './open-corpus-admin.ts';
import type { Overview } from './open-overview.ts';
import { openSignIn } from './open-sign-in.ts';
import type { PlansConfig } from './open-state.ts';
import { VERSION } from './version.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenAdminApiOptions
  extends Pick<
    AdminOptions,
    | 'counts'
    | 'addressOf'
    | 'catalogue'
    | 'traffic'
    | 'wakeWebhooks'
    | 'evidence'
    | 'judge'
    | 'judgeModel'
    | 'checkText'
  > {
  readonly config: PlansConfig &
    Pick<
      Config,
      'admin' | 'auditRetentionDays' | 'budgets' | 'profiles' | 'signIn' | 'upstream' | 'webhooks'
    >;
  readonly adminKeys: AdminKeys;
  readonly store: Store;
  readonly documents: Documents;
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
  const signingIn = openSignIn({ config, secret, now });

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
  const useFrom = (usage: Store['keyUsage']) => {
    const read = createHolderUse({ usage, balances: store.keyBalances, nearly: config.budgets.warn_at, now });
    return (holders: Parameters<typeof read>[0]) => whileThere(read(holders));
  };
  const corpusAdmin = openCorpusAdmin({ store, documents: options.documents, auditor, log, away: AWAY });
  const guard = <T extends object>(functions: T): T => allUnlessAway(AWAY, functions);
  const sharedNow = {
    ...store.sharedChecks,
    page: (query: Parameters<Store['published']['page']>[0]) =>
      store.sharedChecks.page({ ...query, nowMs: now() }),
  };
  const routes = {
    version: VERSION,
    adminKeys,
    signIn: signingIn?.signIn,
    record: (entry) => whileThere(store.audit.add([entry])),
    onSignInFailed: (fault) => log.warn(fault, 'a person could not sign in'),
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
    profiles: () => Object.keys(config.profiles),
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
    teams: guard(
      createTeamManagement({
        records: withNoticeOfTeams(store.teams, options.onKeysChanged),
        auditor,
        random: randomBytes,
        now,
      }),
    ),
    callers: guard(createCallerManagement({ records: store.keyPlans, callerIds, auditor, now })),
    decisions: guard({
      async add(given, actor) {
        const documents = given.map(readDecision);
        const claims = { to: documents.map(({ id }) => id) };
        const entry = auditor.entry(actor, 'decision.add', { changes: { claims } });
        const { added, replaced, unchanged } = await store.corpus.add(documents, [entry]);
        return { added, replaced: replaced + unchanged };
      },
    } satisfies AdminOptions['decisions']),
    corpus: corpusAdmin.corpus,
    webhooks: guard(
      createWebhookManagement({
        webhooks: config.webhooks,
        records: store.webhookMessages,
        auditor,
        now,
      }),
    ),
    wakeWebhooks: options.wakeWebhooks,
    published: guard(createPublishedManagement(store.published, auditor, 'report.remove')),
    shared: guard(createPublishedManagement(sharedNow, auditor, 'share.remove')),
    traffic: options.traffic,
    evidence: options.evidence,
    judge: options.judge,
    judgeModel: options.judgeModel,
    checkText: options.checkText,
    reports: guard({
      usage: store.keyUsage.report,
      teamUsage: store.teamUsage.report,
      audit: store.audit.page,
    }),
    useOf: useFrom(store.keyUsage),
    useOfTeams: useFrom(store.teamUsage),
    repeatable: (operatorKey, name) => repeatableBytes(subkey, operatorKey, name),
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
      await corpusAdmin.close();
      await signingIn?.close();
      await pruning;
    },
  };
}

/** What the schema has let through is a decision. */
function readDecision({ title, url, ...given }: GivenDecision) {
  return toDecision({ review: withoutNulls(given), title, url });
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
    plans: [...plans.values()].map(({ name, models, perHour = null, perMonth = null, ...minute }) => ({
      name,
      models,
      requests_per_minute: minute.requestsPerMinute ?? null,
      tokens_per_minute: minute.tokensPerMinute ?? null,
      per_hour: perHour,
      per_month: perMonth,
      is_default: name === defaultPlan,
      callers: callers.find(({ plan }) => plan === name)?.count ?? 0,
      keys: count(keys.filter(({ plan }) => (plan ?? defaultPlan) === name)).good,
    })),
    keys: {
      ...count(keys),
      used_today: describeUsage(used!),
      most_used_today: most.map((row) => describeUsage(row)),
    },
  };
}

/** @returns what answers with a result once a change is known. */
function noticedBy(onChange: () => Promise<void>) {
  // What cannot be told is read from the store a moment later.
  return async <T>(result: T): Promise<T> =>
    onChange().then(
      () => result,
      () => result,
    );
}

/** The same records; whoever changes some is answered once the change is known. */
function withNoticeOfTeams(records: TeamRecords, onChange: () => Promise<void>): TeamRecords {
  const noticed = noticedBy(onChange);
  return {
    ...records,
    add: async (...args) => noticed(await records.add(...args)),
    change: async (...args) => noticed(await records.change(...args)),
    remove: async (...args) => noticed(await records.remove(...args)),
  };
}

/** Likewise. */
function withNotice(records: IssuedKeyRecords, onChange: () => Promise<void>) {
  const noticed = noticedBy(onChange);
  return {
    find: records.find,
    page: records.page,
    add: async (...args) => noticed(await records.add(...args)),
    change: async (...args) => noticed(await records.change(...args)),
  } satisfies Partial<IssuedKeyRecords>;
}
