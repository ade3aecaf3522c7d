/** A bill in the words of each dialect, and what a caller is told: cached tokens are part of the prompt, thoughts of the answer. */
import { describe, expect, it } from 'vitest';
import { dialectOf } from '../providers/registry.ts';
import { readUsage as readChatUsage } from './chat-completions/read-usage.ts';
import { mergeUsage, readUsage as readMessagesUsage } from './messages/read-usage.ts';
import { readUsage as readResponsesUsage } from './responses/read-usage.ts';

describe('chat completions', () => {
  const read = (usage: unknown, reasoningTokensApart = false) =>
    readChatUsage(usage, { reasoningTokensApart } as Parameters<typeof readChatUsage>[1]);
  const details = {
    prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
    completion_tokens_details: { reasoning_tokens: 3 },
  };

  it.each([
    [
      { prompt_tokens: 5, completion_tokens: 4 },
      { promptTokens: 5, completionTokens: 4 },
    ],
    [{ prompt_tokens: 5 }, { promptTokens: 5, completionTokens: 0 }],
    [{ completion_tokens: 4 }, { promptTokens: 0, completionTokens: 4 }],
    [
      { prompt_tokens: 5, completion_tokens: 4, ...details },
      { promptTokens: 5, completionTokens: 4, cachedTokens: 2, cacheWriteTokens: 1, reasoningTokens: 3 },
    ],
    [{ total_tokens: 9 }, undefined],
    [null, undefined],
  ])('%j is %j', (usage, expected) => {
    expect(read(usage)).toEqual(expected);
  });

  it('thoughts that are counted beside the answer are added, unless the total says that they are in it', () => {
    const bill = { prompt_tokens: 5, completion_tokens: 4, ...details };
    expect(read({ ...bill, total_tokens: 12 }, true)?.completionTokens).toBe(7);
    expect(read(bill, true)?.completionTokens).toBe(7);
    expect(read({ prompt_tokens: 5, completion_tokens: 4 }, true)?.completionTokens).toBe(4);
    expect(read({ ...bill, total_tokens: 9 }, true)?.completionTokens).toBe(4);
    const { prompt_tokens: _prompt, ...answer } = bill;
    expect(read({ ...answer, total_tokens: 4 }, true)?.completionTokens).toBe(4);
    expect(read({ ...answer, total_tokens: 5 }, true)?.completionTokens).toBe(7);
    const { completion_tokens: _completion, ...prompt } = bill;
    expect(read({ ...prompt, total_tokens: 5 }, true)?.completionTokens).toBe(0);
    expect(read({ ...prompt, total_tokens: 6 }, true)?.completionTokens).toBe(3);
  });
});

it.each([
  [
    { input_tokens: 5, output_tokens: 4 },
    { promptTokens: 5, completionTokens: 4 },
  ],
  [
    { input_tokens: 5, output_tokens: 4, total_tokens: 12 },
    { promptTokens: 5, completionTokens: 7 },
  ],
  [
    { output_tokens: 4, total_tokens: 6 },
    { promptTokens: 0, completionTokens: 6 },
  ],
  [
    { input_tokens: 5, total_tokens: 6 },
    { promptTokens: 5, completionTokens: 1 },
  ],
  [{ input_tokens: 5 }, { promptTokens: 5, completionTokens: 0 }],
  [{ output_tokens: 4 }, { promptTokens: 0, completionTokens: 4 }],
  [
    {
      ...{ input_tokens: 5, output_tokens: 4 },
      input_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 },
      output_tokens_details: { reasoning_tokens: 3 },
    },
    { promptTokens: 5, completionTokens: 4, cachedTokens: 2, cacheWriteTokens: 1, reasoningTokens: 3 },
  ],
  [{ total_tokens: 9 }, undefined],
  ['none', undefined],
])('responses: %j is %j', (usage, expected) => {
  expect(readResponsesUsage(usage, 0)).toEqual(expected);
});

describe('searches of the web, which are billed apart', () => {
  const bill = { input_tokens: 5, output_tokens: 4 };

  it.each([
    [{}, 0, undefined],
    [{}, 2, 2],
    // Of xAI's bill, which also counts what the answer does not show.
    [{ server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 1, mcp_calls: 9 } }, 2, 3],
    [{ server_side_tool_usage_details: null }, 1, 1],
  ])('responses: with %j and %i that are shown they are %j', (more, shown, searches) => {
    expect(readResponsesUsage({ ...bill, ...more }, shown)?.searches).toBe(searches);
  });

  it.each([
    [{}, undefined],
    [{ server_tool_use: { web_search_requests: 3, web_fetch_requests: 9 } }, 3],
    [{ server_tool_use: { web_search_requests: 0 } }, undefined],
    [{ server_tool_use: null }, undefined],
  ])('messages: with %j they are %j', (more, searches) => {
    expect(readMessagesUsage({ ...bill, ...more })?.searches).toBe(searches);
  });
});

it.each([
  [
    { input_tokens: 5, output_tokens: 4 },
    { promptTokens: 5, completionTokens: 4 },
  ],
  [
    {
      ...{ input_tokens: 5, output_tokens: 4, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 },
      output_tokens_details: { thinking_tokens: 3 },
    },
    { promptTokens: 8, completionTokens: 4, cachedTokens: 2, cacheWriteTokens: 1, reasoningTokens: 3 },
  ],
  [{ input_tokens: 5 }, { promptTokens: 5, completionTokens: 0 }],
  [
    { output_tokens: 4, cache_creation_input_tokens: 0 },
    { promptTokens: 0, completionTokens: 4 },
  ],
  [{}, undefined],
  [undefined, undefined],
])('messages: %j is %j', (usage, expected) => {
  expect(readMessagesUsage(usage)).toEqual(expected);
});

it('messages: of the two bills of a stream the later number wins where it is one', () => {
  expect(mergeUsage({ input_tokens: 5, output_tokens: 1 }, { output_tokens: 4, input_tokens: null })).toEqual(
    {
      input_tokens: 5,
      output_tokens: 4,
    },
  );
  expect(mergeUsage(undefined, { output_tokens: null })).toEqual({ output_tokens: null });
});

it('a whole answer brings its bill', () => {
  const answer = {
    choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 4 },
  };
  const { usage } = dialectOf('openai').adapter.readCompletion(answer, {} as never);
  expect(usage).toEqual({ promptTokens: 5, completionTokens: 4 });
});
