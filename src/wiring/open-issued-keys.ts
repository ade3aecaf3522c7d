/** Joins what the gateway knows of the keys that it issued: which there are, what they may do, and what they use. */
import type { Caller, CallerIds } from '../admission/caller-id.ts';
import { openIssuedKeyDirectory } from '../admission/issued-key-directory.ts';
import { createKeyBudgets } from '../admission/key-budgets.ts';
import { GatewayError } from '../errors.ts';
import type { IssuedKeys } from '../http/gate.ts';
import type { Catalogue, Model } from '../providers/catalogue.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { RecordUsage } from '../upstream/call-provider.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenIssuedKeysOptions {
  readonly store: Pick<Store, 'issuedKeys' | 'keyUsage'>;
  readonly callerIds: CallerIds;
  readonly catalogue: () => Catalogue;
  /** Whether the operator has keys for providers. */
  readonly isUsed: () => boolean;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface OpenIssuedKeys extends IssuedKeys {
  /** Whether the caller's key is one of these, and good now. */
  isGood(caller: Caller): boolean;
  /** Takes what was issued, changed or revoked by now. Never rejects. */
  refresh(): Promise<void>;
  /** Name of the plan that the key was issued with; absent where it has none, and for callers' own keys. */
  planOf(caller: Caller): string | undefined;
  readonly record: RecordUsage;
  close(): Promise<void>;
}

/** Models that no catalogue lists have one name in reports: an id may be any text of a caller. */
const UNLISTED = 'unlisted';

/** @throws Error where the store does not answer. */
export async function openIssuedKeys(options: OpenIssuedKeysOptions): Promise<OpenIssuedKeys> {
  const { store, callerIds, catalogue, log, now } = options;
  const directory = await openIssuedKeyDirectory({
    records: store.issuedKeys,
    kid: callerIds.kid,
    now,
    isUsed: options.isUsed,
    onFailure: warnOfStore(log, 'cannot read issued keys, the last known ones hold'),
  });
  const budgets = createKeyBudgets({
    records: store.keyUsage,
    now,
    onFailure: warnOfStore(log, 'cannot read or write what issued keys use, tried again'),
  });
  const listed = (model: Model): Model | undefined => {
    const { provider, wireId } = model;
    const { models } = catalogue();
    const same = models.get(model.id);
    return same ?? [...models.values()].find((one) => one.provider === provider && one.wireId === wireId);
  };
  return {
    require: (caller) => void directory.require(caller),
    isGood: directory.isGood,
    isKnown: (caller) => directory.find(caller) !== undefined,
    refresh: directory.refresh,

    requireModels(caller, models) {
      const key = directory.require(caller);
      for (const model of models) {
        const known = listed(model);
        if (key.models !== undefined && !key.models.some((id) => id === model.id || id === known?.id)) {
          throw new GatewayError(
            'model_not_in_plan',
            `This key may use ${key.models.join(', ')}, and no other model. The operator of this gateway can issue another key`,
          );
        }
        if (key.nanosPerMonth !== undefined && (known ?? model).price === undefined) {
          throw new GatewayError(
            'model_not_in_plan',
            'This key has a budget in money, and the price of this model is not known. The operator of this gateway can add it to the catalogue',
          );
        }
      }
    },

    requireRoom: (caller) => budgets.requireRoom(directory.require(caller)),
    budgetsOf: (caller) => budgets.statesOf(directory.require(caller)),
    planOf: (caller) => directory.find(caller)?.plan,

    record(apiKey, model, usage) {
      const key = directory.find(callerIds.callerOf(apiKey));
      if (key === undefined) return;
      const known = listed(model);
      budgets.record(key, known?.id ?? UNLISTED, (known ?? model).price, usage);
    },

    async close() {
      await directory.close();
      await budgets.close();
    },
  };
}
