/** Teams: what their keys inherit and spend together, what callers and operators see of it, and how they are kept. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'an-admin-key-of-the-operator-0123456789';
/** What each answer is billed, all in all. */
const BILL = 100;

let told: { type: string; data: { team?: string } & Record<string, unknown> }[];
let receiver: Server;
let fake: FakeProvider;
let gateway: Gateway;

beforeAll(async () => {
  told = [];
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    told.push(JSON.parse(body));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  fake = await startFakeProvider(
    respond(200, WIRES.openai.whole('Hello', { prompt: 20, completion: BILL - 20 })),
  );
  gateway = await startGateway({
    env: {
      ...envFor(fake),
      CLAIMGATE_OPENAI_KEYS: 'sk-operator-openai',
      CLAIMGATE_ADMIN_KEYS: ADMIN,
      CLAIMGATE_WEBHOOK_SECRETS: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
    yaml: `
plans: { default: free, free: { per_hour: 2 }, pro: { per_hour: null, per_month: null } }
profiles: { support: { mode: detect } }
webhooks: [{ url: 'http://127.0.0.1:${(receiver.address() as AddressInfo).port}', on: [budgets] }]`,
  });
});
afterAll(async () => {
  await gateway.stop();
  await fake.stop();
  receiver.close();
});

async function administer(method: string, path: string, body?: object) {
  const response = await fetch(`${gateway.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const newTeam = async (terms: object): Promise<string> =>
  (await administer('POST', '/teams', { plan: 'pro', ...terms })).body.id;
const issue = async (terms: object): Promise<{ id: string; key: string }> =>
  (await administer('POST', '/keys', terms)).body;
async function chat(key: string) {
  const response = await gateway.chat(
    { task: 'none', max_tokens: 80, fact_check: { mode: 'off' } },
    { authorization: `Bearer ${key}` },
  );
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), error };
}
/** Asks until what other processes have learned or settled no longer matters. */
const eventually = <T>(ask: () => Promise<T>) => vi.waitUntil(ask, { timeout: 60_000, interval: 50 });
async function limitsOf(key: string) {
  const response = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
  return (await response.json()) as {
    plan: string;
    budgets: ({ team?: string } & Record<string, unknown>)[];
  };
}
const usedBy = async (team: string): Promise<number> =>
  (await administer('GET', `/teams/${team}`)).body.used.tokens;

describe('the keys of a team', () => {
  it('have its plan and profile where they have none, and spend its budget beside their own', async () => {
    const team = await newTeam({ name: 'Research', tokens_per_month: 310, profile: 'support' });
    const [ann, bob] = [
      await issue({ team: 'research', tokens_per_month: 110 }),
      await issue({ team, plan: 'free' }),
    ];
    expect(await limitsOf(ann.key)).toMatchObject({
      plan: 'pro',
      budgets: [
        { period: 'month', limit: 110, remaining: 110 },
        { team: 'Research', period: 'month', unit: 'tokens', limit: 310, remaining: 310, reserved: 0 },
      ],
    });
    expect((await limitsOf(ann.key)).budgets[0]).not.toHaveProperty('team');
    expect((await limitsOf(bob.key)).plan).toBe('free');
    expect((await chat(ann.key)).status).toBe(200);
    const own = await eventually(async () => {
      const { error } = await chat(ann.key);
      return error?.code === 'insufficient_quota' ? error : undefined;
    });
    expect(own.message).toMatch(/^The budget of this key is used up: 110 tokens a month/);
    expect((await chat(bob.key)).status).toBe(200);
    await eventually(async () => (await usedBy(team)) === 200);
    expect((await chat(bob.key)).status).toBe(200);
    const end = new Date();
    end.setUTCMonth(end.getUTCMonth() + 1, 1);
    const begins = `${end.toISOString().slice(0, 10)}T00:00:00Z`;
    await administer('PATCH', `/keys/${bob.id}`, { plan: null });
    const refused = await eventually(async () => {
      const answer = await chat(bob.key);
      return answer.error?.code === 'insufficient_quota' ? answer : undefined;
    });
    expect(refused.status).toBe(429);
    expect(refused.error?.message).toBe(
      `The budget of the team 'Research' of this key is used up: 310 tokens a month, and what is left is less than this request may cost. The next month begins at ${begins}`,
    );
    await eventually(async () => (await usedBy(team)) === 300);
    expect((await administer('GET', `/teams/${team}`)).body).toMatchObject({
      name: 'Research',
      keys: 2,
      used: { tokens: 300 },
      budgets: [{ period: 'month', unit: 'tokens', limit: 310, used: 300, state: 'spent' }],
    });
    await eventually(async () => told.some(({ type }) => type === 'budget.spent'));
    const ofTeam = told.filter(({ data }) => data.team === team);
    expect(ofTeam.map(({ type }) => type)).toEqual(['budget.nearly_spent', 'budget.spent']);
    expect(ofTeam[1]?.data).toMatchObject({ period: 'month', unit: 'tokens', limit: 310, used: 300 });
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/claimgate_team_budgets_total\{state="spent",period="month"[^}]*\} 1/);
  });

  it('leave what they have spent with the team that they are taken out of', async () => {
    const [first, second] = [
      await newTeam({ name: 'Sales', tokens_per_day: 1_000 }),
      await newTeam({ name: 'Sales 2', tokens_per_day: 110 }),
    ];
    const { id, key } = await issue({ team: first });
    expect((await chat(key)).status).toBe(200);
    await eventually(async () => (await usedBy(first)) === BILL);
    expect((await administer('PATCH', `/keys/${id}`, { team: 'Sales 2' })).body.team).toBe(second);
    await eventually(async () => (await limitsOf(key)).budgets[0]?.team === 'Sales 2');
    expect((await limitsOf(key)).budgets).toMatchObject([{ period: 'day', limit: 110, remaining: 110 }]);
    expect((await chat(key)).status).toBe(200);
    await eventually(async () => (await usedBy(second)) === BILL);
    expect((await chat(key)).error?.message).toMatch(/team 'Sales 2' .* 110 tokens a day/);
    expect(await usedBy(first)).toBe(BILL);
    const usage = async (query: string) => (await administer('GET', `/usage?${query}`)).body.data;
    expect(await usage(`by=team&team=${first}`)).toMatchObject([
      { team: first, calls: 1, prompt_tokens: 20 },
    ]);
    const byTeam = await eventually(async () => {
      const rows: { team: string }[] = await usage('by=team');
      return rows.filter(({ team }) => team === first || team === second).length === 2 ? rows : undefined;
    });
    expect(byTeam[0]).not.toHaveProperty('key');
    expect(await usage(`key=${id}&by=key`)).toMatchObject([{ key: id, calls: 2 }]);
    await eventually(async () => {
      const { data } = (await administer('GET', '/traffic?group=team')).body as {
        data: { team: string; requests: number; prompt_tokens: number }[];
      };
      const [one, other] = [first, second].map((each) => data.find((line) => line.team === each));
      return one?.requests === 1 && one.prompt_tokens === 20 && other !== undefined;
    });
    const asCaller = await fetch(`${gateway.url}/v1/traffic?group=team`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(asCaller.status).toBe(422);
    await administer('PATCH', `/keys/${id}`, { team: null });
    await eventually(async () => (await limitsOf(key)).budgets.length === 0);
    await eventually(async () => (await limitsOf(key)).plan === 'free');
  });

  it('of one without a budget spend what they like, and count for it', async () => {
    const team = await newTeam({ name: 'Unlimited' });
    const { key } = await issue({ team });
    expect((await limitsOf(key)).budgets).toEqual([]);
    expect((await chat(key)).status).toBe(200);
    await eventually(async () => (await usedBy(team)) === BILL);
    await administer('PATCH', `/teams/${team}`, { tokens_per_month: BILL + 10 });
    await eventually(async () => (await limitsOf(key)).budgets.length === 1);
    // What was used before it had one counts.
    expect((await chat(key)).error?.code).toBe('insufficient_quota');
  });

  it('are given back what a call has reserved that failed', async () => {
    const team = await newTeam({ name: 'Unlucky', tokens_per_month: 1_000 });
    const { key } = await issue({ team, tokens_per_month: 500 });
    fake.answer(respond(400, { error: { message: 'no', type: 'invalid_request_error' } }));
    expect((await chat(key)).status).toBe(400);
    fake.answer(respond(200, WIRES.openai.whole('Hello', { prompt: 20, completion: BILL - 20 })));
    await eventually(async () =>
      (await limitsOf(key)).budgets.every(
        ({ limit, remaining, reserved }) => remaining === limit && reserved === 0,
      ),
    );
  });

  it('with a budget in money may not use what is billed apart from tokens', async () => {
    const team = await newTeam({ name: 'In money', dollars_per_day: 1 });
    const { key } = await issue({ team });
    const response = await gateway.chat(
      { model: 'openai/gpt-4o-search-preview', web_search_options: {}, fact_check: { mode: 'off' } },
      { authorization: `Bearer ${key}` },
    );
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('The team of this key has a budget in money') },
    });
  });
});

describe('teams', () => {
  it.each([
    '',
    ' Blank first',
    'Blank last ',
    'Two  blanks',
    '-dash',
    'line\nbreak',
    'a/b',
    'x'.repeat(65),
    'tm_0123456789ab',
    'Tab\there',
    'Right\u202Eto left',
  ])('have no name such as %j', async (name) => {
    const { status, body } = await administer('POST', '/teams', { name });
    expect([status, body.detail?.[0]?.loc ?? body]).toEqual([422, ['body', 'name']]);
  });

  it('have names of any script, once each whatever their case', async () => {
    const name = 'Öffentlichkeit & Presse (2)';
    const id = await newTeam({ name });
    expect(id).toMatch(/^tm_[0-9a-f]{12}$/);
    const again = await administer('POST', '/teams', { name: name.toUpperCase() });
    expect([again.status, JSON.stringify(again.body)]).toEqual([
      409,
      expect.stringContaining(`There is a team '${name}' already`),
    ]);
    await newTeam({ name: 'Another' });
    expect((await administer('PATCH', `/teams/${id}`, { name: 'another' })).status).toBe(409);
    expect((await administer('PATCH', `/teams/${id}`, { name: name.toUpperCase() })).body.name).toBe(
      name.toUpperCase(),
    );
  });

  it('have plans and profiles that there are, and are named where they are not there', async () => {
    const { status, body } = await administer('POST', '/teams', { name: 'X', plan: 'gold', profile: 'none' });
    expect([status, body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))]).toEqual([
      422,
      ['plan', 'profile'],
    ]);
    const key = await administer('POST', '/keys', { team: 'Nobody' });
    expect([key.status, JSON.stringify(key.body)]).toEqual([422, expect.stringContaining('no such team')]);
    for (const [method, id] of [
      ['GET', 'tm_000000000000'],
      ['PATCH', 'tm_000000000000'],
      ['DELETE', 'tm_000000000000'],
      ['GET', 'Another'],
    ] as const) {
      expect((await administer(method, `/teams/${id}`, method === 'PATCH' ? {} : undefined)).status).toBe(
        404,
      );
    }
    expect((await administer('GET', '/keys?team=Nobody')).status).toBe(422);
    expect((await administer('GET', '/usage?team=Another&key=ik_1')).status).toBe(422);
  });

  it('that have keys are deleted only with a word on what becomes of these', async () => {
    const team = await newTeam({ name: 'Short-lived', tokens_per_month: 500 });
    const { id, key } = await issue({ team });
    expect((await administer('GET', '/keys?team=short-lived')).body.data).toMatchObject([{ id, team }]);
    const refused = await administer('DELETE', `/teams/${team}`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('1 key belongs to this team. Take them out first, or say what becomes of them'),
    ]);
    expect((await administer('DELETE', `/teams/${team}?keys=release`)).status).toBe(204);
    await eventually(async () => (await limitsOf(key)).budgets.length === 0);
    expect((await administer('GET', `/keys/${id}`)).body).toMatchObject({ team: null, state: 'good' });
    expect((await administer('GET', `/teams/${team}`)).status).toBe(404);
    expect((await administer('PATCH', `/keys/${id}`, { team })).status).toBe(422);

    const next = await newTeam({ name: 'short-lived' });
    await administer('PATCH', `/keys/${id}`, { team: next });
    expect((await administer('DELETE', `/teams/${next}?keys=revoke`)).status).toBe(204);
    expect((await administer('GET', `/keys/${id}`)).body.state).toBe('revoked');
    expect((await chat(key)).status).toBe(401);

    const audit = (await administer('GET', '/audit?limit=100')).body.data as {
      action: string;
      subject: string;
      outcome: string;
      changes: Record<string, unknown> | null;
    }[];
    const of = (subject: string) =>
      audit.filter((entry) => entry.subject === subject).map(({ action, outcome }) => `${action} ${outcome}`);
    expect(of(team)).toEqual(['team.delete done', 'team.delete conflict', 'team.create done']);
    expect(of(id).slice(0, 2)).toEqual(['key.revoke done', 'key.change done']);
    expect(
      audit.find(({ subject, action }) => subject === team && action === 'team.create')?.changes,
    ).toEqual({
      name: { to: 'Short-lived' },
      plan: { to: 'pro' },
      tokens_per_month: { to: 500 },
    });
  });

  it('come page by page, by their names', async () => {
    const all = (await administer('GET', '/teams')).body.data as { id: string; name: string }[];
    const [first, second] = all;
    const page = (await administer('GET', '/teams?limit=1')).body;
    expect([page.data[0].id, page.next]).toEqual([first?.id, first?.id]);
    expect((await administer('GET', `/teams?limit=1&after=${page.next}`)).body.data[0].id).toBe(second?.id);
    expect((await administer('GET', '/teams?after=none')).status).toBe(422);
  });
});

it.skipIf(severalProcesses)('their names are in no metric and no log', async () => {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).not.toMatch(/Research|Sales/);
});
