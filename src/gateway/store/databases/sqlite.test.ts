import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreBusy } from '../../../domain/store-busy.ts';
import type { Database } from '../database.ts';
import { nameStoreFault } from '../name-fault.ts';
import { openStore } from '../store.ts';
import { openSqlite } from './sqlite.ts';

describe('SQLite in its thread', () => {
  let directory = '';
  const opened: Database[] = [];
  const open = async (maxWaiting?: number) => {
    const dataDir = path.join(directory, 'data');
    const database = await openSqlite(maxWaiting === undefined ? { dataDir } : { dataDir, maxWaiting });
    opened.push(database);
    return database;
  };

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-sqlite-'));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await rm(directory, { recursive: true });
  });

  const count = (database: Database, to: number) =>
    sql<{
      last: number;
    }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to}) select max(i) as last from n`.execute(
      database.kysely,
    );

  it('keeps what it stores from other users', async () => {
    await openStore({ dataDir: path.join(directory, 'data'), now: () => 0 }).then((store) => store.close());
    for (const name of ['data', 'data/claimgate.sqlite']) {
      expect((await stat(path.join(directory, name))).mode & 0o077).toBe(0);
    }
  });

  it('keeps the process until it is closed, also where an answer comes meanwhile', async () => {
    const script = path.join(directory, 'close.mjs');
    await writeFile(
      script,
      `import { openSqlite } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)};
      const { kysely, close } = await openSqlite({ dataDir: ${JSON.stringify(path.join(directory, 'data'))} });
      const ask = () => kysely.selectNoFrom((eb) => eb.val(1).as('one')).execute();
      await ask();
      void ask();
      await new Promise((resolve) => setImmediate(resolve));
      await close();
      console.log('closed');`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script]);
    expect(stdout).toBe('closed\n');
  });

  it('lets the event loop go on while a query runs', async () => {
    const database = await open();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { rows } = await count(database, 1_000_000);
    clearInterval(timer);
    expect(rows).toEqual([{ last: 1_000_000 }]);
    expect(turns).toBeGreaterThan(5);
  });

  it('refuses a query where too many wait already, and serves the others in order', async () => {
    const database = await open(2);
    const order: number[] = [];
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map((n) => count(database, n).then(() => order.push(n))),
    );
    expect(answers.map((answer) => answer.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(answers[3]).toMatchObject({ reason: expect.any(StoreBusy) });
    expect(order).toEqual([1, 2, 3]);
    await expect(count(database, 5)).resolves.toBeDefined();
  });

  it('lets nobody into a transaction from outside, and takes back what a failed one wrote', async () => {
    const database = await open();
    await sql`create table notes (text text)`.execute(database.kysely);
    const failing = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into notes values ('inside')`.execute(transaction);
      throw new Error('no');
    });
    const outside = sql`insert into notes values ('outside')`.execute(database.kysely);
    await expect(failing).rejects.toThrow('no');
    await outside;
    expect((await sql`select text from notes`.execute(database.kysely)).rows).toEqual([{ text: 'outside' }]);
  });

  it('says that the disk is full, also in a transaction, and goes on when it is not', async () => {
    const { kysely } = await open();
    await sql`create table notes (text text)`.execute(kysely);
    const write = () =>
      kysely.transaction().execute(async (transaction) => {
        for (let i = 0; i < 20; i++) {
          await sql`insert into notes values (${'long '.repeat(1_000)})`.execute(transaction);
        }
      });
    await sql`pragma max_page_count = 4`.execute(kysely);
    expect(nameStoreFault(await write().catch((error: unknown) => error))).toBe('disk full');
    await sql`pragma max_page_count = 1000000`.execute(kysely);
    await write();
    expect((await sql`select * from notes`.execute(kysely)).rows).toHaveLength(20);
  });

  it('waits for another process that writes', async () => {
    const [one, two] = [await open(), await open()];
    await sql`create table notes (text text)`.execute(one.kysely);
    const writing = [one, two, one, two].map((database, i) =>
      database.kysely.transaction().execute(async (transaction) => {
        await sql`insert into notes values (${String(i)})`.execute(transaction);
      }),
    );
    await Promise.all(writing);
    expect((await sql`select text from notes`.execute(two.kysely)).rows).toHaveLength(4);
  });

  it('says what SQLite says where a query is wrong, and goes on', async () => {
    const database = await open();
    await expect(sql`select * from nowhere`.execute(database.kysely)).rejects.toThrow(
      'no such table: nowhere',
    );
    await expect(count(database, 3)).resolves.toBeDefined();
    await database.close();
    await expect(count(database, 3)).rejects.toThrow();
  });

  it('refuses a directory or file that it cannot use, with a line for the operator', async () => {
    const dataDir = path.join(directory, 'claimgate.sqlite', 'claimgate.sqlite');
    await openSqlite({ dataDir });
    await expect(openStore({ dataDir: path.dirname(dataDir), now: () => 0 })).rejects.toThrow(
      /^The database cannot be opened: unable to open database file$/,
    );
  });
});
