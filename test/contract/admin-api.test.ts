/** The admin API: keys, callers, usage and the audit log, for those with an admin key. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { lintReference } from '../harness/lint-reference.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ANN = 'ann-admin-canary-0123456789abcdefghij';
const OTHER = 'other-admin-canary-0123456789abcdefg';
const OWN = 'sk-operator-canary-one';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly state: string;
  readonly [field: string]: unknown;
}
interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}
interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly outcome: string;
  readonly changes: Readonly<Record<string, object>> | null;
  readonly request_id: string | null;
}

let fake: FakeProvider;
let gateway: Gateway;
const answers: string[] = [];

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: { ...envFor(fake), CLAIMGATE_ADMIN_KEYS: `ann:${ANN} ${OTHER}` },
    yaml: `
providers: { openai: { keys: [${OWN}] } }
limits: { failed_keys_per_minute: 60 }
fact_check: { mode: 'off' }
`,
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}
async function send(place: string, { method, body, key = ANN, headers = {} }: Sent = {}): Promise<Response> {
  return fetch(`${gateway.url}/admin/v1${place}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
async function ask<T = Key>(place: string, sent: Sent = {}, status = sent.body === undefined ? 200 : 201) {
  const response = await send(place, sent);
  const text = await response.text();
  if (!text.includes('"key":"cg-')) answers.push(text);
  expect([response.status, text]).toEqual([status, expect.anything()]);
  return JSON.parse(text) as T;
}
const audit = async (query = '') => (await ask<Page<Entry>>(`/audit?${query}`)).data;
const chat = async (key: string) => (await gateway.chat({}, { authorization: `Bearer ${key}` })).status;

it('has its own reference, with all of its paths', async () => {
  const { paths } = await ask<{ readonly paths: object }>('/openapi.json');
  for (const path of ['keys', 'reports', 'corpus/documents', 'traffic'])
    expect(paths).toHaveProperty([`/admin/v1/${path}`]);
});

describe('decisions on claims', () => {
  const decision = { claim: 'The mayor of Sunderholm resigned.', author: 'Ann Smith', date: '2026-11-26' };

  it('are added, replaced, and in the audit log', async () => {
    const add = (more: object) =>
      ask<object>('/decisions', { body: { decisions: [{ ...decision, ...more }] } });
    expect(await add({ verdict: 'refuted' })).toEqual({ object: 'decisions', added: 1, replaced: 0 });
    expect(await add({ rating: 'Half true', url: 'https://checks.example.org/7' })).toMatchObject({
      replaced: 1,
    });
    const [entry] = await audit('action=decision.add');
    expect(entry).toMatchObject({
      actor: 'admin:ann',
      outcome: 'done',
      changes: { claims: { to: ['Ann Smith: The mayor of Sunderholm resigned.'] } },
    });
  });

  it.each([
    [{ ...decision }, 'verdict'],
    [{ ...decision, verdict: 'false' }, 'verdict'],
    [{ ...decision, verdict: 'refuted', author: ' ' }, 'author'],
    [{ ...decision, verdict: 'refuted', date: 'yesterday' }, 'date'],
    [{ ...decision, verdict: 'refuted', url: 'javascript:alert(1)' }, 'url'],
  ])('are refused with a fault in %j', async (wrong, field) => {
    const response = await send('/decisions', { body: { decisions: [wrong] } });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`"${field}"`);
  });

  it('are added by nobody without an admin key', async () => {
    const body = { decisions: [{ ...decision, verdict: 'refuted' }] };
    expect((await send('/decisions', { body, key: 'sk-caller-canary-0123' })).status).toBe(401);
  });
});

describe('keys', () => {
  it('are issued, shown once, used, changed and revoked, each at once', async () => {
    const terms = {
      plan: 'pro',
      models: ['gpt-6-luna'],
      expires: '30d',
      tokens_per_month: 1_000,
      note: 'Acme',
    };
    const { key, ...issued } = await ask('/keys', { body: terms });
    expect(key).toMatch(/^cg-[\w-]{43}$/);
    expect(issued).toMatchObject({
      id: expect.stringMatching(/^ik_/),
      state: 'good',
      plan: 'pro',
      models: ['gpt-6-luna'],
      tokens_per_month: 1_000,
      dollars_per_month: null,
      note: 'Acme',
    });
    expect(await chat(key)).toBe(200);
    await expect
      .poll(() => ask(`/keys/${issued.id}`))
      .toMatchObject({ ...issued, used: { tokens: 12, usd: expect.any(Number) } });

    const changed = await ask(
      `/keys/${issued.id}`,
      { method: 'PATCH', body: { tokens_per_month: 12, note: null } },
      200,
    );
    expect(changed).toEqual({ ...issued, tokens_per_month: 12, note: null });
    expect(await chat(key)).toBe(429);

    const revoked = await ask(`/keys/${issued.id}`, { method: 'DELETE' });
    expect(revoked).toMatchObject({ state: 'revoked', revoked: expect.stringMatching(/^20.*Z$/) });
    expect(await chat(key)).toBe(401);
    expect(await ask(`/keys/${issued.id}`, { method: 'DELETE' })).toEqual(revoked);
    await expectError(await send(`/keys/${issued.id}`, { method: 'PATCH', body: { plan: 'pro' } }), {
      status: 409,
      code: 'conflict',
    });

    const entries = await audit(`subject=${issued.id}`);
    expect(entries.map(({ action, outcome, actor }) => [action, outcome, actor])).toEqual([
      ['key.change', 'conflict', 'admin:ann'],
      ['key.revoke', 'done', 'admin:ann'],
      ['key.change', 'done', 'admin:ann'],
      ['key.issue', 'done', 'admin:ann'],
    ]);
    expect(entries[2]?.changes).toEqual({ tokens_per_month: { from: 1_000, to: 12 }, note: {} });
    expect(entries.every(({ request_id }) => /^[\w.-]+$/.test(request_id ?? ''))).toBe(true);
  });

  it('are given another secret, under which budget and plan go on', async () => {
    const { key, ...issued } = await ask('/keys', { body: { tokens_per_month: 1_000, note: 'Rotated' } });
    expect(await chat(key)).toBe(200);
    await expect.poll(() => ask(`/keys/${issued.id}`)).toMatchObject({ used: { tokens: 12 } });
    const listing = await ask<{ caller: string }>(
      '/callers',
      { body: { key, plan: 'enterprise', note: 'Moved' } },
      200,
    );

    const rotated = await ask(`/keys/${issued.id}/rotate`, { method: 'POST' });
    expect(rotated).toEqual({ ...issued, key: expect.stringMatching(/^cg-[\w-]{43}$/) });
    expect(rotated.key).not.toBe(key);
    expect(await chat(key)).toBe(401);
    const headers = { authorization: `Bearer ${rotated.key}` };
    expect(await (await fetch(`${gateway.url}/v1/limits`, { headers })).json()).toMatchObject({
      budgets: [{ remaining: 988 }],
    });
    const moved = (await ask<Page<{ caller: string; note: string }>>('/callers')).data;
    expect(moved).toEqual([
      { ...listing, caller: expect.not.stringMatching(listing.caller), updated: expect.any(String) },
    ]);
    await send(`/callers/${moved[0]!.caller}`, { method: 'DELETE' });
    const listed = (await ask<Page<Key>>('/keys')).data.find(({ id }) => id === issued.id);
    expect(listed).toMatchObject({ ...issued, used: { tokens: 12, usd: expect.any(Number) } });
    expect((await audit(`subject=${issued.id}`)).map(({ action }) => action)).toContain('key.rotate');

    await ask(`/keys/${issued.id}`, { method: 'DELETE' });
    const late = await send(`/keys/${issued.id}/rotate`, { method: 'POST' });
    await expectError(late, { status: 409, code: 'conflict' });
    await expectError(await send('/keys/ik_000000000000/rotate', { method: 'POST' }), { status: 404 });
    const refused = await send(`/keys/${issued.id}/rotate`, { method: 'POST', key: 'sk-caller-canary-01' });
    await expectError(refused, { status: 401 });
  });

  it('are issued once for one Idempotency-Key, and shown again to the same operator alone', async () => {
    const sent = { body: { plan: 'pro', expires: '9d' }, headers: { 'idempotency-key': 'order 66' } };
    const both = await Promise.all([ask('/keys', sent), ask('/keys', sent)]);
    expect(both[0]).toEqual({ ...both[1], expires: expect.any(String), issued: expect.any(String) });
    expect((await ask('/keys', { ...sent, key: OTHER })).key).not.toBe(both[0]!.key);
    await expectError(await send('/keys', { ...sent, body: { plan: 'free' } }), { status: 409 });
    const several = { body: { keys: [{}, { note: 'b' }] }, headers: sent.headers };
    await expectError(await send('/keys/import', several), { status: 409 });
    several.headers = { 'idempotency-key': 'another' };
    expect(await ask('/keys/import', several)).toEqual(await ask('/keys/import', several));
    await expectError(await send('/keys', { body: {}, headers: { 'idempotency-key': '' } }), { status: 422 });
  });

  it('are imported all or none, and listed page by page', async () => {
    const good = Array.from({ length: 5 }, (_, i) => ({ note: `n${i}` }));
    const refused = await send('/keys/import', { body: { keys: [...good, { plan: 'gold' }] } });
    expect(((await refused.json()) as { detail: unknown }).detail).toEqual([
      {
        loc: ['body', 'keys', 5, 'plan'],
        msg: 'Value error, there is no such plan; the plans are free, pro, enterprise',
        type: 'value_error',
      },
    ]);
    const { data } = await ask<Page<Key>>('/keys/import', { body: { keys: good } });
    expect(new Set(data.map(({ key }) => key)).size).toBe(5);
    const all: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Page<Key> = await ask(`/keys?limit=3&state=good${after === '' ? '' : `&after=${after}`}`);
      expect(page.data.length).toBeLessThanOrEqual(3);
      all.push(...page.data.map(({ id }) => id));
      after = page.next;
    }
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(data.map(({ id }) => id)));
    expect(JSON.stringify(await ask('/keys?limit=1000'))).not.toContain('cg-');
  });

  it.each<[object, unknown[]]>([
    [
      { plans: 'pro' },
      [{ loc: ['body', 'plans'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }],
    ],
    [{ models: ['no-such'] }, [{ loc: ['body', 'models', 0], msg: expect.any(String), type: 'value_error' }]],
    [{ models: [] }, [{ loc: ['body', 'models'], msg: expect.any(String), type: 'too_short' }]],
    [{ expires: '2020-01-01' }, [{ loc: ['body', 'expires'], msg: expect.any(String), type: 'value_error' }]],
    [
      { tokens_per_month: 0 },
      [{ loc: ['body', 'tokens_per_month'], msg: expect.any(String), type: 'greater_than_equal' }],
    ],
    [
      { tokens_per_month: 1.5 },
      [{ loc: ['body', 'tokens_per_month'], msg: expect.any(String), type: 'int_type' }],
    ],
    [{ note: 'a\0b' }, [{ loc: ['body', 'note'], msg: expect.any(String), type: 'value_error' }]],
  ])('are not issued with %j', async (body, faults) => {
    const response = await send('/keys', { body });
    expect(response.status).toBe(422);
    expect(((await response.json()) as { detail: unknown }).detail).toEqual(faults);
  });

  it.each([
    ['/keys?limit=0', 422],
    ['/keys?colour=red', 422],
    ['/keys?after=%00', 422],
    ['/keys/ik_000000000000', 404],
    ['/keys/%00', 404],
    ['/usage?since=yesterday', 422],
    ['/usage?by=colour', 422],
    ['/usage?after=e30', 422],
    ['/audit?since=then', 422],
    ['/nothing', 404],
  ])('GET %s is %i', async (place, status) => {
    await expectError(await send(place), { status });
  });
});

it('usage is told by key, day and model, or summed, page by page', async () => {
  const { key, id } = await ask('/keys', { body: { plan: 'pro' } });
  for (let i = 0; i < 2; i++) await expect.poll(() => chat(key)).toBe(200);
  const rows = async (query: string) => (await ask<Page<object>>(`/usage?${query}`)).data;
  const sums = { calls: 2, prompt_tokens: 14, completion_tokens: 10, usd: 0.0000064 };
  await expect.poll(() => rows(`key=${id}&by=total`)).toEqual([sums]);
  const day = new Date().toISOString().slice(0, 10);
  expect(await rows(`key=${id}`)).toEqual([{ key: id, day, model: 'gpt-6-luna', ...sums }]);
  expect(await rows(`key=${id}&by=model&since=${day}&until=${day}`)).toEqual([
    { model: 'gpt-6-luna', ...sums },
  ]);
  expect(await rows(`key=${id}&until=2020-01-01&since=2019-01-01`)).toEqual([]);
  const first = await ask<Page<{ key: string }>>('/usage?by=key&limit=1');
  const second = await ask<Page<{ key: string }>>(`/usage?by=key&limit=1&after=${first.next}`);
  expect(second.data[0]!.key > first.data[0]!.key).toBe(true);
});

it("a caller's plan is set by its key or its fingerprint, and taken away", async () => {
  const body = { key: 'sk-caller-canary-1', plan: 'enterprise', per_hour: 7, note: 'Zoe' };
  const set = await ask<{ caller: string }>('/callers', { body }, 200);
  expect(set).toMatchObject({
    caller: expect.stringMatching(/^[\w-]{43}$/),
    plan: 'enterprise',
    per_hour: 7,
  });
  const place = `/callers/${set.caller.slice(0, 12)}`;
  const changed = await ask(place, { method: 'PUT', body: { plan: 'pro' } }, 200);
  expect(changed).toMatchObject({ caller: set.caller, plan: 'pro', per_hour: null, note: null });
  expect((await ask<Page<object>>('/callers?limit=5')).data).toContainEqual(changed);
  const { stdout } = await runInTests(['keys', 'list', '--json'], { CLAIMGATE_DATA_DIR: gateway.dataDir });
  expect(JSON.parse(stdout)).toEqual(changed);
  expect((await send(place, { method: 'DELETE' })).status).toBe(204);
  await expectError(await send(place, { method: 'DELETE' }), { status: 404 });
  await expectError(await send('/callers', { body: { ...body, plan: 'gold' } }), { status: 422 });
  const entries = await audit(`subject=${set.caller}`);
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['caller.remove', null],
    ['caller.set', { plan: { from: 'enterprise', to: 'pro' }, per_hour: { from: 7 }, note: {} }],
    ['caller.set', { plan: { to: 'enterprise' }, per_hour: { to: 7 }, note: {} }],
  ]);
});

it('a key whose plan was set by the command line has the plan that it is changed to', async () => {
  const { key, id } = await ask('/keys', { body: { plan: 'pro' } });
  const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
  expect((await runInTests(['keys', 'set', '--plan', 'enterprise'], env, key)).code).toBe(0);
  await ask(`/keys/${id}`, { method: 'PATCH', body: { plan: 'free' } }, 200);
  const { stdout } = await runInTests(['keys', 'list', '--json'], env);
  expect(stdout).toBe('');
});

describe('who has no admin key', () => {
  it('is 401, and written down without the key', async () => {
    const marker = `try-${Date.now()}`;
    const wrong = 'wrong-admin-canary-0123456789abcdefgh';
    const headers = { 'x-request-id': marker };
    await expectError(await send('/keys', { body: {}, key: wrong, headers }), {
      status: 401,
      detail: 'Invalid API key',
    });
    await expectError(await send('/keys', { key: '', headers }), {
      status: 401,
      detail: 'API key is required',
    });
    await expectError(await send(`/keys/${wrong}`, { method: 'DELETE', key: 'sandbox', headers }), {
      status: 401,
    });
    const tries = async () => (await audit('actor=unknown')).filter((entry) => entry.request_id === marker);
    await expect.poll(async () => (await tries()).length).toBe(3);
    expect(
      (await tries()).map(({ action, outcome, subject }) => `${action} ${outcome} ${subject}`).sort(),
    ).toEqual([
      'key.issue api_key_invalid null',
      'key.revoke api_key_invalid null',
      'read api_key_required null',
    ]);
  });

  it('cannot try more of them than other keys, from one address', async () => {
    const limited = await startGateway({
      env: { CLAIMGATE_ADMIN_KEYS: `${ANN},${OTHER}` },
      yaml: 'limits: { failed_keys_per_minute: 3 }',
    });
    const place = `${limited.url}/admin/v1/keys`;
    const status = async (key: string) =>
      (await fetch(place, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status(ANN)).toBe(200);
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, i) => status(`wrong-${i}-${'x'.repeat(30)}`)),
    );
    expect(tries.sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
    expect(await status(OTHER)).toBe(429);
    // One that has been used within the hour.
    if (!severalProcesses) expect(await status(ANN)).toBe(200);
    await limited.stop();
  });
});

it('an admin key is for the admin API alone: it reaches no provider', async () => {
  fake.received.length = 0;
  expect(await chat(ANN)).toBe(401);
  expect((await gateway.post('/chat', { user_query: 'x', model: 'gpt-6-luna', api_key: OTHER })).status).toBe(
    401,
  );
  expect(fake.received).toEqual([]);
});

it('there is no admin API where no key is configured, until one is read anew', async () => {
  const gone = await startGateway();
  const get = (method = 'GET') =>
    fetch(`${gone.url}/admin/v1/keys`, { method, headers: { authorization: `Bearer ${ANN}` } });
  for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
    const unknown = await fetch(`${gone.url}/no/such/path`, { method });
    const response = await get(method);
    expect([response.status, await response.text()]).toEqual([404, await unknown.text()]);
    expect(response.headers.get('allow')).toBeNull();
  }
  await gone.app.reload(readConfig({ CLAIMGATE_ADMIN_KEYS: ANN }));
  await expect.poll(async () => (await get()).status).toBe(200);
  expect((await get('PUT')).status).toBe(405);
  await gone.app.reload(readConfig({ CLAIMGATE_ADMIN_KEYS: OTHER }));
  await expect.poll(async () => (await get()).status).toBe(401);
  await gone.stop();
});

it('with admin.port, it is on the admin listener alone', async () => {
  const apart = await startGateway({
    env: { CLAIMGATE_ADMIN_KEYS: ANN },
    yaml: 'admin: { port: 0 }\nserver: { body_limit: 1KiB }',
  });
  const headers = { authorization: `Bearer ${ANN}`, 'content-type': 'application/json' };
  const post = (url: string, body: object) =>
    fetch(`${url}/admin/v1/keys`, { method: 'POST', headers, body: JSON.stringify(body) });
  await expectError(await post(apart.url, {}), { status: 404 });
  const issued = await post(apart.adminUrl, { plan: 'pro' });
  expect(issued.status).toBe(201);
  expect(issued.headers.get('content-type')).toMatch(/^application\/json/);
  const { id } = (await issued.json()) as Key;
  const revoked = await fetch(`${apart.adminUrl}/admin/v1/keys/${id}`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
  expect(await revoked.json()).toMatchObject({ id, state: 'revoked' });
  await expectError(await fetch(`${apart.adminUrl}/admin/v1/keys`), { status: 401 });
  const head = await fetch(`${apart.adminUrl}/admin/v1/keys`, {
    method: 'HEAD',
    headers: { authorization: headers.authorization },
  });
  expect([head.status, Number(head.headers.get('content-length')) > 100]).toEqual([200, true]);
  const headersOf = { authorization: headers.authorization };
  const tries = async () => {
    const log = await fetch(`${apart.adminUrl}/admin/v1/audit?actor=unknown`, { headers: headersOf });
    return ((await log.json()) as Page<Entry>).data.map(({ action, outcome }) => `${action} ${outcome}`);
  };
  await expect.poll(tries).toEqual(['read api_key_required']);
  await expectError(await post(apart.adminUrl, { note: 'x'.repeat(2_000) }), { status: 413 });
  await expectError(await post(apart.adminUrl, { note: 1 }), { status: 422 });
  const log = async (): Promise<string> => {
    await apart.logged();
    return apart.logLines.join('');
  };
  await expect.poll(log).toContain('"route":"/admin/v1/keys","status":201');
  await apart.stop();
});

it('what the command line changes is in the audit log, which it shows', async () => {
  const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
  const { stderr } = await runInTests(['keys', 'issue', '--plan', 'pro'], env);
  const id = stderr.slice(0, 15);
  await runInTests(['keys', 'revoke', id], env);
  await runInTests(['keys', 'set', '--plan', 'free'], env, 'sk-caller-canary-2');
  const { stdout } = await runInTests(
    ['audit', '--json', '--since', new Date().toISOString().slice(0, 10)],
    env,
  );
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
  expect(entries.slice(0, 3)).toMatchObject([
    { actor: 'cli', action: 'caller.set', changes: { plan: { to: 'free' } } },
    { actor: 'cli', action: 'key.revoke', subject: id },
    { actor: 'cli', action: 'key.issue', subject: id, changes: { plan: { to: 'pro' } }, outcome: 'done' },
  ]);
  const shown = (await runInTests(['audit'], env)).stdout;
  expect(shown).toMatch(/^TIME +ACTOR +ACTION +SUBJECT +OUTCOME +CHANGES\n20/);
  expect(shown).toContain(id);
  expect(await runInTests(['audit', '--since', 'then'], env)).toMatchObject({ code: 2 });
  const past = ['keys', 'usage', '--since', '2019-01-01', '--until', '2020-01-01'];
  expect((await runInTests(past, env)).stderr).toBe('Nothing was used.\n');
});

it('the overview has the last hours, plans and keys, and how the gateway is', async () => {
  interface Overview {
    readonly health: { readonly status: string };
    readonly hours: readonly { readonly hour: string; readonly requests: { readonly total: number } }[];
    readonly total: {
      readonly requests: Record<string, number>;
      readonly tokens: { readonly prompt: number };
    };
    readonly plans: readonly { readonly name: string; readonly keys: number; readonly is_default: boolean }[];
    readonly keys: { readonly good: number; readonly most_used_today: readonly { readonly key: string }[] };
  }
  const before = await ask<Overview>('/overview?hours=2');
  const { key, id } = await ask('/keys', { body: { plan: 'enterprise', note: 'busy' } });
  for (let i = 0; i < 9; i++) await expect.poll(() => chat(key)).toBe(200);
  const overview = () => ask<Overview>('/overview?hours=2');
  await expect
    .poll(async () => (await overview()).total.requests['2xx'])
    .toBeGreaterThanOrEqual((before.total.requests['2xx'] ?? 0) + 9);
  await expect.poll(async () => (await overview()).keys.most_used_today[0]?.key).toBe(id);
  const now = await overview();
  expect(now.total.tokens.prompt).toBeGreaterThanOrEqual(before.total.tokens.prompt + 63);
  expect(now.hours).toHaveLength(2);
  expect(now.hours.at(-1)?.hour).toMatch(/T\d\d:00:00\.000Z$/);
  expect(now.health.status).toBe('healthy');
  expect(now.keys.good).toBe(before.keys.good + 1);
  const countOf = ({ plans }: Overview) => plans.find(({ name }) => name === 'enterprise')?.keys ?? 0;
  expect(countOf(now)).toBe(countOf(before) + 1);
  expect(now.plans.filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual(['free']);
  expect((await ask<Overview>('/overview')).hours).toHaveLength(24);
  await expectError(await send('/overview?hours=49'), { status: 422 });
});

describe('the reference of the admin API', () => {
  it('is its own, without fault to a linter, and names every path', async () => {
    const reference = await ask<{ paths: object }>('/openapi.json');
    expect(await lintReference(reference)).toEqual([]);
    expect(Object.keys(reference.paths).sort()).toEqual(
      [
        ...[
          'audit',
          'callers',
          'callers/{id}',
          'corpus',
          'corpus/documents',
          'corpus/search',
          'decisions',
          'keys',
          'keys/import',
          'keys/{id}',
          'keys/{id}/rotate',
          'overview',
          'reports',
          'reports/{id}',
          'shared-checks',
          'shared-checks/{id}',
          'sign-in',
          'sources',
          'teams',
          'teams/{id}',
          'traffic',
          'trials',
          'usage',
        ],
        ...['webhooks', 'webhooks/messages', 'webhooks/{id}', 'webhooks/{id}/retry'],
      ].map((place) => `/admin/v1/${place}`),
    );
    expect(await (await fetch(`${gateway.url}/openapi.json`)).text()).not.toContain('/admin/');
  });
});

it('no key of any kind is in the log, the database or an answer', async () => {
  await gateway.logged();
  const files = readdirSync(gateway.dataDir).map((name) =>
    readFileSync(path.join(gateway.dataDir, name), 'latin1'),
  );
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const written = [...files, ...gateway.logLines, ...answers, metrics].join('\n');
  expect(written).toContain('ik_');
  expect(written).not.toMatch(/cg-[\w-]{20}|canary|sk-operator|order 66/);
});
