/** Who is an accepted caller: what the others get of the operator's, and what they leave behind. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { SQLITE_FILE } from '../../src/gateway/store/databases/sqlite.ts';
import {
  type FakeProvider,
  openaiWhole,
  type Received,
  startFakeProvider,
} from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const MEMO = 'Internal memo: Project Bluefalcon was cancelled by the board in March 2019.';
const CLAIM = 'Project Bluefalcon was cancelled in March 2019.';
const MADE_UP = 'sk-i-made-this-up-0123456789';
const WALL = 'The Great Wall of China is visible from the Moon.';

let provider: FakeProvider;
const gateways: Gateway[] = [];

async function startWithCorpus(yaml = ''): Promise<Gateway> {
  const gateway = await startGateway({
    env: { CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1` },
    yaml: `mcp: { enabled: true }\n${yaml}`,
  });
  gateways.push(gateway);
  const document = { id: 'memo', title: 'Memo', url: 'https://intranet.example/memo', text: MEMO };
  const env = { CLAIMGATE_DATA_DIR: gateway.dataDir };
  expect((await runInTests(['corpus', 'add', '-'], env, JSON.stringify(document))).code).toBe(0);
  return gateway;
}

/** Only this key is one of the provider's. */
const GOOD = 'sk-a-good-one-0123456789';
function answerGood(whole = openaiWhole('It was.')) {
  return (request: Received, response: import('node:http').ServerResponse) => {
    if (request.headers.authorization === `Bearer ${GOOD}`) return whole(request, response);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'Incorrect API key provided' } }));
  };
}

beforeAll(async () => {
  provider = await startFakeProvider();
});
beforeEach(() => {
  provider.received.length = 0;
  provider.answer(answerGood());
});
afterAll(() => Promise.all([...gateways.map((gateway) => gateway.stop()), provider.stop()]));

const claims = (gateway: Gateway, body: object, key?: string) =>
  gateway.post(
    '/v1/claims',
    { text: CLAIM, mode: 'ground', ...body },
    key === undefined ? {} : { authorization: `Bearer ${key}` },
  );
const metadataOf = async (response: Response) =>
  ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;

async function searchOver(gateway: Gateway, key: string) {
  const client = await connect(gateway, key);
  const found = await client.callTool({ name: 'search_evidence', arguments: { query: CLAIM } });
  await client.close();
  return found;
}
async function connect(gateway: Gateway, key: string | undefined): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' });
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

describe('the operator’s own documents', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startWithCorpus();
  });

  it.each([
    ['no key', undefined, {}],
    ['a made-up key', MADE_UP, {}],
    ['a made-up key and a model', MADE_UP, { model: 'gpt-6-luna' }],
    ['a made-up key, streamed', MADE_UP, { stream: true }],
    ['a made-up key in the body', undefined, { api_key: MADE_UP }],
    ['no key, naming them', undefined, { sources: ['corpus'] }],
  ])('are not quoted to %s', async (_who, key, body) => {
    const response = await claims(gateway, body, key);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain('claim_check');
    expect(text).not.toContain('board');
    expect(text).not.toContain('intranet');
    expect(provider.received).toEqual([]);
  });

  it('are quoted to no request whose key the provider refuses', async () => {
    for (const stream of [false, true]) {
      const verified = await claims(gateway, { mode: 'verify', model: 'gpt-6-luna', stream }, MADE_UP);
      const said = await verified.text();
      expect(said).toContain('Invalid API key');
      expect(said).not.toContain('board');
      const chat = await gateway.chat(
        { messages: [{ role: 'user', content: CLAIM }], fact_check: { mode: 'verify' }, stream },
        { authorization: `Bearer ${MADE_UP}` },
      );
      expect([chat.status, (await chat.text()).includes('board')]).toEqual([401, false]);
    }
    expect(provider.received.some(({ text }) => text.includes('board'))).toBe(true);
  });

  it('hold up nobody’s check where what they have on a claim does not even reach the judge', async () => {
    const text = 'The mayor of Springfield opened a new library in March.';
    for (const stream of [false, true]) {
      const verified = await claims(gateway, { text, mode: 'verify', model: 'gpt-6-luna', stream }, MADE_UP);
      expect(verified.status).toBe(200);
      const said = await verified.text();
      expect(said).toContain('"verdict":"not_enough_evidence"');
      expect(said).not.toContain('board');
    }
    expect(provider.received).toEqual([]);
  });

  it('are not searched over MCP with a made-up key', async () => {
    const found = await searchOver(gateway, MADE_UP);
    expect(found.isError).toBeUndefined();
    expect(JSON.stringify(found)).not.toContain('board');
    expect(provider.received).toEqual([]);
  });

  it('are quoted to a sandbox key, and to one that a provider has accepted', async () => {
    expect(JSON.stringify(await metadataOf(await claims(gateway, {}, 'sandbox')))).toContain('board');
    expect(JSON.stringify(await metadataOf(await claims(gateway, {}, GOOD)))).not.toContain('board');
    expect((await gateway.chat({}, { authorization: `Bearer ${GOOD}` })).status).toBe(200);
    expect(JSON.stringify(await metadataOf(await claims(gateway, {}, GOOD)))).toContain('board');
    expect(JSON.stringify(await searchOver(gateway, GOOD))).toContain('board');
  });

  it('are quoted to everybody where config says that they are public', async () => {
    const open = await startWithCorpus('corpus: { public: true }');
    expect(JSON.stringify(await metadataOf(await claims(open, {})))).toContain('board');
    expect(JSON.stringify(await searchOver(open, MADE_UP))).toContain('board');
    await open.logged();
    expect(open.logLines.join('')).toContain('corpus.public');
  });
});

describe('a check that asks no provider', () => {
  it('needs neither key nor model, and knows the request’s documents and public sources', async () => {
    const gateway = await startWithCorpus();
    const public_ = await metadataOf(await claims(gateway, { text: WALL }));
    expect(public_).toMatchObject({ mode: 'ground', sources_consulted: ['starter'] });
    const documents = [{ title: 'Report', text: MEMO }];
    const brought = await metadataOf(await claims(gateway, { documents }));
    expect(brought.claims[0]?.evidence?.[0]).toMatchObject({ source: 'context' });
  });

  it('counts as one request for an accepted caller, and for the address alone for all others', async () => {
    const gateway = await startWithCorpus('plans: { default: few, few: { per_hour: 5, models: basic } }');
    const left = async (key: string) =>
      (
        (await (
          await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: `Bearer ${key}` } })
        ).json()) as { windows: { remaining: number }[] }
      ).windows[0]?.remaining;
    await claims(gateway, {}, GOOD);
    expect(await left(GOOD)).toBe(5);
    await gateway.chat({}, { authorization: `Bearer ${GOOD}` });
    const counted = await claims(gateway, {}, GOOD);
    expect(counted.headers.get('x-ratelimit-remaining')).toBe('3');
    expect(await left(GOOD)).toBe(3);
  });

  it('is limited by address, however many keys are made up', async () => {
    const gateway = await startWithCorpus('limits: { detect_per_minute: 5 }');
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await claims(gateway, {}, `sk-made-up-${i}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await claims(gateway, {}, 'sandbox')).status).toBe(200);
  });

  it('is refused beyond 200,000 characters', async () => {
    const gateway = await startWithCorpus();
    expect((await claims(gateway, { text: 'a'.repeat(200_001) })).status).toBe(422);
  });
});

describe('a made-up key', () => {
  it('leaves no row behind, whatever it is sent with', async () => {
    const gateway = await startWithCorpus('limits: { failed_keys_per_minute: 1000 }');
    const key = (i: number): string => `sk-made-up-row-${i}-0123456789`;
    for (let i = 0; i < 20; i++) {
      const headers = { authorization: `Bearer ${key(i)}` };
      expect((await gateway.chat({}, headers)).status).toBe(401);
      await claims(gateway, {}, key(i));
      await claims(gateway, { mode: 'verify', model: 'gpt-6-luna' }, key(i));
    }
    // One who leaves before the provider has said anything.
    const asked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    provider.answer((_request, response) => {
      response.on('close', over.resolve);
      asked.resolve();
    });
    const leaving = new AbortController();
    const left = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key(99)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello' }] }),
      signal: leaving.signal,
    });
    await asked.promise;
    leaving.abort();
    await expect(left).rejects.toThrow();
    await over.promise;
    provider.answer(answerGood());
    expect((await gateway.chat({}, { authorization: `Bearer ${GOOD}` })).status).toBe(200);
    // What was counted is written by then.
    await gateway.app.drain();
    const database = new DatabaseSync(path.join(gateway.dataDir, SQLITE_FILE), { readOnly: true });
    expect(database.prepare('select count(*) as rows from limit_counts').get()).toEqual({ rows: 1 });
    database.close();
  });
});

describe('evidence that a caller found over MCP', () => {
  it('is read by the same caller alone', async () => {
    const gateway = await startWithCorpus();
    const found = await searchOver(gateway, 'sandbox');
    const uri = found.content.find((part) => part.type === 'resource_link')?.uri ?? '';
    const read = async (key: string | undefined): Promise<string> => {
      const client = await connect(gateway, key);
      try {
        return JSON.stringify((await client.readResource({ uri })).contents);
      } catch (error) {
        return String(error);
      } finally {
        await client.close();
      }
    };
    expect(await read('sandbox')).toContain('board');
    for (const other of [undefined, MADE_UP, 'sandbox-free', 'sandbox-nobody', '']) {
      expect(await read(other)).toContain('no longer kept');
    }
  });

  it('is kept for no made-up key', async () => {
    const gateway = await startWithCorpus();
    const client = await connect(gateway, MADE_UP);
    const found = await client.callTool({ name: 'search_evidence', arguments: { query: WALL } });
    await client.close();
    expect(JSON.stringify(found.structuredContent)).toContain('cannot be seen from the Moon');
    expect(found.content.filter((part) => part.type === 'resource_link')).toEqual([]);
  });
});

describe('a gateway for issued keys alone', () => {
  it('refuses all others, and says why', async () => {
    const gateway = await startWithCorpus('callers: issued');
    const why = 'Invalid API key. This gateway serves only keys that its operator has issued';
    for (const ask of [
      () => gateway.chat({}, { authorization: `Bearer ${GOOD}` }),
      () => claims(gateway, {}, GOOD),
      () => claims(gateway, { mode: 'detect' }, GOOD),
      () =>
        gateway.post('/v1/documents', { url: 'https://example.org' }, { authorization: `Bearer ${GOOD}` }),
    ]) {
      const refused = await ask();
      expect([refused.status, await refused.json()]).toEqual([
        401,
        expect.objectContaining({
          error: expect.objectContaining({ message: why }),
          detail: 'Invalid API key',
        }),
      ]);
    }
    for (const ask of [
      () => claims(gateway, {}),
      () => claims(gateway, { mode: 'detect' }),
      () => gateway.post('/v1/documents', { url: 'https://example.org' }),
    ]) {
      expect((await ask()).status).toBe(401);
    }
    expect((await gateway.chat({}, { authorization: 'Bearer sandbox' })).status).toBe(200);
    expect(provider.received).toEqual([]);
  });
});
