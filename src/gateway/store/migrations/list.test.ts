import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqlite } from '../databases/sqlite.ts';
import { migrate } from '../schema.ts';
import { MIGRATIONS } from './list.ts';

const names = MIGRATIONS.map(({ name }) => name);

it('every migration is a file of its name, in the order of their numbers', () => {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => /^\d{4}-/.test(file))
    .map((file) => file.replace(/\.ts$/, ''));
  expect(names, 'list.ts runs the files of this folder').toEqual(files.sort());
});

it('since the first release, every migration says beside which earlier one it works', () => {
  const since = MIGRATIONS.slice(5);
  expect(
    since.filter(({ needs }) => needs === undefined).map(({ name }) => name),
    'without `needs`, replicas of the release before refuse to start beside it: see schema.ts',
  ).toEqual([]);
});

it('the tables that the migrations make are those of tables.ts, column by column', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-tables-'));
  const database = await openSqlite({ dataDir: folder });
  try {
    await migrate(database, 0);
    const { rows } = await sql<{ name: string; column: string }>`
      select t.name, c.name as "column" from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`.execute(
      database.kysely,
    );
    const made = new Map<string, string[]>();
    for (const { name, column } of rows) made.set(name, [...(made.get(name) ?? []), column].sort());
    const source = readFileSync(path.join(import.meta.dirname, '../tables.ts'), 'utf8');
    const typed = [...source.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\};/gms)].map(
      ([, table = '', columns = '']) =>
        [table, [...columns.matchAll(/^ {4}(\w+):/gm)].map(([, column]) => column).sort()] as const,
    );
    // The full-text index has a form of its own on each database.
    const isOwn = (table: string): boolean => !/^(?:sqlite_|corpus_(?:index|vocabulary))/.test(table);
    expect(Object.fromEntries(typed)).toEqual(
      Object.fromEntries([...made].filter(([table]) => isOwn(table))),
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
