/**
 * Finds passages by what they mean among millions, in a PostgreSQL that has pgvector 0.7 or newer.
 *
 * Of each sentence's vector its signs are filed, 48 bytes in place of 384, in an HNSW index by the Hamming distance. What is
 * near by its signs is compared again by the vectors themselves, which lie with the passages. Each model has a table of its own,
 * made with the first passages beyond what is held in memory; its function is made last, and says that it can be asked.
 */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type TextVector, unpackVectors } from '../../../engine/corpus/vector.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { BuildProgress, MeaningIndex } from './passage-index.ts';
import { headOf } from './passage-vectors.ts';

/** Of pgvector: the first with bits in an HNSW index. */
const LEAST_VERSION = [0, 7] as const;
/** Neighbours of a sentence in the index, and how many are looked at for them: more find more, and take more room and time. */
const NEIGHBOURS = 12;
const CONSTRUCTION = 64;
/** Sentences that a search looks at. */
const SEARCHED = 600;
/** Passages that are filed in one go. */
const FILED = 500;
/** Bytes of a sentence while the index is built, and the most that are asked for. */
const BUILD_BYTES = 700;
const BUILD_MOST = 2 * 1024 ** 3;
const BUILD_LEAST = 64 * 1024 ** 2;
/** Milliseconds for which an index that is not there is not looked for again. */
const ABSENT_FOR = 10_000;

export function createPostgresMeanings(tables: CorpusTables): MeaningIndex {
  let ready: number | undefined;
  let absentUntil = 0;
  const isReady = async (kysely: Kysely<Tables>, model: number): Promise<boolean> => {
    if (ready === model) return true;
    if (performance.now() < absentUntil) return false;
    if (await isThere(kysely, namesOf(tables, model))) ready = model;
    else absentUntil = performance.now() + ABSENT_FOR;
    return ready === model;
  };
  return {
    async nearest(kysely, model, question, most) {
      if (!(await isReady(kysely, model))) return undefined;
      const { nearest } = namesOf(tables, model);
      try {
        const { rows } = await sql<{ passage: number }>`
          select passage from ${sql.id(nearest)}(${signsOf(question)}::bit varying::bit(${sql.lit(question.values.length)}), ${most})`.execute(
          kysely,
        );
        return rows.map(({ passage }) => passage);
      } catch (error) {
        if (!isGone(error)) throw error;
        // The extension, or the table, was taken away.
        [ready, absentUntil] = [undefined, performance.now() + ABSENT_FOR];
        return undefined;
      }
    },

    async add(transaction, model, passages) {
      const { table } = namesOf(tables, model);
      if (!(await isTable(transaction, table))) return;
      const keys = passages.map(({ key }) => key);
      await sql`delete from ${sql.table(table)} where passage = any(${keys})`.execute(transaction);
      await file(transaction, tables, table, passages);
    },

    build: (database, model, progress) =>
      database.unhurried(async (kysely) => {
        const lacks = await prepareExtension(kysely);
        if (lacks !== undefined) return lacks;
        const names = namesOf(tables, model);
        const lock = sql<{ mine: boolean }>`select pg_try_advisory_lock(hashtext(${names.table})) as mine`;
        // Another process builds it.
        if (!(await lock.execute(kysely)).rows[0]!.mine) return undefined;
        try {
          if (!(await fileAll(kysely, tables, names, model, progress))) return undefined;
          if (!(await isThere(kysely, names))) {
            progress.onIndex?.();
            await createIndex(kysely, names);
          }
          await dropOthers(kysely, tables, names.table);
        } finally {
          await sql`select pg_advisory_unlock(hashtext(${names.table}))`.execute(kysely);
        }
        absentUntil = 0;
        return undefined;
      }),
  };
}

interface Names {
  readonly table: string;
  readonly index: string;
  readonly nearest: string;
}

function namesOf({ meanings }: CorpusTables, model: number): Names {
  const table = `${meanings}_m${headOf(model).toString('hex')}`;
  return { table, index: `${table}_by_signs`, nearest: `nearest_${table}` };
}

/** @returns what PostgreSQL lacks; `undefined` where it can hold the index. */
async function prepareExtension(kysely: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ installed: string | null; available: string | null }>`
    select (select extversion from pg_extension where extname = 'vector') as installed,
      (select default_version from pg_available_extensions where name = 'vector') as available`.execute(
    kysely,
  );
  const { installed, available } = rows[0]!;
  if (available === null && installed === null) return 'PostgreSQL has no pgvector';
  if (!isEnough(installed ?? available!)) {
    return `PostgreSQL has pgvector ${installed ?? available}, and 0.7 or newer is needed`;
  }
  if (installed !== null) return undefined;
  try {
    await sql`create extension if not exists vector`.execute(kysely);
    return undefined;
  } catch {
    return 'PostgreSQL has pgvector, which a superuser must switch on for this database: create extension vector';
  }
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor >= LEAST_VERSION[1]);
}

/** Files the vectors of all passages that are not filed yet. @returns whether there are any in the table. */
async function fileAll(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  { table }: Names,
  model: number,
  { signal, onFiled }: BuildProgress,
): Promise<boolean> {
  let made = await isTable(kysely, table);
  let filed = 0;
  for (let last = -1; ; ) {
    signal.throwIfAborted();
    const isFiled = made
      ? sql`and not exists (select 1 from ${sql.table(table)} filed where filed.passage = passage.key)`
      : sql``;
    const { rows } = await sql<{ key: number; vector: Uint8Array }>`
      select key, vector from ${sql.table(tables.passages)} passage
      where vector is not null and substr(vector, 1, 4) = ${headOf(model)} and key > ${last} ${isFiled}
      order by key limit ${FILED}`.execute(kysely);
    const end = rows.at(-1);
    if (end === undefined) return made;
    last = end.key;
    const passages = rows.flatMap(({ key, vector }) => {
      const vectors = unpackVectors(vector, model);
      return vectors === undefined ? [] : [{ key, vectors }];
    });
    const length = passages[0]?.vectors[0]?.values.length;
    if (length === undefined) continue;
    if (!made) await createTable(kysely, tables, table, length);
    made = true;
    await kysely.transaction().execute((transaction) => file(transaction, tables, table, passages));
    filed += passages.length;
    onFiled?.(filed);
  }
}

async function createTable(
  kysely: Kysely<Tables>,
  { passages }: CorpusTables,
  table: string,
  length: number,
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    // A passage that is taken away takes its entries with it, whichever version does so.
    await sql`create table ${sql.table(table)} (
      passage bigint not null references ${sql.table(passages)}(key) on delete cascade,
      signs bit(${sql.lit(length)}) not null)`.execute(transaction);
    await sql`create index ${sql.id(`${table}_by_passage`)} on ${sql.table(table)} (passage)`.execute(
      transaction,
    );
  });
}

/** Passages that were taken away meanwhile are left out. */
async function file(
  transaction: Transaction<Tables>,
  { passages }: CorpusTables,
  table: string,
  read: Parameters<MeaningIndex['add']>[2],
): Promise<void> {
  const rows = read.flatMap(({ key, vectors }) => vectors.map((vector) => [key, signsOf(vector)] as const));
  await sql`insert into ${sql.table(table)} (passage, signs)
    select passage.key, filed.signs::varbit::bit(${sql.lit(rows[0]?.[1].length ?? 1)})
    from unnest(${rows.map(([key]) => key)}::bigint[], ${rows.map(([, signs]) => signs)}::text[]) filed(passage, signs)
    join ${sql.table(passages)} passage on passage.key = filed.passage for key share of passage`.execute(
    transaction,
  );
}

/** Made beside others' writes, in minutes where there are millions. */
async function createIndex(kysely: Kysely<Tables>, { table, index, nearest }: Names): Promise<void> {
  const { rows } = await sql<{ rows: number; length: number }>`
    select (select count(*) from ${sql.table(table)}) as rows,
      (select atttypmod from pg_attribute where attrelid = ${table}::regclass and attname = 'signs') as length`.execute(
    kysely,
  );
  const bytes = Math.min(BUILD_MOST, Math.max(BUILD_LEAST, rows[0]!.rows * BUILD_BYTES));
  await sql`select set_config('maintenance_work_mem', ${`${Math.ceil(bytes / 1024)}kB`}, false)`.execute(
    kysely,
  );
  const make = async (): Promise<void> => {
    // One that was interrupted is left behind, and of no use.
    await sql`drop index if exists ${sql.id(index)}`.execute(kysely);
    await sql`create index concurrently ${sql.id(index)} on ${sql.table(table)} using hnsw (signs bit_hamming_ops)
      with (m = ${sql.lit(NEIGHBOURS)}, ef_construction = ${sql.lit(CONSTRUCTION)})`.execute(kysely);
  };
  // The server goes on where the command that began it was killed.
  if (!(await isMade(kysely, index))) {
    await make().catch(async () => {
      // Several processes share memory that a container may not have.
      await sql`select set_config('max_parallel_maintenance_workers', '0', false)`.execute(kysely);
      await make();
    });
  }
  await sql`analyze ${sql.table(table)}`.execute(kysely);
  await sql`create or replace function ${sql.id(nearest)}(question bit, wanted integer)
    returns table (passage bigint) language sql stable rows 100
    set hnsw.ef_search = ${sql.lit(SEARCHED)} set enable_seqscan = off set jit = off as $$
      select near.passage from (
        select filed.passage, filed.signs <~> question as distance from ${sql.table(table)} filed
        order by filed.signs <~> question limit ${sql.lit(SEARCHED)}) near
      group by 1 order by min(near.distance), 1 limit wanted $$`.execute(kysely);
}

/** What models before have left. */
async function dropOthers(kysely: Kysely<Tables>, { meanings }: CorpusTables, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and pg_table_is_visible(oid)
      and relname ~ ${`^${meanings}_m[0-9a-f]{8}$`} and relname <> ${table}`.execute(kysely);
  for (const { name } of rows) {
    await sql`drop function if exists ${sql.id(`nearest_${name}`)}(bit, integer)`.execute(kysely);
    await sql`drop table if exists ${sql.table(name)}`.execute(kysely);
  }
}

async function isThere(kysely: Kysely<Tables>, { index, nearest }: Names): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regprocedure(${`${nearest}(bit, integer)`}) is not null as there`.execute(kysely);
  return rows[0]!.there && isMade(kysely, index);
}

/** Whether the index is there, whole. */
async function isMade(kysely: Kysely<Tables>, index: string): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select exists (select 1 from pg_index where indexrelid = to_regclass(${index}) and indisvalid) as made`.execute(
    kysely,
  );
  return rows[0]!.made;
}

async function isTable(kysely: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    kysely,
  );
  return rows[0]!.there;
}

/** Of each number, whether it is above 0. */
function signsOf({ values }: TextVector): string {
  let signs = '';
  for (const value of values) signs += value > 0 ? '1' : '0';
  return signs;
}

/** No such function, table, operator or library (PostgreSQL's documentation, appendix A). */
function isGone(error: unknown): boolean {
  return ['42883', '42P01', '42704', '58P01'].includes(String((error as { code?: unknown }).code));
}
