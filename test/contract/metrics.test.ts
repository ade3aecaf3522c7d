/** Each metric that the gateway declares is moved here by what it tells of, and all are what Prometheus takes. */

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SQLITE_FILE } from '../../src/gateway/store/databases/sqlite.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../harness/fake-search.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { describeWithServer } from '../servers/find-server.ts';
import { checkMetrics, promtoolMissing } from '../servers/promtool.ts';
import { redisMissing, startRedis, type TestRedis } from '../servers/start-redis.ts';

const TEXT = 'The lighthouse at Cape Alder was built in 1874. It stands 41 metres high.';
const MESSAGES = [{ role: 'user', content: TEXT }];

const readMetrics = async ({ url }: Gateway) => (await fetch(`${url}/metrics`)).text();

/** The sum of a metric's series whose labels hold these. */
function sumOf(text: string, name: string, labels: readonly string[] = []): number {
  let sum = 0;
  for (const line of text.split('\n')) {
    const [, found, held = '', value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    if (found === name && labels.every((label) => held.includes(label))) sum += Number(value);
  }
  return sum;
}

/** The names of what the gateway declares itself; what Node and the process are like tells prom-client. */
function declaredIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\w+) \w+$/gm)]
    .map((match) => match[1] as string)
    .filter((name) => !/^claimgate_(?:nodejs|process)_/.test(name));
}

const moved = new Set<string>();
/** Waits until the metric is higher than before the deed. */
async function expectMoved(
  gateway: Gateway,
  name: string,
  labels: readonly string[],
  deed: () => Promise<unknown>,
): Promise<void> {
  const value = async () => sumOf(await readMetrics(gateway), name, labels);
  const before = await value();
  await deed();
  await expect.poll(value, { timeout: 15_000 }).toBeGreaterThan(before);
  moved.add(name.replace(/_(?:count|sum|bucket)$/, ''));
}

let fake: FakeProvider;
let search: FakeSearch;
let gateway: Gateway;
const chat = async (fields: Record<string, unknown> = {}, headers = {}) => {
  const response = await gateway.chat({ api_key: 'sk-metrics', messages: MESSAGES, ...fields }, headers);
  expect(response.status).toBe(200);
  return response.text();
};

beforeAll(async () => {
  [fake, search] = await Promise.all([startFakeProvider(speak()), startFakeSearch()]);
  gateway = await startGateway({
    env: envFor(fake),
    yaml: [
      'plans: { default: pro }',
      OWN_JUDGE,
      searchConfig(search),
      `evaluations: { concurrency: 1, lease: 500ms, dashboards: { langfuse: { base_url: "${fake.url}/nowhere" } } }`,
    ].join('\n'),
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop(), search.stop()]));

describe('what moves', () => {
  it('the requests', async () => {
    const route = ['route="/v1/chat/completions"'];
    await expectMoved(gateway, 'claimgate_requests_total', [...route, 'status="200"'], () => chat());
    await expectMoved(gateway, 'claimgate_request_duration_seconds_count', route, () => chat());
  });

  it('those that are open, up and down', async () => {
    const held = Promise.withResolvers<void>();
    fake.answer(async (request, response) => {
      await held.promise;
      return speak()(request, response);
    });
    let asked: Promise<string> | undefined;
    await expectMoved(gateway, 'claimgate_requests_open', [], async () => {
      asked = chat();
    });
    held.resolve();
    await asked;
    // The look itself is open.
    await expect.poll(async () => sumOf(await readMetrics(gateway), 'claimgate_requests_open')).toBe(1);
    fake.answer(speak());
  });

  it.each([
    ['a whole answer', () => chat()],
    ['a streamed one', () => chat({ stream: true })],
    [
      'a text for /chat',
      () => gateway.post('/chat', { user_query: TEXT, model: 'gpt-6-luna', api_key: 'sk-m' }),
    ],
  ])('tokens and claims, with %s', async (_what, ask) => {
    for (const kind of ['prompt', 'completion']) {
      const labels = ['provider="openai"', 'model="gpt-6-luna"', 'purpose="answer"', `kind="${kind}"`];
      await expectMoved(gateway, 'claimgate_tokens_total', labels, ask);
    }
    await expectMoved(gateway, 'claimgate_claims_detected_total', [], ask);
  });

  it('the tokens of a model that no catalogue lists, under one name for all of those', async () => {
    const ask = () => chat({ model: 'openai/whatever-a-caller-writes' });
    await expectMoved(gateway, 'claimgate_tokens_total', ['provider="openai"', 'model="unlisted"'], ask);
    expect(await readMetrics(gateway)).not.toContain('whatever-a-caller-writes');
  });

  it('by as many as the answer says', async () => {
    const before = await readMetrics(gateway);
    const answer = JSON.parse(await chat()) as {
      usage: { prompt_tokens: number; completion_tokens: number };
      fact_check_metadata: { claims_detected: number };
    };
    const after = await readMetrics(gateway);
    const grown = (name: string, labels: readonly string[] = []) =>
      sumOf(after, name, labels) - sumOf(before, name, labels);
    expect(answer.fact_check_metadata.claims_detected).toBeGreaterThan(0);
    expect([
      grown('claimgate_tokens_total', ['kind="prompt"']),
      grown('claimgate_tokens_total', ['kind="completion"']),
      grown('claimgate_claims_detected_total'),
    ]).toEqual([
      answer.usage.prompt_tokens,
      answer.usage.completion_tokens,
      answer.fact_check_metadata.claims_detected,
    ]);
  });

  it('the claims of a text, and the tokens of who judges them', async () => {
    const check = (fields: object) => async () => {
      const response = await gateway.post('/v1/claims', { text: TEXT, ...fields });
      expect(response.status).toBe(200);
      await response.text();
    };
    await expectMoved(gateway, 'claimgate_claims_detected_total', [], check({}));
    const judged = { mode: 'verify', model: 'gpt-6-luna', api_key: 'sandbox' };
    const labels = ['provider="openai"', 'purpose="verification"'];
    await expectMoved(gateway, 'claimgate_tokens_total', labels, check(judged));
    await expectMoved(
      gateway,
      'claimgate_tokens_total',
      labels,
      check({ ...judged, stream: true, text: `${TEXT} It has 9 rooms.` }),
    );
  });

  it('the time to the first text of a stream, by provider', async () => {
    const provider = ['provider="openai"'];
    await expectMoved(gateway, 'claimgate_first_text_seconds_count', provider, () => chat({ stream: true }));
  });

  it('the verdicts', async () => {
    await expectMoved(gateway, 'claimgate_verdicts_total', ['verdict="refuted"'], () =>
      chat({
        api_key: 'sandbox',
        messages: [{ role: 'user', content: 'Lightning never strikes the same place twice.' }],
        fact_check: { mode: 'verify' },
      }),
    );
  });

  it('what was done with answers', async () => {
    await expectMoved(gateway, 'claimgate_actions_total', ['action="annotate"'], () =>
      chat({
        api_key: 'sandbox',
        messages: [{ role: 'user', content: 'What is lightning?' }],
        fact_check: { mode: 'verify', action: { do: 'append' } },
      }),
    );
  });

  it('the errors, by what callers got, and what providers did', async () => {
    const fail = (status: number) => async () => {
      fake.answer((_request, response) => void response.writeHead(status).end());
      expect((await gateway.chat({ api_key: 'sk-metrics', messages: MESSAGES })).status).toBe(status);
      fake.answer(speak());
    };
    await expectMoved(gateway, 'claimgate_errors_total', ['code="provider_overloaded"'], fail(503));
    const failures = ['provider="openai"', 'code="provider_rate_limited"'];
    await expectMoved(gateway, 'claimgate_provider_failures_total', failures, fail(429));
    const retries = ['provider="openai"', 'code="provider_overloaded"'];
    await expectMoved(gateway, 'claimgate_provider_retries_total', retries, fail(503));
    await expectMoved(gateway, 'claimgate_provider_calls_total', ['provider="openai"'], () => chat());
    await expectMoved(gateway, 'claimgate_errors_total', ['code="invalid_body"'], () =>
      gateway.chat({ api_key: 'sk-metrics', messages: [] }),
    );
  });

  it('no error for a caller who has left', async () => {
    fake.answer(() => {});
    const before = sumOf(await readMetrics(gateway), 'claimgate_errors_total');
    const left = ['status="499"'];
    await expectMoved(gateway, 'claimgate_requests_total', left, async () => {
      const leaving = new AbortController();
      const asked = fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'gpt-6-luna', api_key: 'sk-metrics', messages: MESSAGES }),
        signal: leaving.signal,
      });
      setTimeout(() => leaving.abort(), 100);
      await asked.catch(() => {});
    });
    expect(sumOf(await readMetrics(gateway), 'claimgate_errors_total')).toBe(before);
    fake.answer(speak());
  });

  it('an answer that breaks off', async () => {
    const cut = ['provider="openai"', 'code="provider_cut_off"'];
    await expectMoved(gateway, 'claimgate_provider_failures_total', cut, async () => {
      const response = await gateway.chat({ api_key: 'sandbox-cut', messages: MESSAGES, stream: true });
      await response.text();
    });
  });

  it('the sources, those that answer and those that fail', async () => {
    const ask = (tower: string) =>
      chat({
        messages: [{ role: 'user', content: `The tower of ${tower} is 93 metres high.` }],
        fact_check: { mode: 'ground', sources: ['searxng'] },
      });
    await ask('Nowhere');
    const source = ['source="searxng"'];
    await expectMoved(gateway, 'claimgate_source_answers_total', source, () => ask('Alder'));
    await expectMoved(gateway, 'claimgate_source_duration_seconds_count', source, () => ask('Maple'));
    await search.stop();
    await expectMoved(gateway, 'claimgate_source_failures_total', source, () => ask('Beech'));
  });

  it('the evaluations: scored, running, sent to a dashboard', async () => {
    const evaluate = (headers = {}) => chat({ enable_evaluations: true, api_key: 'sandbox' }, headers);
    await expectMoved(gateway, 'claimgate_evaluations_total', ['outcome="model"'], evaluate);
    await expectMoved(gateway, 'claimgate_evaluated_claims_total', ['scorer="model"'], evaluate);
    const dashboard = ['dashboard="langfuse"', 'outcome="dropped"'];
    fake.answer((_request, response) => void response.writeHead(401).end());
    await expectMoved(gateway, 'claimgate_dashboard_reports_total', dashboard, () =>
      evaluate({ 'x-evaluation-api-key': 'pk-lf-1:sk-lf-1' }),
    );
    fake.answer(speak());
  });

  /** A transaction of the gateway ends only where this thread does not wait for it. */
  const write = (sql: string): Promise<void> =>
    vi.waitFor(
      () => {
        using database = new DatabaseSync(path.join(gateway.dataDir, SQLITE_FILE));
        database.exec(sql);
      },
      { timeout: 60_000 },
    );

  it('the evaluations that no model judged, and those taken over', async () => {
    const evaluate = () => chat({ enable_evaluations: true, fact_check: { mode: 'detect' } });
    // The provider says the same to the judge's question, which is no judgement.
    await expectMoved(gateway, 'claimgate_evaluation_fallbacks_total', [], evaluate);
    const answered = speak();
    let asked = 0;
    fake.answer((request, response) => {
      // The answer comes, the judgement never does.
      if (asked++ === 0) return answered(request, response);
    });
    await expectMoved(gateway, 'claimgate_evaluations_running', [], evaluate);
    asked = 0;
    await expectMoved(gateway, 'claimgate_evaluations_waiting', [], evaluate);
    await expectMoved(gateway, 'claimgate_evaluations_taken_over_total', [], () =>
      write("update evaluations set lease_owner = 'gone', lease_until = 0 where status = 'running'"),
    );
    fake.answer(speak());
  });

  it('the counts that cannot be written', async () => {
    await expectMoved(gateway, 'claimgate_count_checkpoint_failures_total', [], async () => {
      await write('drop table limit_counts');
      await chat();
    });
  });
});

describeWithServer(redisMissing, 'what moves with Redis', () => {
  let redis: TestRedis;
  let shared: Gateway;
  beforeAll(async () => {
    redis = await startRedis();
    shared = await startGateway({ env: { REDIS_URL: redis.url, CLAIMGATE_SECRET: 'a-secret-for-tests' } });
  });
  afterAll(async () => {
    await shared.stop();
    await redis.stop();
  });

  it('that it is away, until it is back', async () => {
    const away = async () => sumOf(await readMetrics(shared), 'claimgate_redis_away');
    expect(await away()).toBe(0);
    await expectMoved(shared, 'claimgate_redis_away', [], () => redis.kill());
    await redis.start();
    await expect.poll(away, { timeout: 60_000 }).toBe(0);
    await expectMoved(shared, 'claimgate_redis_away_total', [], () => redis.kill());
    await redis.start();
  });
});

it('a budget of an issued key, or of a team, that is spent moves its metric', async () => {
  const admin = 'an-admin-key-of-these-metrics-0123456789';
  const selling = await startGateway({
    env: { ...envFor(fake), CLAIMGATE_OPENAI_KEYS: 'sk-operator', CLAIMGATE_ADMIN_KEYS: admin },
  });
  const make = async (path: string, terms: object) => {
    const made = await selling.post(`/admin/v1/${path}`, terms, { authorization: `Bearer ${admin}` });
    return (await made.json()) as { readonly id: string; readonly key: string };
  };
  const budget = { plan: 'pro', tokens_per_month: 300 };
  const { id: team } = await make('teams', { name: 'Research', ...budget });
  for (const [of, terms] of [
    ['key', budget],
    ['team', { team }],
  ] as const) {
    const { key } = await make('keys', terms);
    await expectMoved(selling, `claimgate_${of}_budgets_total`, ['state="spent"'], async () => {
      let status = 200;
      while (status === 200) {
        const answer = await selling.chat({ api_key: key, max_tokens: 16, fact_check: { mode: 'off' } });
        status = answer.status;
        await answer.text();
      }
      expect(status).toBe(429);
    });
  }
  await selling.stop();
});

describe('what is declared', () => {
  it('has moved, each of it', async () => {
    const unmoved = declaredIn(await readMetrics(gateway)).filter((name) => !moved.has(name));
    expect(unmoved).toEqual(
      redisMissing === undefined ? [] : ['claimgate_redis_away', 'claimgate_redis_away_total'],
    );
  });

  it('is a counter where it is called _total, and nothing else is', async () => {
    const types = [...(await readMetrics(gateway)).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    expect(types.length).toBeGreaterThan(40);
    for (const [, name, type] of types)
      expect([name, name?.endsWith('_total')]).toEqual([name, type === 'counter']);
  });
});

describeWithServer(promtoolMissing, 'promtool check metrics', () => {
  it('finds nothing', async () => {
    expect(checkMetrics(await readMetrics(gateway))).toBe('');
  });

  it('would find a gauge under the name of a counter', () => {
    const wrong = '# HELP a_total Some.\n# TYPE a_total gauge\na_total 1\n';
    expect(checkMetrics(wrong)).toContain('non-counter metrics should not have "_total" suffix');
  });
});
