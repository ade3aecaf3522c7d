/** An upgrade from the release before, with its data: by that release's own code, on one of the databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/gateway/store/migrations/list.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { awayFromTheHour } from '../servers/away-from-the-hour.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { releaseMissing, thisVersion, unpackRelease } from './release-before.ts';

/** The migrations that the release before does not know. */
const SINCE = MIGRATIONS.slice(5).map(({ name }) => name);

const KEY = 'sk-upgrade-one';

/** A file for each database, so that they run side by side. */
export function describeUpgrade(dialect: 'sqlite' | 'postgres'): void {
  const missing = dialect === 'postgres' ? postgresMissing : undefined;
  describeWithServer(releaseMissing ?? missing, `an upgrade on ${dialect}`, () => {
    let postgres: TestPostgres | undefined;
    let directory = '';
    let env: Record<string, string> = {};
    let release: ReturnType<typeof unpackRelease>;
    let before: Replica;
    const started: Replica[] = [];
    const reports = new Map<string, string>();

    const start = async (main: string): Promise<Replica> => {
      const replica = await startReplica(env, main);
      started.push(replica);
      return replica;
    };
    const evaluate = async (replica: Replica): Promise<string> => {
      const answer = await fetch(`${replica.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        body: JSON.stringify({
          model: 'gpt-6-luna',
          messages: [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }],
          enable_evaluations: true,
        }),
      });
      expect(answer.status).toBe(200);
      const { evaluation } = (await answer.json()) as { evaluation: { id: string } };
      return evaluation.id;
    };
    const report = async (replica: Replica, id: string): Promise<string> => {
      const answer = await fetch(`${replica.url}/v1/evaluations/${id}/report?wait=20`, {
        headers: { authorization: `Bearer ${KEY}` },
      });
      expect(answer.status).toBe(200);
      return answer.text();
    };
    const state = async (replica: Replica) => {
      const { plan, windows } = await replica.limits(KEY);
      return [plan, ...windows.map(({ remaining }) => remaining)];
    };
    const expectOldReports = async (replica: Replica) => {
      expect(reports.size).toBeGreaterThan(0);
      for (const [id, text] of reports) expect(await report(replica, id)).toBe(text);
    };

    beforeAll(async () => {
      await awayFromTheHour(100_000);
      directory = await mkdtemp(path.join(tmpdir(), 'claimgate-upgrade-'));
      if (dialect === 'postgres') postgres = await startPostgres();
      env = {
        CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
        ...(postgres === undefined
          ? {}
          : { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'one-secret-for-all' }),
      };
      release = unpackRelease();
      const documents = path.join(directory, 'documents.jsonl');
      const document = {
        id: 'd1',
        title: 'The tower',
        url: 'https://example.org/1',
        text: 'It is 330 metres tall.',
      };
      await writeFile(documents, `${JSON.stringify(document)}\n`);
      expect((await release.cli(['corpus', 'add', documents], env)).code).toBe(0);
      expect((await release.cli(['keys', 'set', '--plan', 'pro'], env, KEY)).code).toBe(0);
      before = await start(release.main);
      const id = await evaluate(before);
      reports.set(id, await report(before, id));
      expect(reports.get(id)?.split('\n').length).toBeGreaterThan(2);
      expect(await state(before)).toEqual(['pro', 999, 49_999]);
    }, 120_000);
    afterAll(async () => {
      await Promise.all(started.map((replica) => replica.kill('SIGKILL')));
      await postgres?.stop();
      release?.remove();
      await rm(directory, { recursive: true, force: true });
    });

    it('is no business of commands: they refuse the database in one line, and leave it alone', async () => {
      const commands = [
        ['keys', 'list'],
        ['keys', 'set', '--plan', 'free'],
        ['keys', 'remove'],
        ['corpus', 'stats'],
        ['corpus', 'search', 'tower'],
        ['corpus', 'clear'],
      ];
      const refusals = await Promise.all(commands.map((args) => thisVersion.cli(args, env, KEY)));
      for (const { code, out, err } of refusals) {
        expect([code, out]).toEqual([1, '']);
        expect(err).toMatch(
          /^claimgate: The database has the tables of an older version [^\n]+migrate[^\n]+\n$/,
        );
      }
      for (let time = 0; time < 2; time++) {
        const { code, out, err } = await thisVersion.cli(['migrate', '--dry-run'], env);
        expect([code, out]).toEqual([0, SINCE.map((name) => `${name}\n`).join('')]);
        expect(err).toBe(`${SINCE.length} migrations would run; nothing was changed.\n`);
      }
      await expectOldReports(before);
    }, 60_000);

    it('leaves the replicas of before at work, while they run and when they start again', async () => {
      expect(await thisVersion.cli(['migrate'], env)).toEqual({
        code: 0,
        out: SINCE.map((name) => `${name}\n`).join(''),
        err: `${SINCE.length} migrations run.\n`,
      });
      expect((await thisVersion.cli(['migrate'], env)).out).toBe('');
      const id = await evaluate(before);
      reports.set(id, await report(before, id));
      await expectOldReports(before);
      await before.kill('SIGTERM');

      before = await start(release.main);
      expect(await state(before)).toEqual(['pro', 998, 49_998]);
      await expectOldReports(before);
      expect((await release.cli(['keys', 'list'], env)).out).toContain('pro');
      await before.kill('SIGTERM');
    }, 60_000);

    it('keeps plans, counts, reports and documents; the release before can be gone back to', async () => {
      const now = await start(thisVersion.main);
      expect(await state(now)).toEqual(['pro', 998, 49_998]);
      await expectOldReports(now);
      const id = await evaluate(now);
      reports.set(id, await report(now, id));
      expect(now.output()).not.toContain('CLAIMGATE_SECRET');
      await now.kill('SIGTERM');
      expect((await thisVersion.cli(['corpus', 'search', 'tower'], env)).out).toContain('330 metres');
      expect((await thisVersion.cli(['keys', 'list'], env)).out).toContain('pro');

      const back = await start(release.main);
      expect(await state(back)).toEqual(['pro', 997, 49_997]);
      await expectOldReports(back);
      expect((await release.cli(['corpus', 'search', 'tower'], env)).out).toContain('330 metres');
    }, 60_000);

    it('happens at the start too, also where several start at once', async () => {
      const another = await mkdtemp(path.join(directory, 'another-'));
      env = {
        ...env,
        CLAIMGATE_DATA_DIR: another,
        ...(postgres === undefined ? {} : { DATABASE_URL: await postgres.createDatabase('another') }),
      };
      expect((await release.cli(['keys', 'set', '--plan', 'pro'], env, KEY)).code).toBe(0);
      const replicas = await Promise.all([1, 2, 3].map(() => start(thisVersion.main)));
      // A log is written a moment later.
      const ran = () => replicas.filter((replica) => replica.output().includes('updated the database'));
      await expect.poll(ran).toHaveLength(1);
      for (const replica of replicas) {
        expect((await replica.chat(KEY)).status).toBe(200);
        expect((await state(replica))[0]).toBe('pro');
      }
      expect((await thisVersion.cli(['migrate', '--dry-run'], env)).out).toBe('');
    }, 60_000);
  });
}
