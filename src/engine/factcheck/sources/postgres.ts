/**
 * An archive in PostgreSQL: a table or a view with texts, found by their words (`tsvector`), and by meaning where it has a
 * column of pgvector's; or by a statement of the operator's own.
 *
 * https://www.postgresql.org/docs/current/textsearch-controls.html
 * https://github.com/pgvector/pgvector#querying
 */
import { unlessAborted } from '../../../domain/unless-aborted.ts';
import { AddressRefused } from '../../../models/wire/address-guard.ts';
import type { PostgresReader, SqlRow } from '../../../models/wire/postgres-reader.ts';
import { bestPassages } from './best-passages.ts';
import { cleanItem } from './clean-item.ts';
import type { Embed } from './embed.ts';
import { guardSearches } from './guard-searches.ts';
import type { Failure, FoundItem } from './outside-source.ts';
import { planTogether } from './plan-together.ts';
import { type Frequencies, openFrequencies } from './postgres-frequencies.ts';
import {
  type AskPostgres,
  byLexemes,
  byVector,
  type PostgresFrom,
  type PostgresTable,
} from './postgres-statements.ts';
import { contentWords } from './query-words.ts';
import { type EvidenceQuery, type EvidenceSource, SourceError } from './source.ts';
import { readError } from './source-failure.ts';

export interface PostgresArchive extends Required<Pick<EvidenceSource, 'name' | 'about' | 'kind'>> {
  readonly from: PostgresFrom;
  /** A text search configuration of the server, such as `english`. */
  readonly language: string;
  /** Milliseconds for one search. */
  readonly timeout: number;
}

interface PostgresTools {
  readonly reader: PostgresReader;
  /** Used where there is a column for it. */
  readonly embed?: Embed | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Words of a claim that are looked for. */
const MOST_WORDS = 24;

/** @throws Error in one line where the settings do not suffice. */
export function openPostgresArchive(archive: PostgresArchive, tools: PostgresTools): EvidenceSource {
  const { name, about, kind, from, timeout } = archive;
  const { reader, embed, now } = tools;
  if ('query' in from && !from.query.includes('$1')) {
    throw new Error(`sources.${name}.query: must have $1, the claim's text`);
  }
  const frequencies = openFrequencies(now);
  const guarded = guardSearches({
    ...{ name, timeout, now },
    readFailure: (error, signal) => readFailure(error, signal, name),
  });
  return {
    name,
    reach: 'archive',
    about,
    kind,
    search: (query, signal, watch) =>
      guarded(signal, async (limited) => {
        watch?.onAsk();
        const vector =
          'fields' in from && from.fields.vector !== undefined
            ? await embed?.(query.text, limited)
            : undefined;
        const searching = reader.read(
          (ask) => findRows(archive, query, vector, frequencies, ask),
          limited,
          watch?.onSend,
        );
        // A statement that is under way cannot be taken back: it ends by itself, at its own deadline.
        const rows = await unlessAborted(searching, limited);
        const passages = await bestPassages(query.text, rows.map(toFound));
        return passages
          .map((one) => cleanItem(name, one, true))
          .filter((item) => item !== undefined)
          .slice(0, query.limit)
          .map((item) => ({ ...item, kind }));
      }),
  };
}

async function findRows(
  { from, language }: PostgresArchive,
  query: EvidenceQuery,
  vector: readonly number[] | undefined,
  frequencies: Frequencies,
  ask: AskPostgres,
): Promise<readonly SqlRow[]> {
  const { limit } = query;
  if ('query' in from) {
    const values = from.query.includes('$2') ? [query.text, limit] : [query.text];
    return (await ask({ text: from.query, values })).slice(0, limit);
  }
  const words = await findByWords(from, language, query, frequencies, ask);
  if (vector === undefined) return words;
  const near = await ask(byVector(from, vector, limit));
  return once(interleave(words, near)).slice(0, Math.max(limit, words.length));
}

/** Texts that have words of the claim which are rarely found together, by how much of all its words they have. */
async function findByWords(
  from: PostgresTable,
  language: string,
  { text, language: spoken, limit }: EvidenceQuery,
  frequencies: Frequencies,
  ask: AskPostgres,
): Promise<readonly SqlRow[]> {
  const config = `'${language.replaceAll("'", "''")}'::regconfig`;
  const read = await ask({
    text: `select plainto_tsquery(${config}, w)::text as q from unnest($1::text[]) as given(w)`,
    values: [contentWords(text, spoken).slice(0, MOST_WORDS)],
  });
  const lexemes = [...new Set(read.map(({ q }) => q ?? ''))].filter((q) => q !== '');
  if (lexemes.length === 0) return [];
  const known = await frequencies(from, ask);
  const words = lexemes.map((lexeme) => ({ lexeme, share: known.shareOf(lexeme) }));
  const rows: SqlRow[] = [];
  for (const asked of planTogether(words, known.rows)) {
    // Single common words find everything: they are asked for where nothing else is found.
    if (asked.isLast && rows.length > 0) break;
    rows.push(...(await ask(byLexemes(from, config, asked.query, words, limit))));
  }
  return once(rows);
}

function toFound({ text, title, link, date }: SqlRow): FoundItem {
  return { text, title, url: link, published: date ?? undefined };
}

function once(rows: readonly SqlRow[]): readonly SqlRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify([row.link, row.title, row.text]), row])).values()];
}

function interleave<T>(one: readonly T[], other: readonly T[]): readonly T[] {
  const longest = Math.max(one.length, other.length);
  return Array.from({ length: longest }, (_, at) => [
    ...one.slice(at, at + 1),
    ...other.slice(at, at + 1),
  ]).flat();
}

/**
 * Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html: those that begin with a key, the
 * longest first. What the server says in words may quote a claim.
 */
const BY_CODE: readonly (readonly [begin: string, fault: Failure['fault'], message: string])[] = [
  ['28', 'key', 'the user or the password is not accepted'],
  ['42501', 'key', 'the user may not read it'],
  ['3D000', 'refused', 'has no such database'],
  ['42P01', 'refused', 'has no such table'],
  ['42703', 'refused', 'has no such column'],
  ['42704', 'refused', 'has no such text search configuration or type'],
  ['42883', 'refused', 'has no such function, operator or type: check the types of the columns'],
  ['57014', 'timeout', 'did not answer in time'],
  ['53', 'limited', 'has too many connections, or too little memory'],
  ['57', 'unreachable', 'is starting or ending'],
  ['08', 'unreachable', 'closed the connection'],
];
const SILENT = /timeout exceeded when trying to connect|Query read timeout|timeout expired/i;
const NO_PASSWORD = /password must be a (?:non-empty )?string/i;
const NO_TLS = /does not support SSL/i;
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_)/;

function readFailure(error: unknown, signal: AbortSignal, name: string): Failure {
  if (error instanceof SourceError || error instanceof AddressRefused || signal.aborted)
    return readError(error, signal);
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  if (SILENT.test(message)) return { fault: 'timeout', message: 'did not answer in time' };
  if (NO_PASSWORD.test(message))
    return { fault: 'key', message: `needs a password: set sources.${name}.key` };
  if (NO_TLS.test(message)) return { fault: 'unreachable', message: 'cannot encrypt the connection' };
  if (typeof code !== 'string')
    return { fault: 'unreachable', message: 'closed the connection without an answer' };
  if (CERTIFICATE.test(code))
    return { fault: 'unreachable', message: `its certificate is not trusted (${code})` };
  if (!/^[0-9A-Z]{5}$/.test(code)) return { fault: 'unreachable', message: `cannot be reached (${code})` };
  const known = BY_CODE.find(([begin]) => code.startsWith(begin));
  const [, fault, said] = known ?? ['', 'refused' as const, 'cannot run the query'];
  return { fault, message: `${said} (${code})` };
}
