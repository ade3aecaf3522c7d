/** The operator's own documents: kept, and found by what they say. */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreBusy } from '../../../domain/store-busy.ts';
import type { CorpusDocument, CorpusHit, CorpusStats } from '../../../engine/corpus/document.ts';
import type { Ranked } from '../../../engine/corpus/rank-passages.ts';
import { type HeldPassage, NO_DOCUMENTS } from '../../../engine/corpus/searchable-corpus.ts';
import { Gate } from '../../../scheduling/gate.ts';
import type { Database, Dialect } from '../database.ts';
import { withoutNulls } from '../rows.ts';
import type { Tables } from '../tables.ts';
import { type FoundPassage, type HeldPassages, holdPassages } from './held-passages.ts';
import { rememberFrequencies } from './known-frequencies.ts';
import type { PassageIndex } from './passage-index.ts';
import { planSearch, readQuery } from './plan-search.ts';
import { postgresIndex } from './postgres-index.ts';
import { sqliteIndex } from './sqlite-index.ts';
import { readForIndex, removeDocuments, writeDocuments } from './write-documents.ts';

export type Corpus = ReturnType<typeof createCorpus>;

const MOST_WAITING = 256;
/**
 * Milliseconds that a search waits for its turn. An answer waits for evidence somewhat longer: a search that began just
 * before its time is up would be for nothing, and under load all of them would.
 */
const LONGEST_WAIT = 1_200;
/**
 * Milliseconds for which what was seen of the corpus counts: another process may change it meanwhile. One that has not
 * changed for as long is held in memory, where it is small.
 */
const KNOWN_FOR = 1_000;
const MOST_HELD = 10_000;

export const INDEXES: Readonly<Record<Dialect, PassageIndex>> = {
  sqlite: sqliteIndex,
  postgres: postgresIndex,
};

export function createCorpus(database: Database) {
  const { kysely, reading } = database;
  const index = INDEXES[database.dialect];
  const frequenciesOf = rememberFrequencies((terms) => index.frequencies(reading, terms));
  const gate = new Gate(index.concurrency, MOST_WAITING, () => new StoreBusy(), LONGEST_WAIT);

  let knownUntil = 0;
  let isKnownEmpty = false;
  /** Of a corpus too large to be held, until `knownUntil`. */
  let large: Totals | undefined;
  let held: { readonly revision: number; readonly passages: HeldPassages } | undefined;
  let checking: Promise<Totals> | undefined;
  let seen = { revision: -1, since: 0 };
  let holding = false;

  const forget = (): void => {
    knownUntil = 0;
    checking = undefined;
  };

  /** However many ask at once, the database is asked once. */
  const check = (): Promise<Totals> => {
    if (checking !== undefined) return checking;
    const began = performance.now();
    const asking = readTotals(kysely).then((totals) => {
      // What was changed while the database was asked may not be in its answer.
      if (checking !== asking) return totals;
      if (totals.revision !== seen.revision) seen = { revision: totals.revision, since: began };
      isKnownEmpty = totals.documents === 0;
      if (held?.revision !== totals.revision) held = undefined;
      large = totals.passages > MOST_HELD ? totals : undefined;
      if (isKnownEmpty || held !== undefined || large !== undefined) knownUntil = began + KNOWN_FOR;
      return totals;
    });
    checking = asking;
    const done = (): void => {
      if (checking === asking) checking = undefined;
    };
    asking.then(done, done);
    return asking;
  };

  /** Reads a small corpus that has not changed lately into memory. */
  async function hold({ revision, passages }: Totals): Promise<void> {
    const isNew = performance.now() - seen.since < KNOWN_FOR;
    if (holding || isNew || passages > MOST_HELD || revision === held?.revision) return;
    holding = true;
    try {
      const read = await holdPassages(kysely, index);
      if ((await readTotals(kysely)).revision === revision) held = { revision, passages: read };
    } catch {
      // The next search asks the database, and says what is wrong with it.
    } finally {
      holding = false;
    }
  }

  /** @returns what was found, where it is known without the database. */
  function findKnown(query: string, limit: number, perDocument: number): readonly FoundPassage[] | undefined {
    if (performance.now() >= knownUntil) return undefined;
    return isKnownEmpty ? [] : held?.passages.find(query, limit, perDocument);
  }

  async function search(query: string, limit: number, perDocument: number): Promise<CorpusHit[]> {
    const totals = (performance.now() < knownUntil ? large : undefined) ?? (await check());
    if (totals.documents === 0) return NO_DOCUMENTS;
    void hold(totals);
    const terms = readQuery(query);
    if (terms.length === 0 || totals.passages === 0) return [];
    const collection = {
      passages: totals.passages,
      meanTerms: (totals.terms + totals.title_terms) / totals.passages,
      frequencies: await frequenciesOf(totals.revision, [...new Set(terms)]),
    };
    const plans = planSearch(terms, collection);
    return readHits(reading, await index.rank(reading, plans, { terms, collection, limit, perDocument }));
  }

  return {
    /** The most documents, and UTF-16 units of their texts, that are well added in one go. */
    batch: index.batch,

    /**
     * Adds all of the documents or none; of two with the same id the later one stays. Takes about a
     * millisecond for three short documents, during which nobody else can write: hand in `batch` at most. Texts are
     * read at once, so that the next ones are read while these are written.
     * @returns how many were added, how many had been there under the same id, and the passages of all of them.
     */
    async add(
      documents: readonly CorpusDocument[],
    ): Promise<{ added: number; replaced: number; passages: number }> {
      const latest = [...new Map(documents.map((document) => [document.id, document])).values()];
      if (latest.length === 0) return { added: 0, replaced: 0, passages: 0 };
      const read = latest.map(readForIndex);
      const counts = await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction);
        const ids = latest.map(({ id }) => id);
        const replaced = await removeDocuments(transaction, index, ids);
        await writeDocuments(transaction, index, read);
        const passages = read.reduce((sum, document) => sum + document.passages.length, 0);
        return { added: latest.length - replaced, replaced, passages };
      });
      forget();
      return counts;
    },

    /**
     * @param query any text; nothing in it is syntax.
     * @param limit the most passages wanted.
     * @param perDocument the most of them of one document.
     * @returns the best first; none where nothing shares a word with the query, `NO_DOCUMENTS` where there are none.
     *   What another process changes may be found a second later.
     * @throws StoreBusy where too many searches wait; the signal's reason where it is aborted.
     */
    async search(query: string, limit: number, signal?: AbortSignal, perDocument = 1): Promise<CorpusHit[]> {
      signal?.throwIfAborted();
      if (performance.now() >= knownUntil && (isKnownEmpty || held !== undefined)) await check();
      const found = findKnown(query, limit, perDocument);
      if (found === undefined) return gate.run(() => search(query, limit, perDocument), signal);
      return isKnownEmpty ? NO_DOCUMENTS : found.map(({ passage, score }) => ({ ...passage, score }));
    },

    /**
     * The same at once, where that is possible: of a corpus that is empty, or small and held in memory.
     * @returns the passages, the same object for the same one each time; `undefined` where `search` has to be asked.
     */
    find(query: string, limit: number, perDocument = 1): readonly HeldPassage[] | undefined {
      const found = findKnown(query, limit, perDocument);
      return found !== undefined && isKnownEmpty ? NO_DOCUMENTS : found?.map(({ passage }) => passage);
    },

    /** @returns what `find` looks in: the same object until it changes; `undefined` where `search` has to be asked. */
    edition(): object | undefined {
      if (performance.now() >= knownUntil) return undefined;
      return isKnownEmpty ? NO_DOCUMENTS : held?.passages;
    },

    /** Asks the database; searches know from then on that documents have come. */
    async isEmpty(): Promise<boolean> {
      const { documents } = await readTotals(kysely);
      if (documents > 0 && isKnownEmpty) knownUntil = 0;
      return documents === 0;
    },

    async stats(): Promise<CorpusStats> {
      const { documents, passages } = await readTotals(kysely);
      const { rows } = await sql<{ characters: number }>`
        select coalesce(sum(length(text)), 0) as characters from corpus_passages`.execute(reading);
      return { documents, passages, characters: rows[0]!.characters };
    },

    /** Brings the index into order after many documents; searches are slower until then, or for some minutes. */
    async settle(): Promise<void> {
      await index.settle(kysely);
    },

    async clear(): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction);
        await index.clear(transaction);
        await transaction
          .updateTable('corpus_totals')
          .set({ documents: 0, passages: 0, terms: 0, title_terms: 0 })
          .execute();
      });
      forget();
    },
  };
}

type Totals = Tables['corpus_totals'];

function readTotals(kysely: Kysely<Tables>): Promise<Totals> {
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
