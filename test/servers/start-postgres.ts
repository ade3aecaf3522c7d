import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';

const PLACES = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql*/bin'];
const PROGRAM = findProgram(['postgres'], PLACES);
const INITDB = findProgram(['initdb'], PLACES);

/** What to install where there is no PostgreSQL. */
export const postgresMissing = PROGRAM === undefined || INITDB === undefined ? 'postgresql' : undefined;

export interface TestPostgres {
  readonly url: string;
  readonly directory: string;
  start(): Promise<void>;
  /** As a crash: every process of it ends at once, nothing is tidied up. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** A further, empty database in the same server. */
  createDatabase(name: string): Promise<string>;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of the test's own, with one empty database. */
export async function startPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-postgres-'));
  const owner = unprivilegedUser();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const run = { cwd: directory, ...owner };
  const cluster = [
    '-D',
    path.join(directory, 'data'),
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '-E',
    'UTF8',
  ];
  execFileSync(INITDB!, [...cluster, '--locale=C'], { ...run, stdio: 'ignore' });
  // As late as can be: others take ports too.
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const args = ['-D', path.join(directory, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', directory];
  const server = new ServerProcess(PROGRAM!, [...args, '-c', 'fsync=off'], run, () => answersQuery(url));
  await server.start();
  return {
    url,
    directory,
    start: () => server.start(),
    kill: () => server.kill('SIGQUIT'),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async createDatabase(name) {
      await query(url, `create database "${name}"`);
      return url.replace(/\/postgres$/, `/${name}`);
    },
    async stop() {
      server.thaw();
      await server.kill('SIGQUIT');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: then the user that its package made runs it. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function answersQuery(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}
