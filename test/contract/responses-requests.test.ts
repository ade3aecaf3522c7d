/**
 * Contract, section 13: a request of the Responses API is sent on as chat completions would send it, and as it is to
 * a provider that has this API.
 */
import { describe, expect, it } from 'vitest';
import { PROVIDERS, type ProviderKey, WIRES } from '../harness/provider-wires.ts';
import { expectError, faultsOf, readJson } from '../harness/read-answer.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const gateway = openRecordingGateway();
const { received } = gateway;
const AUTH = { authorization: 'Bearer sk-test' };

const respond = (model: string, fields: Fields, headers: Record<string, string> = AUTH) =>
  gateway.post('/v1/responses', { model, input: 'Hello there', ...fields }, headers);

/** What the provider is sent, and what the caller is told of changes. */
async function send(model: string, fields: Fields) {
  const response = await respond(model, fields);
  const refusal = response.status === 200 ? '' : await response.text();
  expect({ status: response.status, refusal }).toEqual({ status: 200, refusal: '' });
  return { body: gateway.last().body, adjusted: response.headers.get('x-claimgate-adjusted') };
}

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const PDF = 'JVBERi0=';
const schema = { type: 'object', properties: { city: { type: 'string' } } };
const jsonSchema = { name: 'thing', schema: { ...schema, required: ['city'], additionalProperties: false } };
const user = (content: unknown) => ({ role: 'user', content });
const tool = (name: string, more: object = {}) => ({
  type: 'function',
  name,
  description: 'd',
  parameters: schema,
  ...more,
});
const call = (id: string, more: object = {}) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'f',
  arguments: '{"city":"Paris"}',
  status: 'completed',
  ...more,
});
const output = (id: string, given: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id: id,
  output: given,
});
const said = (...content: object[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content,
});
const outputText = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

const chatTool = (name: string, more: object = {}) => ({
  type: 'function',
  function: { name, description: 'd', parameters: schema, ...more },
});
const chatCall = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: '{"city":"Paris"}' },
  ...more,
});
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });

/** The same in both APIs; where not every provider takes it, those that do. */
const SAME: readonly {
  readonly what: string;
  readonly here: Fields;
  readonly chat: Fields;
  readonly only?: readonly ProviderKey[];
}[] = [
  { what: 'a text', here: { input: 'Hi' }, chat: { messages: [user('Hi')] } },
  {
    what: 'instructions, and messages with and without their type',
    here: {
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be kind.' }] },
        { type: 'message', ...user([{ type: 'input_text', text: 'Hi' }]) },
        said(outputText('Hello'), { type: 'refusal', refusal: ' no' }),
        user('Go on.'),
      ],
    },
    chat: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Be kind.' },
        user('Hi'),
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Hello' },
            { type: 'refusal', refusal: ' no' },
          ],
        },
        user('Go on.'),
      ],
    },
    // Others take parts as they are written.
    only: ['anthropic', 'google'],
  },
  {
    what: 'a picture',
    here: {
      input: [
        user([
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: PNG, detail: 'auto', file_id: null },
        ]),
      ],
    },
    chat: {
      messages: [
        user([
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: PNG, detail: 'auto' } },
        ]),
      ],
    },
    only: ['openai', 'anthropic', 'google', 'xai'],
  },
  {
    what: 'a file',
    here: { input: [user([{ type: 'input_file', file_data: PDF, filename: 'a.pdf' }])] },
    chat: { messages: [user([{ type: 'file', file: { file_data: PDF, filename: 'a.pdf' } }])] },
    only: ['anthropic', 'google'],
  },
  {
    what: 'calls and their outputs, with reasoning between',
    here: {
      tools: [tool('f')],
      input: [
        user('Go'),
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
        said(outputText('I look.')),
        call('call_1', { extra_content: { google: { thought_signature: 'signed' } } }),
        call('call_2'),
        output('call_2', [{ type: 'input_text', text: 'b' }]),
        output('call_1'),
        call('call_3'),
        output('call_3'),
      ],
    },
    chat: {
      tools: [chatTool('f')],
      messages: [
        user('Go'),
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            chatCall('call_1', { extra_content: { google: { thought_signature: 'signed' } } }),
            chatCall('call_2'),
          ],
        },
        result('call_2', 'b'),
        result('call_1'),
        { role: 'assistant', content: null, tool_calls: [chatCall('call_3')] },
        result('call_3'),
      ],
    },
  },
  {
    what: 'functions, and which may be called',
    here: {
      tools: [tool('f', { strict: null }), tool('g', { parameters: null })],
      tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'g' }] },
      parallel_tool_calls: false,
    },
    chat: {
      tools: [chatTool('f'), chatTool('g', { parameters: undefined })],
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'g' } }] },
      },
      parallel_tool_calls: false,
    },
  },
  {
    what: 'a function that must be called',
    here: { tools: [tool('f')], tool_choice: { type: 'function', name: 'f' } },
    chat: { tools: [chatTool('f')], tool_choice: { type: 'function', function: { name: 'f' } } },
  },
  {
    what: 'how it is answered',
    here: {
      max_output_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      reasoning: { effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_schema', ...jsonSchema, strict: true }, verbosity: 'low' },
      user: 'u',
      service_tier: 'flex',
      safety_identifier: 's',
      prompt_cache_key: 'k',
      prompt_cache_retention: '24h',
    },
    chat: {
      max_completion_tokens: 99,
      temperature: 0.5,
      top_p: 0.9,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { ...jsonSchema, strict: true } },
      verbosity: 'low',
      user: 'u',
      service_tier: 'flex',
      safety_identifier: 's',
      prompt_cache_key: 'k',
      prompt_cache_retention: '24h',
    },
  },
  {
    what: 'JSON of any kind',
    here: { text: { format: { type: 'json_object' } }, input: 'Some JSON' },
    chat: { response_format: { type: 'json_object' }, messages: [user('Some JSON')] },
  },
  {
    what: 'the probabilities of tokens',
    here: { top_logprobs: 2 },
    chat: { logprobs: true, top_logprobs: 2 },
    only: ['together'],
  },
];

describe.each(['anthropic', 'google', 'together'] as const)('at %s', (key) => {
  const { model } = WIRES[key];
  it.each(SAME.filter(({ only = PROVIDERS }) => only.includes(key)))(
    '$what is what chat completions says in its words',
    async ({ here, chat }) => {
      const asChat = await gateway.send(model, { messages: [user('Hello there')], ...chat });
      const { body } = await send(model, here);
      expect(body).toEqual(asChat.body);
      expect(received()).toHaveLength(2);
    },
  );
});

describe.each([
  ['openai', 'developer'],
  ['xai', 'system'],
] as const)('at %s, by its own Responses API', (key, role) => {
  const { model } = WIRES[key];

  it('the conversation is its items, in their places', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };
    const { body } = await send(model, {
      instructions: 'Be brief.',
      tools: [tool('f')],
      input: [
        user('Go'),
        reasoning,
        said(outputText('I look.')),
        call('call_1'),
        output('call_1'),
        { role: 'developer', content: 'Be kind.' },
        user([
          { type: 'input_text', text: 'Look.' },
          { type: 'input_image', image_url: PNG },
        ]),
      ],
    });
    expect(gateway.last().url).toMatch(/\/responses$/);
    expect(body.instructions).toBe('Be brief.');
    expect(body.input).toEqual([
      user('Go'),
      reasoning,
      said(outputText('I look.')),
      call('call_1'),
      output('call_1'),
      { role, content: 'Be kind.' },
      user([
        { type: 'input_text', text: 'Look.' },
        { type: 'input_image', image_url: PNG },
      ]),
    ]);
    expect(body.tools).toEqual([tool('f')]);
  });

  it('nothing is stored there, and what was thought comes in a form that can go back', async () => {
    for (const store of [undefined, true, false]) {
      const { body, adjusted } = await send(model, { store });
      expect([body.store, body.include, adjusted]).toEqual([false, ['reasoning.encrypted_content'], null]);
    }
  });

  it('reasoning goes to the provider that wrote it alone', async () => {
    const sent = async (id: string) => {
      const item = { type: 'reasoning', id, summary: [], encrypted_content: 'x' };
      const { body } = await send(model, {
        tools: [tool('f')],
        input: [user('Go'), item, call('c'), output('c')],
      });
      return (body.input as { type?: string; id?: string }[]).filter(({ type }) => type === 'reasoning');
    };
    const own = `rs_${'a'.repeat(24)}o0_`;
    // Its id is the gateway's, and says nothing there.
    expect(await sent(own + key)).toEqual([{ type: 'reasoning', summary: [], encrypted_content: 'x' }]);
    expect(await sent(`${own}other`)).toEqual([]);
    expect(await sent('rs_1')).toMatchObject([{ id: 'rs_1' }]);
  });
});

it('an answer has at least as many tokens as OpenAI’s Responses API allows', async () => {
  expect(await send('gpt-6-luna', { max_output_tokens: 15 })).toMatchObject({
    body: { max_output_tokens: 16 },
    adjusted: 'max_output_tokens=16',
  });
  expect(await send('gpt-6-luna', { max_output_tokens: 16 })).toMatchObject({
    body: { max_output_tokens: 16 },
    adjusted: null,
  });
});

describe('what is the gateway’s own', () => {
  it('is not passed on', async () => {
    const { body } = await send('gpt-6-luna', { store: true, background: false });
    expect(Object.keys(body).sort()).toEqual(['include', 'input', 'model', 'store']);
    expect(body.store).toBe(false);
  });

  it('is no provider’s lack of a store', async () => {
    for (const key of PROVIDERS) expect((await send(WIRES[key].model, { store: false })).adjusted).toBeNull();
  });
});

it.each<[string, ProviderKey, Fields, string]>([
  [
    'reasoning of another turn',
    'openai',
    { input: [user('Hi'), { type: 'reasoning', id: 'rs_1' }] },
    'reasoning=ignored',
  ],
  ['truncation', 'anthropic', { truncation: 'auto' }, 'truncation=ignored'],
  ['what the provider lacks', 'anthropic', { text: { verbosity: 'low' } }, 'text.verbosity=ignored'],
  ['what the model lacks', 'anthropic', { temperature: 1.5 }, 'temperature=ignored'],
  ['what the model has another of', 'xai', { reasoning: { effort: 'max' } }, 'reasoning.effort=xhigh'],
  [
    'both',
    'anthropic',
    { truncation: 'auto', text: { verbosity: 'low' } },
    'truncation=ignored, text.verbosity=ignored',
  ],
])('X-Claimgate-Adjusted names %s as the caller wrote it (%s)', async (_what, key, fields, adjusted) => {
  expect((await send(WIRES[key].model, fields)).adjusted).toBe(adjusted);
});

describe('a refusal names the field as the caller wrote it', () => {
  const image = (fields: object) => [user('Hi'), user([{ type: 'input_text', text: 'a' }, fields])];

  it.each<[string, ProviderKey, Fields]>([
    ['background', 'openai', { background: true }],
    ['conversation', 'openai', { conversation: { id: 'conv_1' } }],
    ['prompt', 'anthropic', { prompt: { id: 'pmpt_1' } }],
    ['tool_choice', 'together', { tools: [tool('f')], tool_choice: { type: 'file_search' } }],
    [
      'input.1.type',
      'together',
      { input: [user('Hi'), { type: 'computer_call', id: 'cu_1', call_id: 'c' }] },
    ],
    ['input.1.content.1', 'together', { input: image({ type: 'input_image', image_url: PNG }) }],
    ['input.1.content.1', 'together', { input: image({ type: 'input_image', file_id: 'file_1' }) }],
    [
      'input.1.content.1',
      'together',
      { input: image({ type: 'input_file', file_url: 'https://x.org/a.pdf' }) },
    ],
    [
      'input.1.output.0',
      'together',
      { input: [call('c'), output('c', [{ type: 'input_image', file_id: 'file_1' }])] },
    ],
    ['top_logprobs', 'anthropic', { top_logprobs: 1 }],
    ['include', 'anthropic', { include: ['message.output_text.logprobs'] }],
    [
      'tools.0.parameters.allOf',
      'anthropic',
      { tools: [tool('f', { parameters: { allOf: [schema, schema] } })] },
    ],
  ])('%s (%s)', async (param, key, fields) => {
    const { error } = await expectError(await respond(WIRES[key].model, fields), { status: 400, param });
    expect(error.message).toContain(param.replace(/\.type$/, ''));
    expect(received()).toEqual([]);
  });

  it.each([
    ['response_format', 'text.format'],
    ['messages[1].content', 'input'],
    ['max_completion_tokens', 'max_output_tokens'],
    ['tools[0].function.parameters', 'tools[0].parameters'],
    ['temperature', 'temperature'],
  ])('of a provider’s own: %s', async (field, param) => {
    gateway.answer((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: { message: 'No.', type: 'invalid_request_error', param: field } }),
      );
    });
    for (const stream of [false, true])
      await expectError(await respond('gpt-6-luna', { stream }), { status: 400, detail: 'No.', param });
  });
});

describe('faults', () => {
  it.each<[ProviderKey, Fields, ...string[]]>([
    ['openai', { input: undefined }, 'input missing'],
    ['openai', { input: [] }, 'input value_error'],
    ['openai', { input: [user('Hi'), output('c')] }, 'input.1.call_id value_error'],
    ['openai', { input: [call('c'), user('Hi')] }, 'input.0 value_error'],
    ['openai', { input: [call('c'), call('c')] }, 'input.1.call_id value_error'],
    ['google', { input: [call('c', { arguments: '[1]' }), output('c')] }, 'input.0.arguments value_error'],
    ['google', { input: [call('c', { name: '1a' }), output('c')] }, 'input.0.name value_error'],
    ['google', { tools: [tool('1a')] }, 'tools.0.name value_error'],
    ['openai', { text: { format: { type: 'json_schema' } } }, 'text.format.name missing'],
    [
      'openai',
      { fact_check: { sources: ['none'] }, max_output_tokens: 0, input: [user('Hi'), output('c')] },
      'fact_check.sources.0 value_error',
      'input.1.call_id value_error',
      'max_output_tokens greater_than_equal',
    ],
  ])('at %s: %j', async (key, fields, ...faults) => {
    const found = await faultsOf(await respond(WIRES[key].model, fields));
    expect(found).toEqual(faults.map((fault) => `body.${fault}`));
    expect(received()).toEqual([]);
  });

  it('between items are looked for with those of the response that this one goes on from', async () => {
    const { model } = WIRES.together;
    gateway.answer((_request, response) => {
      const called = { content: null, tool_calls: [chatCall('call_1')] };
      const choices = [{ index: 0, message: { role: 'assistant', ...called }, finish_reason: 'tool_calls' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices }));
    });
    const { id, output: items } = await readJson<{ id: string; output: { id: string }[] }>(
      await respond(model, { instructions: 'Be brief.', tools: [tool('f')] }),
    );
    const on = (input: unknown) => respond(model, { previous_response_id: id, input });
    expect(await faultsOf(await on([user('Hi')]))).toEqual(['body.previous_response_id value_error']);
    expect(await faultsOf(await on([output('call_2')]))).toEqual([
      'body.input.0.call_id value_error',
      'body.previous_response_id value_error',
    ]);
    const named = { input: [{ id: items[0]?.id }, user('Hi')] };
    expect(await faultsOf(await respond(model, named))).toEqual(['body.input.0 value_error']);

    const { body } = await send(model, {
      task: 'none',
      previous_response_id: id,
      input: [output('call_1')],
    });
    expect(body.messages).toMatchObject([
      { role: 'user', content: 'Hello there' },
      { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
    ]);
  });

  it('are listed with a key that is missing, and come before one that is none', async () => {
    const fields = { input: [user('Hi'), output('c')] };
    expect(await faultsOf(await respond('gpt-6-luna', fields, {}))).toEqual([
      'body.api_key missing',
      'body.input.1.call_id value_error',
    ]);
    const blank = { authorization: 'Bearer ' };
    await expectError(await respond('gpt-6-luna', fields, blank), { status: 422 });
    await expectError(await respond('gpt-6-luna', { background: true }, blank), { status: 401 });
  });
});

it('pictures may be larger than texts', async () => {
  const large = 'A'.repeat(5 * 1024 * 1024);
  const input = [user([{ type: 'input_image', image_url: `data:image/png;base64,${large}` }])];
  expect((await respond('gpt-6-luna', { input })).status).toBe(200);
  const file = [user([{ type: 'input_file', file_data: large }])];
  expect((await respond('gpt-6-luna', { input: file })).status).toBe(200);
  await expectError(await respond('gpt-6-luna', { input: large }), { status: 413 });
});
