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

describe('an answer that came in the same words', () => {
  const choice = (index: number, more: object = {}) => ({
    index,
    ...more,
    message: { role: 'assistant', content: 'As it came.', refusal: null, annotations: [index] },
  });
  const written = {
    ...{ id: 'theirs', service_tier: 'default', choices: [choice(0), choice(1)] },
    usage: { prompt_tokens: 9, cost: 0.5, x: 1 },
  };
  const ours = { index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' };

  it('has what its provider says beside, of as many answers as were asked for', () => {
    expect(plain({ written })).toEqual({
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 5, model: 'a/b', service_tier: 'default' },
      choices: [{ ...ours, message: { ...ours.message, refusal: null, annotations: [0] } }],
    });
    const more = [{ content: 'No.', finishReason: 'length' as const }];
    expect(
      plain({ written, more }).choices.map(
        ({ message }: { message: { annotations: unknown } }) => message.annotations,
      ),
    ).toEqual([[0], [1]]);
    expect(plain({ written: { choices: 'x' } }).choices).toEqual([ours]);
  });

  it('has its bill with what the provider says beside, where it can be read, and its cost once', () => {
    const usage = { promptTokens: 3, completionTokens: 4, nanos: 1_500_000_000 };
    expect(plain({ written, usage }).usage).toEqual({
      ...{ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, cost: 0.5, x: 1 },
    });
    expect(plain({ usage }).usage.cost).toBe(1.5);
    expect(plain({ written })).not.toHaveProperty('usage');
  });

  it('has none of it where calls are read as functions', () => {
    expect(plain({ written }, true)).not.toHaveProperty('service_tier');
  });
});

it('shows its thoughts by the name that clients read, where there are any', () => {
  const thoughts = [{ text: 'Hm.' }, { text: 'Ah.' }];
  const messageOf = (answer: Partial<ChatAnswer>, asFunctionCall?: boolean) =>
    plain(answer, asFunctionCall).choices[0].message;
  expect(messageOf({ thoughts }).reasoning_content).toBe('Hm.\n\nAh.');
  expect(messageOf({ thoughts, toolCalls: CALLS }).reasoning_content).toBe('Hm.\n\nAh.');
  expect(messageOf({ thoughts, toolCalls: CALLS }, true).reasoning_content).toBe('Hm.\n\nAh.');
  expect(messageOf({ thoughts: [{ text: '' }] })).not.toHaveProperty('reasoning_content');
});

it('has the probabilities of its tokens where they are known', () => {
  const logprobs = [{ token: 'Yes.', logprob: -1, bytes: null, top_logprobs: [] }];
  expect(plain({ logprobs }).choices[0].logprobs).toEqual({ content: logprobs, refusal: null });
});
