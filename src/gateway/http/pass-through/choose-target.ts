/** Whom a request goes to that is passed on: the provider of its model, else the one that is named, else the API's own. */
import { type ApiKey, isIssuedKey } from '../../../domain/api-key.ts';
import { GatewayError } from '../../../domain/errors.ts';
import {
  hasEndpoint,
  type PassedEndpoints,
  passedEndpointsOf,
} from '../../../models/providers/passed-endpoints.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type {
  FoundModel,
  ModelDirectory,
  ProviderDirectory,
} from '../../../models/upstream/model-directory.ts';
import { type PassedFamily, PLAIN_ELSEWHERE } from './endpoints.ts';

export const PROVIDER_HEADER = 'x-claimgate-provider';

/** Of a model that is not named. No catalogue lists it, and no plan of basic models includes it. */
const UNNAMED = 'unnamed';

export type Models = ModelDirectory & ProviderDirectory;

export interface Wanted {
  /** As the caller wrote them. */
  readonly ids: readonly string[];
  /** The header that names a provider; absent where there is none. */
  readonly provider: string | undefined;
  readonly family: PassedFamily;
  /** Below `/v1/`. */
  readonly path: string;
  readonly key: ApiKey;
}

export interface Target {
  readonly endpoint: Endpoint;
  readonly endpoints: PassedEndpoints;
  /** By the ids that the caller wrote; empty where none is named. */
  readonly models: ReadonlyMap<string, FoundModel>;
}

/**
 * @throws GatewayError `unknown_model`; `bad_request` for a provider that there is not, or several; `not_found` where the
 *   provider has no such endpoint.
 */
export function chooseTarget(models: Models, { ids, provider, family, path, key }: Wanted): Target {
  const found = new Map(ids.map((id) => [id, findModel(models, id, provider, key)] as const));
  const names = new Set([...found.values()].map(({ model }) => model.provider));
  if (names.size > 1) {
    throw new GatewayError('bad_request', 'The models of a request must be of one provider', {
      param: 'model',
    });
  }
  const [name = provider ?? family.provider] = names;
  const reached = models.reach(name, key);
  if (reached === undefined) throw unknownProvider(models);
  const { endpoint, dialect } = reached;
  const endpoints = passedEndpointsOf(dialect);
  // The simulated providers speak of vectors alone.
  const isThere = !endpoint.sandbox || path === 'embeddings';
  if (endpoints === undefined || !hasEndpoint(endpoints, path) || !isThere) {
    const who = endpoint.sandbox ? `The sandbox's ${endpoint.displayName}` : endpoint.displayName;
    throw new GatewayError('not_found', `${who} has no such endpoint`);
  }
  return { endpoint, endpoints, models: found };
}

/** Stands for the model of a request that names none. */
export function unnamedModel(models: ModelDirectory, { endpoint }: Target, key: ApiKey): FoundModel {
  return models.find(`${endpoint.provider}/${UNNAMED}`, key);
}

function findModel(models: Models, id: string, provider: string | undefined, key: ApiKey): FoundModel {
  try {
    return models.find(id, key);
  } catch (error) {
    const name = provider ?? PLAIN_ELSEWHERE.find(([, ids]) => ids.test(id))?.[0];
    if (name === undefined) throw error;
    return models.find(`${name}/${id}`, key);
  }
}

function unknownProvider(models: ProviderDirectory): GatewayError {
  const names = models.providerNames().join(', ');
  return new GatewayError('bad_request', `X-Claimgate-Provider names none of the providers ${names}`, {
    param: 'X-Claimgate-Provider',
  });
}

/**
 * What is kept at a provider lies in the account of the key: that of the operator is shared by all holders of issued keys,
 * and each would see, read and delete what the others have there.
 *
 * @throws GatewayError `account_shared`.
 */
export function requireOwnAccount({ keeps }: PassedFamily, key: ApiKey): void {
  if (keeps === true && isIssuedKey(key)) throw new GatewayError('account_shared');
}
