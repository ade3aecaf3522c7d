/** A whole answer of Anthropic's Messages API. */
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import { JSON_ANSWER } from './json-answer.ts';
import { readCompletion } from './read-completion.ts';

const read = (content: unknown, stop_reason: unknown = 'end_turn', rest: object = {}) =>
  readCompletion({ type: 'message', content, stop_reason, ...rest });
const text = (words: unknown) => ({ type: 'text', text: words });
const use = (name: unknown, input: unknown = { a: 1 }, id: unknown = 't1') => ({
  type: 'tool_use',
  id,
  name,
  input,
});
const thought = { type: 'thinking', thinking: 'Let me see.', signature: 's' };

it('is its texts, one behind the other, and its bill', () => {
  const usage = { input_tokens: 3, output_tokens: 2 };
  expect(read([text('Hel'), { type: 'of_tomorrow' }, text('lo')], 'end_turn', { usage })).toEqual({
    content: 'Hello',
    finishReason: 'stop',
    usage: { promptTokens: 3, completionTokens: 2 },
  });
});

it('calls tools, with the thinking before each of them', () => {
  const { toolCalls, thoughts, finishReason } = read([thought, use('f'), use('g', 'x', 7)], 'tool_use');
  expect(toolCalls?.map(({ extra, ...call }) => [call, extra !== undefined])).toEqual([
    [{ id: 't1', name: 'f', arguments: '{"a":1}' }, true],
    [{ id: '', name: 'g', arguments: '{}' }, false],
  ]);
  expect([thoughts, finishReason]).toEqual([[{ text: 'Let me see.', signature: 's' }], 'tool_calls']);
});

it('shows what it thought, signed or not, and nothing of what is redacted', () => {
  const redacted = { type: 'redacted_thinking', data: 'x' };
  expect(read([{ ...thought, signature: '' }, redacted, text('Yes.')]).thoughts).toEqual([
    { text: 'Let me see.' },
  ]);
  expect(read([redacted])).not.toHaveProperty('thoughts');
});

it('in JSON is the input of the tool that stands for it, and no call', () => {
  expect(read([use(JSON_ANSWER)], 'tool_use')).toEqual({ content: '{"a":1}', finishReason: 'stop' });
  expect(read([use('f'), use(JSON_ANSWER)], 'tool_use').finishReason).toBe('tool_calls');
  expect(read([use(JSON_ANSWER), use('f')], 'tool_use').finishReason).toBe('tool_calls');
});

it.each([
  ['stop_sequence', 'stop'],
  ['pause_turn', 'length'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
])('that stopped for %s ended by %s', (reason, finishReason) => {
  expect(read([text('A')], reason).finishReason).toBe(finishReason);
});

describe('fails', () => {
  it.each([
    ['no object', 'x'],
    ['no content', { type: 'message', stop_reason: 'end_turn' }],
    ['a block that is none', { content: ['x'], stop_reason: 'end_turn' }],
    ['a text that is none', { content: [text(7)], stop_reason: 'end_turn' }],
    ['a call without a name', { content: [use(7)], stop_reason: 'tool_use' }],
    ['stopped for a tool and called none', { content: [], stop_reason: 'tool_use' }],
    ['stopped for a reason of tomorrow', { content: [], stop_reason: 'of_tomorrow' }],
    ['an error', { type: 'error', error: { type: 'api_error', message: 'Oops' } }],
    [
      'an error under another name',
      { error: { type: 'api_error', message: 'Oops' }, content: [], stop_reason: 'end_turn' },
    ],
  ])('where it is %s', (_name, body) => {
    expect(() => readCompletion(body)).toThrow(GatewayError);
  });
});
