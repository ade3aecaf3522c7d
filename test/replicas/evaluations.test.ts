/** Evaluations through the death of the process that works on them, as real processes. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { type Replica, startReplica } from './start-replica.ts';

const KEY = 'sk-canarykey-of-evaluations';
const TEXT =
  'The canarytext lighthouse was built in 1874. It stands 41 metres high. Ruth Okafor kept it for 30 years.';

interface Answered {
  readonly id: string;
  readonly claims: readonly string[];
}

/** A judge that is asked one at a time takes seconds for all of them: a kill comes in the middle. */
const config = (more = '') => `
evaluations: { lease: 2s, concurrency: 1${more} }
plans: { default: all, all: { models: all } }
`;

async function evaluate({ url }: Replica): Promise<Answered> {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: TEXT }],
      max_tokens: 40,
      enable_evaluations: true,
      fact_check: { mode: 'detect' },
    }),
  });
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as {
    evaluation: { id: string; status: string };
    fact_check_metadata: { claims: { id: string }[] };
  };
  expect(body.evaluation.status).toBe('running');
  return { id: body.evaluation.id, claims: body.fact_check_metadata.claims.map((claim) => claim.id) };
}

async function fetchReport({ url }: Replica, id: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${url}/v1/evaluations/${id}/report?wait=30`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    if (answer.status !== 202) return answer;
  }
}

async function readIds(answer: Response): Promise<string[]> {
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n');
  return lines.map((line) => line.split(',', 1)[0]!);
}

async function metricOf({ url }: Replica, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
}

async function expectNowhere(directory: string, words: readonly string[]): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name)).catch(() => Buffer.of());
    for (const word of words)
      expect([entry.name, word, bytes.includes(word)]).toEqual([entry.name, word, false]);
  }
}

describeWithServer(postgresMissing, 'fifty evaluations on three replicas, one of which is killed', () => {
  let postgres: TestPostgres;
  let directory = '';
  let replicas: Replica[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-evaluations-'));
    await writeFile(path.join(directory, 'config.yaml'), config());
    postgres = await startPostgres();
    const env = {
      CLAIMGATE_CONFIG: path.join(directory, 'config.yaml'),
      CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
      CLAIMGATE_SECRET: 'one-secret-for-all-replicas',
      DATABASE_URL: postgres.url,
    };
    replicas = await Promise.all([1, 2, 3].map(() => startReplica(env)));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await postgres?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('all have their reports, complete, each claim once, wherever they are asked for', async () => {
    const [doomed, ...survivors] = replicas as [Replica, Replica, Replica];
    const answered = await Promise.all(Array.from({ length: 50 }, (_, i) => evaluate(replicas[i % 3]!)));
    const before = await metricOf(doomed, 'claimgate_evaluations_running');
    expect(before).toBeGreaterThan(0);
    await doomed.kill('SIGKILL');

    const scorers = new Map<string, number>();
    for (const [index, { id, claims }] of answered.entries()) {
      const answer = await fetchReport(survivors[index % 2]!, id);
      expect(answer.status).toBe(200);
      const scorer = answer.headers.get('x-claimgate-scorer')!;
      scorers.set(scorer, (scorers.get(scorer) ?? 0) + 1);
      expect(await readIds(answer)).toEqual(claims);
    }
    expect([...scorers.values()].reduce((sum, count) => sum + count, 0)).toBe(50);
    const takenOver = await Promise.all(
      survivors.map((replica) => metricOf(replica, 'claimgate_evaluations_taken_over_total')),
    );
    expect(takenOver[0]! + takenOver[1]!).toBeGreaterThan(0);
    expect(scorers.get('local')).toBe(takenOver[0]! + takenOver[1]!);
  }, 120_000);

  it('leave no key in the database or a log', async () => {
    await expectNowhere(path.join(postgres.directory, 'data'), ['canarykey', 'canarytext']);
    for (const replica of replicas) expect(replica.output()).not.toMatch(/canarykey|canarytext/);
  });
});

describe('evaluations of one process on SQLite', () => {
  /** Runs with a data directory of its own; the last process that was started is ended. */
  const inDirectory = async (
    work: (start: (more?: string) => Promise<Replica>, directory: string) => Promise<void>,
  ): Promise<void> => {
    const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-evaluations-'));
    let running: Replica | undefined;
    const start = async (more = ''): Promise<Replica> => {
      await writeFile(path.join(directory, 'config.yaml'), config(more));
      running = await startReplica({
        CLAIMGATE_CONFIG: path.join(directory, 'config.yaml'),
        CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
      });
      return running;
    };
    try {
      await work(start, directory);
    } finally {
      await running?.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    }
  };

  it.concurrent(
    'survive that it is killed and started again',
    () =>
      inDirectory(async (start) => {
        const first = await start();
        const answered = await Promise.all(Array.from({ length: 10 }, () => evaluate(first)));
        await first.kill('SIGKILL');
        const second = await start();
        for (const { id, claims } of answered) {
          const answer = await fetchReport(second, id);
          expect(answer.status).toBe(200);
          expect(await readIds(answer)).toEqual(claims);
        }
      }),
    60_000,
  );

  it.concurrent(
    'are all done when it is asked to stop',
    () =>
      inDirectory(async (start) => {
        const first = await start();
        const answered = await Promise.all(Array.from({ length: 10 }, () => evaluate(first)));
        await first.kill('SIGTERM');
        const second = await start();
        for (const { id, claims } of answered) {
          const answer = await fetch(`${second.url}/v1/evaluations/${id}/report?wait=0`, {
            headers: { authorization: `Bearer ${KEY}` },
          });
          expect([answer.status, await readIds(answer)]).toEqual([200, claims]);
        }
      }),
    60_000,
  );

  it.concurrent(
    'say that they failed where texts are not stored, and leave no trace of the text',
    () =>
      inDirectory(async (start, directory) => {
        const first = await start(', store_text: false');
        const answered = await Promise.all(Array.from({ length: 10 }, () => evaluate(first)));
        await first.kill('SIGKILL');
        const second = await start(', store_text: false');
        const answers = await Promise.all(answered.map(({ id }) => fetchReport(second, id)));
        const failed = answers.filter((answer) => answer.status !== 200);
        expect(failed.length).toBeGreaterThan(0);
        for (const answer of failed) {
          expect([answer.status, await answer.json()]).toMatchObject([
            404,
            { status: 'failed', detail: expect.stringContaining('texts are not stored') },
          ]);
        }
        await expectNowhere(path.join(directory, 'data'), ['canarykey', 'canarytext']);
      }),
    60_000,
  );
});
