/** A corpus in a database of its own, which gateways on SQLite share. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { openStore, planMigration, type Store } from '../../src/gateway/store/store.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';

describeWithServer(postgresMissing, 'a corpus in a database of its own', () => {
  let postgres: TestPostgres;
  let folder: string;
  const opened: Store[] = [];
  const open = async (name: string) => {
    const options = { dataDir: path.join(folder, name), corpusUrl: postgres.url, now: () => 0, waitMs: 0 };
    const store = await openStore(options);
    opened.push(store);
    return store;
  };
  const tower = { id: 'one', title: 'Tower', url: 'https://example.org', text: 'It is tall.' };
  const entry = { id: 'e1', at: 5, actor: 'cli', action: 'corpus.add', outcome: 'done' };
  const auditOf = async (store: Store) => (await store.audit.page({ limit: 9 })).map(({ id }) => id);

  beforeAll(async () => {
    postgres = await startPostgres();
    folder = mkdtempSync(path.join(tmpdir(), 'claimgate-corpus-'));
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is one for all gateways, whose other data are their own', async () => {
    expect((await planMigration({ dataDir: folder, corpusUrl: postgres.url })).pending).not.toEqual([]);
    const [one, other] = [await open('a'), await open('b')];
    await one.corpus.add([tower], [entry]);
    await one.collections.open('staff').add([{ ...tower, id: 'two' }], [{ ...entry, id: 'e2' }]);
    expect((await other.corpus.search('tall tower', 3)).map(({ id }) => id)).toEqual(['one']);
    const staff = other.collections.open('staff');
    expect((await staff.search('tall tower', 3)).map(({ id }) => id)).toEqual(['two']);
    expect(other.collections.open('staff')).toBe(staff);
    expect(await other.collections.list()).toMatchObject([{ name: 'staff', documents: 1 }]);
    // Nothing changed, nothing is noted; who changed something is noted where it was done.
    await one.corpus.add([tower], [{ ...entry, id: 'e3' }]);
    expect(await other.corpus.remove(['one', 'none'], [{ ...entry, id: 'e4' }])).toBe(1);
    expect(await other.corpus.remove(['none'], [{ ...entry, id: 'e5' }])).toBe(0);
    expect([(await auditOf(one)).sort(), await auditOf(other)]).toEqual([['e1', 'e2'], ['e4']]);
    expect(await one.corpus.size()).toMatchObject({ documents: 0 });
    const { pending } = await planMigration({ dataDir: path.join(folder, 'a'), corpusUrl: postgres.url });
    expect(pending).toEqual([]);
  });

  it('is named where it cannot be opened', async () => {
    await postgres.kill();
    const opening = open('a');
    await expect(opening).rejects.toThrow(/^CLAIMGATE_CORPUS_URL: The database cannot be opened: /);
    await postgres.start();
  });
});

function readConfigOf(index: string | undefined, env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-corpus-'));
  const file = path.join(folder, 'config.yaml');
  writeFileSync(file, index === undefined ? '{}' : `corpus: { index: ${index} }`);
  try {
    return readConfig({ ...env, CLAIMGATE_CONFIG: file, CLAIMGATE_SECRET: 'a secret of the test' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['postgres', {}, 'corpus.index: postgres needs DATABASE_URL, or CLAIMGATE_CORPUS_URL'],
  ['sqlite', { DATABASE_URL: 'postgres://h/d' }, 'corpus.index: sqlite, but DATABASE_URL names'],
  ['sqlite', { CLAIMGATE_CORPUS_URL: 'postgres://h/d' }, 'sqlite, but CLAIMGATE_CORPUS_URL names'],
  [undefined, { CLAIMGATE_CORPUS_URL: 'mysql://user:word@h' }, 'CLAIMGATE_CORPUS_URL: must be a URL'],
])('config that says %s of the corpus beside %j is refused', (index, env, said) => {
  expect(() => readConfigOf(index, env)).toThrow(said);
});

it.each([
  ['postgres', { CLAIMGATE_CORPUS_URL: 'postgres://h/d' }],
  ['postgres', { DATABASE_URL: 'postgres://h/d' }],
  ['sqlite', {}],
  [undefined, { CLAIMGATE_CORPUS_URL: 'postgres://h/d' }],
])('config that says %s of the corpus beside %j is taken', (index, env) => {
  expect(readConfigOf(index, env).corpus.index).toBe(index);
});
