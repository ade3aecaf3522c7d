import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

export async function createCorpus(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const key: RawBuilder<unknown> =
    dialect === 'sqlite' ? sql`integer primary key` : sql`bigint generated always as identity primary key`;
  const statements = [
    sql`create table corpus_documents (
      key ${key}, id text not null unique, title text not null, title_terms text not null, url text not null,
      published text)`,
    sql`create table corpus_passages (
      key ${key}, document bigint not null references corpus_documents(key), position integer not null,
      text text not null, terms text not null, term_count integer not null,
      title_term_count integer not null)`,
    sql`create unique index corpus_passages_by_document on corpus_passages (document, position)`,
    sql`create table corpus_totals (
      id integer primary key, documents bigint not null, passages bigint not null, terms bigint not null,
      title_terms bigint not null, revision bigint not null)`,
    sql`insert into corpus_totals values (1, 0, 0, 0, 0, 0)`,
    ...(dialect === 'sqlite' ? SQLITE : POSTGRES),
  ];
  for (const statement of statements) await statement.execute(db);
}

/**
 * The index keeps no text of its own: the passages have it. The tokenizer takes everything beyond ASCII for
 * part of a term, as the terms were read already; `corpus_vocabulary` says how many passages have a term.
 */
const SQLITE = [
  sql`create virtual table corpus_index using fts5(
    title, body, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  sql`create virtual table corpus_vocabulary using fts5vocab(corpus_index, row)`,
];

/**
 * The vectors lie in a table of their own, so narrow that looking at many is quick. PostgreSQL does not say
 * how many rows have a lexeme: `corpus_terms` counts. The function asks the index whatever the planner thinks
 * of a table that it has no statistics of yet.
 */
const POSTGRES = [
  sql`create table corpus_vectors (
    passage bigint primary key references corpus_passages(key), terms tsvector not null)`,
  sql`create index corpus_vectors_by_term on corpus_vectors using gin (terms) with (fastupdate = off)`,
  sql`create table corpus_terms (term text primary key, passages bigint not null)`,
  sql`create function find_passages(questions text[], weights float8[], wanted integer) returns setof bigint
    language sql stable set enable_seqscan = off as $$
      select vector.passage from unnest(questions, weights) asked(question, weight)
      join corpus_vectors vector on vector.terms @@ asked.question::tsquery
      group by 1 order by sum(asked.weight) desc, 1 limit wanted $$`,
];
