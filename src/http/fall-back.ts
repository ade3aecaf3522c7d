/** Which models are asked in turn where one cannot answer. */
import { type ApiKey, isIssuedKey } from '../domain/api-key.ts';
import { GatewayError } from '../errors.ts';
import type { Model } from '../providers/catalogue.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { FoundModel, ModelDirectory } from '../upstream/model-directory.ts';

/**
 * @returns the models behind the first one of an alias that this key can reach: a caller's own key is for one provider,
 *   and goes to no other.
 */
export function fallbacksOf(models: ModelDirectory, first: FoundModel, key: ApiKey): FoundModel[] {
  if (first.fallbacks === undefined) return [];
  const found = first.fallbacks.map((id) => models.find(id, key));
  if (isIssuedKey(key)) return found;
  return found.filter(({ endpoint }) => endpoint.sandbox || endpoint.provider === first.endpoint.provider);
}

/** A model that cannot serve the request is passed over. */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof GatewayError)) throw error;
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
