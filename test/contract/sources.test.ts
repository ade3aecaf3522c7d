/** GET /v1/sources: which sources the server has, who pays for them, and how their last search went. */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import { type FakeProvider, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { type CompletionBody, expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

interface Source {
  readonly name: string;
  readonly state: string;
  readonly problem?: string;
  readonly last_asked?: number;
}
interface Sources {
  readonly data: readonly Source[];
}

const ALL = ['searxng', 'brave', 'wikipedia', 'pubmed'];
let model: FakeProvider;
let web: FakeProvider;
const gateways: Gateway[] = [];

beforeAll(async () => {
  [model, web] = await Promise.all([startFakeProvider(), startFakeProvider()]);
});
beforeEach(() => {
  model.answer(openaiWhole('Yes.'));
  web.received.length = 0;
});
afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.stop())));
afterAll(() => Promise.all([model.stop(), web.stop()]));

async function start(yaml = ''): Promise<Gateway> {
  const gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${model.url}/v1` },
    yaml: `
plans: { default: enterprise }
sources:
  searxng: { base_url: "${web.url}/searxng" }
  brave: { base_url: "${web.url}/brave", key: key-of-brave }
  wikipedia: { base_url: "${web.url}/wikipedia" }
  pubmed: { base_url: "http://127.0.0.1:1" }
${yaml}`,
  });
  gateways.push(gateway);
  return gateway;
}

async function sourcesOf(gateway: Gateway): Promise<Sources> {
  const response = await fetch(`${gateway.url}/v1/sources`);
  expect(response.status).toBe(200);
  return readJson<Sources>(response);
}
const sourceOf = async (gateway: Gateway, name: string): Promise<Source | undefined> =>
  (await sourcesOf(gateway)).data.find((source) => source.name === name);

/** Asks about something else each time, so that no answer comes from the cache. */
let towers = 0;
async function ask(gateway: Gateway, sources: readonly string[] = ALL): Promise<CompletionBody> {
  const send = (text: string, factCheck: object) =>
    gateway.chat(
      { messages: [{ role: 'user', content: text }], fact_check: factCheck },
      { authorization: 'Bearer sk-known' },
    );
  await (await send('Hello', { mode: 'off' })).arrayBuffer();
  towers += 1;
  const response = await send(`The tower of Sunderholm was completed in ${1800 + towers}.`, {
    mode: 'ground',
    sources,
  });
  return readJson<CompletionBody>(response);
}

function nothing(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[],"pages":[]}');
}

describe('GET /v1/sources', () => {
  it('lists what the server has, as it is asked, and who pays', async () => {
    const gateway = await start('fact_check: { max_claims: 7 }');
    const local = { reach: 'local', name: expect.any(String), about: expect.any(String) };
    const outside = { reach: 'outside', about: expect.any(String), state: 'unknown' };
    expect(await sourcesOf(gateway)).toEqual({
      object: 'list',
      data: [
        { ...local, name: 'corpus', kind: 'own_document', state: 'empty' },
        { ...local, name: 'starter', kind: 'encyclopedia', state: 'ok' },
        { ...outside, name: 'searxng', kind: 'web' },
        { ...outside, name: 'brave', kind: 'web', paid_by: 'operator' },
        { ...outside, name: 'wikipedia', kind: 'encyclopedia' },
        { ...outside, name: 'pubmed', kind: 'scholarly' },
        {
          name: 'native',
          about: "The model's own web search",
          kind: 'web',
          reach: 'provider',
          paid_by: 'caller',
          state: 'unknown',
        },
      ],
      max_claims: 7,
      outside: 'on_request',
    });
    // Nobody is asked for it.
    expect(web.received).toEqual([]);
  });

  it('says how the last search of each went, and when', async () => {
    const gateway = await start();
    web.answer(({ url }, response) => {
      if (url.startsWith('/brave')) response.writeHead(401).end();
      else if (url.startsWith('/wikipedia')) response.destroy();
      else nothing(response);
    });
    await ask(gateway);
    const { data } = await sourcesOf(gateway);
    const last_asked = expect.closeTo(Date.now() / 1_000, -1);
    expect(data.slice(1, 6)).toMatchObject([
      { name: 'starter', state: 'ok', last_asked },
      { name: 'searxng', state: 'ok', last_asked },
      { name: 'brave', state: 'failing', problem: 'The key is not accepted', last_asked },
      { name: 'wikipedia', state: 'failing', problem: 'Not available', last_asked },
      { name: 'pubmed', state: 'failing', problem: 'Not available', last_asked },
    ]);
    const text = JSON.stringify(data);
    for (const secret of ['key-of-brave', web.url, 'Sunderholm']) expect(text).not.toContain(secret);

    web.answer((_request, response) => nothing(response));
    await ask(gateway);
    expect(await sourceOf(gateway, 'wikipedia')).toMatchObject({ state: 'ok' });
    expect((await sourceOf(gateway, 'wikipedia'))?.problem).toBeUndefined();
  });

  it.each([
    ['a limit', (response: ServerResponse) => void response.writeHead(429).end(), 'Limit reached'],
    ['silence', () => {}, 'No answer in time'],
    ['nonsense', (response: ServerResponse) => void response.end('<html>'), 'The answer cannot be read'],
  ])('says so of %s', async (_what, answer, problem) => {
    const gateway = await start('fact_check: { ground_deadline: 300ms }');
    web.answer((_request, response) => answer(response));
    await ask(gateway, ['searxng']);
    expect(await sourceOf(gateway, 'searxng')).toMatchObject({ state: 'failing', problem });
    expect(await sourceOf(gateway, 'wikipedia')).toMatchObject({ state: 'unknown' });
  });

  it.skipIf(severalProcesses)('takes no time of being left alone for one of being asked', async () => {
    let time = Date.now();
    const gateway = await startGateway({
      env: { CLAIMGATE_OPENAI_BASE_URL: `${model.url}/v1` },
      yaml: `plans: { default: enterprise }\nsources: { searxng: { base_url: "${web.url}" } }`,
      app: { now: () => time },
    });
    gateways.push(gateway);
    web.answer((_request, response) => void response.writeHead(401).end());
    await ask(gateway, ['searxng']);
    const asked = await sourceOf(gateway, 'searxng');
    time += 5_000;
    await ask(gateway, ['searxng']);
    expect(web.received).toHaveLength(1);
    expect(await sourceOf(gateway, 'searxng')).toEqual(asked);
  });

  it('needs a key where the list of models does', async () => {
    const gateway = await start('models: { require_key: true }');
    const get = (headers: Record<string, string>) => fetch(`${gateway.url}/v1/sources`, { headers });
    await expectError(await get({}), { status: 401, detail: 'API key is required' });
    expect((await get({ authorization: 'Bearer sk-some-key' })).status).toBe(200);
  });
});

describe('a corpus without documents', () => {
  it('is no source until it has one', async () => {
    const gateway = await start();
    const consulted = async () => (await ask(gateway, [])).fact_check_metadata?.sources_consulted;
    expect(await consulted()).toEqual(['starter']);
    expect(await sourceOf(gateway, 'corpus')).not.toHaveProperty('last_asked');
    const document = { id: 'a', title: 'Sunderholm', url: 'https://example.org/', text: 'It has a tower.' };
    const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
    const added = await runInTests(['corpus', 'add', '-'], env, JSON.stringify(document));
    expect(added.code).toBe(0);
    expect(await sourceOf(gateway, 'corpus')).toMatchObject({ state: 'ok' });
    expect(await consulted()).toEqual(['corpus', 'starter']);
  });
});
