/** Reads catalogue data (see `catalogue.yaml`) and holds its promises. */
import { camelKeys } from '../../domain/camel-keys.ts';
import type { Capabilities, Catalogue, Model, Price, Provider } from '../../domain/catalogue.ts';
import {
  type CapabilityData,
  type CatalogueData,
  CatalogueError,
  type ProviderData,
  parseCatalogue,
} from './catalogue-schema.ts';
import { dialectOf, knownProvider, OPERATOR } from './registry.ts';

type PriceData = NonNullable<ProviderData['models'][number]['price']>;
type Efforts = Capabilities['efforts'];

/** A list names some of the family's efforts; a map says what each is called as well. */
function toEfforts(data: CapabilityData['reasoning_effort'], family: Efforts): Efforts {
  if (data === undefined || typeof data === 'boolean') return family;
  return Array.isArray(data) ? Object.fromEntries(data.map((word) => [word, family?.[word] ?? word])) : data;
}

/** What the data says of a model, over what is known of its family. */
function toCapabilities(data: CapabilityData, family: Capabilities): Capabilities {
  const { reasoning_effort: asked, ...flags } = data;
  const { efforts, ...rest } = family;
  return {
    ...rest,
    ...camelKeys({ ...flags, efforts: toEfforts(asked, efforts) }),
    reasoningEffort: asked === undefined ? family.reasoningEffort : asked !== false,
  };
}

function toModel(
  data: ProviderData['models'][number],
  provider: Pick<Provider, 'key' | 'dialect'>,
  searchPrice: number | undefined,
): Model {
  const wireId = data.wire_id ?? data.id;
  const family = dialectOf(provider.dialect).capabilitiesOf(wireId);
  const { price, ...rest } = data;
  return {
    ...camelKeys(rest),
    ...(price === undefined ? {} : { price: withSearch(toPrice(price), searchPrice) }),
    provider: provider.key,
    wireId,
    capabilities: toCapabilities(data.capabilities ?? {}, family),
  };
}

function toPrice({ long_prompt: long, ...rates }: PriceData): Price {
  return { ...camelKeys(rates), ...(long === undefined ? {} : { longPrompt: camelKeys(long) }) };
}

function withSearch(price: Price, search: number | undefined): Price {
  return search === undefined ? price : { ...price, search };
}

/** @param before the same provider as it was, where data extends it. */
function toProvider(key: string, data: ProviderData, before: Provider | undefined): Provider {
  const place = ['providers', key];
  const known = knownProvider(key);
  if (known !== undefined) {
    for (const field of ['name', 'dialect', 'base_url'] as const) {
      if (data[field] !== undefined) {
        throw new CatalogueError(
          [...place, field],
          `is set for ${key} already; only your own providers have it here`,
        );
      }
    }
  }
  const dialect = known?.key ?? data.dialect ?? before?.dialect ?? OPERATOR.key;
  const baseUrl = known?.baseUrl ?? data.base_url ?? before?.baseUrl;
  if (baseUrl === undefined) {
    throw new CatalogueError([...place, 'base_url'], 'is required for a provider of your own');
  }
  const searchPrice = data.search_price ?? before?.searchPrice;
  const models = new Map(
    before?.models.map((model) => [
      model.id,
      model.price === undefined ? model : { ...model, price: withSearch(model.price, searchPrice) },
    ]),
  );
  for (const model of data.models) models.set(model.id, toModel(model, { key, dialect }, searchPrice));
  return {
    key,
    name: known?.name ?? data.name ?? before?.name ?? key,
    dialect,
    baseUrl,
    ...(searchPrice === undefined ? {} : { searchPrice }),
    models: [...models.values()],
  };
}

/** Two entries of one id in the same data are a slip, even where extending would let the second win. */
function refuseDoubles(data: CatalogueData): void {
  for (const [key, provider] of Object.entries(data.providers)) {
    const ids = provider.models.map((model) => model.id);
    const double = ids.findIndex((modelId, index) => ids.indexOf(modelId) !== index);
    if (double >= 0) {
      throw new CatalogueError(
        ['providers', key, 'models', double, 'id'],
        `'${ids[double]}' is listed twice`,
      );
    }
  }
}

function indexModels(providers: readonly Provider[]): Map<string, Model> {
  const models = new Map<string, Model>();
  for (const provider of providers) {
    for (const [index, model] of provider.models.entries()) {
      const other = models.get(model.id);
      if (other !== undefined) {
        const place = ['providers', provider.key, 'models', index, 'id'];
        throw new CatalogueError(place, `'${model.id}' is listed by ${other.provider} already`);
      }
      models.set(model.id, model);
    }
  }
  return models;
}

function assemble(providers: readonly Provider[], defaultModel: string | undefined): Catalogue {
  if (providers.length === 0) throw new CatalogueError(['providers'], 'must list at least one provider');
  const models = indexModels(providers);
  for (const provider of providers) {
    if (provider.models[0]?.tier !== 'basic') {
      throw new CatalogueError(
        ['providers', provider.key, 'models', 0, 'tier'],
        'the first model must be of tier basic',
      );
    }
  }
  if (defaultModel === undefined) throw new CatalogueError(['default_model'], 'is required');
  if (models.get(defaultModel)?.tier !== 'basic') {
    throw new CatalogueError(['default_model'], `'${defaultModel}' is not a listed model of tier basic`);
  }
  return { providers, defaultModel, models };
}

/**
 * @param data parsed YAML or JSON.
 * @throws CatalogueError naming the key that is wrong.
 */
export function readCatalogue(data: unknown): Catalogue {
  const parsed = parseCatalogue(data);
  refuseDoubles(parsed);
  const providers = Object.entries(parsed.providers).map(([key, entry]) => toProvider(key, entry, undefined));
  return assemble(providers, parsed.default_model);
}

/**
 * Adds to a catalogue: new providers and models come last, a model with an id that its provider has already
 * takes that one's place, and `default_model` may be left out.
 * @param data as for `readCatalogue`.
 * @throws CatalogueError naming the key that is wrong.
 */
export function extendCatalogue(base: Catalogue, data: unknown): Catalogue {
  const parsed = parseCatalogue(data);
  refuseDoubles(parsed);
  const providers = new Map(base.providers.map((provider) => [provider.key, provider]));
  for (const [key, entry] of Object.entries(parsed.providers)) {
    providers.set(key, toProvider(key, entry, providers.get(key)));
  }
  return assemble([...providers.values()], parsed.default_model ?? base.defaultModel);
}
