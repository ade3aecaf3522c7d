/**
 * Makes the tables of a named collection: those of the unnamed one, as all migrations have left them. A migration that
 * changes these changes those of every collection too.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';
import { indexesOfVectors } from '../migrations/0023-corpus-in-bulk.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';

export async function createCollectionTables(
  transaction: Transaction<Tables>,
  dialect: Dialect,
  tables: CorpusTables,
): Promise<void> {
  const { documents, passages, totals } = tables;
  const key: RawBuilder<unknown> =
    dialect === 'sqlite' ? sql`integer primary key` : sql`bigint generated always as identity primary key`;
  const statements = [
    sql`create table ${sql.table(documents)} (
      key ${key}, id text not null unique, title text not null, title_terms text not null, url text not null,
      published text, review text, digest text)`,
    sql`create table ${sql.table(passages)} (
      key ${key}, document bigint not null references ${sql.table(documents)}(key), position integer not null,
      text text not null, terms text not null, term_count integer not null,
      title_term_count integer not null, vector ${sql.raw(dialect === 'sqlite' ? 'blob' : 'bytea')})`,
    sql`create unique index ${sql.id(`${passages}_by_document`)} on ${sql.table(passages)} (document, position)`,
    ...indexesOfVectors(passages),
    sql`create table ${sql.table(totals)} (
      id integer primary key, documents bigint not null, passages bigint not null, terms bigint not null,
      title_terms bigint not null, revision bigint not null)`,
    sql`insert into ${sql.table(totals)} values (1, 0, 0, 0, 0, 0)`,
    ...(dialect === 'sqlite' ? sqliteIndex(tables) : postgresIndex(tables)),
  ];
  for (const statement of statements) await statement.execute(transaction);
}

function sqliteIndex({ index, vocabulary }: CorpusTables) {
  return [
    sql`create virtual table ${sql.table(index)} using fts5(
      title, body, content = '', contentless_delete = 1, tokenize = 'ascii')`,
    sql`create virtual table ${sql.table(vocabulary)} using fts5vocab(${sql.table(index)}, row)`,
  ];
}

/** Terms of a question that the function weighs at most. */
const MOST_ASKED = 16;

function postgresIndex({ passages, vectors, vectorsByTerm, terms, propose }: CorpusTables) {
  const weight = Array.from({ length: MOST_ASKED }, (_, at) => at + 1)
    .map((at) => `case when terms @@ asked[${at}] then weights[${at}] else 0 end`)
    .join(' + ');
  return [
    sql`create table ${sql.table(vectors)} (
      passage bigint primary key references ${sql.table(passages)}(key), terms tsvector not null)`,
    sql`create index ${sql.id(vectorsByTerm)} on ${sql.table(vectors)} using gin (terms)
      with (fastupdate = on, gin_pending_list_limit = 2048)`,
    sql`create table ${sql.table(terms)} (term text primary key, passages bigint not null) with (fillfactor = 70)`,
    sql`create function ${sql.id(propose)}(
        question tsquery, asked tsquery[], weights float8[], wanted integer, looked_at integer)
      returns setof bigint language sql stable rows 64 set enable_seqscan = off as $$
        select passage from (
          select passage, ${sql.raw(weight)} as weight
          from (select passage, terms from ${sql.table(vectors)} where terms @@ question limit looked_at) found) weighed
        order by weight desc, passage limit wanted $$`,
  ];
}
