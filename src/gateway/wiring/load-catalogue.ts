import { readFileSync } from 'node:fs';
import { parse as parseYaml } from 'yaml';
import { NO_KEY } from '../../domain/api-key.ts';
import type { Catalogue } from '../../domain/catalogue.ts';
import { CatalogueError } from '../../models/providers/catalogue-schema.ts';
import { profileInId } from '../../models/providers/profile-in-id.ts';
import { extendCatalogue, readCatalogue } from '../../models/providers/read-catalogue.ts';
import { resolveModel } from '../../models/providers/resolve-model.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/read-config.ts';

const SHIPPED = new URL('../../models/providers/catalogue.yaml', import.meta.url);
/** What config says of providers and their models. */
export type CatalogueConfig = Pick<Config, 'aliases' | 'catalogue' | 'profiles' | 'providers'>;

/** Parsed once in a process. */
let shipped: unknown;

/**
 * The catalogue as shipped, or the one that replaces it; then what extends it; then the operator's own
 * providers. Aliases are names for its models.
 *
 * @throws ConfigError naming the key that is wrong.
 */
export function loadCatalogue(config: CatalogueConfig): Catalogue {
  const catalogue = loadModels(config);
  for (const [alias, ids] of Object.entries(config.aliases)) {
    if (resolveModel(catalogue, alias) !== undefined)
      throw new ConfigError(`aliases.${alias}: there is a model of this name`);
    const unknown = ids.findIndex((id) => {
      const asked = profileInId(id, config.profiles, catalogue);
      return resolveModel(catalogue, asked.id) === undefined;
    });
    if (unknown >= 0) throw new ConfigError(`aliases.${alias}.${unknown}: there is no such model`);
  }
  return catalogue;
}

function loadModels(config: CatalogueConfig): Catalogue {
  const { replace, extend } = config.catalogue;
  shipped ??= parseYaml(readFileSync(SHIPPED, 'utf8'));
  let catalogue = naming('catalogue.replace', () => readCatalogue(replace ?? shipped));
  if (extend !== undefined) catalogue = naming('catalogue.extend', () => extendCatalogue(catalogue, extend));
  const own: Record<string, unknown> = {};
  for (const [key, { name, baseUrl, models }] of Object.entries(config.providers)) {
    if (models !== undefined)
      own[key] = { base_url: baseUrl, models, ...(name === undefined ? {} : { name }) };
  }
  if (Object.keys(own).length === 0) return catalogue;
  catalogue = naming('', () => extendCatalogue(catalogue, { providers: own }));
  const providers = catalogue.providers.map((provider) =>
    config.providers[provider.key]?.key === NO_KEY ? { ...provider, keyless: true as const } : provider,
  );
  return { ...catalogue, providers };
}

function naming<T>(key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new ConfigError(key === '' ? error.message : `${key}: ${error.message}`);
  }
}
