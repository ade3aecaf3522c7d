/** Passages in SQLite: FTS5 proposes, `rank_passages` ranks, both in the database's thread. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChosenTerms } from '../../corpus/choose-terms.ts';
import type { Ranked } from '../../corpus/rank-passages.ts';
import { writeTask } from '../databases/sqlite-functions.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex, RankingTask } from './passage-index.ts';

/** So many passages are ranked. */
const CANDIDATES = 64;

export const sqliteIndex: PassageIndex = {
  concurrency: 1,

  async add(transaction: Transaction<Tables>, documents) {
    await sql`insert into corpus_index(rowid, title, body)
      select passage.key, document.title_terms, passage.terms
      from corpus_documents document join corpus_passages passage on passage.document = document.key
      where document.key in (${sql.join(documents)})`.execute(transaction);
  },

  async remove(transaction, documents) {
    await sql`delete from corpus_index where rowid in
      (select key from corpus_passages where document in (${sql.join(documents)}))`.execute(transaction);
  },

  async clear(transaction) {
    await sql`insert into corpus_index(corpus_index) values ('delete-all')`.execute(transaction);
  },

  async frequencies(kysely, terms) {
    const { rows } = await sql<{ term: string; doc: number }>`
      select term, doc from json_each(${JSON.stringify(terms)}) wanted
      cross join corpus_vocabulary on corpus_vocabulary.term = wanted.value`.execute(kysely);
    return new Map(rows.map(({ term, doc }) => [term, doc]));
  },

  async rank(kysely: Kysely<Tables>, chosen: ChosenTerms, task: RankingTask) {
    const { rows } = await sql<{ ranked: string | null }>`
      with found as materialized (
        select rowid as key from corpus_index
        where corpus_index match ${matchChosen(chosen)} and rank match 'bm25(3.0, 1.0)'
        order by rank limit ${CANDIDATES})
      select rank_passages(${writeTask(task)}, passage.key, passage.document, document.title_terms, passage.terms)
        as ranked
      from found join corpus_passages passage on passage.key = found.key
      join corpus_documents document on document.key = passage.document`.execute(kysely);
    return JSON.parse(rows[0]?.ranked ?? '[]') as Ranked[];
  },
};

/** Terms that help count for the rank of what the required ones find, and find nothing themselves. */
function matchChosen({ required, helping }: ChosenTerms): string {
  if (helping.length === 0) return matchAny(required);
  return `(${matchAny(required)}) AND (${matchAny([...required, ...helping])})`;
}

/** Quoted, so that a term is never a word of FTS5's own (sqlite.org/fts5.html, "FTS5 Strings"). */
function matchAny(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
}
