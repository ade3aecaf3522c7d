import { describe, expect, it } from 'vitest';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { formatMessage, messageUsage, openMessage, stopReason } from './format-message.ts';

function answerOf(rest: Partial<ChatAnswer> = {}): ChatAnswer {
  return {
    ...{ id: 'chatcmpl-1', model: 'm', created: 0, content: 'Hello.', finishReason: 'stop' },
    ...rest,
  } as ChatAnswer;
}
const call = (text: string) => ({ id: 'call_1', name: 'look', arguments: text });

describe('a message', () => {
  it('begins with nothing said', () => {
    expect(openMessage({ id: 'chatcmpl-1', model: 'm' })).toMatchObject({
      ...{ id: 'msg_1', content: [], stop_reason: null, stop_sequence: null },
      usage: { input_tokens: 0, output_tokens: 0 },
    });
    expect(openMessage({ id: 'x-chatcmpl-1', model: 'm' }).id).toBe('x-chatcmpl-1');
  });

  it('has thoughts, text and calls in this order', () => {
    const message = formatMessage(
      answerOf({
        thoughts: [{ text: 'Hm.', signature: 's' }, { text: 'So.' }],
        toolCalls: [{ ...call('{"a":1}'), extra: { google: { thought_signature: 't' } } }],
        finishReason: 'tool_calls',
      }),
    );
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'thinking', thinking: 'So.', signature: '' },
      { type: 'text', text: 'Hello.' },
      {
        ...{ type: 'tool_use', id: 'call_1', name: 'look', input: { a: 1 } },
        extra_content: { google: { thought_signature: 't' } },
      },
    ]);
    expect(message.stop_reason).toBe('tool_use');
    expect(Object.keys(message)).not.toContain('fact_check_metadata');
    expect(Object.keys(message)).not.toContain('evaluation');
  });

  it('without text has no block of text, and no extra that it was not given', () => {
    const { content } = formatMessage(answerOf({ content: '', toolCalls: [call('{}')] }));
    expect(content).toEqual([{ type: 'tool_use', id: 'call_1', name: 'look', input: {} }]);
  });

  it.each(['[1]', '{"a":', '7'])('that was cut leaves out a call whose arguments are %s', (text) => {
    expect(formatMessage(answerOf({ toolCalls: [call(text)], finishReason: 'length' }))).toMatchObject({
      content: [{ type: 'text' }],
      stop_reason: 'max_tokens',
    });
    const whole = answerOf({ toolCalls: [call(text)], finishReason: 'tool_calls' });
    expect(() => formatMessage(whole)).toThrow(
      'The model called look with arguments that are no JSON object',
    );
  });

  it('has what its check found', () => {
    const [metadata, evaluation] = [{ claims: [] }, { id: 'e' }];
    expect(formatMessage(answerOf({ metadata, evaluation } as unknown as Partial<ChatAnswer>))).toMatchObject(
      {
        ...{ fact_check_metadata: metadata, evaluation },
      },
    );
  });

  it('of the provider keeps its blocks, with the ids that its caller knows', () => {
    const written = {
      content: [
        { type: 'server_tool_use', id: 'srv' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
        { type: 'tool_use', id: 'toolu_2', name: 'look', input: {} },
      ],
      stop_reason: 'pause_turn',
      container: { id: 'c' },
    };
    const given = answerOf({ written, toolCalls: [call('{}')], content: '' });
    expect(formatMessage(given)).toMatchObject({
      content: [{ id: 'srv' }, { id: 'call_1' }, { id: 'toolu_2' }],
      stop_reason: 'pause_turn',
      stop_sequence: null,
      container: { id: 'c' },
    });
    const appended = formatMessage({
      ...given,
      appended: 'A note.',
      written: { ...written, stop_sequence: 'X' },
    });
    expect(appended.content.at(-1)).toEqual({ type: 'text', text: 'A note.' });
    expect(appended.content).toHaveLength(4);
    expect(appended.stop_sequence).toBe('X');
  });
});

it.each([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['content_filter', 'refusal'],
] as const)('an answer that ends by %s stops by %s', (reason, written) => {
  expect(stopReason(reason)).toBe(written);
});

it('the prompt is counted without what was read from a cache or written to one', () => {
  const usage = { promptTokens: 10, completionTokens: 3, cachedTokens: 4, cacheWriteTokens: 5 };
  const shown = {
    input_tokens: 1,
    cache_read_input_tokens: 4,
    cache_creation_input_tokens: 5,
    output_tokens: 3,
  };
  expect(messageUsage(usage)).toEqual(shown);
  expect(messageUsage({ ...usage, promptTokens: 8 }).input_tokens).toBe(0);
  expect(messageUsage({ promptTokens: 8, completionTokens: 0 }).input_tokens).toBe(8);
});
