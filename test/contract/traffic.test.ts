/** Traffic over time: what operators read of all callers, and callers of their own key. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pair, PairScore } from '../../src/engine/judge/pair-scorer.ts';
import type { TrafficAnswer, TrafficLine } from '../../src/gateway/traffic/read-traffic.ts';
import { fakeJudge, REFUTES, SUPPORTS, UNSURE } from '../harness/fake-judge.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'admin-key-of-this-test-0123456789abcdef';
const ANN = 'sk-ann-of-the-traffic-test-1234567890';
const BEN = 'sk-ben-of-the-traffic-test-0987654321';
const [GPT, GROK] = ['gpt-6-luna', 'grok-4.3'];
const RIGHT = 'The Kestrel Bridge carried 14,200 vehicles a day in 2024.';
const WRONG = 'The Kestrel Bridge in Oberwald was opened in 1978.';
const UNKNOWN = 'The Kestrel Bridge in Oberwald was designed by the engineer Ada Brunner.';
const documents = [
  { text: 'The Kestrel Bridge in Oberwald was opened to traffic in 1987. It has two lanes and a footpath.' },
  {
    text: 'In the year 2024 some 14,200 vehicles crossed the Kestrel Bridge each day. Lorries were a fifth.',
  },
];
const say = ({ claim, passage }: Pair): PairScore => {
  if (claim === RIGHT && passage.includes('14,200')) return SUPPORTS;
  return claim === WRONG && passage.includes('1987') ? REFUTES : UNSURE;
};

let provider: FakeProvider;
let gateway: Gateway;
let now = Date.parse('2026-11-05T13:20:00Z');

const ask = async (key: string, model: string, body: Record<string, unknown> = {}) => {
  const response = await gateway.chat(
    {
      model,
      messages: [{ role: 'user', content: `Is this right: ${WRONG}` }],
      fact_check: { mode: 'ground', documents },
      ...body,
    },
    { authorization: `Bearer ${key}` },
  );
  await response.text();
  return response.status;
};
const get = (path: string, key: string, headers = {}) =>
  fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });
const all = async (query = ''): Promise<TrafficAnswer> => {
  const response = await get(`/admin/v1/traffic?${query}`, ADMIN);
  expect(response.status).toBe(200);
  return readJson(response);
};
const own = async (key: string, query = ''): Promise<TrafficAnswer> => {
  const response = await get(`/v1/traffic?${query}`, key);
  expect(response.status).toBe(200);
  return readJson(response);
};
const verdicts = ({ claims }: TrafficLine) => [claims.found, claims.supported, claims.refuted];

// A clock and a judge of a test reach no other process.
describe.skipIf(severalProcesses)('traffic over time', () => {
  beforeAll(async () => {
    provider = await startFakeProvider(speak());
    gateway = await startGateway({
      env: envFor(provider),
      yaml: `admin: { keys: ["ann:${ADMIN}"] }\nplans: { default: enterprise }`,
      app: { judge: fakeJudge(say, { maxPairs: 14 }), now: () => now },
    });
    provider.answer(speak([`${RIGHT} ${WRONG} ${UNKNOWN}`]));
    expect(await ask(ANN, GPT, { metadata: { app: 'Shop' } })).toBe(200);
    expect(await ask(ANN, GPT, { stream: true, stream_options: { include_usage: true } })).toBe(200);
    provider.answer(speak([RIGHT]));
    expect(await ask(ANN, GROK, { metadata: { app: 'Shop' } })).toBe(200);
    now += 2 * 3_600_000;
    expect(await ask(BEN, GROK)).toBe(200);
    provider.answer(respond(500, { error: { message: 'down' } }));
    expect(await ask(BEN, GROK, { metadata: { app: 'Shop' } })).toBe(502);
    expect(await ask(BEN, GROK, { temperature: 9 })).toBe(422);
    expect(await ask('sandbox', GPT, { fact_check: { mode: 'off' } })).toBe(200);
  });
  afterAll(() => Promise.all([gateway.stop(), provider.stop()]));

  it('says which model was refuted, and leaves out what users said', async () => {
    const { data, group, by } = await all('group=model');
    expect([group, by]).toEqual(['model', null]);
    const named = data.map((line) => [line.provider, line.model, line.sandbox, line.requests, line.errors]);
    expect(named).toEqual([
      [null, null, false, 1, 1],
      ['openai', GPT, false, 2, 0],
      ['openai', GPT, true, 1, 0],
      ['xai', GROK, false, 3, 1],
    ]);
    const [, gpt, , grok] = data as [TrafficLine, TrafficLine, TrafficLine, TrafficLine];
    expect(verdicts(gpt)).toEqual([6, 2, 2]);
    expect(gpt.claims.unchecked).toEqual({ limit: 0, unsure: 2, failed: 0, exempt: 0 });
    expect(verdicts(grok)).toEqual([2, 2, 0]);
    for (const line of [gpt, grok]) {
      expect(line.latency.first.p50).toBeLessThanOrEqual(line.latency.whole.p95!);
    }
  });

  it('has tokens and money as the catalogue has them, and none for simulated answers', async () => {
    const [gpt, simulated] = (await all('group=model')).data.filter(({ model }) => model === GPT);
    expect([gpt?.prompt_tokens, gpt?.completion_tokens]).toEqual([14, 10]);
    expect(gpt?.usd).toBeCloseTo((14 * 0.1 + 10 * 0.5) / 1e6, 12);
    expect(simulated?.completion_tokens).toBeGreaterThan(0);
    expect(simulated?.usd).toBe(0);
  });

  it('tells applications, errors, providers and hours apart', async () => {
    const apps = (await all('group=app')).data;
    expect(apps.map(({ app, sandbox, requests, errors }) => [app, sandbox, requests, errors])).toEqual([
      ['Shop', false, 3, 1],
      ['plan:enterprise', false, 3, 1],
      ['plan:pro', true, 1, 0],
    ]);
    expect(verdicts(apps[0]!)).toEqual([4, 2, 1]);
    const errors = (await all('group=error')).data;
    expect(errors.map(({ error, requests }) => [error, requests])).toEqual([
      ['invalid_body', 1],
      ['provider_failed', 1],
    ]);
    const providers = (await all('group=provider&by=day')).data;
    expect(providers.map(({ time, provider: name, requests }) => [time, name, requests])).toEqual(
      [
        [null, 1],
        ['openai', 2],
        ['openai', 1],
        ['xai', 3],
      ].map((line) => ['2026-11-05T00:00:00.000Z', ...line]),
    );
    const hours = (await all('by=hour')).data.filter(({ sandbox }) => !sandbox);
    expect(hours.map(({ time, requests }) => [time, requests])).toEqual([
      ['2026-11-05T13:00:00.000Z', 3],
      ['2026-11-05T15:00:00.000Z', 3],
    ]);
    const first = await all('from=2026-11-05T12:30Z&to=2026-11-05T14:00Z');
    expect([first.from, first.to, first.data[0]?.requests]).toEqual([
      '2026-11-05T12:00:00.000Z',
      '2026-11-05T14:00:00.000Z',
      3,
    ]);
  });

  it('shows callers what their own key came to, and nothing of others', async () => {
    const mine = (await own(ANN, 'group=model')).data;
    expect(mine.map(({ model, requests }) => [model, requests])).toEqual([
      [GPT, 2],
      [GROK, 1],
    ]);
    expect(mine.map(verdicts)).toEqual([
      [6, 2, 2],
      [1, 1, 0],
    ]);
    now += 3 * 3_600_000;
    expect((await own(ANN)).data.map(({ requests }) => requests)).toEqual([3]);
    expect((await own(BEN)).data.map(({ requests, errors }) => [requests, errors])).toEqual([[3, 2]]);
    expect((await own('sk-of-nobody-who-was-ever-accepted-1')).data).toEqual([]);
    await expectError(await fetch(`${gateway.url}/v1/traffic`), { status: 401 });
    const named = async (key: string, group: 'app' | 'error') =>
      (await own(key, `group=${group}`)).data.map((line) => [line[group], line.requests, line.errors]);
    expect(await named(ANN, 'app')).toEqual([
      ['Shop', 2, 0],
      ['plan:enterprise', 1, 0],
    ]);
    expect(await named(ANN, 'error')).toEqual([]);
    expect(await named(BEN, 'app')).toEqual([
      ['Shop', 1, 1],
      ['plan:enterprise', 2, 1],
    ]);
    expect(await named(BEN, 'error')).toEqual([
      ['invalid_body', 1, 1],
      ['provider_failed', 1, 1],
    ]);
    await expectError(await get('/v1/traffic?group=key', ANN), { status: 422 });
    const tooFar = await get('/v1/traffic?by=hour&from=2026-11-01', ANN);
    expect(tooFar.status).toBe(422);
    expect(await tooFar.text()).toContain('within the last 48 hours');
  });

  it('has simulated answers apart in the metrics too', async () => {
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    const chats = 'claimgate_requests_total\\{route="/v1/chat/completions",status="200"';
    expect(metrics).toMatch(new RegExp(`^${chats}\\} 4$`, 'm'));
    expect(metrics).toMatch(new RegExp(`^${chats},sandbox="true"\\} 1$`, 'm'));
    expect(metrics).toMatch(/^claimgate_tokens_total\{.*sandbox="true".*\} [1-9]/m);
    expect(metrics).toMatch(/^claimgate_claims_detected_total [1-9]/m);
    expect(metrics).toMatch(/^claimgate_verdicts_total\{verdict="refuted"\} [1-9]/m);
  });

  it('is there as CSV, a column for each value', async () => {
    const response = await get('/admin/v1/traffic?group=app', ADMIN, { accept: 'text/csv' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = (await response.text()).trim().split('\r\n');
    const columns = head!.split(',');
    expect(columns).toEqual(expect.arrayContaining(['app', 'usd', 'claims_refuted', 'latency_whole_p95']));
    expect(rows[0]!.split(',')[columns.indexOf('claims_refuted')]).toBe('1');
    expect(rows).toHaveLength(3);
    const none = await get('/admin/v1/traffic?format=csv&from=2026-01-01&to=2026-01-02', ADMIN);
    expect((await none.text()).trim().split(',')).toContain('claims_refuted');
  });

  it('takes no name that could be a key or a number of somebody, and only so many', async () => {
    provider.answer(speak());
    const off = { fact_check: { mode: 'off' } };
    for (const app of [
      ANN,
      'sk-proj-abc',
      '=cmd',
      'call 555 123 4567',
      'x'.repeat(41),
      7,
      'a:b',
      BEN.slice(5, 20),
    ]) {
      expect(await ask(BEN, GPT, { ...off, metadata: { app } })).toBe(200);
    }
    for (let i = 0; i < 60; i++)
      await ask(BEN, GPT, { ...off, metadata: { app: `app ${'abcdefgh'[i % 8]}${i}` } });
    const names = (await all('group=app')).data.map(({ app }) => app);
    expect(names.filter((name) => !name!.startsWith('app '))).toEqual([
      'Shop',
      'other',
      'plan:enterprise',
      'plan:pro',
    ]);
    // Fifty of one caller, `Shop` among them.
    expect(names.filter((name) => name!.startsWith('app '))).toHaveLength(49);
  });

  it('refuses a time that ends before it begins, and what is no time', async () => {
    for (const query of [
      'from=2026-11-05&to=2026-11-04',
      'from=yesterday',
      'by=week',
      'group=key',
      'from=2026-11-01&by=hour&group=app',
    ]) {
      await expectError(await get(`/admin/v1/traffic?${query}`, ADMIN), { status: 422 });
    }
    await expectError(await get('/admin/v1/traffic', ANN), { status: 401 });
  });
});
