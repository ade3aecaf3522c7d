/** Databases that release 0.1.0 wrote are brought to today's tables, and everything in them is read as it was then. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/gateway/store/migrations/list.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { FIRST_RELEASE, KEY, SECRET } from './first-release.ts';
import { thisVersion } from './release-before.ts';

const read = (name: string): string => readFileSync(path.join(FIRST_RELEASE, name), 'utf8');
const expected = JSON.parse(read('expected.json')) as Record<
  'sqlite' | 'postgres',
  { id: string; report: string; unfinished: string }
>;

/** The counts are of the month and hour of the release: as if that had been just now. */
function countsOfNow(): string {
  const now = new Date();
  const month = now.getUTCFullYear() * 100 + now.getUTCMonth() + 1;
  return `update limit_counts set month = ${month}, hour = ${Math.floor(now.getTime() / 3_600_000)}`;
}

function describeFirstRelease(dialect: 'sqlite' | 'postgres'): void {
  const missing = dialect === 'postgres' ? postgresMissing : undefined;
  describeWithServer(missing, `a database of the first release on ${dialect}`, () => {
    let directory = '';
    let postgres: TestPostgres | undefined;
    let env: Record<string, string> = {};
    let gateway: Replica | undefined;
    const { id, report, unfinished } = expected[dialect];
    const get = async (place: string): Promise<string> => {
      const answer = await fetch(gateway?.url + place, { headers: { authorization: `Bearer ${KEY}` } });
      expect(answer.status).toBe(200);
      return answer.text();
    };

    beforeAll(async () => {
      await awayFromTheHour(60_000);
      directory = mkdtempSync(path.join(tmpdir(), 'claimgate-first-release-'));
      const config = path.join(directory, 'config.yaml');
      // However long ago it was.
      writeFileSync(config, 'evaluations: { retention_days: 36500 }\n');
      const data = path.join(directory, 'data');
      env = { CLAIMGATE_CONFIG: config, CLAIMGATE_DATA_DIR: data, CLAIMGATE_SECRET: SECRET };
      if (dialect === 'sqlite') {
        mkdirSync(data);
        const database = new DatabaseSync(path.join(data, 'claimgate.sqlite'), { defensive: false });
        database.exec(read('sqlite.sql'));
        database.exec(countsOfNow());
        database.close();
      } else {
        postgres = await startPostgres();
        env.DATABASE_URL = postgres.url;
        const client = new pg.Client({ connectionString: postgres.url });
        await client.connect();
        await client.query(read('postgres.sql'));
        await client.query(`set search_path to public; ${countsOfNow()}`);
        await client.end();
      }
    });
    afterAll(async () => {
      await gateway?.kill('SIGKILL');
      await postgres?.stop();
      rmSync(directory, { recursive: true, force: true });
    });

    it('gets all migrations since, once', async () => {
      const since = MIGRATIONS.slice(5).map(({ name }) => `${name}\n`);
      expect((await thisVersion.cli(['migrate'], env)).out).toBe(since.join(''));
      expect((await thisVersion.cli(['migrate'], env)).out).toBe('');
    });

    it('has plans, counts, reports and documents as they were', async () => {
      gateway = await startReplica(env);
      const { plan, windows } = await gateway.limits(KEY);
      const written = /INTO (?:public\.)?limit_counts VALUES ?\('[^']+', ?\d+, ?(\d+)/.exec(
        read(`${dialect}.sql`),
      )?.[1];
      const count = Number(written);
      expect([plan, ...windows.map(({ remaining }) => remaining)]).toEqual([
        'pro',
        1_000 - count,
        50_000 - count,
      ]);
      expect(await get(`/v1/evaluations/${id}/report`)).toBe(report);
      const keys = (await thisVersion.cli(['keys', 'list'], env)).out;
      expect(keys).toContain('The first customer');
      expect((await thisVersion.cli(['corpus', 'search', 'tower'], env)).out).toContain('330 metres');
      expect(gateway.output()).not.toContain('CLAIMGATE_SECRET');
    });

    it('finishes the evaluation that was running when the first release was killed', async () => {
      expect(await get(`/v1/evaluations/${unfinished}/report?wait=20`)).toContain(
        'Berlin has 3.7 million inhabitants.',
      );
    });

    it('goes on counting, and takes new evaluations', async () => {
      const before = (await gateway?.limits(KEY))?.windows[0]?.remaining ?? 0;
      expect((await gateway?.chat(KEY))?.status).toBe(200);
      expect((await gateway?.limits(KEY))?.windows[0]?.remaining).toBe(before - 1);
      const answer = await fetch(`${gateway?.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        body: JSON.stringify({
          model: 'gpt-6-luna',
          messages: [{ role: 'user', content: 'Paris lies on the Seine.' }],
          enable_evaluations: true,
        }),
      });
      const { evaluation } = (await answer.json()) as { evaluation: { id: string } };
      expect(await get(`/v1/evaluations/${evaluation.id}/report?wait=20`)).toContain(
        'Paris lies on the Seine.',
      );
    });
  });
}

describeFirstRelease('sqlite');
describeFirstRelease('postgres');
