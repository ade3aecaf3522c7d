/** Passages in SQLite: FTS5 proposes, `rank_passages` ranks, both in the database's thread. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChosenTerms } from '../../corpus/choose-terms.ts';
import { bestPlaces } from '../../corpus/keep-best.ts';
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

  async proposeFrom(kysely, table) {
    const { rows, mean } = await readAverages(kysely);
    const scores = new Float64Array(table.size);
    const norms = Float64Array.from(scores, (_, place) => K1 * (1 - B + (B * table.lengthOf(place)) / mean));
    return (chosen) => {
      const found: number[] = [];
      for (const [position, term] of phrasesOf(chosen).entries()) {
        const { places, counts } = table.postingsOf(term);
        const finds = position < chosen.required.length;
        const weight = Math.log((rows - places.length + 0.5) / (places.length + 0.5));
        const inverse = weight <= 0 ? LEAST_WEIGHT : weight;
        for (let at = 0; at < places.length; at++) {
          const place = places[at]!;
          if (scores[place] === 0) {
            if (!finds) continue;
            found.push(place);
          }
          const count = counts[at]!;
          scores[place]! += inverse * ((count * (K1 + 1)) / (count + norms[place]!));
        }
      }
      const best = bestPlaces(found, scores, CANDIDATES);
      for (const place of found) scores[place] = 0;
      return best;
    };
  },
};

/** FTS5's bm25 (sqlite.org/fts5.html, "The bm25() function"; the numbers are in fts5_aux.c). */
const K1 = 1.2;
const B = 0.75;
const LEAST_WEIGHT = 1e-6;

/**
 * What bm25 takes for the number of rows, and for how many terms they have on average: those that were deleted count
 * until FTS5 merges them away. It is the record of averages: the number of rows, then of each column's terms.
 */
async function readAverages(kysely: Kysely<Tables>): Promise<{ rows: number; mean: number }> {
  const found = await sql<{ block: Uint8Array }>`
    select block from corpus_index_data where id = 1`.execute(kysely);
  const [rows = 0, ...columns] = readVarints(found.rows[0]?.block ?? new Uint8Array());
  return { rows, mean: columns.reduce((sum, terms) => sum + terms, 0) / rows };
}

/** Numbers below 2^53, seven bits a byte, the highest first (sqlite.org/fileformat.html, "varint"). */
function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

/** The phrases of the query below: each counts as often as it is there. */
function phrasesOf({ required, helping }: ChosenTerms): readonly string[] {
  return helping.length === 0 ? required : [...required, ...required, ...helping];
}

/** Terms that help count for the rank of what the required ones find, and find nothing themselves. */
function matchChosen({ required, helping }: ChosenTerms): string {
  if (helping.length === 0) return matchAny(required);
  return `(${matchAny(required)}) AND (${matchAny([...required, ...helping])})`;
}

/** Quoted, so that a term is never a word of FTS5's own (sqlite.org/fts5.html, "FTS5 Strings"). */
function matchAny(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
}
