/** Joins what the gateway knows of the keys that it issued: which there are, what they may do, and what they use. */
import { randomBytes } from 'node:crypto';
import type { Catalogue, Model, Price } from '../../domain/catalogue.ts';
import type { Usage } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import { dearestPrice, priceFor } from '../../models/providers/price.ts';
import type { MostCost } from '../../models/upstream/most-cost.ts';
import type { ReserveCall } from '../../models/upstream/spending.ts';
import type { Caller, CallerIds } from '../admission/caller-id.ts';
import type { IssuedKeyCheck } from '../admission/issued-key-check.ts';
import { openIssuedKeyDirectory } from '../admission/issued-key-directory.ts';
import { createKeyBudgets } from '../admission/key-budgets.ts';
import type { Config } from '../config/read-config.ts';
import type { IssuedKey } from '../store/issued-keys.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { warnOfStore } from './watch-store.ts';

interface OpenIssuedKeysOptions {
  readonly store: Pick<Store, 'issuedKeys' | 'keyBalances' | 'keyUsage'>;
  readonly unpriced: Config['budgets']['unpriced'];
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
  /** Name of the plan that the key was issued with; absent where it has none, and for callers' own keys. */
  planOf(caller: Caller): string | undefined;
  readonly reserve: ReserveCall;
  close(): Promise<void>;
}

/** Models that no catalogue lists have one name in reports: an id may be any text of a caller. */
const UNLISTED = 'unlisted';

/** Of US dollars a million tokens: billionths of a dollar a token. */
const NANOS_A_TOKEN = 1_000;
/** An operator's own server, which nobody is paid for. */
const FREE: Price = { input: 0, output: 0 };

function nanosOf(
  price: Price,
  { promptTokens, completionTokens, cacheWriteTokens = 0 }: Usage,
  { priceFactor, cacheWriteFactor }: Pick<MostCost, 'priceFactor' | 'cacheWriteFactor'>,
): number {
  const { input, output } = priceFor(price, promptTokens);
  const read = promptTokens + cacheWriteTokens * (cacheWriteFactor - 1);
  return Math.ceil((read * input + completionTokens * output) * priceFactor * NANOS_A_TOKEN);
}

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
    balances: store.keyBalances,
    records: store.keyUsage,
    owner: randomBytes(9).toString('base64url'),
    now,
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
    if (price !== undefined || options.unpriced === 'refuse') return price;
    const { models, providers } = catalogue();
    if (providers.some(({ key, keyless }) => key === model.provider && keyless)) return FREE;
    return dearestPrice(models.values(), known?.tier);
  };
  const requirePrice = (key: IssuedKey, model: Model): Price => {
    const price = priceOf(model);
    if (price !== undefined || key.nanosPerMonth === undefined) return price ?? FREE;
    throw new GatewayError(
      'model_not_in_plan',
      'This key has a budget in money, and the price of this model is not known. The operator of this gateway can add it to the catalogue, or set budgets.unpriced',
    );
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

    requireRoom: (caller) => budgets.requireRoom(directory.require(caller)),
    budgetsOf: (caller) => budgets.statesOf(directory.require(caller)),
    planOf: (caller) => directory.find(caller)?.plan,

    async reserve(apiKey, model, most) {
      const caller = callerIds.callerOf(apiKey);
      const key = directory.require(caller);
      const name = listed(model)?.id ?? UNLISTED;
      const price = requirePrice(key, model);
      if (most.billedApart !== undefined && key.nanosPerMonth !== undefined) {
        const message = `${most.billedApart} is billed apart from tokens, and this key has a budget in money`;
        throw new GatewayError('unsupported', message, { param: most.billedApart });
      }
      const rates = priceFor(price, most.input);
      const hold = await budgets.reserve(key, {
        ...most,
        inputPrice: rates.input * most.priceFactor * most.cacheWriteFactor * NANOS_A_TOKEN,
        outputPrice: rates.output * most.priceFactor * NANOS_A_TOKEN,
      });
      return {
        output: hold.output,
        settle: (usage) =>
          hold.settle(directory.find(caller) ?? key, name, usage, nanosOf(price, usage, most)),
        release: () => hold.release(),
      };
    },

    async close() {
      await directory.close();
      await budgets.close();
    },
  };
}
