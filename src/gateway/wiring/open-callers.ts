/** Joins who may call: the keys that the gateway issued, operators' keys, what is counted of requests, and the gate. */
import { performance } from 'node:perf_hooks';
import type { OnBudget } from '../../domain/budget-event.ts';
import { type AdminKeys, createAdminKeys } from '../admin/admin-keys.ts';
import { createAdmission } from '../admission/admit.ts';
import { createRequestCounts, type RequestCounts } from '../admission/request-counts.ts';
import type { Config } from '../config/read-config.ts';
import type { Gate } from '../http/admission/gate.ts';
import type { Log } from '../telemetry/log.ts';
import { openGate } from './open-gate.ts';
import { type OpenIssuedKeys, openIssuedKeys } from './open-issued-keys.ts';
import type { Providers } from './open-providers.ts';
import type { Shelf } from './open-shelf.ts';
import type { State } from './open-state.ts';
import { shareAcceptance } from './share-acceptance.ts';

interface CallersOptions {
  readonly config: Pick<
    Config,
    'adminKeys' | 'budgets' | 'callers' | 'isPrivate' | 'limits' | 'redisUrl' | 'trustedProxies'
  >;
  readonly state: State;
  readonly providers: Providers;
  /** Where replicas share what they know. */
  readonly shelf: Shelf | undefined;
  readonly onBudget: OnBudget;
  /** Those of all processes of the gateway; of this one where absent. */
  readonly counts: RequestCounts | undefined;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface Callers {
  readonly gate: Gate;
  readonly issuedKeys: OpenIssuedKeys;
  readonly adminKeys: AdminKeys;
  readonly counts: RequestCounts;
}

/** @throws Error where the store does not answer. */
export async function openCallers(options: CallersOptions): Promise<Callers> {
  const { config, state, providers, shelf, log, now } = options;
  const { callerIds } = state;
  const issuedKeys = await openIssuedKeys({
    store: state.store,
    callerIds,
    catalogue: () => providers.catalogue,
    isUsed: () => providers.hasKeys,
    config: config.budgets,
    onBudget: options.onBudget,
    log,
    now,
  });
  providers.meter(issuedKeys.reserve);
  const adminKeys = createAdminKeys(callerIds);
  adminKeys.replace(config.adminKeys);
  const own = options.counts ?? createRequestCounts(config.limits, now);
  const acceptedKeys =
    config.redisUrl === undefined || shelf === undefined
      ? own.acceptedKeys
      : shareAcceptance(own.acceptedKeys, shelf, () => performance.now());
  const counts = { ...own, acceptedKeys };
  const gate = openGate({
    callers: config.callers,
    isPrivate: config.isPrivate,
    trustedProxies: config.trustedProxies,
    state,
    issuedKeys,
    counts,
    admission: createAdmission({
      backend: state.backend,
      planOf: (caller) => state.planOf(caller, issuedKeys.planOf(caller)),
      now,
    }),
    isAdmin: ({ id }) => adminKeys.has(id),
  });
  return { gate, issuedKeys, adminKeys, counts };
}
