/** A config on its way to another process: keys are objects that a clone would empty, and travel as text. */
import type { AdminKey } from '../../domain/admin-key.ts';
import { ApiKey } from '../../domain/api-key.ts';
import type { Config } from './read-config.ts';
import type { ProviderConfig } from './read-providers.ts';

export type SentConfig = Omit<Config, 'adminKeys' | 'sources' | 'providers'> & {
  readonly adminKeys: readonly (Omit<AdminKey, 'key'> & { readonly key: string })[];
  readonly sources: readonly (Omit<Config['sources'][number], 'key'> & { readonly key?: string })[];
  readonly providers: Readonly<
    Record<string, Omit<ProviderConfig, 'keys'> & { readonly keys?: readonly string[] }>
  >;
};

/** For a channel between the gateway's own processes alone: it holds keys in clear. */
export function packConfig(config: Config): SentConfig {
  return {
    ...config,
    adminKeys: config.adminKeys.map(({ key, ...rest }) => ({ ...rest, key: key.reveal() })),
    sources: config.sources.map(({ key, ...rest }) =>
      key === undefined ? rest : { ...rest, key: key.reveal() },
    ),
    providers: mapValues(config.providers, ({ keys, ...rest }) =>
      keys === undefined ? rest : { ...rest, keys: keys.map((key) => key.reveal()) },
    ),
  };
}

export function unpackConfig(sent: SentConfig): Config {
  return {
    ...sent,
    adminKeys: sent.adminKeys.flatMap(({ key, ...rest }) => {
      const parsed = ApiKey.parse(key);
      return parsed === undefined ? [] : { ...rest, key: parsed };
    }),
    sources: sent.sources.map(({ key, ...rest }) => {
      const parsed = key === undefined ? undefined : ApiKey.parse(key);
      return parsed === undefined ? rest : { ...rest, key: parsed };
    }),
    providers: mapValues(sent.providers, ({ keys, ...rest }) =>
      keys === undefined ? rest : { ...rest, keys: keys.flatMap((key) => ApiKey.parse(key) ?? []) },
    ),
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
