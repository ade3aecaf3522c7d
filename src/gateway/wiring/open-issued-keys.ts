/** Joins what the gateway knows of the keys that it issued and their teams: which there are, what they may do and use. */
import { randomBytes } from 'node:crypto';
import type { OnBudget } from '../../domain/budget-event.ts';
import type { Catalogue, Model, Price } from '../../domain/catalogue.ts';
import { GatewayError } from '../../domain/errors.ts';
import { dearestPrice, NANOS_A_TOKEN, nanosOf, priceFor } from '../../models/providers/price.ts';
import type { ReserveCall } from '../../models/upstream/spending.ts';
import type { Caller, CallerIds } from '../admission/caller-id.ts';
import type { IssuedKeyCheck } from '../admission/issued-key-check.ts';
import { openIssuedKeyDirectory } from '../admission/issued-key-directory.ts';
import { createKeyBudgets } from '../admission/key-budgets.ts';
import type { Config } from '../config/read-config.ts';
import type { BudgetTerms } from '../store/budget-terms.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenIssuedKeysOptions {
  readonly store: Pick<Store, 'issuedKeys' | 'teams' | 'keyBalances' | 'keyUsage' | 'teamUsage'>;
  readonly config: Config['budgets'];
  readonly onBudget: OnBudget;
  readonly callerIds: CallerIds;
  readonly catalogue: () => Catalogue;
  /** Whether the operator has keys for providers. */
  readonly isUsed: () => boolean;
  readonly log: Log;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface OpenIssuedKeys extends IssuedKeyCheck<Model> {
  /** Whether the caller's key is one of these, and good now. */
  isGood(caller: Caller): boolean;
  /** Takes what was issued, changed or revoked by now. Never rejects. */
  refresh(): Promise<void>;
  /** Public name of the caller's key; absent where the gateway did not issue it. */
  idOf(caller: Caller): string | undefined;
  /** Id of the key's team; absent where it has none, and for callers' own keys. */
  teamIdOf(caller: Caller): string | undefined;
  /** Name of the plan that the key or its team was given; absent where neither has one, and for callers' own keys. */
  planOf(caller: Caller): string | undefined;
  readonly reserve: ReserveCall;
  close(): Promise<void>;
}

/** Models that no catalogue lists have one name in reports: an id may be any text of a caller. */
const UNLISTED = 'unlisted';

/** An operator's own server, which nobody is paid for. */
const FREE: Price = { input: 0, output: 0 };

/** @throws Error where the store does not answer. */
export async function openIssuedKeys(options: OpenIssuedKeysOptions): Promise<OpenIssuedKeys> {
  const { store, callerIds, catalogue, log, now } = options;
  const directory = await openIssuedKeyDirectory({
    records: store.issuedKeys,
    teams: store.teams,
    kid: callerIds.kid,
    now,
    isUsed: options.isUsed,
    onFailure: warnOfStore(log, 'cannot read issued keys, the last known ones hold'),
  });
  const budgets = createKeyBudgets({
    balances: store.keyBalances,
    records: store.keyUsage,
    teamRecords: store.teamUsage,
    owner: randomBytes(9).toString('base64url'),
    now,
    nearly: options.config.warn_at,
    onBudget: options.onBudget,
    onFailure: warnOfStore(log, 'cannot read or write what issued keys use, tried again'),
  });
  const listed = (model: Model): Model | undefined => {
    const { provider, wireId } = model;
    const { models } = catalogue();
    const same = models.get(model.id);
    return same ?? [...models.values()].find((one) => one.provider === provider && one.wireId === wireId);
  };
  /** As listed; else, unless the operator has it refused, the dearest that is known. */
  const priceOf = (model: Model): Price | undefined => {
    const known = listed(model);
    const { price } = known ?? model;
    if (price !== undefined || options.config.unpriced === 'refuse') return price;
    const { models, providers } = catalogue();
    if (providers.some(({ key, keyless }) => key === model.provider && keyless)) return FREE;
    return dearestPrice(models.values(), known?.tier);
  };
  /** Who of the key and its team has a budget in money. */
  const payerInMoney = (key: IssuedKey): 'This key' | 'The team of this key' | undefined => {
    if (hasBudgetInMoney(key)) return 'This key';
    return hasBudgetInMoney(directory.teamOf(key) ?? {}) ? 'The team of this key' : undefined;
  };
  const requirePrice = (key: IssuedKey, model: Model): Price => {
    const price = priceOf(model);
    const payer = payerInMoney(key);
    if (price !== undefined || payer === undefined) return price ?? FREE;
    throw new GatewayError(
      'model_not_in_plan',
      `${payer} has a budget in money, and the price of this model is not known. The operator of this gateway can add it to the catalogue, or set budgets.unpriced`,
    );
  };
  const ofKeyOrTeam = (caller: Caller, term: 'plan' | 'profile'): string | undefined => {
    const key = directory.find(caller);
    return key && (key[term] ?? directory.teamOf(key)?.[term]);
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
        requirePrice(key, model);
      }
    },

    requireRoom(caller) {
      const key = directory.require(caller);
      budgets.requireRoom(key, directory.teamOf(key));
    },
    budgetsOf(caller) {
      const key = directory.require(caller);
      return budgets.statesOf(key, directory.teamOf(key));
    },
    idOf: (caller) => directory.find(caller)?.id,
    teamIdOf: (caller) => directory.find(caller)?.team,
    planOf: (caller) => ofKeyOrTeam(caller, 'plan'),
    profileOf: (caller) => ofKeyOrTeam(caller, 'profile'),

    async reserve(apiKey, model, most) {
      const caller = callerIds.callerOf(apiKey);
      const key = directory.require(caller);
      const name = listed(model)?.id ?? UNLISTED;
      const price = requirePrice(key, model);
      const payer = most.billedApart === undefined ? undefined : payerInMoney(key);
      if (most.billedApart !== undefined && payer !== undefined) {
        const message = `${payer} has a budget in money, and ${most.billedApart} is billed apart from tokens`;
        throw new GatewayError('unsupported', message, { param: most.billedApart });
      }
      const rates = priceFor(price, most.input);
      const team = directory.teamOf(key);
      const ask = {
        ...most,
        inputPrice: rates.input * most.priceFactor * most.cacheWriteFactor * NANOS_A_TOKEN,
        outputPrice: rates.output * most.priceFactor * NANOS_A_TOKEN,
      };
      const hold = await budgets.reserve(key, ask, team);
      return {
        output: hold.output,
        settle: (usage) =>
          hold.settle(
            directory.find(caller) ?? key,
            name,
            usage,
            nanosOf(price, usage, most),
            // The one that it was begun in, wherever the key has gone since.
            team && directory.team(team.id),
          ),
        release: () => hold.release(),
      };
    },

    async close() {
      await directory.close();
      await budgets.close();
    },
  };
}

function hasBudgetInMoney({ nanosPerMonth, nanosPerDay }: BudgetTerms): boolean {
  return nanosPerMonth !== undefined || nanosPerDay !== undefined;
}
