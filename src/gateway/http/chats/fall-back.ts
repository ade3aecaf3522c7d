/** Which models are asked in turn where one cannot answer. */

import { type ApiKey, isIssuedKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { JsonTarget } from '../../../models/upstream/ask-json.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type { FoundModel, ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate, Identity } from '../admission/gate.ts';

/**
 * The models that a caller's id stands for, in the order in which they are asked: of an alias those that the caller may use
 * and this key can reach. A caller's own key is for one provider, and goes to no other.
 *
 * @returns at least one: where the caller may use none, the first, for its refusal.
 */
export function candidatesOf(
  models: ModelDirectory,
  gate: Pick<Gate, 'mayUse'>,
  first: FoundModel,
  identity: Identity,
): readonly [FoundModel, ...FoundModel[]] {
  if (first.fallbacks === undefined) return [first];
  const all = [first, ...first.fallbacks.map((id) => models.find(id, identity.key))];
  const isReached = ({ endpoint }: FoundModel): boolean =>
    isIssuedKey(identity.key) || endpoint.sandbox || endpoint.provider === first.endpoint.provider;
  const [usable = first, ...others] = all.filter((found) => isReached(found) && gate.mayUse(identity, found));
  return [usable, ...others];
}

/**
 * Makes a request ready for the first model that can serve it.
 * @param candidates those that are left; what was tried is taken away.
 * @throws GatewayError what the first of them cannot serve, where none can.
 */
export async function prepareFirst<T>(
  candidates: FoundModel[],
  prepare: (found: FoundModel) => Promise<T>,
): Promise<{ readonly found: FoundModel; readonly ready: T }> {
  let refusal: unknown;
  for (let found = candidates.shift(); found !== undefined; found = candidates.shift()) {
    try {
      return { found, ready: await prepare(found) };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/**
 * Several models as one that questions are put to: from the one that cannot answer it goes on to the next.
 *
 * @param others asked in turn behind the first.
 */
export function inTurn(first: FoundModel, others: readonly FoundModel[], key: ApiKey): JsonTarget {
  return new ModelsInTurn([first, ...others], key);
}

class ModelsInTurn implements JsonTarget {
  readonly key: ApiKey;
  readonly #all: readonly FoundModel[];
  #at = 0;

  constructor(all: readonly FoundModel[], key: ApiKey) {
    this.#all = all;
    this.key = key;
  }

  get #current(): FoundModel {
    return this.#all[this.#at]!;
  }

  get endpoint(): Endpoint {
    return this.#current.endpoint;
  }

  get model(): Model {
    return this.#current.model;
  }

  goOn(failed: Model): boolean {
    // Another question may have gone on already.
    if (this.model !== failed) return true;
    if (this.#at + 1 >= this.#all.length) return false;
    this.#at += 1;
    return true;
  }
}
