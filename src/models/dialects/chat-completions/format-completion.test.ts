import { describe, expect, it } from 'vitest';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { formatCompletion, formatUsage } from './format-completion.ts';

const ANSWER: ChatAnswer = {
  id: 'chatcmpl-1',
  created: 5,
  model: 'a/b',
  adjusted: [],
  content: 'Yes.',
  finishReason: 'stop',
};
const plain = (answer: Partial<ChatAnswer>, asFunctionCall?: boolean) =>
  JSON.parse(JSON.stringify(formatCompletion({ ...ANSWER, ...answer }, asFunctionCall)));
const CALLS = [
  { id: 'call_1', name: 'look', arguments: '{}', extra: { google: { signature: 's' } } },
  { id: 'call_2', name: 'wait', arguments: '{"s":1}' },
];

describe('formatUsage', () => {
  it('sums the tokens, and leaves out what the provider does not report', () => {
    const usage = JSON.parse(JSON.stringify(formatUsage({ promptTokens: 3, completionTokens: 4 })));
    expect(usage).toEqual({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
  });

  it('gives details where one of them is reported, 0 too', () => {
    const usage = formatUsage({ promptTokens: 3, completionTokens: 4, cachedTokens: 0, reasoningTokens: 2 });
    expect(JSON.parse(JSON.stringify(usage))).toMatchObject({
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 2 },
    });
  });
});

describe('formatCompletion', () => {
  it('has one choice, and no more than there is', () => {
    expect(plain({})).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 5,
      model: 'a/b',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    });
  });

  it('numbers further choices from the first', () => {
    const more = [{ content: 'No.', finishReason: 'length' as const }];
    expect(plain({ more }).choices).toMatchObject([
      { index: 0, message: { content: 'Yes.' } },
      { index: 1, message: { content: 'No.' }, finish_reason: 'length' },
    ]);
  });

  it('gives calls beside what is said, which is null where that is nothing', () => {
    expect(plain({ toolCalls: CALLS }).choices[0].message).toEqual({
      role: 'assistant',
      content: 'Yes.',
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'look', arguments: '{}' },
          extra_content: { google: { signature: 's' } },
        },
        { id: 'call_2', type: 'function', function: { name: 'wait', arguments: '{"s":1}' } },
      ],
    });
    expect(plain({ toolCalls: CALLS, content: '' }).choices[0].message.content).toBeNull();
    expect(plain({ content: '' }).choices[0].message.content).toBe('');
  });

  it('gives the first call as callers of functions read it', () => {
    expect(plain({ toolCalls: CALLS, content: '' }, true).choices[0].message).toEqual({
      role: 'assistant',
      content: null,
      function_call: { name: 'look', arguments: '{}' },
    });
  });
});
