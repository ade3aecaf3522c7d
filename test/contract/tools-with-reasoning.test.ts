/**
 * Contract, section 15: a model that thinks beside tools in its provider's Responses API alone is asked by that one,
 * whichever API its caller speaks; and its reasoning goes back with the calls.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, isStreamed, startStream } from '../harness/provider-wires.ts';
import { parseResponseStream } from '../harness/read-response-events.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

type Fields = Record<string, unknown>;

const REASONING = {
  ...{ type: 'reasoning', id: 'rs_of_openai', summary: [{ type: 'summary_text', text: 'I look.' }] },
  encrypted_content: 'sealed',
};
const CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{"at":1}' };
const USAGE = {
  ...{ input_tokens: 20, output_tokens: 9, total_tokens: 29 },
  input_tokens_details: { cached_tokens: 4 },
  output_tokens_details: { reasoning_tokens: 5 },
};
const RESPONSE = { id: 'resp_1', status: 'completed', error: null, output: [REASONING, CALL], usage: USAGE };
const EVENTS = [
  { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { ...REASONING, summary: [] } },
  { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'I ' },
  { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'look.' },
  { type: 'response.output_item.done', output_index: 0, item: REASONING },
  { type: 'response.output_item.added', output_index: 1, item: { ...CALL, arguments: '' } },
  { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"at":' },
  { type: 'response.function_call_arguments.delta', output_index: 1, delta: '1}' },
  { type: 'response.output_item.done', output_index: 1, item: CALL },
  { type: 'response.completed', response: RESPONSE },
];

/** Thinks, and calls. */
const call: Handler = (request, response) => {
  if (isStreamed(request)) {
    startStream(response);
    response.end(EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(RESPONSE));
};

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'fact_check: { mode: off }\nplans: { free: { models: all, per_hour: null, per_month: null } }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(call);
});

const model = 'gpt-6-luna';
const AUTH = { authorization: 'Bearer sk-reasons' };
const user = { role: 'user', content: 'Go' };
const chatTools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
const messagesTools = [{ name: 'look', input_schema: { type: 'object' } }];
const responsesTools = [{ type: 'function', name: 'look', parameters: { type: 'object' } }];

async function post(path: string, body: Fields) {
  const answer = await gateway.post(path, { model, ...body }, AUTH);
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, '']);
  return { answer, adjusted: answer.headers.get('x-claimgate-adjusted') };
}
const read = async (path: string, body: Fields) => (await (await post(path, body)).answer.json()) as Fields;
const sent = () => fake.received.at(-1)!;
const inputOf = (at: number) => fake.received[at]?.body.input as Fields[];

describe('a chat with tools', () => {
  const asked = { messages: [user], tools: chatTools };

  it('has what was thought, the call and the usage in its own words, and nothing is said of an effort', async () => {
    const { answer, adjusted } = await post('/v1/chat/completions', asked);
    const { choices, usage } = (await answer.json()) as { choices: Fields[]; usage: Fields };
    expect(sent().url).toBe('/openai/v1/responses');
    expect(sent().body.reasoning).toEqual({ summary: 'auto' });
    expect(adjusted).toBeNull();
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        ...{ content: null, reasoning_content: 'I look.' },
        tool_calls: [{ id: 'call_1', function: { name: 'look', arguments: '{"at":1}' } }],
      },
    });
    expect(usage).toMatchObject({
      ...{ prompt_tokens: 20, completion_tokens: 9 },
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 5 },
    });
  });

  it('has the effort that was asked for', async () => {
    await post('/v1/chat/completions', { ...asked, reasoning_effort: 'high' });
    expect(sent().body.reasoning).toEqual({ effort: 'high', summary: 'auto' });
  });

  it.each<[string, Fields]>([
    ['none is to be thought', { reasoning_effort: 'none' }],
    ['it needs what only chat completions have', { seed: 7 }],
    ['it wants several answers', { n: 2 }],
    ['it has no tools', { tools: undefined }],
  ])('is asked by chat completions where %s', async (_why, fields) => {
    await gateway.post('/v1/chat/completions', { model, ...asked, ...fields }, AUTH);
    expect(sent().url).toBe('/openai/v1/chat/completions');
  });

  it('ends where the gateway finds a stop sequence, and thinks all the same', async () => {
    await post('/v1/chat/completions', { ...asked, stop: ['END'] });
    expect(sent()).toMatchObject({ url: '/openai/v1/responses' });
    expect(sent().body).not.toHaveProperty('stop');
  });

  it('is asked by chat completions of a model that thinks beside tools there too', async () => {
    await gateway.post('/v1/chat/completions', { ...asked, model: 'gpt-5.2' }, AUTH);
    expect(sent().url).toBe('/openai/v1/chat/completions');
  });

  it('is not kept from thinking by a field that the model lacks in both', async () => {
    const { adjusted } = await post('/v1/chat/completions', {
      ...{ ...asked, model: 'gpt-5.4-mini' },
      presence_penalty: 1,
    });
    expect([sent().url, adjusted]).toEqual(['/openai/v1/responses', 'presence_penalty=ignored']);
  });

  it('can be had of a model that always thinks, whatever else is asked', async () => {
    await post('/v1/chat/completions', { ...asked, model: 'gpt-6-astra', seed: 7, reasoning_effort: 'none' });
    expect(sent()).toMatchObject({ url: '/openai/v1/responses', body: { reasoning: { effort: 'low' } } });
  });
});

describe('an organization that may have no summaries', () => {
  const refuse: Handler = (request, response) => {
    if ((request.body.reasoning as Fields | undefined)?.summary === undefined) return call(request, response);
    response.writeHead(400, { 'content-type': 'application/json' });
    const message = 'Your organization must be verified to generate reasoning summaries.';
    const error = {
      message,
      type: 'invalid_request_error',
      param: 'reasoning.summary',
      code: 'unsupported_value',
    };
    response.end(JSON.stringify({ error }));
    return undefined;
  };
  const asked = { messages: [user], tools: chatTools };
  const reasonings = () => fake.received.map(({ body }) => body.reasoning);

  it('is asked once more without them, and nothing else is changed', async () => {
    fake.answer(refuse);
    await post('/v1/chat/completions', { ...asked, reasoning_effort: 'high' });
    await post('/v1/chat/completions', { ...asked, stream: true });
    expect(reasonings()).toEqual([
      ...[{ effort: 'high', summary: 'auto' }, { effort: 'high' }],
      ...[{ summary: 'auto' }, undefined],
    ]);
    const [first, second] = fake.received.map(({ body: { reasoning: _reasoning, ...rest } }) => rest);
    expect(second).toEqual(first);
  });

  it.each([
    ['another field', { param: 'tools' }, 400],
    ['the key', { param: 'reasoning.summary', code: 'invalid_api_key' }, 401],
  ])('is asked once where %s is refused', async (_what, more, status) => {
    fake.answer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'no', type: 'invalid_request_error', ...more } }));
    });
    const answer = await gateway.post('/v1/chat/completions', { model, ...asked }, AUTH);
    expect([answer.status, fake.received.length]).toEqual([status, 1]);
  });
});

/** A step of a loop on each API: what is asked, and how it goes on with what the client has kept of the answer. */
const LOOPS: readonly (readonly [path: string, first: Fields, next: (answer: Fields) => Fields])[] = [
  [
    '/v1/chat/completions',
    { messages: [user], tools: chatTools },
    () => ({
      tools: chatTools,
      messages: [
        user,
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'seen' },
      ],
    }),
  ],
  [
    '/v1/messages',
    { messages: [user], tools: messagesTools, max_tokens: 99 },
    () => ({
      ...{ tools: messagesTools, max_tokens: 99 },
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'look', input: { at: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'seen' }] },
      ],
    }),
  ],
  [
    '/v1/responses',
    { input: [user], tools: responsesTools },
    ({ output }) => ({
      tools: responsesTools,
      input: [
        user,
        ...(output as Fields[]),
        { type: 'function_call_output', call_id: 'call_1', output: 'seen' },
      ],
    }),
  ],
];

describe.each(LOOPS)('%s', (path, first, next) => {
  it('gives the reasoning back before its call, behind all that was sent before', async () => {
    const answer = await read(path, first);
    await read(path, next(answer));
    const [before, after] = [inputOf(0), inputOf(1)];
    expect(after.slice(0, before.length)).toEqual(before);
    const { id: _id, ...bare } = REASONING;
    expect(after.slice(before.length)).toMatchObject([
      bare,
      { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at":1}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'seen' },
    ]);
  });
});

it('an item of reasoning comes with what the provider wants back, whole and streamed', async () => {
  const { output } = await read('/v1/responses', LOOPS[2]![1]);
  const [reasoning, called] = output as Fields[];
  expect(reasoning).toMatchObject({
    ...{ type: 'reasoning', id: expect.stringMatching(/^rs_/), encrypted_content: 'sealed' },
    summary: [{ text: 'I look.' }],
  });
  expect(called).not.toHaveProperty('extra_content');
  const { answer } = await post('/v1/responses', { ...LOOPS[2]![1], stream: true });
  const last = [...(await answer.text()).matchAll(/^data: (.*)$/gm)].at(-1)![1]!;
  const { response } = JSON.parse(last) as { response: { output: Fields[] } };
  expect(response.output[0]).toMatchObject({ encrypted_content: 'sealed', summary: [{ text: 'I look.' }] });
});

it('a model that its provider serves by chat completions alone is asked by them', async () => {
  const fields = { model: 'gpt-4o-search-preview', input: 'Hello' };
  await gateway.post('/v1/responses', fields, AUTH);
  expect(sent().url).toBe('/openai/v1/chat/completions');
});

it('each item of reasoning is one of its own in a stream, and goes back with the call behind it', async () => {
  const second = { ...REASONING, id: 'rs_2', summary: [{ type: 'summary_text', text: 'And on.' }] };
  const other = { ...CALL, id: 'fc_2', call_id: 'call_2' };
  const output = [REASONING, CALL, { ...second, encrypted_content: 'more' }, other];
  const events = [
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: { ...RESPONSE, output } },
  ];
  fake.answer((_request, response) => {
    startStream(response);
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  const first = LOOPS[2]![1];
  const { answer } = await post('/v1/responses', { ...first, stream: true });
  const { response } = parseResponseStream(await answer.text());
  const items = response!.output as unknown as Fields[];
  expect(items.map(({ type, encrypted_content: sealed }) => [type, sealed])).toEqual([
    ['reasoning', 'sealed'],
    ['function_call', undefined],
    ['reasoning', 'more'],
    ['function_call', undefined],
  ]);
  const outputs = ['call_1', 'call_2'].map((call_id) => ({
    type: 'function_call_output',
    call_id,
    output: 'x',
  }));
  fake.answer(call);
  await read('/v1/responses', { ...first, input: [user, ...items, ...outputs] });
  const types = (sent().body.input as Fields[]).map(({ type, encrypted_content: sealed }) => sealed ?? type);
  expect(types.slice(1)).toEqual([
    ...['sealed', 'function_call', 'more', 'function_call'],
    ...['function_call_output', 'function_call_output'],
  ]);
});

it('an answer that is only thought, in several items, has an empty message, whole and streamed', async () => {
  const output = [REASONING, { ...REASONING, id: 'rs_2' }];
  const events = [
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: { ...RESPONSE, output } },
  ];
  fake.answer((request, response) => {
    if (isStreamed(request)) {
      startStream(response);
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...RESPONSE, output }));
    }
  });
  const first = LOOPS[2]![1];
  const types = (items: unknown) => (items as Fields[]).map(({ type }) => type);
  const expected = ['reasoning', 'reasoning', 'message'];
  expect(types((await read('/v1/responses', first)).output)).toEqual(expected);
  const { answer } = await post('/v1/responses', { ...first, stream: true });
  expect(types(parseResponseStream(await answer.text()).response?.output)).toEqual(expected);
});

it('reasoning without a summary is an item all the same', async () => {
  fake.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...RESPONSE, output: [{ ...REASONING, summary: [] }, CALL] }));
  });
  const { output } = await read('/v1/responses', LOOPS[2]![1]);
  expect((output as Fields[])[0]).toMatchObject({
    type: 'reasoning',
    summary: [],
    encrypted_content: 'sealed',
  });
});
