/** Joins the sources of evidence that config names with what they need: the way out, its guard, keys, the clock. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiKey } from '../../domain/api-key.ts';
import type { ChosenSource } from '../../engine/factcheck/find/retrieve.ts';
import { keyVariable, openOutsideSource } from '../../engine/factcheck/sources/open-outside-source.ts';
import type { OutsideSource } from '../../engine/factcheck/sources/outside-source.ts';
import {
  findOutsideSource,
  isKnownSource,
  LOCAL_SOURCES,
  OUTSIDE_SOURCES,
} from '../../engine/factcheck/sources/registry.ts';
import type { EvidenceSource } from '../../engine/factcheck/sources/source.ts';
import { LANGUAGES } from '../../engine/text/languages.ts';
import { createAddressGuard } from '../../models/wire/address-guard.ts';
import { createHttpClient, type HttpClient } from '../../models/wire/http-client.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/read-config.ts';
import type { SourceConfig } from '../config/source-config.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { type ArchiveTools, openArchive } from './open-archive.ts';
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
  const guard = createAddressGuard({ named: config.sources.flatMap(hostsOf) });
  const httpWith = (ca?: string): HttpClient =>
    traceHttp(
      createHttpClient({ connectTimeout: CONNECT_TIMEOUT, guard, ...(ca === undefined ? {} : { ca }) }),
      tracing,
    );
  const http = httpWith();
  const { contact } = config.factCheck;
  const tools: ArchiveTools = {
    http,
    httpWith,
    userAgent: userAgentWith(contact),
    ...(contact === undefined ? {} : { contact }),
    processes: config.workers,
    now: () => performance.now(),
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  };
  const closers: (() => Promise<void>)[] = [() => http.close()];
  const open = (settings: SourceConfig): EvidenceSource => {
    const { archive, name } = settings;
    if (archive === undefined) return openOutside(settings, config.sourceKeys, tools);
    if (isKnownSource(name))
      throw new ConfigError(`sources.${name}.kind: ${name} is another source: choose another name`);
    const opened = openArchive(settings, archive, readKey({ name }, config.sourceKeys), tools);
    closers.push(opened.close);
    return opened.source;
  };
  const named = config.sources.flatMap((settings): ChosenSource[] => {
    const { name, categories } = settings;
    const isLocal = LOCAL_SOURCES.includes(name);
    if (isLocal) checkLocal(settings);
    const source = isLocal ? local.find((one) => one.name === name) : open(settings);
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
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((one) => one()));
  };
  return { chosen, close };
}

function openOutside(
  settings: SourceConfig,
  keys: Config['sourceKeys'],
  tools: ArchiveTools,
): EvidenceSource {
  const source = findOutsideSource(settings.name);
  if (source === undefined) {
    const known = OUTSIDE_SOURCES.map(({ name }) => name).join(', ');
    throw new ConfigError(
      `sources.${settings.name}: unknown source; available: ${known}; an archive of your own has a kind`,
    );
  }
  const key = settings.key ?? readKey(source, keys);
  try {
    return openOutsideSource(source, { ...settings, ...(key === undefined ? {} : { key }) }, tools);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readKey(source: Pick<OutsideSource, 'name'>, keys: Config['sourceKeys']): ApiKey | undefined {
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
    kind: settings.archive,
  }).find(([, value]) => value !== undefined);
  if (extra === undefined) return;
  throw new ConfigError(`sources.${settings.name}.${extra[0]}: a built-in source has no such setting`);
}

/** A base URL that the operator gave names its host: it may be an address of the machine's own network. */
function hostsOf({ baseUrl, archive }: SourceConfig): readonly string[] {
  const embeddings = archive?.embeddings?.baseUrl;
  return [baseUrl, embeddings].flatMap((url) => (url === undefined ? [] : hostsOfUrl(url)));
}

function hostsOfUrl(baseUrl: string): readonly string[] {
  const urls = baseUrl.includes('{language}')
    ? [...LANGUAGES, 'no'].map((language) => baseUrl.replaceAll('{language}', language))
    : [baseUrl];
  return urls.map((url) => new URL(url).hostname);
}
