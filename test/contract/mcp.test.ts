/** POST /mcp as the SDK's own client uses it, over HTTP. */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JudgedGateway, startJudgedGateway } from '../harness/judged-gateway.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, OWN_JUDGE, severalProcesses, startGateway } from '../harness/start-gateway.ts';

/** Of both the model on this machine is sure. */
const LIGHTNING = 'Lightning never strikes the same place twice.';
const BONES = 'The human body has 206 bones.';
const KEY = 'sk-mcp-0123456789-canary';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function connect(url: string, key: string | undefined, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, options);
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  clients.push(client);
  return client;
}
const check = (client: Client, text: string, rest: Record<string, unknown> = {}) =>
  client.callTool({ name: 'check_claims', arguments: { text, ...rest } });
const textOf = ({ content }: Awaited<ReturnType<typeof check>>): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

it('is not there unless config has it', async () => {
  const gateway = await startGateway();
  expect((await gateway.post('/mcp', PING)).status).toBe(404);
  await gateway.stop();
});

describe('the sandbox, over HTTP', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({
      yaml: `mcp: { enabled: true }\ncors: { origins: ["https://app.example.org"] }\nplans: { default: enterprise }\n${OWN_JUDGE}`,
    });
  });
  afterAll(() => gateway.stop());

  it.each(['legacy', 'auto'] as const)('a client of mode %s lists, checks and reads', async (mode) => {
    const client = await connect(gateway.url, 'sandbox', { versionNegotiation: { mode } });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    // Callers add nothing to the operator's documents.
    expect(names).toEqual(['find_claims', 'check_claims', 'normalize_claim', 'search_evidence']);
    const steps: unknown[] = [];
    const result = await client.callTool(
      { name: 'check_claims', arguments: { text: `${LIGHTNING} ${BONES}` } },
      { onprogress: ({ progress, total }) => void steps.push([progress, total]) },
    );
    expect(steps).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(result.structuredContent).toMatchObject({
      judged_by: 'gpt-6-luna',
      claims: [
        {
          verdict: 'refuted',
          evidence: [{ quote: expect.stringContaining('can strike the same place twice') }],
        },
        { verdict: 'supported' },
      ],
    });
    const link = result.content.find((part) => part.type === 'resource_link');
    const { contents } = await client.readResource({ uri: link?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('can strike the same place twice');
    expect((await client.listResources()).resources).toEqual([]);
  });

  it('needs a key for what asks a model or the documents, and none for the rest, without a judge of its own', async () => {
    const plain = await startGateway({ yaml: 'mcp: { enabled: true }' });
    const client = await connect(plain.url, undefined);
    const found = await client.callTool({ name: 'find_claims', arguments: { text: LIGHTNING } });
    expect(found.structuredContent).toMatchObject({ claims: [{ text: LIGHTNING }] });
    const stated = await client.callTool({ name: 'normalize_claim', arguments: { post: LIGHTNING } });
    expect(stated.structuredContent).toEqual({ claim: LIGHTNING, method: 'rules' });
    for (const [name, args] of [
      ['check_claims', { text: LIGHTNING }],
      ['search_evidence', { query: LIGHTNING }],
    ] as const) {
      const refused = await client.callTool({ name, arguments: args });
      expect([refused.isError, textOf(refused)]).toEqual([
        true,
        expect.stringMatching(/^API key is required: .*Authorization/),
      ]);
    }
    // As from a variable that is not set.
    const blank = await check(await connect(plain.url, ''), LIGHTNING);
    expect(textOf(blank)).toMatch(/^API key is required: .*Authorization/);
    await plain.stop();
  });

  it('says what a key or a model is refused for', async () => {
    const said = async (key: string, rest = {}) =>
      textOf(await check(await connect(gateway.url, key), LIGHTNING, rest));
    expect(await said('sandbox-revoked')).toBe('API key has been revoked or expired');
    expect(await said('sandbox-nobody')).toBe('Invalid API key');
    expect(await said('sandbox', { model: 'nonsense-1' })).toContain("Unknown model 'nonsense-1'");
    expect(await said('sandbox', { sources: ['nowhere'] })).toContain('sources.0: must be one of');
  });

  it('counts checks and searches as requests of the plan', async () => {
    const client = await connect(gateway.url, 'sandbox-limited');
    for (let i = 0; i < 2; i++) expect((await check(client, LIGHTNING)).isError).toBeUndefined();
    await client.callTool({ name: 'search_evidence', arguments: { query: LIGHTNING } });
    const refused = await check(client, LIGHTNING);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/^Rate limit exceeded.*Try again in \d+ s$/);
  });

  it('answers 100 calls at once, each its own', async () => {
    const client = await connect(gateway.url, 'sandbox');
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, at) => check(client, at % 2 === 0 ? LIGHTNING : BONES)),
    );
    const verdicts = results.map(
      ({ structuredContent }) => (structuredContent as { claims: [{ verdict: string }] }).claims[0].verdict,
    );
    expect(verdicts).toEqual(
      Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'refuted' : 'supported')),
    );
  });

  const ask = (headers: Record<string, string>, body = JSON.stringify(PING), method = 'POST') =>
    sendRaw(gateway.url, {
      ...{ method, target: '/mcp', body },
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
    });

  it('refuses other hosts, and pages of other origins', async () => {
    expect((await ask({ Host: 'evil.example' })).status).toBe(421);
    const refused = await ask({ Origin: 'https://evil.example' });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('origin_not_allowed'),
    ]);
    expect((await ask({ Origin: 'null' })).status).toBe(403);
    expect((await ask({ Origin: 'https://app.example.org' })).status).toBe(200);
    expect((await ask({ Origin: gateway.url })).status).toBe(200);
  });

  it.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['a batch', JSON.stringify([PING]), 400, -32600],
    ['no message', '{"hello":"world"}', 400, -32600],
    ['no such method', JSON.stringify({ ...PING, method: 'tools/burn' }), 200, -32601],
    [
      'no such tool',
      JSON.stringify({ ...PING, method: 'tools/call', params: { name: 'burn' } }),
      200,
      -32602,
    ],
    ['no params', JSON.stringify({ ...PING, method: 'tools/call' }), 200, -32602],
  ])('answers %s with a protocol error', async (_what, body, status, code) => {
    const answer = await ask({}, body);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`"code":${code}`)]);
  });

  it('holds no stream open for a client that only listens', async () => {
    const client = await connect(gateway.url, undefined, { versionNegotiation: { mode: 'auto' } });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/[Ss]ubscription limit/);
  });

  it('takes POST alone', async () => {
    const answer = await ask({}, '', 'GET');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a provider, over HTTP', () => {
  let judged: JudgedGateway;
  beforeAll(async () => {
    judged = await startJudgedGateway('{}', 'mcp: { enabled: true }');
  });
  afterAll(() => judged.stop());
  afterEach(() => judged.provider.reset());

  // A client of before 2026 cancels by a request that any process may get.
  it.each(severalProcesses ? (['auto'] as const) : (['legacy', 'auto'] as const))(
    'a cancelled call of mode %s ends the call of the judge',
    async (mode) => {
      const { gateway, provider } = judged;
      const client = await connect(gateway.url, KEY, { versionNegotiation: { mode } });
      const stop = new AbortController();
      const running = client.callTool(
        { name: 'check_claims', arguments: { text: LIGHTNING } },
        { signal: stop.signal },
      );
      await expect.poll(() => provider.calls.length).toBe(1);
      stop.abort();
      await expect(running).rejects.toThrow();
      await provider.calls[0]?.closed;
      expect(provider.calls[0]?.aborted).toBe(true);
    },
  );

  it('sends the key to the provider, and writes it nowhere', async () => {
    const { gateway, provider } = judged;
    provider.judge(() => ({ status: 401 }));
    const client = await connect(gateway.url, KEY);
    const result = await check(client, LIGHTNING);
    expect([result.isError, textOf(result)]).toEqual([true, 'Invalid API key']);
    expect(provider.calls[0]?.key).toBe(KEY);
    await gateway.logged();
    expect(gateway.logLines.filter((line) => line.includes('/mcp')).length).toBeGreaterThan(1);
    expect(`${gateway.logLines.join('')}${JSON.stringify(result)}`).not.toContain(KEY);
  });
});

it.skipIf(severalProcesses)('a gateway that ends says so to the calls that it ends', async () => {
  const judged = await startJudgedGateway('{}', 'mcp: { enabled: true }\nserver: { drain_timeout: 10ms }');
  const open = ['legacy', 'auto'] as const;
  const connected = await Promise.all(
    open.map((mode) => connect(judged.gateway.url, KEY, { versionNegotiation: { mode } })),
  );
  const running = connected.map((client) => check(client, LIGHTNING));
  await expect.poll(() => judged.provider.calls.length).toBe(2);
  await judged.gateway.stop();
  expect((await Promise.all(running)).map(textOf)).toEqual(['The call was ended', 'The call was ended']);
  await judged.stop();
});
