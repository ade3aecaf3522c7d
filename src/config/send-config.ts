/** A config on its way to another process: keys are objects that a clone would empty, and travel as text. */
import { ApiKey } from '../domain/api-key.ts';
import type { Config } from './read-config.ts';

export type SentConfig = Omit<Config, 'sources'> & {
  readonly sources: readonly (Omit<Config['sources'][number], 'key'> & { readonly key?: string })[];
};

/** For a channel between the gateway's own processes alone: it holds keys in clear. */
export function packConfig(config: Config): SentConfig {
  return {
    ...config,
    sources: config.sources.map(({ key, ...rest }) =>
      key === undefined ? rest : { ...rest, key: key.reveal() },
    ),
  };
}

export function unpackConfig(sent: SentConfig): Config {
  return {
    ...sent,
    sources: sent.sources.map(({ key, ...rest }) => {
      const parsed = key === undefined ? undefined : ApiKey.parse(key);
      return parsed === undefined ? rest : { ...rest, key: parsed };
    }),
  };
}
