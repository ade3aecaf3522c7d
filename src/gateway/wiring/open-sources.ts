/** Joins the sources of evidence that config names with what they need: the way out, its guard, keys, the clock. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiKey } from '../../domain/api-key.ts';
import type { ChosenSource } from '../../engine/factcheck/find/retrieve.ts';
import {
  keyVariable,
  openOutsideSource,
  type SourceTools,
} from '../../engine/factcheck/sources/open-outside-source.ts';
import type { OutsideSource } from '../../engine/factcheck/sources/outside-source.ts';
import {
  findOutsideSource,
  LOCAL_SOURCES,
  OUTSIDE_SOURCES,
} from '../../engine/factcheck/sources/registry.ts';
import type { EvidenceSource } from '../../engine/factcheck/sources/source.ts';
import { LANGUAGES } from '../../engine/text/languages.ts';
import { createAddressGuard } from '../../models/wire/address-guard.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/read-config.ts';
import type { SourceConfig } from '../config/source-config.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { traceHttp } from './trace-calls.ts';
import { userAgentWith } from './version.ts';

/** What config says of sources of evidence. */
export type SourcesConfig = Pick<Config, 'factCheck' | 'sourceKeys' | 'sources' | 'workers'>;

const CONNECT_TIMEOUT = 3_000;

/**
 * @param local sources inside the gateway; they are there whether config names them or not. Those that are not
 *   given are left out, for commands that need no store.
 * @returns the sources in the order in which they are asked: local ones that config does not name, then as config
 *   names them; and what gives every connection up.
 * @throws ConfigError naming the key that is wrong.
 */
export function openSources(
  config: SourcesConfig,
  local: readonly EvidenceSource[],
  tracing?: Tracing | undefined,
) {
  const client = createHttpClient({
    connectTimeout: CONNECT_TIMEOUT,
    guard: createAddressGuard({ named: config.sources.flatMap(hostsOf) }),
  });
  const http = traceHttp(client, tracing);
  const { contact } = config.factCheck;
  const tools: SourceTools = {
    http,
    userAgent: userAgentWith(contact),
    ...(contact === undefined ? {} : { contact }),
    processes: config.workers,
    now: () => performance.now(),
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  };
  const named = config.sources.flatMap((settings): ChosenSource[] => {
    const { name, categories } = settings;
    const isLocal = LOCAL_SOURCES.includes(name);
    if (isLocal) checkLocal(settings);
    const source = isLocal
      ? local.find((one) => one.name === name)
      : openOutside(settings, config.sourceKeys, tools);
    if (source === undefined) return [];
    return [{ source, ...(categories === undefined ? {} : { categories: new Set(categories) }) }];
  });
  const names = new Set(config.sources.map(({ name }) => name));
  // A key in the environment is enough to have its source.
  const keyed = OUTSIDE_SOURCES.filter(({ name }) => !names.has(name) && config.sourceKeys.has(name));
  const chosen: ChosenSource[] = [
    ...local.filter(({ name }) => !names.has(name)).map((source) => ({ source })),
    ...named,
    ...keyed.map(({ name }) => ({ source: openOutside({ name }, config.sourceKeys, tools) })),
  ];
  return { chosen, close: (): Promise<void> => http.close() };
}

function openOutside(settings: SourceConfig, keys: Config['sourceKeys'], tools: SourceTools): EvidenceSource {
  const source = findOutsideSource(settings.name);
  if (source === undefined) {
    const known = OUTSIDE_SOURCES.map(({ name }) => name).join(', ');
    throw new ConfigError(`sources.${settings.name}: unknown source; available: ${known}`);
  }
  const key = settings.key ?? readKey(source, keys);
  try {
    return openOutsideSource(source, { ...settings, ...(key === undefined ? {} : { key }) }, tools);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readKey(source: OutsideSource, keys: Config['sourceKeys']): ApiKey | undefined {
  const text = keys.get(source.name);
  if (text === undefined) return undefined;
  const key = ApiKey.parse(text);
  if (key !== undefined) return key;
  throw new ConfigError(`${keyVariable(source.name)}: must be printable characters without blanks`);
}

/** A local source can have an order and categories, but no settings of a connection: it has none. */
function checkLocal(settings: SourceConfig): void {
  const extra = Object.entries({
    base_url: settings.baseUrl,
    key: settings.key,
    rate: settings.rate,
    timeout: settings.timeout,
  }).find(([, value]) => value !== undefined);
  if (extra === undefined) return;
  throw new ConfigError(`sources.${settings.name}.${extra[0]}: a built-in source has no such setting`);
}

/** A base URL that the operator gave names its host: it may be an address of the machine's own network. */
function hostsOf({ baseUrl }: SourceConfig): readonly string[] {
  if (baseUrl === undefined) return [];
  const urls = baseUrl.includes('{language}')
    ? [...LANGUAGES, 'no'].map((language) => baseUrl.replaceAll('{language}', language))
    : [baseUrl];
  return urls.map((url) => new URL(url).hostname);
}
