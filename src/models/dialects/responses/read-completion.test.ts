/** A whole answer of the Responses API; what streams leave out is in `read-chunk.test.ts`. */
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import { readCompletion } from './read-completion.ts';
import { OPENAI_RESPONSES_FIELDS, type ResponsesSettings } from './settings.ts';

const SETTINGS: ResponsesSettings = {
  ...{
    key: 'openai',
    name: 'OpenAI',
    allowedTools: true,
    customTools: true,
    errorRules: [],
    leastTokens: 16,
    search: { parts: ['user_location', 'allowed_domains'], blockedDomains: 'excluded_domains' },
  },
  ...{ fields: OPENAI_RESPONSES_FIELDS, serves: () => true, reasons: () => true, summarizes: true },
};
const read = (output: unknown, rest: object = {}) =>
  readCompletion({ status: 'completed', error: null, output, ...rest }, SETTINGS);
const said = (...content: unknown[]) => ({ type: 'message', content });
const text = (words: unknown, rest: object = {}) => ({ type: 'output_text', text: words, ...rest });

it('is the texts of its messages, one behind the other, and its bill', () => {
  const usage = { input_tokens: 3, output_tokens: 2 };
  expect(read([said(text('Hel'), text('lo')), { type: 'of_tomorrow' }, said(text('!'))], { usage })).toEqual({
    content: 'Hello!',
    finishReason: 'stop',
    usage: { promptTokens: 3, completionTokens: 2 },
  });
  const logprobs = [{ token: 'Hi', logprob: -1 }];
  expect(read([said(text('Hi', { logprobs }))]).logprobs).toHaveLength(1);
  expect(read([{ type: 'message' }])).toEqual({ content: '', finishReason: 'stop' });
});

it('that declines is cut by the filter', () => {
  expect(read([said({ type: 'refusal', refusal: 'No.' }), said(text(' Really.'))])).toEqual({
    content: 'No. Really.',
    finishReason: 'content_filter',
  });
});

it('declines only by a refusal that says something, and parts of other types are no answer', () => {
  expect(read([said(text('Yes.', { refusal: 'No.' }))])).toEqual({ content: 'Yes.', finishReason: 'stop' });
  expect(read([said({ type: 'refusal', text: 'No.' }, { type: 'image', text: 'x' })])).toEqual({
    content: '',
    finishReason: 'stop',
  });
});

it('counts the searches that it did as part of its bill', () => {
  const usage = { input_tokens: 3, output_tokens: 2 };
  const search = { type: 'web_search_call', status: 'completed', action: { type: 'search' } };
  expect(read([search, said(text('a')), search], { usage }).usage?.searches).toBe(2);
  expect(read([search])).not.toHaveProperty('usage');
});

describe('calls', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' };
  const reasoning = (id: string, rest: object = {}) => ({ type: 'reasoning', id, summary: [], ...rest });

  it('have their arguments, and take with them what must go back', () => {
    const first = reasoning('r1', { encrypted_content: 'x' });
    const { toolCalls, finishReason } = read([first, call, { ...call, call_id: 'd', arguments: '' }]);
    expect(finishReason).toBe('tool_calls');
    expect(toolCalls?.map(({ id, arguments: given }) => [id, given])).toEqual([
      ['c', '{"a":1}'],
      ['d', '{}'],
    ]);
    expect(toolCalls?.map(({ extra }) => extra !== undefined)).toEqual([true, false]);
  });

  it('of custom tools are called with a text', () => {
    const custom = { type: 'custom_tool_call', call_id: 'c', name: 'f', input: 'go' };
    expect(read([custom]).toolCalls?.[0]?.arguments).toContain('go');
  });

  it.each([
    { ...call, name: '' },
    { ...call, name: 7 },
  ])('without a name are none: %j', (nameless) => {
    expect(() => read([nameless])).toThrow('malformed');
  });
});

it('what it thought is shown, and what is encrypted goes back', () => {
  const summary = [{ type: 'summary_text', text: 'I see.' }];
  expect(read([{ type: 'reasoning', summary }]).thoughts).toEqual([{ text: 'I see.', takenBy: 'openai' }]);
  expect(read([{ type: 'reasoning', summary: [], encrypted_content: 'x' }]).thoughts).toEqual([
    { text: '', signature: 'x', takenBy: 'openai' },
  ]);
  expect(read([{ type: 'reasoning', summary: [] }])).not.toHaveProperty('thoughts');
});

it.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
])('that is incomplete for %s ended by %s', (reason, finishReason) => {
  expect(read([], { status: 'incomplete', incomplete_details: { reason } }).finishReason).toBe(finishReason);
});

it.each([
  ['no object', null],
  ['no output', { status: 'completed', error: null }],
  ['an item that is none', { status: 'completed', error: null, output: ['x'] }],
  ['a text that is none', { status: 'completed', error: null, output: [said(text(7))] }],
  ['a part that is none', { status: 'completed', error: null, output: [said('x')] }],
  ['neither completed nor incomplete', { status: 'queued', error: null, output: [] }],
  ['incomplete for no reason', { status: 'incomplete', error: null, output: [] }],
  ['an error', { status: 'failed', error: { code: 'server_error', message: 'Oops' }, output: [] }],
])('fails where it is %s', (_name, body) => {
  expect(() => readCompletion(body, SETTINGS)).toThrow(GatewayError);
});

it('fails as the provider did where the body is an error in disguise', () => {
  const error = { message: 'The engine is overloaded.', type: 'server_error', code: 'server_error' };
  expect(() => readCompletion({ error }, SETTINGS)).toThrow('The provider failed');
});
