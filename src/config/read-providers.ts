import { type CamelKeys, camelKeys } from '../domain/camel-keys.ts';
import { knownProvider, PROVIDERS } from '../providers/registry.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-schema.ts';
import { type Environment, readBaseUrl, readText } from './read-environment.ts';

/** What config says of one provider. */
export type ProviderConfig = CamelKeys<ConfigFile['providers'][string]>;

/** @throws ConfigError where a provider of the operator's own lacks what it needs. */
export function readProviders(file: ConfigFile, env: Environment): Record<string, ProviderConfig> {
  const providers: Record<string, ProviderConfig> = {};
  for (const [key, settings] of Object.entries(file.providers)) {
    if (knownProvider(key) === undefined) {
      for (const field of ['base_url', 'models'] as const) {
        if (settings[field] === undefined) {
          throw new ConfigError(`providers.${key}.${field}: is required for a provider of your own`);
        }
      }
    } else {
      for (const field of ['models', 'name', 'key'] as const) {
        if (settings[field] !== undefined) {
          const instead = field === 'key' ? '' : '; see catalogue.extend';
          throw new ConfigError(`providers.${key}.${field}: only for a provider of your own${instead}`);
        }
      }
    }
    providers[key] = camelKeys(settings);
  }
  for (const { key } of PROVIDERS) {
    const baseUrl = readBaseUrl(env, baseUrlVariable(key));
    if (baseUrl !== undefined) providers[key] = { ...providers[key], baseUrl };
  }
  return providers;
}

/** The environment variable that says where a known provider is reached. */
export function baseUrlVariable(key: string): string {
  return `CLAIMGATE_${key.toUpperCase().replaceAll('-', '_')}_BASE_URL`;
}

/** @returns the key for commands that ask a model: `CLAIMGATE_API_KEY`, else the provider's own variable. */
export function readProviderKey(provider: string, env: Environment = process.env): string | undefined {
  const names = ['CLAIMGATE_API_KEY', ...(knownProvider(provider)?.keyVariables ?? [])];
  return names.map((name) => readText(env, name)).find((key) => key !== undefined);
}
