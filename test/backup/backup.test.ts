/**
 * A backup is taken while the gateway runs, by the commands of docs/operating/plans-and-keys.md; the database is destroyed
 * and restored; plans, counts, reports, kept responses and documents are as they were.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { describeWithServer, findProgram } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { thisVersion } from '../upgrade/release-before.ts';

const KEY = 'sk-backup-one';
const PAGE = path.join(import.meta.dirname, '../../docs/operating/plans-and-keys.md');
const PLACES = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql*/bin'];
const toolMissing = {
  sqlite: findProgram(['sqlite3']) === undefined ? 'sqlite3' : undefined,
  postgres: postgresMissing ?? (findProgram(['pg_dump'], PLACES) === undefined ? 'pg_dump' : undefined),
};

/** Commands of the page's table, by the name of the database. */
async function commandsOf(name: string): Promise<{ backUp: string; restore: string }> {
  const row = new RegExp(`^\\| ${name} \\|(.+)\\|(.+)\\|$`, 'm').exec(await readFile(PAGE, 'utf8'));
  const [backUp, restore] = [row?.[1], row?.[2]].map((cell) => /`([^`]+)`/.exec(cell ?? '')?.[1]);
  return { backUp: backUp ?? '', restore: restore ?? '' };
}

function describeBackup(dialect: 'sqlite' | 'postgres'): void {
  describeWithServer(toolMissing[dialect], `a backup of ${dialect}`, () => {
    let directory = '';
    let postgres: TestPostgres | undefined;
    let env: Record<string, string> = {};
    let gateway: Replica;
    let report = { id: '', text: '' };
    let response = { id: '', text: '' };
    /** Runs a command of the page where the database is. */
    const sh = (command: string): void => {
      const [, host = '', port = ''] = /@([^:]+):(\d+)/.exec(postgres?.url ?? '') ?? [];
      const dirs = [process.env.PATH, path.dirname(findProgram(['pg_dump'], PLACES) ?? '')].join(':');
      const pg = { PGHOST: host, PGPORT: port, PGUSER: 'postgres' };
      execFileSync('sh', ['-c', command], { cwd: directory, env: { ...pg, PATH: dirs } });
    };
    const get = async (place: string): Promise<string> => {
      const answer = await fetch(gateway.url + place, { headers: { authorization: `Bearer ${KEY}` } });
      expect(answer.status).toBe(200);
      return answer.text();
    };
    const post = async <T>(place: string, body: object): Promise<T> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
      const answer = await fetch(gateway.url + place, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as T;
    };
    const state = async () => {
      const { plan, windows } = await gateway.limits(KEY);
      return [plan, ...windows.map(({ remaining }) => remaining)];
    };

    beforeAll(async () => {
      await awayFromTheHour(60_000);
      directory = await mkdtemp(path.join(tmpdir(), 'claimgate-backup-'));
      env = { CLAIMGATE_DATA_DIR: path.join(directory, '.claimgate') };
      if (dialect === 'postgres') {
        postgres = await startPostgres();
        const databaseUrl = await postgres.createDatabase('claimgate');
        env = { ...env, DATABASE_URL: databaseUrl, CLAIMGATE_SECRET: 'one-secret-for-all' };
      }
      const documents = path.join(directory, 'documents.jsonl');
      const tower = {
        id: 'd1',
        title: 'The tower',
        url: 'https://example.org/1',
        text: 'It is 330 metres tall.',
      };
      await writeFile(documents, JSON.stringify(tower));
      expect((await thisVersion.cli(['corpus', 'add', documents], env)).code).toBe(0);
      expect((await thisVersion.cli(['keys', 'set', '--plan', 'pro'], env, KEY)).code).toBe(0);
      gateway = await startReplica(env);
      const content = 'The Eiffel Tower was completed in 1889.';
      const { evaluation } = await post<{ evaluation: { id: string } }>('/v1/chat/completions', {
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content }],
        enable_evaluations: true,
      });
      const place = `/v1/evaluations/${evaluation.id}/report?wait=20`;
      report = { id: evaluation.id, text: await get(place) };
      const { id } = await post<{ id: string }>('/v1/responses', { model: 'gpt-6-luna', input: content });
      response = { id, text: await get(`/v1/responses/${id}`) };
      expect(await state()).toEqual(['pro', 998, 49_998]);
    });
    afterAll(async () => {
      await gateway?.kill('SIGKILL');
      await postgres?.stop();
      await rm(directory, { recursive: true, force: true });
    });

    it('brings plans, counts, reports, responses and documents back', async () => {
      const commands = await commandsOf(dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL');
      // Counts are written half a second later.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      sh(commands.backUp);
      // What comes later is not in it.
      await gateway.chat(KEY);
      await gateway.kill('SIGKILL');
      if (dialect === 'sqlite') {
        const file = path.join(directory, '.claimgate/claimgate.sqlite');
        await Promise.all(['', '-wal', '-shm'].map((end) => rm(file + end, { force: true })));
        await copyFile(path.join(directory, 'backup.sqlite'), file);
      } else {
        sh('dropdb claimgate');
        sh(commands.restore);
      }

      gateway = await startReplica(env);
      expect(await state()).toEqual(['pro', 998, 49_998]);
      expect(await get(`/v1/evaluations/${report.id}/report`)).toBe(report.text);
      expect(await get(`/v1/responses/${response.id}`)).toBe(response.text);
      expect((await thisVersion.cli(['corpus', 'search', 'tower'], env)).out).toContain('330 metres');
      expect((await gateway.chat(KEY)).status).toBe(200);
      expect(await state()).toEqual(['pro', 997, 49_997]);
      expect(gateway.output()).not.toContain('CLAIMGATE_SECRET');
    });
  });
}

describeBackup('sqlite');
describeBackup('postgres');
