/**
 * Budgets over real processes: a thousand requests at once, and a process that is killed, spend no more than there is,
 * and what a budget has come to is told once.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { postgresMissing, startPostgres, type TestPostgres } from '../servers/start-postgres.ts';
import { type Replica, startReplica } from './start-replica.ts';

/** What each request is billed: 20 tokens of prompt, and as many of the answer as it allows. */
const PROMPT = 20;
const ANSWER = 80;

describe('two processes over one SQLite file, one of them with workers', () => budgets('sqlite'));
describeWithServer(postgresMissing, 'two replicas over one PostgreSQL, one of them with workers', () =>
  budgets('postgres'),
);

function budgets(dialect: 'sqlite' | 'postgres'): void {
  let fake: FakeProvider;
  let postgres: TestPostgres | undefined;
  let directory = '';
  let env: Record<string, string> = {};
  let replicas: Replica[] = [];
  let billed = 0;
  let told: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    told.push((JSON.parse(body) as { type: string }).type);
    response.writeHead(204).end();
  });

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'claimgate-budgets-'));
    fake = await startFakeProvider(speak());
    if (dialect === 'postgres') postgres = await startPostgres();
    const config = path.join(directory, 'config.yaml');
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const plans = `plans: { pro: { per_hour: null, per_month: null } }
log: { level: error }
webhooks: [{ url: '${url}', on: [budgets], secret: whsec_${Buffer.alloc(32, 7).toString('base64')} }]
`;
    await writeFile(config, plans);
    await writeFile(`${config}.workers`, `${plans}workers: 3\n`);
    env = {
      ...envFor(fake),
      CLAIMGATE_CONFIG: config,
      CLAIMGATE_DATA_DIR: path.join(directory, 'data'),
      CLAIMGATE_OPENAI_KEYS: 'sk-the-operators-own',
      CLAIMGATE_SANDBOX: '',
      ...(postgres === undefined
        ? {}
        : { DATABASE_URL: postgres.url, CLAIMGATE_SECRET: 'one secret for all' }),
    };
    replicas = [
      await startReplica(env),
      await startReplica({ ...env, CLAIMGATE_CONFIG: `${config}.workers` }),
    ];
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await Promise.all([fake.stop(), postgres?.stop()]);
    receiver.close();
    await rm(directory, { recursive: true, force: true });
  }, 60_000);
  beforeEach(() => {
    billed = 0;
    told = [];
    fake.received.length = 0;
    fake.answer((request, response) => {
      const completion = Math.min(ANSWER, Number(request.body.max_completion_tokens));
      billed += PROMPT + completion;
      respond(200, WIRES.openai.whole('Hello', { prompt: PROMPT, completion }))(request, response);
    });
  });

  const issue = (tokens: number) => issueWith('--plan', 'pro', '--tokens-per-month', String(tokens));
  async function issueWith(...terms: string[]): Promise<string> {
    const { stdout } = await runInTests(['keys', 'issue', ...terms], env);
    const key = stdout.trim();
    for (const replica of replicas) {
      // Of several workers, each must have heard of it.
      let good = 0;
      await vi.waitUntil(
        async () => {
          good = (await replica.limits(key)).plan === 'pro' ? good + 1 : 0;
          return good > 8;
        },
        { timeout: 60_000, interval: 50 },
      );
    }
    return key;
  }
  const budgetOf = async (replica: Replica, key: string) => {
    const { budgets: [budget] = [] } = (await replica.limits(key)) as unknown as {
      budgets?: { remaining: number; reserved: number }[];
    };
    return budget;
  };
  async function chat(replica: Replica, key: string): Promise<string> {
    const response = await fetch(`${replica.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: 'Hello' }],
        max_tokens: ANSWER,
        task: 'none',
        fact_check: { mode: 'off' },
      }),
    });
    const body = (await response.json()) as { error?: { code: string } };
    return response.ok ? 'answered' : (body.error?.code ?? String(response.status));
  }
  /** Comes again as long as only the reservations of others are in the way. */
  async function insist(replica: Replica, key: string): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const outcome = await chat(replica, key);
      if (outcome !== 'budget_reserved') return outcome;
      await delay(400 + Math.random() * 1_200);
    }
    return 'never answered';
  }

  it('a thousand requests at once spend a budget of a hundred, and not a token more', async () => {
    const limit = 100 * (PROMPT + ANSWER);
    const key = await issue(limit);
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_one, index) => insist(replicas[index % 2]!, key)),
    );
    const answered = outcomes.filter((outcome) => outcome === 'answered').length;
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'insufficient_quota']));
    expect(answered).toBe(fake.received.length);
    expect(billed).toBeLessThanOrEqual(limit);
    expect(answered).toBeGreaterThanOrEqual(99);
    const settled = await vi.waitUntil(
      async () => {
        const budget = await budgetOf(replicas[1]!, key);
        return budget?.reserved === 0 ? budget : undefined;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(settled.remaining).toBe(limit - billed);
  });

  it('what a budget has come to is told once, and not by each process', async () => {
    const key = await issue(20 * (PROMPT + ANSWER));
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_one, index) => insist(replicas[index % 2]!, key)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'insufficient_quota']));
    await vi.waitUntil(() => told.includes('budget.spent'), { timeout: 30_000 });
    expect(told.toSorted()).toEqual(['budget.nearly_spent', 'budget.spent']);
  });

  it('two keys of a team at once spend its budget, and not a token more, and it is told once', async () => {
    const limit = 40 * (PROMPT + ANSWER);
    const terms = ['--plan', 'pro', '--tokens-per-month', String(limit)];
    await runInTests(['teams', 'create', 'Research', ...terms], env);
    const keys = [
      await issueWith('--team', 'Research'),
      await issueWith('--team', 'Research', '--tokens-per-month', String(limit * 2)),
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_one, index) => insist(replicas[index % 2]!, keys[(index >> 1) % 2]!)),
    );
    const answered = outcomes.filter((outcome) => outcome === 'answered').length;
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'insufficient_quota']));
    expect(answered).toBe(fake.received.length);
    expect(billed).toBeLessThanOrEqual(limit);
    expect(answered).toBeGreaterThanOrEqual(39);
    const settled = await vi.waitUntil(
      async () => {
        const { budgets = [] } = (await replicas[1]!.limits(keys[1]!)) as unknown as {
          budgets?: { team?: string; remaining: number; reserved: number }[];
        };
        return budgets.length === 2 && budgets.every(({ reserved }) => reserved === 0) ? budgets : undefined;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(settled).toMatchObject([{}, { team: 'Research', remaining: limit - billed }]);
    // What the team had no room for was given back to the key.
    expect(settled[0]!.remaining).toBeGreaterThan(limit);
    await vi.waitUntil(() => told.includes('budget.spent'), { timeout: 30_000 });
    expect(told.toSorted()).toEqual(['budget.nearly_spent', 'budget.spent']);
  });

  it('what a killed process had asked for stays reserved: the others spend the rest alone', async () => {
    const key = await issue(3_000);
    // The provider begins to work, and what it will bill nobody hears.
    fake.answer(() => {});
    const [killed, other] = replicas as [Replica, Replica];
    const lost = Array.from({ length: 10 }, () => chat(killed, key).catch(() => 'lost'));
    await vi.waitUntil(() => fake.received.length === 10, { timeout: 60_000 });
    await killed.kill('SIGKILL');
    await Promise.all(lost);
    const begun = fake.received.length * (PROMPT + ANSWER);
    fake.answer((request, response) => {
      const completion = Math.min(ANSWER, Number(request.body.max_completion_tokens));
      billed += PROMPT + completion;
      respond(200, WIRES.openai.whole('Hello', { prompt: PROMPT, completion }))(request, response);
    });
    let last = '';
    let answered = 0;
    for (; last !== 'budget_reserved' && answered < 100; answered++) last = await chat(other, key);
    expect(last).toBe('budget_reserved');
    expect(answered).toBeGreaterThan(10);
    expect(begun + billed).toBeLessThanOrEqual(3_000);
    expect((await budgetOf(other, key))?.reserved).toBeGreaterThanOrEqual(begun);
  });
}
