/** Named collections of documents beside the unnamed one: applications that share a gateway have their own. */
import { performance } from 'node:perf_hooks';
import { NO_DOCUMENTS } from '../../../engine/corpus/searchable-corpus.ts';
import type { Gate } from '../../../scheduling/gate.ts';
import type { Database } from '../database.ts';
import { type Corpus, createCorpus, INDEXES, KNOWN_FOR } from './corpus.ts';
import { corpusTables, UNNAMED_TABLES } from './corpus-tables.ts';
import { createCollectionTables } from './create-collection.ts';
import type { MeaningOptions } from './search-meaning.ts';

/** A collection with what it holds. */
export interface CollectionStats {
  readonly name: string;
  readonly documents: number;
  readonly passages: number;
}

/**
 * @param gate shared by all searches of the process, whatever they look in.
 * @param meaning what reads the meaning of passages; they are found by words alone where it is absent.
 * @param prepare what is made of each collection that is opened.
 */
export function createCollections(
  database: Database,
  gate: Gate,
  meaning?: MeaningOptions,
  prepare = (collection: Corpus): Corpus => collection,
) {
  const { kysely } = database;
  const opened = new Map<string, Corpus>();

  return {
    /**
     * @param name as `isCollectionName` has it.
     * @returns the collection: the same object each time. One that nobody has filled is empty.
     */
    open(name: string): Corpus {
      let collection = opened.get(name);
      if (collection === undefined) {
        collection = prepare(openCollection(database, name, gate, meaning));
        opened.set(name, collection);
      }
      return collection;
    },

    /** @returns all collections that were ever filled, by name. */
    async list(): Promise<readonly CollectionStats[]> {
      const rows = await kysely.selectFrom('corpus_collections').selectAll().orderBy('name').execute();
      const stats: CollectionStats[] = [];
      for (const { key, name } of rows) {
        const { documents, passages } = await kysely
          .selectFrom(corpusTables(key).totals)
          .select(['documents', 'passages'])
          .executeTakeFirstOrThrow();
        stats.push({ name, documents, passages });
      }
      return stats;
    },
  };
}

/** Its tables are made with the first documents, by whichever process adds them; until then it is empty. */
function openCollection(
  database: Database,
  name: string,
  gate: Gate,
  meaning: MeaningOptions | undefined,
): Corpus {
  const { kysely, dialect } = database;
  let made: Corpus | undefined;
  let absentUntil = 0;
  let asking: Promise<Corpus | undefined> | undefined;

  const ofNumber = (key: number): Corpus => {
    made ??= createCorpus(database, corpusTables(key), gate, meaning);
    return made;
  };
  /** However many ask at once, the database is asked once. */
  const look = (): Promise<Corpus | undefined> => {
    if (made !== undefined) return Promise.resolve(made);
    asking ??= kysely
      .selectFrom('corpus_collections')
      .select('key')
      .where('name', '=', name)
      .executeTakeFirst()
      .then((row) => {
        if (row !== undefined) return ofNumber(row.key);
        absentUntil = performance.now() + KNOWN_FOR;
        return undefined;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const isKnownAbsent = (): boolean => made === undefined && performance.now() < absentUntil;
  const make = async (): Promise<Corpus> => {
    const key = await kysely.transaction().execute(async (transaction) => {
      // Whoever adds to it first makes its tables; others wait here until they are there.
      const added = await transaction
        .insertInto('corpus_collections')
        .values({ name })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .returning('key')
        .executeTakeFirst();
      if (added !== undefined) {
        await createCollectionTables(transaction, dialect, corpusTables(added.key));
        return added.key;
      }
      const there = transaction.selectFrom('corpus_collections').select('key').where('name', '=', name);
      return (await there.executeTakeFirstOrThrow()).key;
    });
    return ofNumber(key);
  };

  return {
    batch: INDEXES[dialect](UNNAMED_TABLES).batch,
    add: async (documents, audit) => ((await look()) ?? (await make())).add(documents, audit),
    async search(query, limit, signal, perDocument) {
      signal?.throwIfAborted();
      const corpus = isKnownAbsent() ? undefined : await look();
      return corpus === undefined ? NO_DOCUMENTS : corpus.search(query, limit, signal, perDocument);
    },
    find: (query, limit, perDocument) =>
      isKnownAbsent() ? NO_DOCUMENTS : made?.find(query, limit, perDocument),
    edition: () => (isKnownAbsent() ? NO_DOCUMENTS : made?.edition()),
    async warm() {
      const corpus = await look().catch(() => undefined);
      await corpus?.warm();
    },
    async isEmpty() {
      const corpus = await look();
      return corpus === undefined || corpus.isEmpty();
    },
    size: async () => (await look())?.size() ?? { documents: 0, passages: 0 },
    page: async (query) => (await look())?.page(query) ?? [],
    remove: async (ids, audit) => (await look())?.remove(ids, audit) ?? 0,
    stats: async () => (await look())?.stats() ?? { documents: 0, passages: 0, characters: 0, vectors: 0 },
    async fillVectors(signal, progress) {
      const corpus = await look();
      if (corpus === undefined) return meaning && { filled: 0, missing: 0 };
      return corpus.fillVectors(signal, progress);
    },
    settle: async () => (await look())?.settle(),
    clear: async () => (await look())?.clear(),
  };
}
