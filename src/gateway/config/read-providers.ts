import { ApiKey, isIssuedKey, NO_KEY } from '../../domain/api-key.ts';
import { type CamelKeys, camelKeys } from '../../domain/camel-keys.ts';
import { knownProvider, PROVIDERS } from '../../models/providers/registry.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-schema.ts';
import { readNamed } from './read-config-file.ts';
import { type Environment, readBaseUrl, readText, splitList } from './read-environment.ts';

/** What config says of one provider. */
export type ProviderConfig = Omit<CamelKeys<ConfigFile['providers'][string]>, 'keys' | 'keysFile'> & {
  /** The operator's own, which stand in for issued keys. */
  readonly keys?: readonly ApiKey[];
};

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
    const { keys_file: _, ...rest } = settings;
    providers[key] = camelKeys(rest);
  }
  for (const { key } of PROVIDERS) {
    const baseUrl = readBaseUrl(env, baseUrlVariable(key));
    if (baseUrl !== undefined) providers[key] = { ...providers[key], baseUrl };
  }
  for (const key of new Set([...PROVIDERS.map((known) => known.key), ...Object.keys(file.providers)])) {
    const keys = readKeys(key, file.providers[key], env);
    if (keys !== undefined) providers[key] = { ...providers[key], keys };
  }
  return providers;
}

/**
 * The operator's own keys for a provider. The environment takes precedence: `CLAIMGATE_OPENAI_KEYS`, or a file that
 * `CLAIMGATE_OPENAI_KEYS_FILE` names.
 */
function readKeys(
  provider: string,
  settings: ConfigFile['providers'][string] | undefined,
  env: Environment,
): readonly ApiKey[] | undefined {
  const place = `providers.${provider}`;
  const variable = variableOf(provider, 'KEYS');
  const [text, file] = [readText(env, variable), readText(env, `${variable}_FILE`)];
  const given: [string, readonly ApiKey[] | undefined][] = [
    [variable, text === undefined ? undefined : splitKeys(variable, text)],
    [`${variable}_FILE`, keysIn(`${variable}_FILE`, file)],
    [`${place}.keys`, settings?.keys],
    [`${place}.keys_file`, keysIn(`${place}.keys_file`, settings?.keys_file)],
  ];
  const [name, keys] = given.find(([, found]) => found !== undefined) ?? [place, undefined];
  if (keys === undefined) return undefined;
  if (settings?.key !== undefined) throw new ConfigError(`${name}: not with ${place}.key: none`);
  const isForeign = (key: ApiKey): boolean =>
    !isIssuedKey(key) && key.reveal() !== NO_KEY && !key.reveal().startsWith('sandbox');
  if (!keys.every(isForeign)) throw new ConfigError(`${name}: must be keys of the provider`);
  return keys;
}

function keysIn(name: string, file: string | undefined): readonly ApiKey[] | undefined {
  return file === undefined ? undefined : splitKeys(name, readNamed(file, name));
}

/** Keys between blanks, lines or commas. @throws ConfigError, without any part of them. */
function splitKeys(name: string, text: string): readonly ApiKey[] {
  const keys = splitList(text);
  const parsed = keys.map((key) => ApiKey.parse(key));
  const good = parsed.filter((key) => key !== undefined);
  if (good.length === 0 || good.length < parsed.length) {
    throw new ConfigError(`${name}: must hold keys of printable characters, one on a line`);
  }
  return good;
}

/** The environment variable that says where a known provider is reached. */
export function baseUrlVariable(key: string): string {
  return variableOf(key, 'BASE_URL');
}

/** @returns the names of all variables that providers have. @param own names of the operator's own providers. */
export function providerVariables(own: readonly string[]): string[] {
  const known = PROVIDERS.map(({ key }) => key);
  const keys = [...known, ...own].map((key) => variableOf(key, 'KEYS'));
  return [...known.map(baseUrlVariable), ...keys, ...keys.map((name) => `${name}_FILE`)];
}

function variableOf(provider: string, what: string): string {
  return `CLAIMGATE_${provider.toUpperCase().replaceAll('-', '_')}_${what}`;
}

/** @returns the key for commands that ask a model: `CLAIMGATE_API_KEY`, else the provider's own variable. */
export function readProviderKey(provider: string, env: Environment = process.env): string | undefined {
  const names = ['CLAIMGATE_API_KEY', ...(knownProvider(provider)?.keyVariables ?? [])];
  return names.map((name) => readText(env, name)).find((key) => key !== undefined);
}
