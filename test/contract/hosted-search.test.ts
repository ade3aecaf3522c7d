/** Contract, section 15: a search of the web that the provider makes is asked for in its own words, in whosever it was asked. */
import { describe, expect, it } from 'vitest';
import { type ProviderKey, respond, WIRES } from '../harness/provider-wires.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const gateway = openRecordingGateway();
const HEADERS = { authorization: 'Bearer sk-test', 'x-api-key': 'sk-test', 'x-goog-api-key': 'sk-test' };
const near = { city: 'Lyon', country: 'FR' };
const [ALLOWED, BLOCKED] = [['a.example'], ['b.example']];
const message = { role: 'user', content: 'What is new?' };

interface Caller {
  readonly path: (model: string) => string;
  readonly body: (model: string) => Fields;
}
const CALLERS: Readonly<Record<string, Caller>> = {
  'Chat Completions': {
    path: () => '/v1/chat/completions',
    body: (model) => ({
      ...{ model, messages: [message] },
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: near },
        filters: { allowed_domains: ALLOWED },
      },
    }),
  },
  Responses: {
    path: () => '/v1/responses',
    body: (model) => ({
      ...{ model, input: 'What is new?' },
      tools: [
        {
          ...{ type: 'web_search', search_context_size: 'low' },
          ...{ user_location: { type: 'approximate', ...near }, filters: { allowed_domains: ALLOWED } },
        },
      ],
    }),
  },
  Messages: {
    path: () => '/v1/messages',
    body: (model) => ({
      ...{ model, max_tokens: 99, messages: [message] },
      tools: [
        {
          ...{ type: 'web_search_20260209', name: 'web_search', max_uses: 3 },
          ...{ allowed_domains: ALLOWED, user_location: { type: 'approximate', ...near } },
        },
      ],
    }),
  },
  generateContent: {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    body: () => ({
      contents: [{ role: 'user', parts: [{ text: 'What is new?' }] }],
      tools: [{ googleSearch: {} }],
    }),
  },
};
const OPTIONS = ['Chat Completions', 'Responses', 'Messages'];

async function search(caller: string, provider: ProviderKey, more: Fields = {}) {
  const { model } = WIRES[provider];
  const { path, body } = CALLERS[caller] as Caller;
  const isResponses = provider === 'openai' || provider === 'xai';
  if (isResponses) gateway.answer(respond(200, { id: 'r', status: 'completed', output: [] }));
  const response = await gateway.post(path(model), { ...body(model), ...more }, HEADERS);
  expect([response.status, response.status === 200 ? '' : await response.text()]).toEqual([200, '']);
  await response.arrayBuffer();
  const { url, body: sent } = gateway.last();
  return { url, tools: sent.tools as Fields[], said: response.headers.get('x-claimgate-adjusted') ?? '' };
}

describe.each(Object.keys(CALLERS))('asked for by %s', (caller) => {
  const has = (part: object) => (OPTIONS.includes(caller) ? part : {});
  const unless = (name: string) => (caller === name ? () => undefined : it);

  unless('Messages')('is a tool of Anthropic’s', async () => {
    const { tools, said } = await search(caller, 'anthropic');
    expect(tools).toEqual([
      {
        ...{ type: 'web_search_20250305', name: 'web_search' },
        ...has({ allowed_domains: ALLOWED, user_location: { type: 'approximate', ...near } }),
      },
    ]);
    expect(said.includes('web_search.search_context_size=ignored')).toBe(caller !== 'generateContent');
  });

  unless('generateContent')('is a tool of Google’s, which has no options', async () => {
    const { tools, said } = await search(caller, 'google');
    expect(tools).toEqual([{ googleSearch: {} }]);
    expect(said).toContain('web_search.allowed_domains=ignored');
    expect(said).toContain('web_search.user_location=ignored');
  });

  unless('Responses')('is a tool of OpenAI’s and xAI’s in the Responses API', async () => {
    const at = await search(caller, 'openai');
    expect(at.url).toMatch(/\/responses$/);
    expect(at.tools).toEqual([
      {
        type: 'web_search',
        ...has({ user_location: { type: 'approximate', ...near }, filters: { allowed_domains: ALLOWED } }),
        ...(caller === 'Chat Completions' ? { search_context_size: 'low' } : {}),
      },
    ]);
    const { url, tools } = await search(caller, 'xai');
    expect(url).toMatch(/\/responses$/);
    expect(tools).toEqual([{ type: 'web_search', ...has({ filters: { allowed_domains: ALLOWED } }) }]);
  });

  unless('Chat Completions')('is left out and named at Together, which has none', async () => {
    const { tools, said } = await search(caller, 'together');
    expect(tools).toBeUndefined();
    expect(said).toMatch(/tools=(?:web_search\w*|googleSearch):ignored/);
  });
});

it('stands beside functions, and keeps domains out', async () => {
  const tools = [
    { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } },
    { type: 'web_search', filters: { blocked_domains: BLOCKED } },
  ];
  expect((await search('Responses', 'anthropic', { tools })).tools).toMatchObject([
    { name: 'look' },
    { name: 'web_search', blocked_domains: BLOCKED },
  ]);
  const atGoogle = await search('Responses', 'google', { tools });
  expect(atGoogle.tools).toMatchObject([{ functionDeclarations: [{ name: 'look' }] }]);
  expect(atGoogle.said).toContain('tools=web_search:ignored');
  const own = { name: 'web_search', type: 'web_search_20250305', blocked_domains: BLOCKED };
  expect((await search('Messages', 'xai', { tools: [own] })).tools).toEqual([
    { type: 'web_search', filters: { excluded_domains: BLOCKED } },
  ]);
  const atOpenai = await search('Messages', 'openai', { tools: [own] });
  expect(atOpenai.tools).toEqual([{ type: 'web_search' }]);
  expect(atOpenai.said).toContain('web_search.blocked_domains=ignored');
});
