/** A config on its way to another process: keys are objects that a clone would empty, and travel as text. */
import { ApiKey } from '../../domain/api-key.ts';
import { isObject } from '../../domain/json-object.ts';
import type { Config } from './read-config.ts';
import type { SignInConfig } from './read-sign-in.ts';

/** The parts of a config that hold keys. */
type Keyed = 'adminKeys' | 'providers' | 'signIn' | 'sources' | 'webhooks';

/** Those parts are as in `Config`, but for their keys. */
export type SentConfig = Omit<Config, Keyed> &
  Readonly<Record<Exclude<Keyed, 'signIn'>, unknown>> & { readonly signIn?: unknown };

/** For a channel between the gateway's own processes alone: it holds keys in clear. */
export function packConfig(config: Config): SentConfig {
  return {
    ...config,
    adminKeys: packKeys(config.adminKeys),
    providers: packKeys(config.providers),
    ...(config.signIn === undefined ? {} : { signIn: packKeys(config.signIn) }),
    sources: packKeys(config.sources),
    webhooks: packKeys(config.webhooks),
  };
}

export function unpackConfig({ signIn, ...sent }: SentConfig): Config {
  return {
    ...sent,
    adminKeys: unpackKeys(sent.adminKeys) as Config['adminKeys'],
    providers: unpackKeys(sent.providers) as Config['providers'],
    ...(signIn === undefined ? {} : { signIn: unpackKeys(signIn) as SignInConfig }),
    sources: unpackKeys(sent.sources) as Config['sources'],
    webhooks: unpackKeys(sent.webhooks) as Config['webhooks'],
  };
}

/** Stands for a key, in clear, wherever one is. */
const PACKED = '__key';

function packKeys(value: unknown): unknown {
  if (value instanceof ApiKey) return { [PACKED]: value.reveal() };
  if (Array.isArray(value)) return value.map(packKeys);
  return isObject(value) ? mapValues(value, packKeys) : value;
}

function unpackKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackKeys);
  if (!isObject(value)) return value;
  const key = value[PACKED];
  return typeof key === 'string' ? ApiKey.parse(key) : mapValues(value, unpackKeys);
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
