/** What budgets have come to: told to a webhook once, shown to operators, counted; and those for a day. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'an-admin-key-of-the-operator-0123456789';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** What each answer is billed, all in all. */
const BILL = 100;

interface Message {
  readonly type: string;
  readonly data: { readonly key?: string } & Record<string, unknown>;
}

let delivered: Message[];
let receiver: Server;
let fake: FakeProvider;
let gateway: Gateway;

beforeAll(async () => {
  delivered = [];
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    // Throws where the signature is wrong.
    delivered.push(new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as Message);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  fake = await startFakeProvider(
    respond(200, WIRES.openai.whole('Hello', { prompt: 20, completion: BILL - 20 })),
  );
  gateway = await startGateway({
    env: {
      ...envFor(fake),
      CLAIMGATE_OPENAI_KEYS: 'sk-operator-openai',
      CLAIMGATE_ADMIN_KEYS: ADMIN,
      CLAIMGATE_WEBHOOK_SECRETS: SECRET,
    },
    yaml: `
plans: { default: pro, pro: { per_hour: null, per_month: null } }
budgets: { warn_at: 0.75 }
webhooks:
  - { url: '${address}/budgets', on: [budgets] }
  - { url: '${address}/claims', on: [refuted] }`,
  });
});
afterAll(async () => {
  await gateway.stop();
  await fake.stop();
  receiver.close();
});

const administer = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${gateway.url}/admin/v1/keys${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly id: string;
    readonly key: string;
    readonly budgets: readonly Record<string, unknown>[];
    readonly data: readonly { readonly id: string; readonly budgets: readonly Record<string, unknown>[] }[];
  };
};
async function issue(terms: object) {
  const { id, key } = await administer('POST', '', { plan: 'pro', note: 'Acme canary', ...terms });
  return { id, chat: () => chat(key), limits: () => limitsOf(key) };
}
async function chat(key: string) {
  const response = await gateway.chat(
    { task: 'none', max_tokens: 80, fact_check: { mode: 'off' } },
    { authorization: `Bearer ${key}` },
  );
  const { error } = (await response.json()) as { error?: { code: string; message: string } };
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), error };
}
async function limitsOf(key: string) {
  const response = await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { budgets: { period: string; remaining: number }[] }).budgets;
}
const told = (id: string) =>
  delivered.filter(({ data }) => data.key === id).map(({ type, data }) => ({ type, ...data }));
const budgetsOf = async (id: string) => (await administer('GET', `/${id}`)).budgets;
const endOfDay = () => new Date().setUTCHours(24, 0, 0, 0) / 1_000;

it('a budget is told to webhooks when the share is used, and when all is, once each', async () => {
  const { id, chat } = await issue({ tokens_per_month: 410 });
  const month = { period: 'month', unit: 'tokens', limit: 410 };
  expect(await budgetsOf(id)).toMatchObject([{ ...month, used: 0, state: 'open' }]);
  for (let call = 0; call < 3; call++) expect((await chat()).status).toBe(200);
  await vi.waitUntil(async () => (await budgetsOf(id))[0]?.used === 300, { timeout: 60_000 });
  expect(told(id)).toEqual([]);
  expect((await chat()).status).toBe(200);
  await vi.waitUntil(() => told(id).length > 0, { timeout: 20_000 });
  expect(told(id)).toEqual([
    { type: 'budget.nearly_spent', key: id, ...month, used: 400, reset: expect.any(Number) },
  ]);
  const listed = (await administer('GET', '?limit=1')).data[0];
  expect(listed).toMatchObject({ id, budgets: [{ ...month, used: 400, state: 'nearly_spent' }] });

  // The rest is less than any call may cost.
  for (let call = 0; call < 3; call++) expect((await chat()).status).toBe(429);
  await vi.waitUntil(() => told(id).length > 1, { timeout: 20_000 });
  expect(told(id)[1]).toMatchObject({ type: 'budget.spent', ...month, used: 400 });
  expect(await budgetsOf(id)).toMatchObject([{ state: 'spent' }]);
  expect(told(id)).toHaveLength(2);
  expect(JSON.stringify(delivered)).not.toMatch(/canary|cg-/);

  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/claimgate_key_budgets_total\{state="nearly_spent",period="month"[^}]*\} 1/);
  expect(metrics).toMatch(/claimgate_key_budgets_total\{state="spent",period="month"[^}]*\} 1/);
});

it('a budget for a day is refused until the next day, and says so', async () => {
  const { id, chat, limits } = await issue({ tokens_per_day: 110, tokens_per_month: 5_000 });
  expect((await chat()).status).toBe(200);
  const refused = await vi.waitUntil(
    async () => {
      const answer = await chat();
      return answer.error?.code === 'insufficient_quota' ? answer : undefined;
    },
    { timeout: 60_000 },
  );
  const next = new Date(endOfDay() * 1_000).toISOString().replace('.000Z', 'Z');
  expect(refused.error?.message).toBe(
    `The budget of this key is used up: 110 tokens a day, and what is left is less than this request may cost. The next day begins at ${next}`,
  );
  expect(Math.abs(refused.retryAfter - (endOfDay() - Date.now() / 1_000))).toBeLessThan(5);
  expect(await limits()).toEqual([
    expect.objectContaining({ period: 'month', remaining: 4_900 }),
    { period: 'day', unit: 'tokens', limit: 110, remaining: 10, reserved: 0, reset: endOfDay() },
  ]);
  expect(await budgetsOf(id)).toMatchObject([
    { period: 'month', state: 'open' },
    { period: 'day', unit: 'tokens', limit: 110, used: 100, state: 'spent', reset: endOfDay() },
  ]);
  await vi.waitUntil(() => told(id).some(({ type }) => type === 'budget.spent'), { timeout: 20_000 });
  expect(delivered.every(({ data }) => data.key !== id || data.period === 'day')).toBe(true);
  await administer('PATCH', `/${id}`, { tokens_per_day: null });
  await vi.waitUntil(async () => (await chat()).status === 200, { timeout: 60_000 });
});

it('a budget in dollars for a day holds too', async () => {
  const { chat, limits } = await issue({ dollars_per_day: 0.000_001 });
  expect(await chat()).toMatchObject({ status: 429, error: { code: 'insufficient_quota' } });
  expect(await limits()).toMatchObject([{ period: 'day', unit: 'usd', limit: 0.000_001 }]);
});

it.skipIf(severalProcesses)('a webhook that is not to hear of budgets does not', () => {
  expect(delivered.filter(({ data }) => data.period === 'month' && data.limit === 410)).toHaveLength(2);
});
