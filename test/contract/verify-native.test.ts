/** The judge's own web search as a source of evidence, over the wire of each provider that has one. */
import { createServer, type Server } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { type SeenQuestion, verdict } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { Received } from '../harness/fake-provider.ts';
import { type JudgingProvider, readPrompt, startJudgingProvider } from '../harness/judging-provider.ts';
import { makeCertificate } from '../harness/make-certificate.ts';
import { envFor, type ProviderKey, providerOf, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const SAID = 'The lighthouse of Sunderholm was not completed in 1871.';
const PAGE = 'https://pages.example/lighthouse';
const REDIRECTS = 'vertexaisearch.cloud.google.com';

/** What each provider says as its documentation has it: a search, and an answer that cites one page. */
const REPLIES: Readonly<Partial<Record<ProviderKey, object>>> = {
  openai: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    error: null,
    output: [
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: { type: 'search', query: 'lighthouse' },
      },
      {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: `${SAID} ([pages.example](${PAGE}?utm_source=openai))`,
            annotations: [
              {
                type: 'url_citation',
                start_index: SAID.length + 1,
                end_index: SAID.length + 1 + 57,
                url: `${PAGE}?utm_source=openai`,
                title: 'The lighthouse',
              },
            ],
          },
        ],
      },
    ],
    usage: {
      input_tokens: 3_001,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 64,
      output_tokens_details: { reasoning_tokens: 10 },
      total_tokens: 3_065,
    },
  },
  xai: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } },
      {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: `${SAID}[[1]](${PAGE})`,
            annotations: [
              {
                type: 'url_citation',
                start_index: SAID.length,
                end_index: SAID.length + 39,
                url: PAGE,
                title: '1',
              },
            ],
          },
        ],
      },
    ],
    usage: { input_tokens: 3_001, output_tokens: 54, total_tokens: 3_065, num_sources_used: 1 },
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'lighthouse' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          {
            type: 'web_search_result',
            url: PAGE,
            title: 'The lighthouse',
            encrypted_content: 'Eq',
            page_age: 'May 1, 2025',
          },
        ],
      },
      {
        type: 'text',
        text: 'It was not.',
        citations: [
          {
            type: 'web_search_result_location',
            url: PAGE,
            title: 'The lighthouse',
            encrypted_index: 'Eo',
            cited_text: `of the coast. ${SAID} It is visible from the`,
          },
        ],
      },
    ],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 2_001,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 1_000,
      output_tokens: 64,
      server_tool_use: { web_search_requests: 1 },
    },
  },
  google: {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: SAID }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['lighthouse sunderholm'],
          groundingChunks: [
            { web: { uri: `https://${REDIRECTS}/grounding-api-redirect/abc`, title: 'pages.example' } },
          ],
          groundingSupports: [
            {
              segment: { startIndex: 0, endIndex: SAID.length, text: SAID },
              groundingChunkIndices: [0],
              confidenceScores: [0.9],
            },
          ],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 60,
      toolUsePromptTokenCount: 2_941,
      candidatesTokenCount: 54,
      thoughtsTokenCount: 10,
      totalTokenCount: 3_065,
    },
  },
};
/** Google's redirects are caught in this process. */
const SEARCHERS = (['openai', 'anthropic', 'google', 'xai'] as const).filter(
  (name) => !severalProcesses || name !== 'google',
);

let provider: JudgingProvider;
let gateway: Gateway;
/** Where Google's redirects are asked, and what was asked there. */
let redirects: Server;
const redirected: string[] = [];
let location = PAGE;
/** Where redirects lead: nobody may ever come here. */
const visited: string[] = [];
const { connect } = Socket.prototype;
const { NODE_TLS_REJECT_UNAUTHORIZED: checked } = process.env;

beforeAll(async () => {
  provider = await startJudgingProvider();
  redirects = createServer(makeCertificate(REDIRECTS), (request, response) => {
    redirected.push(`${request.method} ${request.headers.host}${request.url}`);
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => redirects.listen(0, '127.0.0.1', resolve));
  const { port } = redirects.address() as AddressInfo;
  // The one host whose address no config can change stands on this machine, with a certificate that nobody signed.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [first] = args.flat() as [{ host?: string; port?: number | string }];
    if (first.host === REDIRECTS) Object.assign(first, { host: '127.0.0.1', port, lookup: undefined });
    else if (first.host !== undefined && !['127.0.0.1', 'localhost'].includes(first.host))
      visited.push(first.host);
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  gateway = await startGateway({
    env: envFor(provider),
    yaml: 'plans: { default: enterprise }\nfact_check: { max_claims: 20, judge_timeout: 1s }',
  });
});
afterAll(async () => {
  await Promise.all([gateway.stop(), provider.stop()]);
  Socket.prototype.connect = connect;
  if (checked === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  else process.env.NODE_TLS_REJECT_UNAUTHORIZED = checked;
  redirects.closeAllConnections();
  redirects.close();
});
beforeEach(() => {
  provider.reset();
  redirected.length = 0;
  visited.length = 0;
  location = PAGE;
  provider.judge(refuting);
  answerAndSearch();
});

const refuting = ({ blocks }: SeenQuestion): object[] =>
  blocks.map((block) =>
    verdict(block, {
      verdict: 'refuted',
      explanation: 'It was not.',
      evidence: block.items.map(({ number }) => ({ number, stance: 'refutes', words: 'was not completed' })),
    }),
  );

const isSearch = ({ body }: Received): boolean => Array.isArray(body.tools);
const searches = (): Received[] => provider.asked.filter(isSearch);

/** @param reply what a search gets. */
function answerAndSearch(reply = (name: ProviderKey): unknown => REPLIES[name]): void {
  provider.answer((request, response) => {
    const said = isSearch(request) ? respond(200, reply(providerOf(request))) : speak(['I see.']);
    return said(request, response);
  });
}

let keys = 0;
const newKey = (): string => `sk-native-${++keys}`;
const CLAIM = 'The lighthouse of Sunderholm was completed in 1871.';

async function verify(
  body: Record<string, unknown>,
  check: Record<string, unknown> = {},
): Promise<FactCheckMetadata> {
  const response = await gateway.chat({
    messages: [{ role: 'user', content: CLAIM }],
    fact_check: { mode: 'verify', sources: ['native'], ...check },
    ...body,
  });
  expect(response.status).toBe(200);
  return (await readJson<{ fact_check_metadata: FactCheckMetadata }>(response)).fact_check_metadata;
}

describe.each(SEARCHERS)('the web search of %s', (name) => {
  const { model, keyHeader } = WIRES[name];

  it('is evidence, on the caller’s key, and its tokens are reported', async () => {
    const api_key = newKey();
    const metadata = await verify({ api_key, model });
    expect(metadata.sources_consulted).toEqual(['starter', 'native']);
    expect(metadata.claims[0]).toMatchObject({
      verdict: 'refuted',
      evidence: [
        name === 'anthropic'
          ? { source: 'native', url: PAGE, quote: SAID, published: '2025-05-01', title: 'The lighthouse' }
          : { source: 'native', url: PAGE, quote: '' },
      ],
    });
    if (name !== 'anthropic') expect(metadata.confidence_score).toBeLessThanOrEqual(0.6);
    const [search, ...more] = searches();
    expect(more).toEqual([]);
    expect(search?.headers[keyHeader[0]]).toBe(keyHeader[1](api_key));
    expect(readPrompt(search as Received).user).toBe(CLAIM);
    expect(JSON.stringify(search?.url)).not.toContain(api_key);
    const judged = provider.calls[0]?.counted;
    expect(metadata.usage?.prompt_tokens).toBe(3_001 + (judged?.prompt ?? 0));
    expect(metadata.usage?.completion_tokens).toBe(64 + (judged?.completion ?? 0));
    expect(redirected).toEqual(name === 'google' ? [`HEAD ${REDIRECTS}/grounding-api-redirect/abc`] : []);
    expect(visited).toEqual([]);
  });

  // Each process remembers its own.
  it.skipIf(severalProcesses)('is kept for its caller, and for no other', async () => {
    const [ann, bob] = [newKey(), newKey()];
    await verify({ api_key: ann, model });
    const again = await verify({ api_key: ann, model });
    expect(searches()).toHaveLength(1);
    expect(again.claims[0]?.verdict).toBe('refuted');
    expect(again.usage?.total_tokens).toBe(0);
    await verify({ api_key: bob, model });
    expect(searches()).toHaveLength(2);
  });

  it('is asked three times a request at the most', async () => {
    const content = Array.from(
      { length: 8 },
      (_, n) => `The tower of Sunderholm number ${n + 11} is 43 metres high.`,
    );
    await verify({ api_key: newKey(), model, messages: [{ role: 'user', content: content.join(' ') }] });
    expect(searches()).toHaveLength(3);
  });

  it('is not asked in another mode, nor where it was not named, nor for the sandbox', async () => {
    await verify({ api_key: newKey(), model }, { mode: 'ground' });
    await verify({ api_key: newKey(), model }, { sources: [] });
    await verify({ api_key: newKey(), model }, { mode: 'detect' });
    await verify({ api_key: 'sandbox', model });
    expect(searches()).toEqual([]);
  });

  it.each([
    ['an error', false, { error: { message: 'no', type: 'server_error', code: 500 } }],
    ['nothing', true, {}],
    ['another kind of JSON', false, ['{}', { output: 'x', content: 'y', candidates: 7 }]],
    [
      'addresses that are none',
      true,
      JSON.parse(JSON.stringify(REPLIES[name]).replaceAll('https://', 'javascript:')),
    ],
  ])('that answers with %s leaves the claim open', async (_what, answered, reply) => {
    answerAndSearch(() => reply);
    const metadata = await verify({ api_key: newKey(), model });
    expect(metadata.claims[0]).toMatchObject({ verdict: 'not_enough_evidence', evidence: [] });
    expect(metadata.sources_consulted.includes('native')).toBe(answered);
    expect(provider.calls).toEqual([]);
  });

  it('that is silent is given up, and ends with its caller', async () => {
    provider.answer((request, response) =>
      isSearch(request) ? undefined : speak(['I see.'])(request, response),
    );
    expect((await verify({ api_key: newKey(), model })).claims[0]?.verdict).toBe('not_enough_evidence');
    provider.asked.length = 0;
    const leaving = new AbortController();
    const asking = fetch(`${gateway.url}/v1/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: newKey(), model, text: CLAIM, mode: 'verify', sources: ['native'] }),
      signal: leaving.signal,
    });
    asking.catch(() => {});
    while (searches().length === 0) await delay(2);
    leaving.abort();
    await searches()[0]?.closed;
  });

  it('serves POST /v1/claims too', async () => {
    const response = await gateway.post('/v1/claims', {
      api_key: newKey(),
      model,
      text: CLAIM,
      mode: 'verify',
      sources: ['native'],
    });
    const { fact_check_metadata: metadata } = await readJson<{ fact_check_metadata: FactCheckMetadata }>(
      response,
    );
    expect(metadata.claims[0]).toMatchObject({ verdict: 'refuted', evidence: [{ url: PAGE }] });
  });
});

describe.skipIf(severalProcesses)('redirects', () => {
  it.each([
    ['to no web page', 'javascript:alert(1)'],
    ['to themselves', `https://${REDIRECTS}/grounding-api-redirect/def`],
    ['to somebody’s account', 'https://ann:secret@pages.example/'],
  ])('%s are no evidence', async (_where, to) => {
    location = to;
    const metadata = await verify({ api_key: newKey(), model: WIRES.google.model });
    expect(metadata.claims[0]).toMatchObject({ verdict: 'not_enough_evidence', evidence: [] });
    expect(redirected).toHaveLength(1);
    expect(visited).toEqual([]);
  });
});

it('Together has no search: the claim goes by the other sources, and native is not listed as consulted', async () => {
  const metadata = await verify({ api_key: newKey(), model: WIRES.together.model });
  expect(searches()).toEqual([]);
  expect(metadata.sources_consulted).toEqual(['starter']);
  expect(metadata.claims[0]?.verdict).toBe('not_enough_evidence');
});
