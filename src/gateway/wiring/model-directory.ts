import { type ApiKey, holdsKey } from '../../domain/api-key.ts';
import type { Catalogue, Provider } from '../../domain/catalogue.ts';
import { GatewayError } from '../../domain/errors.ts';
import { nearestModels } from '../../models/providers/nearest-models.ts';
import { profileInId } from '../../models/providers/profile-in-id.ts';
import { dialectOf } from '../../models/providers/registry.ts';
import { resolveModel } from '../../models/providers/resolve-model.ts';
import { type Endpoint, splitBaseUrl } from '../../models/upstream/endpoint.ts';
import type { ModelDirectory, ProviderDirectory } from '../../models/upstream/model-directory.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { Config } from '../config/read-config.ts';

/** What config says of how providers are reached. */
type EndpointConfig = Pick<Config, 'providers' | 'upstream'>;

interface ModelDirectoryOptions {
  readonly catalogue: Catalogue;
  readonly config: EndpointConfig & Pick<Config, 'aliases' | 'profiles'>;
  readonly sandbox: Sandbox | undefined;
  readonly isSandboxed: (key: ApiKey) => boolean;
}

export interface NamedModels extends ModelDirectory, ProviderDirectory {
  /**
   * @returns the key in the catalogue of the model's provider, such as `openai`.
   * @throws GatewayError `unknown_model`.
   */
  providerOf(id: string): string;
}

/** Finds the model that a caller means, and where it is asked: at its provider, or in the sandbox. */
export function createModelDirectory(options: ModelDirectoryOptions): NamedModels {
  const { catalogue, config, sandbox, isSandboxed } = options;
  const real = new Map<string, Endpoint>();
  const simulated = new Map<string, Endpoint>();
  for (const provider of catalogue.providers) {
    const baseUrl = config.providers[provider.key]?.baseUrl ?? provider.baseUrl;
    real.set(provider.key, endpointOf(provider, baseUrl, config, false));
    if (sandbox === undefined) continue;
    simulated.set(provider.key, endpointOf(provider, sandbox.baseUrl(provider.key), config, true));
  }

  const { aliases, profiles } = config;
  /** The models that an id stands for, in the order in which they are asked. */
  const idsFor = (id: string): readonly string[] => (Object.hasOwn(aliases, id) ? aliases[id]! : [id]);
  const split = (id: string) => profileInId(id, profiles, catalogue);

  return {
    providerOf(alias) {
      const { id } = split(idsFor(alias)[0] ?? alias);
      const model = resolveModel(catalogue, id);
      if (model === undefined) throw unknownModel(catalogue, id, 'model');
      return model.provider;
    },
    reach(name, key) {
      const provider = catalogue.providers.find((one) => one.key === name);
      const endpoint = (isSandboxed(key) ? simulated : real).get(name);
      return provider && endpoint && { endpoint, dialect: provider.dialect };
    },
    providerNames: () => catalogue.providers.map(({ key }) => key),
    callRules(id) {
      const model = typeof id === 'string' ? resolveModel(catalogue, split(idsFor(id)[0]!).id) : undefined;
      return (model && real.get(model.provider))?.adapter.calls ?? {};
    },
    find(asked, key, field = 'model') {
      const [named = asked, ...fallbacks] = idsFor(asked);
      const { id, profile } = split(named);
      const model = catalogue.models.get(id) ?? (isKey(id, key) ? undefined : resolveModel(catalogue, id));
      if (model === undefined) throw unknownModel(catalogue, forMessage(id, key), field);
      const endpoint = (isSandboxed(key) ? simulated : real).get(model.provider) as Endpoint;
      // A listed model that is asked for by its provider's name is listed all the same.
      const listed = catalogue.providers.some(({ models }) =>
        models.some(({ wireId, provider }) => wireId === model.wireId && provider === model.provider),
      );
      return {
        // The id is the caller's, the profile's name included.
        model: named === asked && profile !== undefined ? { ...model, id: asked } : model,
        ...{ listed, endpoint },
        ...(named === asked ? {} : { fallbacks }),
        ...(profile === undefined ? {} : { profile }),
      };
    },
  };
}

function endpointOf(provider: Provider, baseUrl: string, config: EndpointConfig, sandbox: boolean): Endpoint {
  const settings = config.providers[provider.key];
  return {
    provider: provider.key,
    displayName: provider.name,
    adapter: dialectOf(provider.dialect).adapter,
    ...splitBaseUrl(baseUrl),
    firstByteTimeout: settings?.firstByteTimeout ?? config.upstream.firstByteTimeout,
    idleTimeout: settings?.idleTimeout ?? config.upstream.idleTimeout,
    sandbox,
    // The simulated providers know their callers by the key.
    ...(provider.keyless && !sandbox ? { keyless: true } : {}),
  };
}

/** @param id as it may be printed. */
function unknownModel(catalogue: Catalogue, id: string, field: string): GatewayError {
  const place = field === 'model' ? '' : ` in ${field}`;
  const nearest = nearestModels(catalogue, id).map((listed) => `'${listed}'`);
  const message =
    `Unknown model '${id}'${place}. The nearest listed ids are ${nearest.join(', ')}; ` +
    `a model that is not listed is requested as provider/id, with one of the providers ` +
    catalogue.providers.map((provider) => provider.key).join(', ');
  return new GatewayError('unknown_model', message, { param: field });
}

/** Whether a caller has put the key where a model's id belongs: such an id is logged and answered to nobody. */
function isKey(id: string, key: ApiKey): boolean {
  return key.reveal().length >= 8 && id.includes(key.reveal());
}

/** The id as the caller wrote it, as far as it can be printed, unless it holds the key. */
function forMessage(id: string, key: ApiKey): string {
  if (holdsKey(id, key.reveal())) return '…';
  const printable = id.replace(/[^\x20-\x7e]/g, '\u{fffd}');
  return printable.length > 128 ? `${printable.slice(0, 128)}…` : printable;
}
