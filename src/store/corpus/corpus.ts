/** The operator's own documents: kept, and found by what they say. */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { chooseTerms } from '../../corpus/choose-terms.ts';
import type { CorpusDocument, CorpusHit, CorpusStats } from '../../corpus/document.ts';
import type { Ranked } from '../../corpus/rank-passages.ts';
import { readTerms } from '../../corpus/read-terms.ts';
import { type Database, type Dialect, StoreBusy } from '../database.ts';
import { Gate } from '../gate.ts';
import { withoutNulls } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { rememberFrequencies } from './known-frequencies.ts';
import type { PassageIndex } from './passage-index.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';
import { removeDocuments, writeDocuments } from './write-documents.ts';

/** This very list is what a search in a corpus without documents returns. */
export const NO_DOCUMENTS: CorpusHit[] = [];

export type Corpus = ReturnType<typeof createCorpus>;

/** A longer query is cut: a claim is a sentence. */
const LONGEST_QUERY = 2_000;
/** Passages that one search may look at. */
const BUDGET = 3_000;
const MOST_WAITING = 256;
/** Milliseconds for which a corpus that was empty is taken to be: another process may add to it meanwhile. */
const EMPTY_FOR = 1_000;

const INDEXES: Readonly<Record<Dialect, PassageIndex>> = { sqlite: sqliteIndex, postgres: postgresIndex };

export function createCorpus(database: Database) {
  const { kysely } = database;
  const index = INDEXES[database.dialect];
  const frequenciesOf = rememberFrequencies((terms) => index.frequencies(kysely, terms));
  const gate = new Gate(index.concurrency, MOST_WAITING, () => new StoreBusy());

  let emptyUntil = 0;
  let added = 0;

  async function search(query: string, limit: number, perDocument: number): Promise<CorpusHit[]> {
    const [began, addedBefore] = [performance.now(), added];
    const totals = await readTotals(kysely);
    if (totals.documents === 0) {
      // What was added while the database was asked may not be in its answer.
      if (added === addedBefore) emptyUntil = began + EMPTY_FOR;
      return NO_DOCUMENTS;
    }
    const terms = readTerms(query.slice(0, LONGEST_QUERY));
    if (terms.length === 0 || totals.passages === 0) return [];
    const different = [...new Set(terms)];
    const frequencies = await frequenciesOf(totals.revision, different);
    const chosen = chooseTerms(different, frequencies, totals.passages, BUDGET);
    if (chosen.required.length === 0) return [];
    const collection = {
      passages: totals.passages,
      meanTerms: (totals.terms + totals.title_terms) / totals.passages,
      frequencies,
    };
    return readHits(kysely, await index.rank(kysely, chosen, { terms, collection, limit, perDocument }));
  }

  return {
    /**
     * Adds all of the documents or none; of two with the same id the later one stays. Takes about a
     * millisecond for three short documents, during which nobody else can write: hand in some hundreds at most.
     * @returns how many were added, and how many had been there under the same id.
     */
    async add(documents: readonly CorpusDocument[]): Promise<{ added: number; replaced: number }> {
      const latest = [...new Map(documents.map((document) => [document.id, document])).values()];
      if (latest.length === 0) return { added: 0, replaced: 0 };
      const counts = await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction);
        const ids = latest.map(({ id }) => id);
        const replaced = await removeDocuments(transaction, index, ids);
        await writeDocuments(transaction, index, latest);
        return { added: latest.length - replaced, replaced };
      });
      added += 1;
      emptyUntil = 0;
      return counts;
    },

    /**
     * @param query any text; nothing in it is syntax.
     * @param limit the most passages wanted.
     * @param perDocument the most of them of one document.
     * @returns the best first; none where nothing shares a word with the query, `NO_DOCUMENTS` where there are none.
     *   The first documents that another process adds may be found a second later.
     * @throws StoreBusy where too many searches wait; the signal's reason where it is aborted.
     */
    async search(query: string, limit: number, signal?: AbortSignal, perDocument = 1): Promise<CorpusHit[]> {
      signal?.throwIfAborted();
      if (performance.now() < emptyUntil) return NO_DOCUMENTS;
      return gate.run(() => search(query, limit, perDocument), signal);
    },

    /** Asks the database; searches know from then on that documents have come. */
    async isEmpty(): Promise<boolean> {
      const { documents } = await readTotals(kysely);
      if (documents > 0) emptyUntil = 0;
      return documents === 0;
    },

    async stats(): Promise<CorpusStats> {
      const { documents, passages } = await readTotals(kysely);
      const { rows } = await sql<{ characters: number }>`
        select coalesce(sum(length(text)), 0) as characters from corpus_passages`.execute(kysely);
      return { documents, passages, characters: rows[0]!.characters };
    },

    async clear(): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction);
        await index.clear(transaction);
        await transaction.deleteFrom('corpus_passages').execute();
        await transaction.deleteFrom('corpus_documents').execute();
        await transaction
          .updateTable('corpus_totals')
          .set({ documents: 0, passages: 0, terms: 0, title_terms: 0 })
          .execute();
      });
    },
  };
}

function readTotals(kysely: Kysely<Tables>): Promise<Tables['corpus_totals']> {
  return kysely.selectFrom('corpus_totals').selectAll().executeTakeFirstOrThrow();
}

/** First of all in a change: it is the lock that keeps two writers from each other's documents. */
async function beginChange(transaction: Transaction<Tables>): Promise<void> {
  await transaction
    .updateTable('corpus_totals')
    .set((totals) => ({ revision: totals('revision', '+', 1) }))
    .execute();
}

async function readHits(kysely: Kysely<Tables>, ranked: readonly Ranked[]): Promise<CorpusHit[]> {
  if (ranked.length === 0) return [];
  const rows = await kysely
    .selectFrom('corpus_passages as passage')
    .innerJoin('corpus_documents as document', 'document.key', 'passage.document')
    .select([
      'passage.key',
      'document.id',
      'document.title',
      'document.url',
      'document.published',
      'passage.text',
    ])
    .where(
      'passage.key',
      'in',
      ranked.map(({ key }) => key),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return ranked.flatMap(({ key, score }) => {
    const row = byKey.get(key);
    // Replaced since it was ranked: it is left out.
    if (row === undefined) return [];
    const { key: _key, ...hit } = withoutNulls(row);
    return [{ ...hit, score }];
  });
}
