/** A config on its way to another process: what travels is cloned, and the clone of a key has no value. */
import { ApiKey } from '../domain/api-key.ts';
import type { Config } from './read-config.ts';
import type { SourceConfig } from './source-config.ts';

/** A config whose keys are texts. */
export interface CarriedConfig extends Omit<Config, 'sources'> {
  readonly sources: readonly (Omit<SourceConfig, 'key'> & { readonly key?: string })[];
}

export function carryConfig(config: Config): CarriedConfig {
  const sources = config.sources.map(({ key, ...rest }) =>
    key === undefined ? rest : { ...rest, key: key.reveal() },
  );
  return { ...config, sources };
}

/** @returns the config that `carryConfig` was given. */
export function unpackConfig(carried: CarriedConfig): Config {
  const sources = carried.sources.map(({ key: text, ...rest }) => {
    const key = text === undefined ? undefined : ApiKey.parse(text);
    return (key === undefined ? rest : { ...rest, key }) as SourceConfig;
  });
  return { ...carried, sources };
}
