import { describe, expect, it } from 'vitest';
import { GatewayError, ValidationError } from '../../../domain/errors.ts';
import { validate } from '../../../gateway/http/body/validate.ts';
import { messagesSchema } from '../../../gateway/http/messages/messages-request.ts';
import { ownFaults } from '../../../gateway/http/own-faults.ts';
import type { CallRules } from '../adapter.ts';
import { readMessagesRequest } from './read-messages-request.ts';

const PNG = 'iVBORw0KGgo=';
const PDF = 'JVBERi0=';
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const text = (said: string, more: object = {}) => ({ type: 'text', text: said, ...more });
const use = (id: string, more: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'f',
  input: { a: 1 },
  ...more,
});
const result = (id: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...more,
});

function read(fields: Record<string, unknown>, rules: CallRules = {}) {
  const raw = { model: 'm', max_tokens: 10, messages: [user('Hello')], ...fields };
  return readMessagesRequest(validate(messagesSchema, raw, ownFaults(raw, ['corpus'])), rules);
}
const say = (...messages: unknown[]) => read({ messages }).request.messages;

/** What is wrong with a body: `loc type` of each fault, or the field that is refused. */
function faultsOf(...asked: Parameters<typeof read>): string[] {
  try {
    read(...asked);
    return [];
  } catch (error) {
    if (error instanceof ValidationError)
      return error.faults.map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);
    if (error instanceof GatewayError) return [`${error.param} ${error.code}`];
    throw error;
  }
}

describe('a conversation', () => {
  it('begins with the system text, in one piece or in blocks', () => {
    const system = { role: 'system', content: [text('Be brief. Be kind.')] };
    expect(read({ system: 'Be brief. Be kind.' }).request.messages[0]).toEqual(system);
    expect(read({ system: [text('Be brief. '), text('Be kind.')] }).request.messages[0]).toEqual(system);
  });

  it('has pictures, PDF files and texts as parts', () => {
    const source = { type: 'base64', media_type: 'image/png', data: PNG };
    expect(
      say(
        user([
          text('Look: '),
          { type: 'image', source },
          { type: 'image', source: { type: 'url', url: 'https://x.org/a.png' } },
          {
            type: 'document',
            title: 'a.pdf',
            source: { type: 'base64', media_type: 'application/pdf', data: PDF },
          },
          {
            type: 'document',
            title: 'Notes',
            source: { type: 'text', media_type: 'text/plain', data: 'It rained.' },
          },
        ]),
      ),
    ).toEqual([
      user([
        text('Look: '),
        { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: PNG } },
        { type: 'image', source: { kind: 'url', url: 'https://x.org/a.png' } },
        { type: 'file', mediaType: 'application/pdf', data: PDF, filename: 'a.pdf' },
        text('Notes\n\nIt rained.'),
      ]),
    ]);
  });

  it('has each result behind its call, before what else its turn says', () => {
    expect(
      say(
        user('Hello'),
        assistant([
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          text('Wait.'),
          use('c1'),
          use('c2'),
        ]),
        user([result('c2', { content: [text('two')] }), result('c1', { content: undefined }), text('Go on')]),
      ),
    ).toEqual([
      user([text('Hello')]),
      {
        ...assistant([text('Wait.')]),
        toolCalls: [
          { id: 'c1', name: 'f', arguments: '{"a":1}' },
          { id: 'c2', name: 'f', arguments: '{"a":1}' },
        ],
      },
      { role: 'tool', callId: 'c2', content: [text('two')] },
      { role: 'tool', callId: 'c1', content: [] },
      user([text('Go on')]),
    ]);
  });

  it('has documents and what was found as texts that stand by themselves', () => {
    const found = {
      type: 'search_result',
      source: 'https://x.org',
      title: 'Rain',
      content: [text('It rained.')],
    };
    const pieces = { type: 'content', content: [text('One.'), text('Two.')] };
    expect(
      say(
        user([
          text('Read: '),
          found,
          { type: 'document', title: 'Notes', source: pieces },
          { type: 'document', source: { type: 'content', content: 'Three.' } },
          text('What '),
          text('now?'),
        ]),
      ),
    ).toEqual([
      user([
        text('Read: \n\nRain\n\nhttps://x.org\n\nIt rained.\n\nNotes\n\nOne.\n\nTwo.\n\nThree.\n\nWhat now?'),
      ]),
    ]);
  });

  it('has tools that a search found as texts', () => {
    const found = ['read', 'edit'].map((tool_name) => ({ type: 'tool_reference', tool_name }));
    const messages = say(user('Hello'), assistant([use('c1')]), user([result('c1', { content: found })]));
    const said = text('The tool read was found.\n\nThe tool edit was found.');
    expect(messages.at(-1)).toEqual({ role: 'tool', callId: 'c1', content: [said] });
  });

  it('has the pictures of results behind them', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    const shown = { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: PNG } };
    const messages = say(
      user('Hello'),
      assistant([use('c1'), use('c2')]),
      user([result('c1', { content: [text('See'), image] }), result('c2'), text('Well?')]),
    );
    expect(messages.slice(2)).toEqual([
      { role: 'tool', callId: 'c1', content: [text('See')] },
      { role: 'tool', callId: 'c2', content: [text('ok')] },
      user([shown, text('Well?')]),
    ]);
  });

  it('may have more of the system on the way', () => {
    const system = (content: unknown) => ({ role: 'system', content });
    expect(say(user('Hi'), system('Be brief.'), user('Go on'), system([text('Be kind.')]))).toEqual([
      user([text('Hi')]),
      system([text('Be brief.')]),
      user([text('Go on')]),
      system([text('Be kind.')]),
    ]);
  });

  it('gives back what came with a call', () => {
    const extra = { google: { thought_signature: 's' } };
    const [, called] = say(
      user('Hello'),
      assistant([use('c1', { extra_content: extra })]),
      user([result('c1')]),
    );
    expect(called).toMatchObject({ toolCalls: [{ extra }] });
  });
});

it('has the fields of chat completions in other words', () => {
  const tool = {
    name: 'f',
    description: 'Does',
    input_schema: { type: 'object', properties: {} },
    strict: true,
  };
  const schema = { type: 'object' };
  const { messages: _, ...fields } = read({
    stream: true,
    temperature: 0.5,
    top_p: 0.9,
    stop_sequences: ['###'],
    tools: [tool],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    output_config: { effort: 'low', format: { type: 'json_schema', schema } },
    metadata: { user_id: 'u' },
    service_tier: 'standard_only',
  }).request;
  expect(fields).toEqual({
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    maxTokens: 10,
    stop: ['###'],
    tools: [{ name: 'f', description: 'Does', parameters: tool.input_schema, strict: true }],
    toolChoice: { type: 'required' },
    parallelToolCalls: false,
    reasoningEffort: 'low',
    responseFormat: { type: 'json_schema', name: 'answer', schema, strict: true },
    user: 'u',
    serviceTier: 'default',
  });
  expect(read({ tools: [tool], tool_choice: { type: 'tool', name: 'f' } }).request.toolChoice).toEqual({
    type: 'function',
    name: 'f',
  });
  expect(read({ output_format: { type: 'json_schema', schema } }).request.responseFormat).toEqual(
    fields.responseFormat,
  );
  expect(read({ thinking: { type: 'disabled' } }).request.reasoningEffort).toBe('none');
  for (const type of ['enabled', 'adaptive', 'between_tools'])
    expect(read({ thinking: { type } })).toMatchObject({
      request: expect.not.objectContaining({ reasoningEffort: expect.anything() }),
      adjusted: ['thinking.type=ignored'],
    });
});

it.each([
  [1, 'low'],
  [1_024, 'low'],
  [1_025, 'medium'],
  [8_192, 'medium'],
  [8_193, 'high'],
])('restates a budget of %i tokens as the effort %s, and shows what is thought', (budget_tokens, effort) => {
  const thinking = { type: 'enabled', budget_tokens };
  expect(read({ thinking }).request).toMatchObject({ reasoningEffort: effort, showThoughts: true });
  const both = read({ thinking, output_config: { effort: 'max' } });
  expect([both.request.reasoningEffort, both.adjusted]).toEqual(['max', ['thinking.budget_tokens=max']]);
});

it('shows thoughts where they are asked for', () => {
  const shown = (thinking: object) => read({ thinking }).request.showThoughts;
  expect(shown({ type: 'adaptive' })).toBe(true);
  expect(shown({ type: 'adaptive', display: 'omitted' })).toBeUndefined();
  expect(shown({ type: 'disabled' })).toBeUndefined();
  expect(read({}).request.showThoughts).toBeUndefined();
});

it('says what has no effect', () => {
  const cached = { cache_control: { type: 'ephemeral' } };
  const { adjusted } = read({
    thinking: { type: 'enabled', budget_tokens: 2_000 },
    tools: [{ name: 'f', input_schema: { type: 'object' }, ...cached }],
    messages: [
      user([text('Hello', cached)]),
      assistant([{ type: 'redacted_thinking', data: 'x' }, use('c1')]),
      user([result('c1', { is_error: true })]),
    ],
  });
  expect(adjusted.toSorted()).toEqual([
    'is_error=ignored',
    'thinking.budget_tokens=medium',
    'thinking=ignored',
  ]);
});

describe('what is wrong', () => {
  it.each([
    [{ max_tokens: undefined }, 'max_tokens missing'],
    [{ messages: [] }, 'messages too_short'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role literal_error'],
    [
      {
        messages: [user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '!' } }])],
      },
      'messages.0.content.0.source.data value_error',
    ],
    [{ messages: [user('x'), assistant([use('c1')]), user('y')] }, 'messages.1.content.0 value_error'],
    [{ messages: [user([text('x'), result('c9')])] }, 'messages.0.content.1 value_error'],
    [
      { tools: [{ name: 'f', input_schema: {} }], tool_choice: { type: 'tool', name: 'g' } },
      'tool_choice.name value_error',
    ],
    [
      {
        tools: [
          { name: 'f', input_schema: {} },
          { name: 'f', input_schema: {} },
        ],
      },
      'tools.1.name value_error',
    ],
    [{ fact_check: { sources: ['nowhere'] } }, 'fact_check.sources.0 value_error'],
    [{ thread: { type: 'continue' } }, 'thread thread_not_found'],
  ])('%j', (fields, fault) => {
    expect(faultsOf(fields)).toEqual([fault]);
  });

  it('is a name that the provider does not allow, named by its place', () => {
    const tools = [{ name: 'f.g', input_schema: {} }];
    expect(faultsOf({ tools }, { names: /^\w+$/ })).toEqual(['tools.0.name value_error']);
  });
});

describe('what only Anthropic takes', () => {
  it.each([
    [{ messages: [user([{ type: 'container_upload' }])] }, 'messages.0.content.0.type'],
    [{ messages: [{ role: 'system', content: [{ type: 'tool_addition' }] }] }, 'messages.0.content.0.type'],
    [
      {
        messages: [
          user([{ type: 'document', source: { type: 'content', content: [{ type: 'image', source: {} }] } }]),
        ],
      },
      'messages.0.content.0.source.content.0.type',
    ],
    [
      { messages: [user([{ type: 'image', source: { type: 'file', file_id: 'x' } }])] },
      'messages.0.content.0.source.type',
    ],
    [
      {
        messages: [
          user('x'),
          assistant([use('c1')]),
          user([result('c1', { content: [{ type: 'browser_state' }] })]),
        ],
      },
      'messages.2.content.0.content.0.type',
    ],
  ])('%j is named by its place', (fields, place) => {
    const { media } = read(fields);
    expect(media).toEqual([{ kind: 'unread', what: expect.any(String), place }]);
  });

  it('a tool of another type is told apart', () => {
    const { request } = read({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] });
    expect(request.otherTools).toEqual([{ type: 'web_search_20250305', place: 'tools.0' }]);
  });
});
