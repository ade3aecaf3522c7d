/** Joins an archive of the operator's own with what it needs: connections, certificates, its password, the clock. */
import { ApiKey } from '../../domain/api-key.ts';
import { openEmbed } from '../../engine/factcheck/sources/embed.ts';
import {
  keyVariable,
  openOutsideSource,
  type SourceTools,
} from '../../engine/factcheck/sources/open-outside-source.ts';
import { describeOpenSearch } from '../../engine/factcheck/sources/opensearch.ts';
import { openPostgresArchive } from '../../engine/factcheck/sources/postgres.ts';
import type { EvidenceSource } from '../../engine/factcheck/sources/source.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import { createPostgresReader } from '../../models/wire/postgres-reader.ts';
import type { ArchiveConfig, OpenSearchConfig, PostgresConfig } from '../config/archive-config.ts';
import { ConfigError } from '../config/config-error.ts';
import { readNamed } from '../config/read-config-file.ts';
import type { SourceConfig } from '../config/source-config.ts';

export interface ArchiveTools extends SourceTools {
  /** Opens connections that trust these authorities, PEM, in place of the system's. */
  readonly httpWith: (ca: string) => HttpClient;
}

interface OpenArchive {
  readonly source: EvidenceSource;
  close(): Promise<void>;
}

/** Milliseconds for one search: an answer waits for it no longer than for others. */
const TIMEOUT = 4_000;
/** Connections of one process. */
const CONNECTIONS = 4;
const USUAL = 'An archive of the operator';

/**
 * @param key from the environment, where the config file has none.
 * @throws ConfigError naming the key that is wrong.
 */
export function openArchive(
  settings: SourceConfig,
  archive: ArchiveConfig,
  key: ApiKey | undefined,
  tools: ArchiveTools,
): OpenArchive {
  const { name } = settings;
  const ca = archive.caFile === undefined ? undefined : readNamed(archive.caFile, `sources.${name}.ca_file`);
  const timeout = settings.timeout ?? TIMEOUT;
  const embed = archive.embeddings && openEmbed({ name, timeout, ...archive.embeddings }, tools);
  const whole = { name, about: archive.about ?? USUAL, timeout, ca, key: settings.key ?? key, embed };
  try {
    return archive.kind === 'postgres'
      ? openPostgres(archive, whole, tools)
      : openSearch(archive, settings, whole, tools);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

interface Whole {
  readonly name: string;
  readonly about: string;
  readonly timeout: number;
  readonly ca: string | undefined;
  readonly key: ApiKey | undefined;
  readonly embed: ReturnType<typeof openEmbed> | undefined;
}

function openPostgres(
  { url, language, from, evidence }: PostgresConfig,
  { name, about, timeout, ca, key, embed }: Whole,
  { now }: ArchiveTools,
): OpenArchive {
  const reader = createPostgresReader({
    url: url.reveal(),
    connections: CONNECTIONS,
    timeout,
    ...(key === undefined ? {} : { password: key.reveal() }),
    ...(ca === undefined ? {} : { ca }),
  });
  const source = openPostgresArchive(
    { name, about, kind: evidence, from, language, timeout },
    { reader, embed, now },
  );
  return { source, close: () => reader.close() };
}

function openSearch(
  { user, auth, ...archive }: OpenSearchConfig,
  settings: SourceConfig,
  { name, about, ca, key, timeout, embed }: Whole,
  tools: ArchiveTools,
): OpenArchive {
  if (user !== undefined && key === undefined) {
    throw new Error(
      `sources.${name}.key: is required, here or as ${keyVariable(name)}, where there is a user`,
    );
  }
  const scheme = user !== undefined ? 'Basic' : auth === 'bearer' ? 'Bearer' : 'ApiKey';
  const http = ca === undefined ? undefined : tools.httpWith(ca);
  const opened = openOutsideSource(
    describeOpenSearch({ ...archive, name, about, scheme }, embed),
    {
      timeout,
      ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
      ...(settings.rate === undefined ? {} : { rate: settings.rate }),
      ...(key === undefined ? {} : { key: user === undefined ? key : basic(user, key) }),
    },
    { ...tools, ...(http === undefined ? {} : { http }) },
  );
  const { evidence } = archive;
  const source: EvidenceSource = {
    ...opened,
    reach: 'archive',
    about,
    kind: evidence,
    search: async (...asked) => (await opened.search(...asked)).map((item) => ({ ...item, kind: evidence })),
  };
  return { source, close: async () => http?.close() };
}

function basic(user: string, password: ApiKey): ApiKey {
  const pair = Buffer.from(`${user}:${password.reveal()}`).toString('base64');
  const key = ApiKey.parse(pair);
  if (key === undefined) throw new Error('user and password are too long');
  return key;
}
