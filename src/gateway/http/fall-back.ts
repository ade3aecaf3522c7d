/** Which models are asked in turn where one cannot answer. */
import { type ApiKey, isIssuedKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { JsonTarget } from '../../models/upstream/ask-json.ts';
import type { FoundModel, ModelDirectory } from '../../models/upstream/model-directory.ts';
import type { Gate, Identity } from './gate.ts';

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
  const all = [first, ...others];
  let at = 0;
  return {
    key,
    get endpoint() {
      return all[at]!.endpoint;
    },
    get model() {
      return all[at]!.model;
    },
    goOn(failed: Model) {
      // Another question may have gone on already.
      if (all[at]!.model !== failed) return true;
      if (at + 1 >= all.length) return false;
      at += 1;
      return true;
    },
  };
}
