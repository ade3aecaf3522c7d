/** What an archive in PostgreSQL is asked. Names of config are quoted, and all that comes of a claim is a value. */
import type { SqlRow, SqlStatement } from '../../../models/wire/postgres-reader.ts';
import type { WordShare } from './plan-together.ts';

/** A column of each row that is found. */
export interface PostgresColumns {
  readonly text: string;
  readonly title?: string | undefined;
  readonly link?: string | undefined;
  readonly date?: string | undefined;
  /** Of type tsvector; made of the text where absent. */
  readonly words?: string | undefined;
  /** Of pgvector's type. */
  readonly vector?: string | undefined;
}

/** Where texts are looked for. */
export type PostgresFrom =
  /** `$1` is the claim's text, `$2` how many rows are wanted; its columns are `text`, `title`, `link` and `date`. */
  | { readonly query: string }
  /** A table or a view; a dot divides its schema from its name. */
  | { readonly table: string; readonly fields: PostgresColumns };

export type PostgresTable = Extract<PostgresFrom, { table: string }>;

/** Asks one statement of a search. */
export type AskPostgres = (statement: SqlStatement) => Promise<readonly SqlRow[]>;

/** Rows that are ranked: a query that finds more is one of words that are often found together. */
const MOST_RANKED = 5_000;
/** Where the words of each have to be read for that. */
const MOST_READ = 500;
/** UTF-16 units, or so, of a text that are sent. */
const LONGEST = 100_000;

export function byLexemes(
  { table, fields }: PostgresTable,
  config: string,
  query: string,
  words: readonly WordShare[],
  limit: number,
): SqlStatement {
  const document =
    fields.words === undefined
      ? `to_tsvector(${config}, ${quoted(fields.text)}::text)`
      : quoted(fields.words);
  return {
    // Long texts are read of those alone that are returned.
    text: `
      with asked as materialized (select q::tsquery as q, w from unnest($2::text[], $3::float8[]) as given(q, w)),
      found as (
        select ${document} as words, ${columns(fields)} from ${quotedTable(table)}
        where ${document} @@ $1::tsquery limit ${fields.words === undefined ? MOST_READ : MOST_RANKED}
      ),
      best as (
        select * from found
        order by (select sum(w) from asked where found.words @@ asked.q) desc nulls last, length(words)
        limit $4
      )
      select left(text, ${LONGEST}) as text, title, link, date from best`,
    values: [query, words.map(({ lexeme }) => lexeme), words.map(({ share }) => -Math.log(share)), limit],
  };
}

export function byVector(
  { table, fields }: PostgresTable,
  vector: readonly number[],
  limit: number,
): SqlStatement {
  return {
    text: `select left(text, ${LONGEST}) as text, title, link, date from (select ${columns(fields)} from ${quotedTable(table)} where ${quoted(fields.vector ?? '')} is not null
      order by ${quoted(fields.vector ?? '')} <=> $1::vector limit $2) as near`,
    values: [`[${vector.join(',')}]`, limit],
  };
}

function columns({ text, title, link, date }: PostgresColumns): string {
  const column = (name: string | undefined, as: string): string =>
    `${name === undefined ? 'null' : quoted(name)}::text as ${as}`;
  return [column(text, 'text'), column(title, 'title'), column(link, 'link'), column(date, 'date')].join(
    ', ',
  );
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quotedTable(table: string): string {
  return table.split('.').map(quoted).join('.');
}
