/** Contract, section 2: what the gateway's own objects do not have is refused by name; other fields are OpenAI's. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, type Fault } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake) });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const MODEL = 'claude-haiku-5-5';
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const head = { api_key: 'sk-test', model: MODEL };
const EXTRA = 'Extra inputs are not permitted';
const faultsOf = async (response: Response) =>
  (((await expectError(response, { status: 422 })).detail ?? []) as readonly Fault[]).map(
    ({ loc, msg, type }) => `${loc.join('.')} ${type} ${msg}`,
  );

describe('an unknown member', () => {
  it.each([
    [{ mod: 'verify' }, 'mod', ". Did you mean 'mode'?"],
    [{ Mode: 'verify' }, 'Mode', ". Did you mean 'mode'?"],
    [{ max_claim: 3 }, 'max_claim', ". Did you mean 'max_claims'?"],
    [{ source: ['corpus'] }, 'source', ". Did you mean 'sources'?"],
    [{ minConfidence: 0.5 }, 'minConfidence', ". Did you mean 'min_confidence'?"],
    [{ colour: 'red' }, 'colour', ''],
    [{ xyz: null }, 'xyz', ''],
  ])('of fact_check is named: %j', async (own, name, hint) => {
    const expected = [`body.fact_check.${name} extra_forbidden ${EXTRA}${hint}`];
    const chat = { ...head, messages: MESSAGES, fact_check: own };
    for (const [path, body] of [
      ['/v1/chat/completions', chat],
      ['/v1/messages', { ...chat, max_tokens: 16 }],
      ['/v1/responses', { ...head, input: 'Hello', fact_check: own }],
      ['/chat', { ...head, user_query: 'Hello', fact_check: own }],
    ] as const) {
      const response = await gateway.post(path, body);
      if (path === '/v1/messages') {
        // Anthropic's API has no 422.
        expect([path, response.status]).toEqual([path, 400]);
        expect(await response.text()).toContain(`fact_check.${name}: ${EXTRA}`);
      } else expect([path, await faultsOf(response)]).toEqual([path, expected]);
    }
    expect(fake.received).toEqual([]);
  });

  it('of a document, a span, a check or a link is named', async () => {
    const documents = [{ text: 'a' }, { text: 'b', titel: 'B' }];
    const check = (fields: object) => gateway.post('/v1/claims', { text: 'Rome is old.', ...fields });
    expect(
      await faultsOf(await gateway.chat({ ...head, messages: MESSAGES, fact_check: { documents } })),
    ).toEqual([`body.fact_check.documents.1.titel extra_forbidden ${EXTRA}. Did you mean 'title'?`]);
    expect(await faultsOf(await check({ documents }))).toEqual([
      `body.documents.1.titel extra_forbidden ${EXTRA}. Did you mean 'title'?`,
    ]);
    expect(await faultsOf(await check({ mod: 'verify' }))).toEqual([
      `body.mod extra_forbidden ${EXTRA}. Did you mean 'mode'?`,
    ]);
    expect(await faultsOf(await check({ spans: [{ start: 0, end: 3, len: 3 }] }))).toEqual([
      `body.spans.0.len extra_forbidden ${EXTRA}`,
    ]);
    expect(
      await faultsOf(await gateway.post('/v1/documents', { url: 'https://a.example', urls: 1 })),
    ).toEqual([`body.urls extra_forbidden ${EXTRA}. Did you mean 'url'?`]);
  });

  it('is not repeated where it may be more than a name', async () => {
    for (const name of ['sk-live-4711', 'x'.repeat(33), 'a b', '1x', '']) {
      const fact_check = { [name]: 1 };
      expect(await faultsOf(await gateway.chat({ ...head, messages: MESSAGES, fact_check }))).toEqual([
        `body.fact_check extra_forbidden ${EXTRA}`,
      ]);
    }
    const longest = 'x'.repeat(32);
    expect(
      await faultsOf(await gateway.chat({ ...head, messages: MESSAGES, fact_check: { [longest]: 1 } })),
    ).toEqual([`body.fact_check.${longest} extra_forbidden ${EXTRA}`]);
  });

  it("of the request itself or of OpenAI's objects is no fault", async () => {
    const response = await gateway.chat({
      ...head,
      messages: MESSAGES,
      colour: 'red',
      stream_options: { colour: 'red' },
      fact_check: { mode: 'detect' },
    });
    expect(response.status).toBe(200);
  });
});

describe('what a provider of another dialect is not sent is named', () => {
  const MODELS = [
    ['/v1/chat/completions', MODEL, { messages: MESSAGES }],
    ['/v1/messages', 'gemini-3.8-flash', { messages: MESSAGES, max_tokens: 16 }],
    ['/v1/responses', MODEL, { input: 'Hello' }],
  ] as const;

  it.each(MODELS)('tools, by their types: %s', async (path, model, body) => {
    const types = ['local_shell', 'code-interpreter.2', 'a <b>', 'local_shell', 'x'.repeat(65)];
    const response = await gateway.post(path, {
      ...{ ...head, model, ...body },
      tools: types.map((type, at) => ({ type, name: `n${at}` })),
    });
    const adjusted = response.headers.get('x-claimgate-adjusted')?.split(', ') ?? [];
    expect(adjusted.filter((value) => value.startsWith('tools='))).toEqual([
      'tools=local_shell:ignored',
      'tools=another type:ignored',
    ]);
    expect(fake.received).toHaveLength(1);
    expect(fake.received[0]?.body.tools).toBeUndefined();
  });

  it.each(MODELS.slice(0, 2))('fields, where a name is one: %s', async (path, model, body) => {
    const response = await gateway.post(path, {
      ...{ ...head, model, ...body, mirostat: 2, none: null, 'sk-live 1': true },
    });
    expect(response.headers.get('x-claimgate-adjusted')).toBe('mirostat=ignored, another field=ignored');
  });
});
