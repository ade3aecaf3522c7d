/**
 * Makes test/upgrade/first-release: databases with data in them, written by the code of release 0.1.0 itself.
 * Once made they are never made again: `node test/upgrade/make-first-release.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { findProgram } from '../servers/find-server.ts';
import { startPostgres } from '../servers/start-postgres.ts';
import { FIRST_RELEASE, KEY, SECRET } from './first-release.ts';
import { unpackRelease } from './release-before.ts';

const release = unpackRelease();
const postgres = await startPostgres();
const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-first-'));
const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };

/** @returns the id of an evaluation that has been started. */
async function evaluate(gateway: Replica, content: string): Promise<string> {
  const messages = [{ role: 'user', content }];
  const body = JSON.stringify({ model: 'gpt-6-luna', messages, enable_evaluations: true });
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers, body });
  return ((await answer.json()) as { evaluation: { id: string } }).evaluation.id;
}

async function fill(env: Record<string, string>): Promise<object> {
  const documents = path.join(directory, 'documents.jsonl');
  const tower = {
    id: 'd1',
    title: 'The tower',
    url: 'https://example.org/1',
    text: 'It is 330 metres tall.',
  };
  writeFileSync(documents, JSON.stringify(tower));
  await release.cli(['corpus', 'add', documents], env);
  await release.cli(['keys', 'set', '--plan', 'pro', '--note', 'The first customer'], env, KEY);
  const gateway = await startReplica(env, release.main);
  const id = await evaluate(gateway, 'The Eiffel Tower was completed in 1889. It is 330 metres tall.');
  const answer = await fetch(`${gateway.url}/v1/evaluations/${id}/report?wait=20`, { headers });
  const report = await answer.text();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // The last one is not scored when the process dies: it is for the next to do.
  const unfinished = await evaluate(gateway, 'Berlin has 3.7 million inhabitants.');
  await gateway.kill('SIGKILL');
  return { id, report, unfinished };
}

try {
  const sqlite = { CLAIMGATE_DATA_DIR: path.join(directory, 'data'), CLAIMGATE_SECRET: SECRET };
  const expected = {
    sqlite: await fill(sqlite),
    postgres: await fill({ ...sqlite, DATABASE_URL: postgres.url }),
  };
  const sqlite3 = findProgram(['sqlite3']) ?? 'sqlite3';
  const pgDump = findProgram(['pg_dump'], ['/usr/lib/postgresql/*/bin']) ?? 'pg_dump';
  const file = path.join(directory, 'data/claimgate.sqlite');
  const dump = ['--inserts', '--no-owner', '--no-privileges', postgres.url];
  const write = (name: string, text: string): void => writeFileSync(path.join(FIRST_RELEASE, name), text);
  write('sqlite.sql', execFileSync(sqlite3, [file, '.dump'], { encoding: 'utf8' }));
  // psql's own commands are no SQL.
  write('postgres.sql', execFileSync(pgDump, dump, { encoding: 'utf8' }).replace(/^\\.*\n/gm, ''));
  write('expected.json', `${JSON.stringify(expected, null, 2)}\n`);
} finally {
  await postgres.stop();
  release.remove();
  rmSync(directory, { recursive: true, force: true });
}
