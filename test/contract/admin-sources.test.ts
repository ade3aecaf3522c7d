/** Sources and the own judge over the admin API: how they are, and what they make of one claim. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSearch, startFakeSearch } from '../harness/fake-search.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';

const ANN = 'ann-admin-canary-0123456789abcdefghij';
const CLAIM = 'Lightning never strikes the same place twice.';

let gateway: Gateway;
let search: FakeSearch;

beforeAll(async () => {
  search = await startFakeSearch();
  search.find(() => [
    {
      title: 'On lightning',
      url: 'https://example.org/lightning',
      content: 'Lightning strikes the same place again and again, towers above all.',
    },
  ]);
  gateway = await startGateway({
    env: { CLAIMGATE_ADMIN_KEYS: `ann:${ANN}` },
    yaml: `
${OWN_JUDGE}
server: { body_limit: 8KiB }
sources:
  searxng: { base_url: "${search.url}", rate: 1000 }
  brave: { base_url: "http://127.0.0.1:1", key: key-of-brave-0123, rate: 1000 }
`,
  });
});
afterAll(() => Promise.all([gateway.stop(), search.stop()]));

const send = (place: string, body?: unknown, key = ANN): Promise<Response> =>
  fetch(`${gateway.url}/admin/v1/${place}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

interface Sources {
  readonly data: readonly { readonly name: string; readonly state: string; readonly problem?: string }[];
  readonly judge: { readonly state: string; readonly pairs: { readonly judged: number } };
}
interface Trial {
  readonly claims: readonly {
    readonly sources: readonly { readonly name: string; readonly problem: string | null }[];
  }[];
}

const readSources = async (): Promise<Sources> => (await send('sources')).json() as Promise<Sources>;

it('one claim is tried inside, without a key of a provider, and asks nobody outside', async () => {
  const before = await readSources();
  expect(before.judge).toMatchObject({ state: 'ready', model: 'shipped', calibrated: true });
  const response = await send('trials', { claim: CLAIM });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    object: 'trial',
    judge: 'ready',
    claims: [
      {
        ...{ text: CLAIM, verdict: 'refuted', checked: true },
        explanation: expect.any(String),
        confidence: expect.any(Number),
        evidence: expect.arrayContaining([
          expect.objectContaining({ source: 'starter', stance: 'refutes', quote: expect.any(String) }),
        ]),
        sources: [
          { name: 'corpus', problem: null, found: 0, items: [] },
          {
            ...{ name: 'starter', problem: null, found: expect.any(Number) },
            items: [
              {
                ...{ title: expect.any(String), url: '/starter/lightning-twice' },
                text: expect.stringContaining('Lightning can strike the same place twice'),
              },
            ],
          },
        ],
      },
    ],
  });
  expect(search.queries).toEqual([]);
  expect((await readSources()).judge.pairs.judged).toBeGreaterThan(before.judge.pairs.judged);
}, 60_000);

it('sources outside are asked where the operator wants it, and one that fails says why', async () => {
  const { claims } = (await (await send('trials', { claim: CLAIM, outside: true })).json()) as Trial;
  const found = claims[0]!.sources;
  expect(found.find(({ name }) => name === 'searxng')).toMatchObject({
    problem: null,
    found: 1,
    items: [{ title: 'On lightning', url: 'https://example.org/lightning' }],
  });
  expect(found.find(({ name }) => name === 'brave')).toEqual({
    ...{ name: 'brave', problem: 'Not available', found: 0, items: [] },
  });
  expect(search.queries).toHaveLength(1);
  const { data } = await readSources();
  expect(data.find(({ name }) => name === 'brave')).toMatchObject({
    ...{ state: 'failing', problem: 'Not available', last_asked: expect.any(Number) },
  });
  expect(data.find(({ name }) => name === 'searxng')).toMatchObject({ state: 'ok' });
}, 60_000);

it('a text without a claim has none', async () => {
  expect(await (await send('trials', { claim: 'What do you think?' })).json()).toMatchObject({ claims: [] });
});

it.each<[string, () => Promise<Response>, number]>([
  ['a wrong key', () => send('trials', { claim: CLAIM }, 'sk-caller-canary-01'), 401],
  ['a wrong key that looks', () => send('sources', undefined, 'sk-caller-canary-01'), 401],
  ['no claim', () => send('trials', {}), 422],
  ['a blank claim', () => send('trials', { claim: ' ' }), 422],
  ['a field that is none', () => send('trials', { claim: CLAIM, model: 'gpt-6-luna' }), 422],
  ['a claim that is too long', () => send('trials', { claim: 'a'.repeat(2_001) }), 422],
  ['a body that is too large', () => send('trials', { claim: 'a'.repeat(9_000) }), 413],
])('%s is refused', async (_what, request, status) => {
  await expectError(await request(), { status });
});
