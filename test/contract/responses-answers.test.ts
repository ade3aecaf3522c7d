/** Contract, section 13: what is answered, whole and streamed, held to the types of the `openai` package. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreeable } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { type FakeSearch, searchConfig, startFakeSearch } from '../harness/fake-search.ts';
import { type JudgingProvider, startJudgingProvider } from '../harness/judging-provider.ts';
import { expectEventTypes, expectItems, expectResponses } from '../harness/openai-types.ts';
import { envFor, PROVIDERS, respond, speak, startStream, WIRES, wireOf } from '../harness/provider-wires.ts';
import { expectError, readJson } from '../harness/read-answer.ts';
import {
  type EventBody,
  type ItemBody,
  outputTextOf,
  parseResponseStream,
  type ResponseBody,
  type ResponseStreamBody,
} from '../harness/read-response-events.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

type Fields = Record<string, unknown>;

const CLAIM = 'The Eiffel Tower was completed in 1889.';
const SILENCE = 100;
let provider: JudgingProvider;
let search: FakeSearch;
let gateway: Gateway;
beforeAll(async () => {
  [provider, search] = await Promise.all([startJudgingProvider(), startFakeSearch()]);
  gateway = await startGateway({
    env: envFor(provider),
    yaml: `plans: { default: enterprise }\nfact_check: { mode: detect, outside: always }\n${searchConfig(search)}`,
    app: { silence: SILENCE },
  });
});
afterAll(() => Promise.all([gateway.stop(), provider.stop(), search.stop()]));
beforeEach(() => provider.reset());

/** All that was answered here, held to OpenAI's types at the end: the compiler is asked once. */
const bodies: ResponseBody[] = [];
const events: EventBody[] = [];
afterAll(async () => {
  expect([bodies.length > 20, events.length > 200]).toEqual([true, true]);
  await expectResponses(...bodies);
  await expectEventTypes(events);
});

const ask = (fields: Fields) =>
  gateway.post('/v1/responses', { api_key: 'sk-test', model: 'gpt-6-luna', input: CLAIM, ...fields });

async function whole(fields: Fields): Promise<ResponseBody> {
  const response = await ask(fields);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = await readJson<ResponseBody>(response);
  bodies.push(body);
  return body;
}

async function stream(fields: Fields): Promise<ResponseStreamBody> {
  const response = await ask({ stream: true, ...fields });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const body = parseResponseStream(await response.text());
  events.push(...body.events);
  return body;
}

/** What both ways answer, which is the same but for what is made anew: ids, and times. */
async function both(fields: Fields): Promise<ResponseBody> {
  const body = await whole(fields);
  const { response } = await stream(fields);
  expect(comparable(response!)).toEqual(comparable(body));
  return body;
}

function comparable({ output, fact_check_metadata: metadata, ...rest }: ResponseBody): object {
  const items = output.map((item) => ({
    ...item,
    id: item.id.replace(/^(msg|rs|fc)_.{24}/, '$1'),
    ...('call_id' in item ? { call_id: '' } : {}),
    ...('extra_content' in item ? { extra_content: {} } : {}),
    ...('encrypted_content' in item ? { encrypted_content: '' } : {}),
  }));
  const ends = rest.completed_at === null ? null : 1;
  return { ...rest, id: '', created_at: 1, completed_at: ends, output: items, mode: metadata?.mode };
}

const textsOf = ({ output }: ResponseBody): string[] =>
  output.flatMap((item) => (item.type === 'message' ? item.content.map(({ text }) => text) : []));
const callsOf = ({ output }: ResponseBody) =>
  output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
const tool = (name: string) => ({
  ...{ type: 'function', name, strict: false },
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
});

describe.each(PROVIDERS)('at %s', (key) => {
  const { model } = WIRES[key];

  it('a text is one message, with the usage', async () => {
    const body = await both({ model, instructions: 'Be brief.', temperature: 0.5, metadata: { a: 'b' } });
    expect(body).toMatchObject({
      ...{ id: expect.stringMatching(/^resp_[\w-]{24}$/), object: 'response', status: 'completed', model },
      ...{ instructions: 'Be brief.', temperature: 0.5, metadata: { a: 'b' }, error: null, tools: [] },
      output: [{ type: 'message', role: 'assistant', status: 'completed' }],
      usage: { input_tokens: 7, output_tokens: 5, total_tokens: 12 },
      fact_check_metadata: { mode: 'detect', claims_detected: 1 },
    });
    expect(textsOf(body)).toEqual(['Hello there.']);
    expect(body.output[0]?.id).toContain(body.id.slice(-24));
  });

  it('each piece of the text is a delta of its own', async () => {
    const { events, response } = await stream({ model });
    expect(events.map(({ type, delta }) => (delta === undefined ? type : delta))).toEqual([
      ...['response.created', 'response.in_progress', 'response.output_item.added'],
      ...['response.content_part.added', 'Hello', ' there.', 'response.output_text.done'],
      ...['response.content_part.done', 'response.output_item.done', 'response.completed'],
    ]);
    expect(response?.usage).toMatchObject({ input_tokens: 7, output_tokens: 5 });
  });

  it('calls are items, and their results lead to a text', async () => {
    const input = `Use get_weather and get_time. ${CLAIM}`;
    const tools = [tool('get_weather'), tool('get_time')];
    const asked = { api_key: 'sandbox', model, tools, input };
    const body = await both(asked);
    const calls = callsOf(body);
    expect(calls.map(({ name, status }) => [name, status])).toEqual([
      ['get_weather', 'completed'],
      ['get_time', 'completed'],
    ]);
    expect(calls.map((one) => Object.keys(JSON.parse(one.arguments)))).toEqual([['city'], ['city']]);
    expect(new Set(calls.map(({ call_id: id }) => id)).size).toBe(2);
    expect(body).toMatchObject({
      status: 'completed',
      tools: [{ name: 'get_weather' }, { name: 'get_time' }],
    });

    const gave = (at: number, output: unknown) => ({
      ...{ type: 'function_call_output', call_id: calls[at]?.call_id },
      output,
    });
    const items: (object | ItemBody)[] = [
      { role: 'user', content: input },
      ...body.output,
      gave(1, [{ type: 'input_text', text: 'noon' }]),
      gave(0, '18 C'),
    ];
    expect(textsOf(await both({ ...asked, input: items }))).toEqual([
      'get_weather returned: 18 C\nget_time returned: noon',
    ]);
  });

  it('an answer that was cut is incomplete, and says why', async () => {
    const cut = await both({ api_key: 'sandbox-length', model });
    expect(cut).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, completed_at: null },
    });
    expect(cut.output.at(-1)?.status).toBe('incomplete');
    // What came before the filter is part of a stream, and not of every provider's whole answer.
    const filtered = { api_key: 'sandbox-filtered', model };
    for (const body of [await whole(filtered), (await stream(filtered)).response]) {
      expect(body).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } });
    }
  });

  it('a refusal is an answer that the filter cut', async () => {
    provider.answer((request, response) => respond(200, wireOf(request).refusal())(request, response));
    const body = await both({ model });
    expect(body).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
      output: [{ type: 'message', status: 'incomplete' }],
    });
  });

  it('what fails before the answer is an ordinary error', async () => {
    for (const streamed of [false, true]) {
      await expectError(await ask({ api_key: 'sandbox-invalid', model, stream: streamed }), {
        ...{ status: 401, detail: 'Invalid API key' },
      });
    }
  });

  it.each(['fails', 'breaks off'])(
    'one that %s in its text is a response that failed, with what there was',
    async (how) => {
      provider.answer((request, response) => {
        const { opening, delta, errorEvent } = wireOf(request);
        startStream(response);
        response.end(opening + delta('Hello') + (how === 'fails' ? errorEvent : ''));
      });
      const { response } = await stream({ model });
      expect(response).toMatchObject({
        ...{ status: 'failed', error: { code: 'server_error' }, usage: null, store: false },
        output: [{ type: 'message', status: 'incomplete', content: [{ text: 'Hello' }] }],
      });
    },
  );

  it('a call that breaks off is none, and neither is its response an answer', async () => {
    const { response } = await stream({
      ...{ api_key: 'sandbox-cut', model, tools: [tool('get_weather')] },
      input: `Use get_weather. ${CLAIM}`,
    });
    expect(response?.status).toBe('failed');
    expect(response?.output.at(-1)?.status).toBe('incomplete');
  });
});

describe('the stream', () => {
  it('has a sign of life in silence, and an error behind it is an event', async () => {
    provider.answer(async (request, response) => {
      startStream(response);
      response.flushHeaders();
      await new Promise((resolve) => setTimeout(resolve, 3 * SILENCE));
      response.end(wireOf(request).errorEvent);
    });
    const { events, comments } = await stream({});
    expect(comments[0]).toBe('keep-alive');
    expect(events).toEqual([
      expect.objectContaining({ type: 'error', sequence_number: 0, message: expect.stringMatching(/./) }),
    ]);
  });

  it('ends with its last event: there is no [DONE]', async () => {
    const raw = await (await ask({ stream: true })).text();
    expect(raw).toMatch(/event: response\.completed\ndata: \{[^\n]+\}\n\n$/);
  });

  it('has the probabilities of tokens where they are asked for', async () => {
    const token = { token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] };
    const { model } = WIRES.xai;
    const withTokens = (text: string) =>
      text.replace('"logprobs":[]', `"logprobs":[${JSON.stringify(token)}]`);
    provider.answer((request, response) => {
      const { opening, delta, end } = wireOf(request);
      startStream(response);
      response.end(opening + withTokens(delta('Hi')) + end);
    });
    const { response } = await stream({ model, include: ['message.output_text.logprobs'] });
    expect(response?.output).toMatchObject([{ content: [{ text: 'Hi', logprobs: [token] }] }]);
    expect(provider.asked.at(-1)?.body.include).toContain('message.output_text.logprobs');
  });
});

it('there is one answer: what asks for several is no field of this API', async () => {
  expect((await whole({ model: 'claude-haiku-5-5', n: 3 })).output.length).toBe(1);
  expect(provider.asked.at(-1)?.body).not.toHaveProperty('n');
});

describe('what was found out', () => {
  const VILLAGE = 'The village of Oberklammstein has 4,212 inhabitants.';
  const PAGE = { title: 'Oberklammstein', url: 'https://example.org/village' };
  const content = 'Oberklammstein is a village that has 4,212 inhabitants.';
  beforeAll(async () => {
    // Sources outside are asked for keys that a provider has accepted.
    await Promise.all(PROVIDERS.map((key) => ask({ model: WIRES[key].model })));
  });
  beforeEach(() => search.find(() => [{ ...PAGE, content }]));
  const citationsOf = (body: ResponseBody) =>
    body.output
      .flatMap((item) => (item.type === 'message' ? item.content : []))
      .flatMap(({ annotations }) => annotations);

  it('is cited where the model cites it, in the text as it stands', async () => {
    provider.answer(speak(['It is not ', '[1].', ' Nor is [9].']));
    const fact_check = { mode: 'ground', citations: true, sources: ['searxng'] };
    const body = await both({ input: VILLAGE, fact_check });
    const text = outputTextOf(body);
    expect(citationsOf(body)).toEqual([{ type: 'url_citation', start_index: 10, end_index: 13, ...PAGE }]);
    expect(text.slice(10, 13)).toBe('[1]');
  });

  it('is no citation where the model was not asked to cite', async () => {
    provider.answer(speak(['See a[1].']));
    const body = await both({ input: VILLAGE, fact_check: { mode: 'ground', sources: ['searxng'] } });
    expect(citationsOf(body)).toEqual([]);
  });

  it.each(PROVIDERS)('of claims is told as they are verified, and cited at the end (%s)', async (key) => {
    provider.judge(agreeable);
    provider.answer(speak(['I know this. ', VILLAGE, ' That is all.']));
    const fact_check = { mode: 'verify', sources: ['searxng'] };
    const fields = { model: WIRES[key].model, input: 'Tell me something.', fact_check };
    const { events, response, comments } = await stream({
      ...fields,
      fact_check: { ...fact_check, stream_events: true },
    });
    const own = events.filter(({ type }) => type.startsWith('claimgate.'));
    expect(own.map(({ type, claim }) => [type, (claim as { original_text: string }).original_text])).toEqual([
      ['claimgate.claim', VILLAGE],
      ['claimgate.verdict', VILLAGE],
    ]);
    expect(comments).toContain('verified 1 of 1');
    const [claim] = response?.fact_check_metadata?.claims ?? [];
    expect(outputTextOf(response!).slice(claim?.start, claim?.end)).toBe(VILLAGE);
    const { start, end } = claim!;
    const cited = [{ type: 'url_citation', start_index: start, end_index: end, ...PAGE }];
    expect(citationsOf(response!)).toEqual(cited);

    const plain = await both(fields);
    expect(citationsOf(plain)).toEqual(cited);
  });
});

describe('what is kept', () => {
  const get = (path: string) =>
    fetch(`${gateway.url}/v1/responses/${path}`, { headers: { authorization: 'Bearer sandbox' } });

  it('is the answer as it was, and the items that were asked with', async () => {
    const call = { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{}' };
    const input = [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Hello.' }] },
      { type: 'message', role: 'assistant', content: 'Hello there.' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Well.' }] },
      { role: 'user', content: 'How is the weather?' },
      call,
      { type: 'function_call_output', call_id: 'call_1', output: '18 C' },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { role: 'user', content: 'And tomorrow?' },
    ];
    const body = await both({ api_key: 'sandbox', input, tools: [tool('get_weather')] });
    expect(body.store).toBe(true);
    expect(await readJson(await get(body.id))).toEqual(body);
    const list = await readJson<{ data: { id: string; type: string }[] }>(
      await get(`${body.id}/input_items?order=asc`),
    );
    expect(list.data.map(({ type }) => type)).toEqual(
      input.map((item) => ('type' in item ? item.type : 'message')),
    );
    expect(new Set(list.data.map(({ id }) => id)).size).toBe(input.length);
    await expectItems(list.data);
  });
});
