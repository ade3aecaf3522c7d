/** The operator's own documents: kept, and found by what they say. */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreBusy } from '../../../domain/store-busy.ts';
import type { CorpusDocument, CorpusHit, CorpusStats } from '../../../engine/corpus/document.ts';
import { joinRankings } from '../../../engine/corpus/join-rankings.ts';
import { weighTerms } from '../../../engine/corpus/rank-passages.ts';
import { type HeldPassage, NO_DOCUMENTS } from '../../../engine/corpus/searchable-corpus.ts';
import { Gate } from '../../../scheduling/gate.ts';
import { type AuditEntry, writeAudit } from '../audit-log.ts';
import type { Database, Dialect } from '../database.ts';
import type { Tables } from '../tables.ts';
import { type CorpusTables, UNNAMED_TABLES } from './corpus-tables.ts';
import { type FoundPassage, type HeldPassages, holdPassages } from './held-passages.ts';
import { rememberFrequencies } from './known-frequencies.ts';
import { type DocumentQuery, listDocuments } from './list-documents.ts';
import type { BuildProgress, PassageIndex } from './passage-index.ts';
import { countVectors, fillVectors } from './passage-vectors.ts';
import { CANDIDATES, planSearch, readQuery } from './plan-search.ts';
import { createPostgresIndex } from './postgres-index.ts';
import { readHits } from './read-hits.ts';
import { type MeaningOptions, openMeaningSearch } from './search-meaning.ts';
import { createSqliteIndex } from './sqlite-index.ts';
import { leaveOutKnown, readForIndex, removeDocuments, writeDocuments } from './write-documents.ts';

export type Corpus = ReturnType<typeof createCorpus>;

/** What came of documents that were to be added. */
export interface Added {
  readonly added: number;
  /** Were there under the same id, and said something else. */
  readonly replaced: number;
  /** Were there as they are. */
  readonly unchanged: number;
  /** Of those that were added or replaced. */
  readonly passages: number;
}

/** What is called while passages get their vectors. */
export interface FillProgress extends Omit<BuildProgress, 'signal'> {
  readonly onWritten?: (passages: number, all: number) => void;
}

export interface FilledVectors {
  readonly filled: number;
  readonly missing: number;
  /** What the database lacks to find them by meaning, where they are many; in words for the operator. */
  readonly lacks?: string;
}

const MOST_WAITING = 256;
/**
 * Milliseconds for which what was seen of the corpus counts: another process may change it meanwhile. One that has not
 * changed for as long is held in memory, where it is small.
 */
export const KNOWN_FOR: number = 1_000;
const MOST_HELD = 10_000;
const NEVER = new AbortController().signal;

export const INDEXES: Readonly<Record<Dialect, (tables: CorpusTables) => PassageIndex>> = {
  sqlite: createSqliteIndex,
  postgres: createPostgresIndex,
};

/**
 * Bounds the searches of a process that run side by side.
 * @param longestWait milliseconds that a search waits for its turn; without limit where it is absent.
 */
export function createSearchGate(dialect: Dialect, longestWait?: number): Gate {
  const { concurrency } = INDEXES[dialect](UNNAMED_TABLES);
  return new Gate(concurrency, MOST_WAITING, () => new StoreBusy(), longestWait);
}

/**
 * @param tables of the collection; the unnamed one's unless said otherwise.
 * @param gate shared with the other collections of the process.
 * @param meaning what reads the meaning of passages; they are found by words alone where it is absent.
 * @param mostHeld passages that are held in memory at most.
 */
export function createCorpus(
  database: Database,
  tables: CorpusTables = UNNAMED_TABLES,
  gate: Gate = createSearchGate(database.dialect),
  meaning?: MeaningOptions,
  mostHeld = MOST_HELD,
) {
  const { kysely, reading } = database;
  const index = INDEXES[database.dialect](tables);
  const frequenciesOf = rememberFrequencies((terms) => index.frequencies(reading, terms));
  const meant = meaning && openMeaningSearch(reading, tables, meaning, index.meanings);

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
    const asking = readTotals(kysely, tables).then((totals) => {
      // What was changed while the database was asked may not be in its answer.
      if (checking !== asking) return totals;
      if (totals.revision !== seen.revision) seen = { revision: totals.revision, since: began };
      isKnownEmpty = totals.documents === 0;
      if (held?.revision !== totals.revision) held = undefined;
      large = totals.passages > mostHeld ? totals : undefined;
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

  /** Reads a small corpus into memory. */
  async function hold({ revision, passages }: Totals): Promise<void> {
    if (holding || passages > mostHeld || revision === held?.revision) return;
    holding = true;
    try {
      const read = await holdPassages(kysely, tables, index, meaning?.embedder.model);
      if ((await readTotals(kysely, tables)).revision !== revision) return;
      held = { revision, passages: read };
      // The model is loaded before somebody waits for it.
      if (read.hasVectors) void meant?.readQuestion('', NEVER);
      meant?.forget();
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

  async function search(
    query: string,
    limit: number,
    perDocument: number,
    signal: AbortSignal,
  ): Promise<CorpusHit[]> {
    const totals = (performance.now() < knownUntil ? large : undefined) ?? (await check());
    if (totals.documents === 0) return NO_DOCUMENTS;
    // One that is being filled is read once that is over.
    if (performance.now() - seen.since >= KNOWN_FOR) void hold(totals);
    const terms = readQuery(query);
    if (totals.passages === 0 || (terms.length === 0 && meant === undefined)) return [];
    const collection = {
      passages: totals.passages,
      meanTerms: (totals.terms + totals.title_terms) / totals.passages,
      frequencies: await frequenciesOf(totals.revision, [...new Set(terms)]),
    };
    const plans = planSearch(terms, collection);
    if (meant === undefined) {
      return readHits(
        reading,
        tables,
        await index.rank(reading, plans, { terms, collection, limit, perDocument }),
      );
    }
    const task = { terms, collection, limit: CANDIDATES, perDocument: CANDIDATES };
    const ranked = terms.length === 0 ? [] : await index.rank(reading, plans, task);
    const revision = totals.passages > mostHeld ? undefined : totals.revision;
    const near = await meant.compare(query, ranked, revision, signal);
    return readHits(
      reading,
      tables,
      joinRankings(ranked, near, weighTerms(terms, collection), perDocument).slice(0, limit),
    );
  }

  /** Whether passages are held whose meaning is known. */
  const isFoundByMeaning = (): boolean =>
    performance.now() < knownUntil &&
    held?.passages.hasVectors === true &&
    meaning?.embedder.isReady() === true;

  return {
    /** The most documents, and UTF-16 units of their texts, that are well added in one go. */
    batch: index.batch,

    /**
     * Adds all of the documents or none; of two with the same id the later one stays. One that is there as it is, is left
     * alone, with its vectors. Takes about a millisecond for three short documents, during which nobody else can write:
     * hand in `batch` at most. Texts are read before, in pieces.
     * @param audit what the audit log says of it, where anything changes.
     * @returns how many were added, how many had been there under the same id, how many of those as they are, and the
     *   passages of those that were written.
     */
    async add(documents: readonly CorpusDocument[], audit: readonly AuditEntry[] = []): Promise<Added> {
      const latest = [...new Map(documents.map((document) => [document.id, document])).values()];
      const changed = latest.length === 0 ? [] : await leaveOutKnown(kysely, tables, latest);
      const unchanged = latest.length - changed.length;
      if (changed.length === 0) return { added: 0, replaced: 0, unchanged, passages: 0 };
      const read: Awaited<ReturnType<typeof readForIndex>>[] = [];
      for (const document of changed) read.push(await readForIndex(document));
      const counts = await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction, tables);
        const ids = changed.map(({ id }) => id);
        const replaced = await removeDocuments(transaction, tables, index, ids);
        await writeDocuments(transaction, tables, index, read);
        await writeAudit(transaction, audit);
        const passages = read.reduce((sum, document) => sum + document.passages.length, 0);
        return { added: changed.length - replaced, replaced, unchanged, passages };
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
      const known = held?.passages;
      const isNear = isFoundByMeaning();
      const question = isNear ? await meant?.readQuestion(query, signal ?? NEVER) : undefined;
      signal?.throwIfAborted();
      const found =
        question === undefined
          ? findKnown(query, limit, perDocument)
          : await known?.findNear(query, question, limit, perDocument);
      if (found === undefined) {
        return gate.run(() => search(query, limit, perDocument, signal ?? NEVER), signal);
      }
      return isKnownEmpty ? NO_DOCUMENTS : found.map(({ passage, ...rest }) => ({ ...passage, ...rest }));
    },

    /**
     * The same at once, where that is possible: of a corpus that is empty, or small and held in memory.
     * @returns the passages, the same object for the same one each time; `undefined` where `search` has to be asked.
     */
    find(query: string, limit: number, perDocument = 1): readonly HeldPassage[] | undefined {
      // What a question means is not known at once.
      if (isFoundByMeaning()) return undefined;
      const found = findKnown(query, limit, perDocument);
      return found !== undefined && isKnownEmpty ? NO_DOCUMENTS : found?.map(({ passage }) => passage);
    },

    /** @returns what `find` looks in: the same object until it changes; `undefined` where `search` has to be asked. */
    edition(): object | undefined {
      if (performance.now() >= knownUntil) return undefined;
      return isKnownEmpty ? NO_DOCUMENTS : held?.passages;
    },

    /** Reads a small corpus into memory before somebody waits for it. Never rejects. */
    async warm(): Promise<void> {
      // Not by `check`: a corpus that is filled in this very second would count as empty for another.
      const totals = await readTotals(kysely, tables).catch(() => undefined);
      if (totals !== undefined && totals.documents > 0) await hold(totals);
    },

    /** Asks the database; searches know from then on that documents have come. */
    async isEmpty(): Promise<boolean> {
      const { documents } = await readTotals(kysely, tables);
      if (documents > 0 && isKnownEmpty) knownUntil = 0;
      return documents === 0;
    },

    /**
     * Gives vectors to the passages that have none; searches then find them by meaning too. Where there are more than are
     * held in memory, they are filed in an index, if the database has one. It may be interrupted, and goes on where it stopped.
     *
     * @param onWritten called with how many passages have one now, and how many there are.
     * @returns how many got one, and how many lack one still; `undefined` where nothing reads what passages mean.
     * @throws the signal's reason, where it aborts.
     */
    async fillVectors(
      signal: AbortSignal,
      { onWritten, ...progress }: FillProgress = {},
    ): Promise<FilledVectors | undefined> {
      if (meaning === undefined) return undefined;
      const { embedder } = meaning;
      const countMissing = async (): Promise<readonly [missing: number, passages: number]> => {
        const { passages } = await readTotals(kysely, tables);
        return [passages - (await countVectors(kysely, tables, embedder.model)), passages];
      };
      // Only the progress needs it, and counting reads all passages.
      const [before, all] = onWritten === undefined ? [0, 0] : await countMissing();
      const write = (work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> =>
        kysely.transaction().execute(async (transaction) => {
          await beginChange(transaction, tables);
          await work(transaction);
        });
      const filled = await fillVectors(kysely, tables, embedder, write, {
        ...{ signal, meanings: index.meanings },
        onWritten: (count) => onWritten?.(all - before + count, all),
      }).finally(forget);
      const [missing, passages] = await countMissing();
      const isLarge = passages > mostHeld && missing < passages;
      const lacks = isLarge
        ? await index.meanings?.build(database, embedder.model, { signal, ...progress })
        : undefined;
      return { filled, missing, ...(lacks === undefined ? {} : { lacks }) };
    },

    /** How much there is, asking little of the database. */
    async size(): Promise<Pick<CorpusStats, 'documents' | 'passages'>> {
      const { documents, passages } = await readTotals(reading, tables);
      return { documents, passages };
    },

    /** The documents without their texts, those that were added last first. */
    page: (query: DocumentQuery) => listDocuments(reading, tables, query),

    /** @param audit what the audit log says, where one was there. @returns how many were there. */
    async remove(ids: readonly string[], audit: readonly AuditEntry[] = []): Promise<number> {
      const removed = await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction, tables);
        const count = await removeDocuments(transaction, tables, index, ids);
        if (count > 0) await writeAudit(transaction, audit);
        return count;
      });
      forget();
      return removed;
    },

    async stats(): Promise<CorpusStats> {
      const { documents, passages } = await readTotals(kysely, tables);
      const vectors = await countVectors(reading, tables, meaning?.embedder.model);
      const { rows } = await sql<{ characters: number }>`
        select coalesce(sum(length(text)), 0) as characters from ${sql.table(tables.passages)}`.execute(
        reading,
      );
      return { documents, passages, characters: rows[0]!.characters, vectors };
    },

    /** Brings the index into order after many documents; searches are slower until then, or for some minutes. */
    async settle(): Promise<void> {
      await index.settle(kysely);
    },

    async clear(): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        await beginChange(transaction, tables);
        await index.clear(transaction);
        await transaction
          .updateTable(tables.totals)
          .set({ documents: 0, passages: 0, terms: 0, title_terms: 0 })
          .execute();
      });
      forget();
    },
  };
}

type Totals = Tables['corpus_totals'];

function readTotals(kysely: Kysely<Tables>, tables: CorpusTables): Promise<Totals> {
  return kysely.selectFrom(tables.totals).selectAll().executeTakeFirstOrThrow();
}

/** First of all in a change: it is the lock that keeps two writers from each other's documents. */
async function beginChange(transaction: Transaction<Tables>, tables: CorpusTables): Promise<void> {
  await transaction
    .updateTable(tables.totals)
    .set((totals) => ({ revision: totals('revision', '+', 1) }))
    .execute();
}
