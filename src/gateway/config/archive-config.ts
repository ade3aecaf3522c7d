/** An archive of the operator's own among the sources: OpenSearch or Elasticsearch, or PostgreSQL. */
import { z } from 'zod';
import type { ApiKey } from '../../domain/api-key.ts';
import { EVIDENCE_KINDS, type EvidenceKind } from '../../domain/claim.ts';

/** What all archives have in common. */
interface AnyArchive {
  /** In a few words for people. */
  readonly about?: string;
  readonly evidence: EvidenceKind;
  /** Whether it is quoted to everybody, without a key too. */
  readonly public: boolean;
  /** PEM, in place of the system's authorities. */
  readonly caFile?: string;
  readonly embeddings?: EmbeddingsConfig;
}

/** A server that turns a text into the vector that an archive's texts have: `POST BASE_URL/embeddings`, as OpenAI's API. */
export interface EmbeddingsConfig {
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: ApiKey;
}

/** Where the parts of a text stand. */
interface ArchiveFields {
  readonly text: string;
  readonly title?: string | undefined;
  readonly link?: string | undefined;
  readonly date?: string | undefined;
  /** PostgreSQL: a column of type tsvector. */
  readonly words?: string | undefined;
  /** PostgreSQL: a column of pgvector's type. */
  readonly vector?: string | undefined;
}

export interface OpenSearchConfig extends AnyArchive {
  readonly kind: 'opensearch';
  readonly index: string;
  readonly fields: ArchiveFields;
  readonly user?: string;
  readonly auth?: 'api_key' | 'bearer';
  /** The `query` of a search request, with placeholders. */
  readonly query?: Readonly<Record<string, unknown>>;
}

export interface PostgresConfig extends AnyArchive {
  readonly kind: 'postgres';
  /** It may hold a password. */
  readonly url: ApiKey;
  /** A text search configuration of the server. */
  readonly language: string;
  /** The operator's own statement, or where the texts are. */
  readonly from: { readonly query: string } | { readonly table: string; readonly fields: ArchiveFields };
}

export type ArchiveConfig = OpenSearchConfig | PostgresConfig;

export const ARCHIVE_KINDS = ['opensearch', 'postgres'] as const;

const fieldName = z.string().min(1).max(200);

/** @param keySetting how keys are read. @param baseUrl how addresses are read. */
export function archiveSettings(keySetting: z.ZodType<ApiKey, string>, baseUrl: z.ZodType<string, string>) {
  return {
    /** Makes it an archive of the operator's own, under any name that is free. */
    kind: z.enum(ARCHIVE_KINDS).optional(),
    about: z.string().min(1).max(80).optional(),
    /** What its texts are. */
    evidence: z.enum(EVIDENCE_KINDS).exclude(['context']).optional(),
    public: z.boolean().optional(),
    /** OpenSearch: an index, an alias, or several with commas. */
    index: z
      .string()
      .regex(/^[^\s/\\?#"<>|]{1,255}$/, 'must be the name of an index')
      .optional(),
    user: z.string().min(1).max(256).optional(),
    auth: z.enum(['api_key', 'bearer']).optional(),
    /** PostgreSQL: `postgres://user@host/database`. */
    url: keySetting
      .refine((key) => isPostgresUrl(key.reveal()), 'must be postgres://user@host/database')
      .optional(),
    table: fieldName.optional(),
    language: z
      .string()
      .regex(/^[a-z_][a-z0-9_.]{0,62}$/, 'must be the name of a text search configuration')
      .optional(),
    fields: z
      .strictObject({
        text: fieldName,
        title: fieldName.optional(),
        link: fieldName.optional(),
        date: fieldName.optional(),
        words: fieldName.optional(),
        vector: fieldName.optional(),
      })
      .optional(),
    query: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
    ca_file: z.string().min(1).optional(),
    embeddings: z
      .strictObject({ base_url: baseUrl, model: z.string().min(1), key: keySetting.optional() })
      .optional(),
  };
}

function isPostgresUrl(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'postgres:' || protocol === 'postgresql:';
}

/** What each kind of archive has to itself. */
const OF_KIND: Readonly<Record<(typeof ARCHIVE_KINDS)[number], readonly string[]>> = {
  opensearch: ['base_url', 'index', 'user', 'auth'],
  postgres: ['url', 'table', 'language'],
};
const OF_ARCHIVES = ['about', 'evidence', 'public', 'fields', 'query', 'ca_file', 'embeddings'];

type Given = z.output<z.ZodObject<ReturnType<typeof archiveSettings>>> & {
  readonly base_url?: string | undefined;
};

/** @returns what is wrong with the settings of one source, each with the key that it is about. */
export function archiveFaults(given: Given): readonly (readonly [key: string, message: string])[] {
  const faults: [string, string][] = [];
  const { kind, fields } = given;
  const isGiven = (key: string): boolean => given[key as keyof Given] !== undefined;
  const need = (key: string, isThere = isGiven(key)): void => {
    if (!isThere) faults.push([key, 'is required']);
  };
  const others = ARCHIVE_KINDS.filter((one) => one !== kind).flatMap((one) => OF_KIND[one]);
  for (const key of kind === undefined ? [...OF_ARCHIVES, ...others] : others) {
    if (key === 'base_url' && kind === undefined) continue;
    if (isGiven(key))
      faults.push([key, kind === undefined ? 'is for archives, which have a kind' : `is not for ${kind}`]);
  }
  if (kind === 'opensearch') {
    need('base_url');
    need('index');
    need('fields');
    if (typeof given.query === 'string') faults.push(['query', 'must be the query of a search request']);
    for (const key of ['words', 'vector'] as const) {
      if (fields?.[key] !== undefined) faults.push([`fields.${key}`, 'is not for opensearch']);
    }
  }
  if (kind === 'postgres') {
    need('url');
    if (given.query === undefined) {
      need('table');
      need('fields');
    } else if (typeof given.query !== 'string') faults.push(['query', 'must be a SQL statement']);
    else if (given.table !== undefined || fields !== undefined) {
      faults.push(['query', 'takes the place of table and fields: leave one of them out']);
    }
    if (fields?.vector !== undefined && given.embeddings === undefined) {
      faults.push(['embeddings', 'is required where fields has a vector']);
    }
  }
  return faults;
}

/** @param given settings without a fault. @returns the archive, where they are of one. */
export function readArchive(given: Given): ArchiveConfig | undefined {
  const { kind, about, evidence = 'own_document', ca_file: caFile, embeddings, fields, query } = given;
  if (kind === undefined) return undefined;
  const any: AnyArchive = {
    evidence,
    public: given.public ?? false,
    ...(about === undefined ? {} : { about }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(embeddings === undefined ? {} : { embeddings: readEmbeddings(embeddings) }),
  };
  if (kind === 'opensearch') {
    const { index, user, auth } = given;
    return {
      ...any,
      kind,
      index: index as string,
      fields: fields as ArchiveFields,
      ...(user === undefined ? {} : { user }),
      ...(auth === undefined ? {} : { auth }),
      ...(query === undefined ? {} : { query: query as Record<string, unknown> }),
    };
  }
  const from =
    query === undefined
      ? { table: given.table as string, fields: fields as ArchiveFields }
      : { query: query as string };
  return { ...any, kind, url: given.url as ApiKey, language: given.language ?? 'english', from };
}

function readEmbeddings({
  base_url: baseUrl,
  model,
  key,
}: NonNullable<Given['embeddings']>): EmbeddingsConfig {
  return { baseUrl, model, ...(key === undefined ? {} : { key }) };
}
