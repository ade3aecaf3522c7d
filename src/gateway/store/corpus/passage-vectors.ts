/** What passages mean: their vectors, beside them in the database. */
import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Near } from '../../../engine/corpus/join-rankings.ts';
import { bestPlaces } from '../../../engine/corpus/keep-best.ts';
import {
  type Embedder,
  type PassageVectors,
  packVectors,
  type TextVector,
  unpackVectors,
} from '../../../engine/corpus/vector.ts';
import { VectorTable } from '../../../engine/corpus/vector-table.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { MeaningIndex } from './passage-index.ts';
import { selectPassages } from './read-hits.ts';

/** Passages that are read and written in one go: some seconds of the model. */
const PIECE = 32;

/** @returns the documents and vectors of those passages that have vectors. */
export async function readVectors(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  keys: readonly number[],
  model: number,
): Promise<ReadonlyMap<number, { readonly document: number; readonly read: PassageVectors }>> {
  if (keys.length === 0) return new Map();
  const rows = await kysely
    .selectFrom(tables.passages)
    .select(['key', 'document', 'vector'])
    .where('key', 'in', keys)
    .execute();
  return new Map(
    rows.flatMap(({ key, document, vector }) => {
      const read = unpackVectors(vector, model);
      return read === undefined ? [] : [[key, { document, read }]];
    }),
  );
}

/** The vectors of all passages. */
export interface HeldVectors {
  readonly hasVectors: boolean;
  /** @returns the passages that are nearest to a question, the nearest first, and all of `keys`. */
  find(question: TextVector, most: number, keys: readonly number[]): Promise<readonly Near[]>;
}

/** Passages whose vectors are read in one go. */
const READ = 1_000;

/** @param model whose vectors are wanted. */
export async function holdVectors(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  model: number,
): Promise<HeldVectors> {
  const table = new VectorTable();
  const passages: { readonly key: number; readonly document: number }[] = [];
  const places = new Map<number, number>();
  for (let last = -1; ; ) {
    const rows = await kysely
      .selectFrom(tables.passages)
      .select(['key', 'document', 'vector'])
      .where('key', '>', last)
      .orderBy('key')
      .limit(READ)
      .execute();
    for (const { key, document, vector } of rows) {
      places.set(key, passages.push({ key, document }) - 1);
      table.add(unpackVectors(vector, model));
      last = key;
    }
    if (rows.length < READ) break;
  }
  return {
    hasVectors: table.held > 0,
    async find(question, most, keys) {
      const found = new Set(await nearestPlaces(table, question, most));
      for (const key of keys) {
        const place = places.get(key);
        if (place !== undefined) found.add(place);
      }
      return [...found].map((place) => ({
        ...passages[place]!,
        similarity: table.similarity(place, question),
      }));
    },
  };
}

/** Vectors that are compared in one go: about a millisecond. */
const COMPARED = 4_000;

/** Looks through all of a table, in pieces between which others are served. @returns the nearest places, the nearest first. */
export async function nearestPlaces(
  table: VectorTable,
  question: TextVector,
  most: number,
): Promise<readonly number[]> {
  const similarities = new Float64Array(table.size);
  for (let place = 0; place < table.size; ) {
    if (place > 0) await setImmediate();
    place = table.compare(question, place, COMPARED, similarities);
  }
  return bestPlaces(Array.from(similarities.keys()), similarities, most);
}

/** @param model whose vectors count; all do where it is absent. */
export async function countVectors(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  model?: number,
): Promise<number> {
  const { rows } = await sql<{ vectors: number }>`
    select count(*) as vectors from ${sql.table(tables.passages)}
    where vector is not null ${model === undefined ? sql`` : sql`and ${HEAD} = ${headOf(model)}`}`.execute(
    kysely,
  );
  return Number(rows[0]!.vectors);
}

/**
 * Gives vectors to the passages that have none of the model. What has been written stays where it is interrupted.
 *
 * @param write writes a piece, in a transaction that has the lock of a change.
 * @param onWritten called behind each piece, with how many have been written.
 * @returns how many passages got one: fewer than lacked one where the embedder failed.
 * @throws the signal's reason, where it aborts.
 */
export async function fillVectors(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  embedder: Embedder,
  write: (work: (transaction: Transaction<Tables>) => Promise<void>) => Promise<void>,
  {
    signal,
    meanings,
    onWritten,
  }: {
    readonly signal: AbortSignal;
    /** Where they are filed too. */
    readonly meanings?: MeaningIndex | undefined;
    readonly onWritten: (count: number) => void;
  },
): Promise<number> {
  let written = 0;
  for await (const rows of lacking(kysely, tables, embedder.model)) {
    signal.throwIfAborted();
    const vectors = await embedder.readPassages(rows, signal);
    signal.throwIfAborted();
    const read = rows.flatMap(({ key, text }, at) => {
      const vector = vectors[at];
      return vector === undefined ? [] : [{ key, text, vectors: vector }];
    });
    if (read.length === 0) return written;
    await write(async (transaction) => {
      for (const { key, text, vectors } of read) {
        const vector = packVectors(vectors, embedder.model);
        // Another passage may have taken the key meanwhile.
        await transaction
          .updateTable(tables.passages)
          .set({ vector })
          .where('key', '=', key)
          .where('text', '=', text)
          .execute();
      }
      await meanings?.add(transaction, embedder.model, read);
    });
    written += read.length;
    onWritten(written);
  }
  return written;
}

/** Passages that have no vector of the model, in pieces. Indexes find them, however many have one. */
async function* lacking(kysely: Kysely<Tables>, tables: CorpusTables, model: number) {
  yield* inPieces(kysely, tables, sql<boolean>`passage.vector is null`);
  for (let head = Buffer.of(); ; ) {
    const { rows } = await sql<{ head: Uint8Array }>`
      select ${HEAD} as head from ${sql.table(tables.passages)}
      where vector is not null and ${HEAD} > ${head} order by ${HEAD} limit 1`.execute(kysely);
    if (rows[0] === undefined) return;
    head = Buffer.from(rows[0].head);
    if (head.equals(headOf(model))) continue;
    yield* inPieces(
      kysely,
      tables,
      sql<boolean>`passage.vector is not null and substr(passage.vector, 1, 4) = ${head}`,
    );
  }
}

async function* inPieces(kysely: Kysely<Tables>, tables: CorpusTables, which: RawBuilder<boolean>) {
  for (let last = -1; ; ) {
    const rows = await selectPassages(kysely, tables)
      .select(['passage.key', 'document.title', 'passage.text'])
      .where(which)
      .where('passage.key', '>', last)
      .orderBy('passage.key')
      .limit(PIECE)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end.key;
  }
}

/** What a kept vector begins with: it says whose it is. */
const HEAD = sql`substr(vector, 1, 4)`;

/** @returns what vectors of the model begin with. */
export function headOf(model: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(model);
  return head;
}
