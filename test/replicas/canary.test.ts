/** One key and one text, given in every way, and then looked for in everything that the gateway has written. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { createClient, RESP_TYPES } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';
import { type Replica, startReplica } from './start-replica.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Made anew each time: in no file of the repository. */
const WORD = `Q${randomBytes(12).toString('hex')}`;
const KEY = `sk-proj-${WORD}`;
const TEXT = `The lighthouse of ${WORD} was completed in 1889 and is 330 m high.`;
const FORMS = [
  WORD,
  WORD.slice(4, 16),
  Buffer.from(WORD).toString('hex'),
  Buffer.from(WORD).toString('base64').slice(0, 16),
];
const holds = (output: string | Buffer): boolean => FORMS.some((form) => output.includes(form));

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(directory, name))
    .filter((file) => statSync(file).isFile());
}

describeWithServer(redisMissing ?? postgresMissing, 'a key and a text of a caller', () => {
  let redis: TestRedis;
  let postgres: TestPostgres;
  let directory = '';
  let metrics = '';
  const replicas: Replica[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'claimgate-canary-'));
    [redis, postgres] = await Promise.all([startRedis({ durable: true }), startPostgres()]);
    const config = path.join(directory, 'config.yaml');
    writeFileSync(config, 'plans: { default: enterprise }\nevaluations: { store_text: true }');
    const data = (name: string) => path.join(directory, name);
    const reports = `--report-directory=${directory} --report-on-signal --report-uncaught-exception --report-on-fatalerror`;
    const env = { CLAIMGATE_CONFIG: config, LOG_LEVEL: 'trace', NODE_OPTIONS: reports };
    replicas.push(
      await startReplica({ ...env, CLAIMGATE_DATA_DIR: data('alone') }),
      await startReplica({
        ...env,
        CLAIMGATE_DATA_DIR: data('shared'),
        CLAIMGATE_SECRET: 'a-secret-of-the-test',
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
      }),
    );
    await Promise.all(
      replicas.map(async ({ url }) => {
        await give(url);
        metrics += await (await fetch(`${url}/metrics`)).text();
      }),
    );
    // A report of Node's, as of a crash, while requests are open; then the end of one that is not asked to end.
    for (const replica of replicas) {
      const open = post(replica.url, '/v1/chat/completions', { ...CHAT, stream: true }).catch(() => {});
      await sleep(30);
      replica.signal('SIGUSR2');
      await sleep(500);
      await replica.kill('SIGKILL');
      await open;
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await Promise.all([redis?.stop(), postgres?.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });

  const CHAT = { model: 'gpt-6-luna', messages: [{ role: 'user', content: TEXT }] };
  const post = async (url: string, route: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  /** Gives key and text in every way that the gateway takes them, well and badly. */
  async function give(url: string): Promise<void> {
    const documents = [{ title: TEXT, text: TEXT.repeat(3) }];
    const tools = [
      { type: 'function', function: { name: 'look', description: TEXT, parameters: { type: 'object' } } },
    ];
    const asked: [string, object][] = [
      ['/chat', { model: 'gpt-6-luna', user_query: TEXT }],
      ['/v1/claims', { text: TEXT, mode: 'verify', model: 'gpt-6-luna' }],
    ];
    for (const model of ['gpt-6-luna', 'claude-haiku-5-5', 'grok-4.3']) {
      for (const stream of [false, true]) {
        const chat = { ...CHAT, model, stream };
        for (const mode of ['detect', 'verify']) {
          const more = { fact_check: { mode, documents }, enable_evaluations: true, api_key: KEY };
          asked.push(['/v1/chat/completions', { ...chat, ...more }]);
        }
        asked.push(['/v1/chat/completions', { ...chat, tools, user: TEXT }]);
        asked.push(['/v1/responses', { model, stream, input: TEXT, instructions: TEXT }]);
      }
    }
    const answers = await Promise.all(asked.map(([route, body]) => post(url, route, body)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 200));
    await post(url, `/v1/chat/completions?key=${KEY}`, { ...CHAT, model: KEY });
    await post(url, `/${WORD}`, { [WORD]: TEXT }, { 'x-request-id': WORD, 'x-evaluation-api-key': KEY });
    await post(url, '/v1/chat/completions', { ...CHAT, messages: TEXT, temperature: TEXT });
  }

  it('are in no log, no metric and no last line', () => {
    expect(metrics).toContain('claimgate_');
    expect(holds(metrics)).toBe(false);
    for (const replica of replicas) {
      expect(replica.output().split('\n').length).toBeGreaterThan(20);
      expect(replica.output().split('\n').filter(holds)).toEqual([]);
    }
  });

  it('are in no file of the gateway, SQLite’s among them, and no report of a crash', () => {
    const files = filesIn(directory);
    expect(files.some((file) => file.endsWith('claimgate.sqlite'))).toBe(true);
    expect(files.filter((file) => /report\..*\.json$/.test(file))).toHaveLength(2);
    expect(files.filter((file) => holds(readFileSync(file)))).toEqual([]);
  });

  it('are in no row and no file of PostgreSQL', async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows: tables } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    let count = 0;
    for (const { name } of tables as { name: string }[]) {
      const { rows } = await client.query(`select t::text as row from "${name}" t`);
      count += rows.length;
      expect(
        (rows as { row: string }[]).filter(({ row }) => holds(row)),
        name,
      ).toEqual([]);
    }
    await client.query('checkpoint');
    await client.end();
    expect(count).toBeGreaterThan(20);
    expect(filesIn(postgres.directory).filter((file) => holds(readFileSync(file)))).toEqual([]);
  });

  it('are in no key and no value of Redis', async () => {
    const client = await createClient({ url: redis.url }).connect();
    const raw = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    const names = (await raw.sendCommand(['KEYS', '*'])) as unknown as Buffer[];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(holds(name)).toBe(false);
      expect(holds((await raw.sendCommand(['DUMP', name.toString()])) as unknown as Buffer)).toBe(false);
    }
    client.destroy();
    expect(filesIn(redis.directory).filter((file) => holds(readFileSync(file)))).toEqual([]);
  });

  it('are in no package that is made afterwards', () => {
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const tarball = gunzipSync(
      readFileSync(path.join(directory, packed.trim().split('\n').at(-1) as string)),
    );
    expect(tarball.includes('package/bin/claimgate.js')).toBe(true);
    expect(holds(tarball)).toBe(false);
  });

  it('would be found where they stood', () => {
    for (const output of [
      TEXT,
      `{"key":"${KEY}"}`,
      Buffer.from(WORD).toString('base64'),
      Buffer.from(`\0${WORD}`),
    ])
      expect(holds(output)).toBe(true);
  });
});
