import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-schema.ts';
import { type Environment, readBaseUrl } from './read-environment.ts';

export interface ProviderConfig {
  readonly baseUrl?: string;
  readonly firstByteTimeout?: number;
  readonly idleTimeout?: number;
  readonly name?: string;
  readonly models?: readonly unknown[];
}

const SHIPPED_PROVIDERS = ['openai', 'anthropic', 'google', 'xai', 'together'] as const;

/** @throws ConfigError where a provider of the operator's own lacks what it needs. */
export function readProviders(file: ConfigFile, env: Environment): Record<string, ProviderConfig> {
  const providers: Record<string, ProviderConfig> = {};
  for (const [name, settings] of Object.entries(file.providers)) {
    const own = !(SHIPPED_PROVIDERS as readonly string[]).includes(name);
    if (own && settings.base_url === undefined) {
      throw new ConfigError(`providers.${name}.base_url: is required for a provider of your own`);
    }
    if (own && settings.models === undefined) {
      throw new ConfigError(`providers.${name}.models: is required for a provider of your own`);
    }
    if (!own && (settings.models !== undefined || settings.name !== undefined)) {
      const key = settings.models === undefined ? 'name' : 'models';
      throw new ConfigError(
        `providers.${name}.${key}: only for a provider of your own; see catalogue.extend`,
      );
    }
    providers[name] = {
      ...(settings.base_url === undefined ? {} : { baseUrl: settings.base_url }),
      ...(settings.first_byte_timeout === undefined ? {} : { firstByteTimeout: settings.first_byte_timeout }),
      ...(settings.idle_timeout === undefined ? {} : { idleTimeout: settings.idle_timeout }),
      ...(settings.name === undefined ? {} : { name: settings.name }),
      ...(settings.models === undefined ? {} : { models: settings.models }),
    };
  }
  for (const name of SHIPPED_PROVIDERS) {
    const baseUrl = readBaseUrl(env, `CLAIMGATE_${name.toUpperCase()}_BASE_URL`);
    if (baseUrl !== undefined) providers[name] = { ...providers[name], baseUrl };
  }
  return providers;
}
