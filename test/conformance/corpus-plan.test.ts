/** What a search reads of a larger corpus in PostgreSQL: pages are counted, as times would depend on the machine. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNNAMED_TABLES } from '../../src/gateway/store/corpus/corpus-tables.ts';
import { planSearch } from '../../src/gateway/store/corpus/plan-search.ts';
import { candidatesOf, createPostgresIndex } from '../../src/gateway/store/corpus/postgres-index.ts';
import type { Database } from '../../src/gateway/store/database.ts';
import { openPostgres } from '../../src/gateway/store/databases/postgres.ts';
import { migrate } from '../../src/gateway/store/schema.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';

const PASSAGES = 20_000;
const postgresIndex = createPostgresIndex(UNNAMED_TABLES);

describeWithServer(postgresMissing, 'a search in 20,000 passages', () => {
  let postgres: TestPostgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openPostgres({ dataDir: '', databaseUrl: postgres.url });
    await migrate(database, 0);
    await database.kysely.transaction().execute(async (transaction) => {
      // Some terms are in every third passage, others in ever fewer; the rest makes passages as long as they are.
      await sql`insert into corpus_documents (id, title, title_terms, url)
        select i::text, '', '', '' from generate_series(0, ${sql.lit(PASSAGES - 1)}) i`.execute(transaction);
      await sql`insert into corpus_passages (document, position, text, terms, term_count, title_term_count)
        select key, 0, '', concat_ws(' ', 'place' || id::int % 3, 'year' || id::int % 40, 'kind' || id::int % 7,
          'name' || id::int / 20, (select string_agg('rest' || (id::int * 7 + n * n * n) % 997, ' ') from generate_series(1, 30) n)), 34, 0
        from corpus_documents`.execute(transaction);
      const documents = await transaction.selectFrom('corpus_documents').select('key').execute();
      await postgresIndex.add(
        transaction,
        documents.map(({ key }) => key),
      );
    });
    await postgresIndex.settle(database.kysely);
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  });

  /** @returns how many pages of 8 KiB the first plan reads, and how many candidates it finds. */
  async function explain(terms: readonly string[]): Promise<{ pages: number; found: number }> {
    const frequencies = await postgresIndex.frequencies(database.kysely, terms);
    const [plan] = planSearch(terms, { passages: PASSAGES, meanTerms: 34, frequencies });
    const explained = await database.kysely.transaction().execute(async (transaction) => {
      // Otherwise what it reads to plan its own joins counts as well.
      await candidatesOf(UNNAMED_TABLES, plan!).execute(transaction);
      return sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
        explain (analyze, buffers, format json) ${candidatesOf(UNNAMED_TABLES, plan!)}`.execute(transaction);
    });
    const { Plan: root } = explained.rows[0]!['QUERY PLAN'][0]!;
    return {
      pages: root['Shared Hit Blocks']! + root['Shared Read Blocks']!,
      found: root['Actual Rows']!,
    };
  }

  it('reads a fraction of the index and of the passages, with and without statistics', async () => {
    for (const prepare of ['select 1', 'analyze']) {
      await sql.raw(prepare).execute(database.kysely);
      // A name of twenty passages, and terms that are in thousands.
      const named = await explain(['name7', 'place1', 'year9', 'kind2']);
      expect(named.found).toBeGreaterThan(20);
      expect(named.pages).toBeLessThan(1_200);
      // Common terms alone: nothing by itself is rare enough.
      const common = await explain(['place1', 'year9', 'kind2']);
      expect(common.found).toBe(64);
      expect(common.pages).toBeLessThan(1_200);
    }
    const { rows } = await sql<{ pages: number }>`
      select sum(pg_relation_size(oid)) / 8192 as pages from pg_class
      where relname in ('corpus_vectors', 'corpus_passages')`.execute(database.kysely);
    expect(Number(rows[0]!.pages)).toBeGreaterThan(1_500);
  });
});
