import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overMessages } from '../../../../test/harness/store-places.ts';
import { StoreBusy } from '../../../domain/store-busy.ts';
import { createCorpus } from '../corpus/corpus.ts';
import type { Database } from '../database.ts';
import { describeStoreFault, isStoreAway } from '../name-fault.ts';
import { migrate } from '../schema.ts';
import type { LentWriter, SharedWriter } from '../shared-writer.ts';
import { openStore } from '../store.ts';
import { isRead } from './borrowing-driver.ts';
import { lendWriter } from './lend-writer.ts';
import { openSqlite } from './sqlite.ts';

describe('a writer that is lent', () => {
  let dataDir = '';
  let lender: Database;
  const opened: Database[] = [];
  /** How often each borrower has asked for the writer. */
  const asked = new Map<Database, number>();

  const open = async (options: Parameters<typeof openSqlite>[0]) => {
    const database = await openSqlite(options);
    opened.push(database);
    return database;
  };
  const borrow = async (lent: LentWriter = lender.lendWriter!()) => {
    const writer = overMessages(lent.writer);
    const count = <A extends unknown[], R>(ask: (...values: A) => R) => {
      return (...values: A): R => {
        asked.set(borrower, (asked.get(borrower) ?? 0) + 1);
        return ask(...values);
      };
    };
    const counted: SharedWriter = {
      run: count(writer.run),
      begin: count(writer.begin),
      end: count(writer.end),
    };
    const borrower: Database = await open({ dataDir, writer: counted });
    return { ...borrower, lent, asked: () => asked.get(borrower) ?? 0 };
  };
  const write = ({ kysely }: Pick<Database, 'kysely'>, text: string) =>
    sql`insert into notes values (${text})`.execute(kysely);
  const notes = async ({ kysely }: Pick<Database, 'kysely'>) =>
    (await sql<{ text: string }>`select text from notes order by text`.execute(kysely)).rows.map(
      ({ text }) => text,
    );
  const faultOf = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => expect.fail('it worked'),
      (error: Error) => error,
    );

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-lent-'));
    lender = await open({ dataDir });
    await sql`create table notes (text text unique)`.execute(lender.kysely);
  });
  afterEach(async () => {
    for (const database of opened.splice(0).reverse()) await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('writes for all: once it has answered, everybody reads it', async () => {
    const all = [lender, await borrow(), await borrow()];
    for (const [round, database] of [...all, ...all].entries()) {
      await write(database, `alone ${round}`);
      await database.kysely.transaction().execute(async (transaction) => {
        await write({ kysely: transaction }, `in ${round}`);
        expect(await notes({ kysely: transaction })).toContain(`in ${round}`);
      });
      for (const reader of all) expect(await notes(reader)).toHaveLength(2 * round + 2);
    }
  });

  it('runs transactions one after the other, and loses none', async () => {
    await sql`create table counter (number integer)`.execute(lender.kysely);
    await sql`insert into counter values (0)`.execute(lender.kysely);
    const all = [lender, await borrow(), await borrow()];
    const adding = Array.from({ length: 60 }, (_, i) =>
      all[i % 3]!.kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ number: number }>`select number from counter`.execute(transaction);
        await sleep(i % 2);
        await sql`update counter set number = ${rows[0]!.number + 1}`.execute(transaction);
        if (i % 10 === 9) throw new Error('undone');
      }),
    );
    const ended = await Promise.allSettled(adding);
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(6);
    expect((await sql`select number from counter`.execute(lender.kysely)).rows).toEqual([{ number: 54 }]);
  });

  it('takes back what a borrower that has ended had not committed, and blocks nobody', async () => {
    const [gone, other] = [await borrow(lendWriter(lender.kysely, 3_600_000)), await borrow()];
    const { writer } = gone.lent;
    const begun = await writer.begin();
    const transaction = 'transaction' in begun ? begun.transaction : Number.NaN;
    await writer.run({ sql: "insert into notes values ('half')", parameters: [] }, transaction);
    // One statement is still under way, and another transaction waits for its turn.
    const underWay = writer.run({ sql: "insert into notes values ('late')", parameters: [] }, transaction);
    const waiting = writer.begin();
    const others = write(other, 'of another');
    const end = gone.lent.end();
    expect(await writer.end(transaction, 'commit')).toHaveProperty('error');
    await Promise.all([end, underWay, waiting, others]);
    expect(await notes(lender)).toEqual(['of another']);
    for (const late of [
      writer.run({ sql: "insert into notes values ('dead')", parameters: [] }),
      writer.run({ sql: 'commit', parameters: [] }, transaction),
      writer.begin(),
    ]) {
      expect(await late).toMatchObject({ error: { message: expect.stringContaining('has ended') } });
    }
    expect(await writer.end(transaction, 'commit')).toHaveProperty('error');
    await write(lender, 'of the lender');
    expect(await notes(other)).toEqual(['of another', 'of the lender']);
  }, 5_000);

  it('takes a transaction back whose process hangs, and says so when that goes on', async () => {
    const hanging = await borrow(lendWriter(lender.kysely, 50));
    const fault = await faultOf(
      hanging.kysely.transaction().execute(async (transaction) => {
        await write({ kysely: transaction }, 'half');
        await write(lender, 'meanwhile');
      }),
    );
    expect(fault.message).toBe('The transaction has ended');
    expect(await notes(lender)).toEqual(['meanwhile']);
    // A statement may take longer than that.
    const long = sql`insert into notes
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 600000) select max(i) from n`;
    await hanging.kysely.transaction().execute((transaction) => long.execute(transaction));
    expect(await notes(lender)).toEqual(['600000', 'meanwhile']);
    // And so may all of them together.
    const slow = await borrow(lendWriter(lender.kysely, 300));
    await slow.kysely.transaction().execute(async (transaction) => {
      for (let i = 0; i < 5; i++) {
        await write({ kysely: transaction }, String(i));
        await sleep(100);
      }
    });
    expect(await notes(lender)).toHaveLength(7);
  });

  it('names what is wrong as in one process', async () => {
    const borrower = await borrow();
    await write(borrower, 'one');
    const mistakes = [
      (database: Database) => write(database, 'one'),
      (database: Database) =>
        database.kysely.transaction().execute((transaction) => write({ kysely: transaction }, 'one')),
      ({ kysely }: Database) => sql`select * from nowhere`.execute(kysely),
      ({ kysely }: Database) => sql`insert into nowhere values (1)`.execute(kysely),
    ];
    for (const mistake of mistakes) {
      const [there, here] = [await faultOf(mistake(lender)), await faultOf(mistake(borrower))];
      expect({ ...here, message: here.message }).toEqual({ ...there, message: there.message });
    }

    const { rows } = await sql<{ pages: number }>`select page_count as pages from pragma_page_count`.execute(
      lender.kysely,
    );
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.pages)}`.execute(lender.kysely);
    const large = 'long '.repeat(10_000);
    const full = [
      write(borrower, large),
      borrower.kysely.transaction().execute(async (transaction) => {
        await write({ kysely: transaction }, 'two');
        await write({ kysely: transaction }, large);
      }),
    ];
    for (const each of full) expect(describeStoreFault(await faultOf(each))).toBe('disk full');
    await sql`pragma max_page_count = 1000000`.execute(lender.kysely);
    await write(borrower, large);
    expect(await notes(borrower)).toEqual([large, 'one']);
  });

  it('refuses what is too much as in one process', async () => {
    const crowded = await open({ dataDir, maxWaiting: 2 });
    const borrower = await borrow(crowded.lendWriter!());
    const answers = await Promise.allSettled(['1', '2', '3', '4'].map((text) => write(borrower, text)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toEqual([expect.any(StoreBusy)]);
    expect(isStoreAway(refused[0])).toBe(true);
  });

  it('lets everybody read during a long write', async () => {
    const [borrower, other] = [await borrow(), await borrow()];
    let written = false;
    const writing = other.kysely.transaction().execute(async (transaction) => {
      await write({ kysely: transaction }, 'in the end');
      const long = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
        update notes set text = (select max(i) from n)`;
      await long.execute(transaction);
      written = true;
    });
    await sleep(50);
    for (const reader of [borrower, other]) expect(await notes(reader)).toEqual([]);
    expect(written).toBe(false);
    await writing;
    expect(await notes(borrower)).toEqual(['3000000']);
  });

  it('is not asked for searches', async () => {
    const borrower = await borrow();
    await migrate(lender, 0);
    const tower = { id: 'one', title: 'Tower', url: 'https://example.org', text: 'It is tall.' };
    await createCorpus(lender).add([tower]);
    expect(await createCorpus(borrower).search('tall tower', 1)).toMatchObject([{ id: 'one' }]);
    expect(borrower.asked()).toBe(0);
    await createCorpus(borrower).add([{ ...tower, id: 'two' }]);
    expect(borrower.asked()).toBeGreaterThan(0);
    expect(await createCorpus(lender).search('tall tower', 9)).toHaveLength(2);
  });

  it('serves a whole store, whose tables are the lender’s', async () => {
    const store = await openStore({ dataDir, now: () => 0, tables: 'serve' });
    const lent = store.lendWriter!();
    const borrowing = await openStore({
      dataDir,
      now: () => 0,
      tables: 'serve',
      writer: overMessages(lent.writer),
    });
    expect(borrowing.schema.migrated).toEqual([]);
    await borrowing.probe();
    await borrowing.secrets.note('kid-one', 1);
    expect(await store.secrets.used()).toEqual(new Set(['kid-one']));
    await lent.end();
    await expect(borrowing.probe()).rejects.toThrow('has ended');
    expect(await borrowing.secrets.used()).toEqual(new Set(['kid-one']));
    await borrowing.close();
    await store.close();
  });

  it('makes no file of its own', async () => {
    const nowhere = path.join(dataDir, 'nowhere');
    const { writer } = lender.lendWriter!();
    await expect(openStore({ dataDir: nowhere, now: () => 0, writer })).rejects.toThrow(
      /^The database cannot be opened: unable to open database file$/,
    );
  });
});

describe('what only reads', () => {
  it.each([
    ['select 1', true],
    ['\n      with found as materialized (select 1) select * from found', true],
    ['select "updated_at" from "evaluations"', true],
    ['with gone as (select 1) delete from notes', false],
    ['WITH new AS (SELECT 1) REPLACE INTO notes SELECT * FROM new', false],
    ['update notes set text = 1', false],
    ['pragma user_version', false],
    ['values (1)', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isRead(text)).toBe(expected);
  });

  it('can write nothing, should it be taken for reading by mistake', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'claimgate-lent-'));
    const lender = await openSqlite({ dataDir });
    await sql`create table notes (text text)`.execute(lender.kysely);
    await lender.close();
    const { SqliteThread } = await import('./sqlite-thread.ts');
    const reader = new SqliteThread(path.join(dataDir, 'claimgate.sqlite'), true);
    expect(await reader.ask({ sql: "insert into notes values ('no')", parameters: [] })).toMatchObject({
      error: { errcode: 8 },
    });
    await reader.close();
    await rm(dataDir, { recursive: true });
  });
});
