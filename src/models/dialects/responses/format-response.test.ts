import { describe, expect, it } from 'vitest';
import { expectResponses } from '../../../../test/harness/openai-types.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { responsesSchema } from '../../../gateway/http/responses/responses-request.ts';
import { echoSettings } from './echo-settings.ts';
import { formatResponse, type ResponseHead } from './format-response.ts';
import type { EchoedSettings } from './wire.ts';

const settingsOf = (fields: object): EchoedSettings =>
  echoSettings(responsesSchema.parse({ model: 'm', input: 'Hi', api_key: 'sk-secret', ...fields }));
const head: ResponseHead = {
  ...{ id: `resp_${'a'.repeat(24)}`, created: 1_700_000_000, model: 'm' },
  ...{ settings: settingsOf({}), store: true },
};
const NOW = 1_700_000_009;
const format = (more: Partial<ChatAnswer>, settings = head.settings) =>
  formatResponse(
    {
      ...{ id: 'chatcmpl-x', created: 1, model: 'm', adjusted: [] },
      ...{ content: 'Hello.', finishReason: 'stop' },
      ...more,
    },
    { ...head, settings },
    NOW,
  );
const call = (n: number) => ({ id: `call_${n}`, name: 'f', arguments: '{}' });

describe('a whole answer', () => {
  it('is a message', async () => {
    const response = format({ usage: { promptTokens: 7, completionTokens: 5, reasoningTokens: 2 } });
    expect(response).toMatchObject({
      ...{ id: head.id, object: 'response', created_at: head.created, completed_at: NOW, model: 'm' },
      ...{ status: 'completed', error: null, incomplete_details: null, store: true },
      output: [
        {
          ...{ id: `msg_${'a'.repeat(24)}o0`, type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'Hello.', annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        ...{ input_tokens: 7, output_tokens: 5, total_tokens: 12 },
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 2 },
      },
    });
    await expectResponses(response);
  });

  it('has its calls behind its text, and no text where it only calls', async () => {
    const extra = { google: { thought_signature: 's' } };
    const both = format({ toolCalls: [call(0), { ...call(1), extra }], finishReason: 'tool_calls' });
    expect(both.output).toMatchObject([
      { type: 'message' },
      { id: `fc_${'a'.repeat(24)}o1`, call_id: 'call_0', name: 'f', arguments: '{}', status: 'completed' },
      { id: `fc_${'a'.repeat(24)}o2`, call_id: 'call_1', extra_content: extra },
    ]);
    const calls = format({ content: '', toolCalls: [call(0)], finishReason: 'tool_calls' });
    expect(calls.output).toMatchObject([{ id: `fc_${'a'.repeat(24)}o0`, type: 'function_call' }]);
    expect(calls.status).toBe('completed');
    await expectResponses(both, calls);
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ] as const)('that was cut is incomplete in its last item (%s)', async (finishReason, reason) => {
    const response = format({ finishReason, toolCalls: [call(0)] });
    expect(response).toMatchObject({
      ...{ status: 'incomplete', incomplete_details: { reason }, completed_at: null },
      output: [{ status: 'completed' }, { status: 'incomplete' }],
    });
    const empty = format({ finishReason, content: '' });
    expect(empty.output).toMatchObject([{ status: 'incomplete', content: [{ text: '' }] }]);
    await expectResponses(response, empty);
  });

  it('has no usage where the provider tells of none', () => {
    expect(format({}).usage).toBeNull();
  });
});

describe('an answer in the words of its provider', () => {
  const reasoning = { id: 'rs_1', type: 'reasoning', summary: [] };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
  const called = { id: 'fc_1', type: 'function_call', call_id: 'theirs', name: 'f', arguments: '{}' };
  const outputOf = (output: unknown, more: Partial<ChatAnswer> = {}) =>
    format({ content: '', written: { output }, ...more }).output;

  it.each([
    ['no items', undefined],
    ['an empty list of items', []],
    ['reasoning alone', [reasoning]],
  ])('that has %s ends with an empty message', (_what, items) => {
    const output = outputOf(items, { finishReason: 'length' });
    expect(output).toHaveLength((items ?? []).length + 1);
    expect(output.at(-1)).toEqual({
      ...{ id: `msg_${'a'.repeat(24)}o${output.length - 1}`, type: 'message', role: 'assistant' },
      ...{
        status: 'incomplete',
        content: [{ type: 'output_text', text: '', annotations: [], logprobs: [] }],
      },
    });
  });

  it('has no message more where it has one, or calls', () => {
    expect(outputOf([reasoning, message]).map(({ type }) => type)).toEqual(['reasoning', 'message']);
    const calls = outputOf([called], { toolCalls: [call(0)], finishReason: 'tool_calls' });
    expect(calls).toMatchObject([{ type: 'function_call', call_id: 'call_0', status: 'completed' }]);
  });

  it('that was cut is incomplete in its last item', () => {
    const output = outputOf([message, message], { finishReason: 'length' });
    expect(output).toMatchObject([{ status: 'completed' }, { status: 'incomplete' }]);
  });

  it('has what the gateway appended as a message of its own', () => {
    const output = outputOf([reasoning], { appended: 'A note.' });
    expect(output).toMatchObject([
      { type: 'reasoning' },
      { type: 'message', content: [{ text: 'A note.' }] },
    ]);
  });
});

describe('the settings', () => {
  const FULL = {
    ...{ instructions: 'Be brief.', max_output_tokens: 9, temperature: 0, top_p: 0, truncation: 'auto' },
    ...{
      metadata: { a: 'b' },
      user: 'u',
      safety_identifier: 's',
      prompt_cache_key: 'k',
      service_tier: 'flex',
    },
    ...{
      prompt_cache_retention: '24h',
      top_logprobs: 2,
      parallel_tool_calls: false,
      previous_response_id: 'resp_1',
    },
    reasoning: { effort: 'low', summary: 'auto' },
    text: { format: { type: 'json_schema', name: 'n', schema: { type: 'object' } }, verbosity: 'low' },
    tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
  };
  const tool = {
    type: 'function',
    name: 'f',
    parameters: { type: 'object' },
    strict: true,
    description: 'd',
  };

  it("are those of the request, or OpenAI's defaults", async () => {
    const full = settingsOf({ ...FULL, tools: [tool, { type: 'function', name: 'g' }] });
    expect(full).toMatchObject({
      ...FULL,
      tools: [tool, { type: 'function', name: 'g', parameters: null, strict: null, description: null }],
    });
    expect(settingsOf({})).toMatchObject({
      ...{ instructions: null, max_output_tokens: null, temperature: 1, top_p: 1, truncation: 'disabled' },
      ...{ metadata: {}, user: null, tools: [], tool_choice: 'auto', parallel_tool_calls: true },
      ...{
        text: { format: { type: 'text' } },
        reasoning: { effort: null, summary: null },
        background: false,
      },
      ...{ previous_response_id: null, top_logprobs: 0, max_tool_calls: null, service_tier: 'default' },
    });
    await expectResponses(format({}, full), format({}, settingsOf({ tool_choice: 'required' })));
  });

  it('given as null are as if they were absent', () => {
    const nothing = Object.fromEntries(Object.keys({ ...FULL, tools: [] }).map((name) => [name, null]));
    expect(settingsOf(nothing)).toEqual(settingsOf({}));
  });

  it('have no key', () => {
    expect(JSON.stringify(settingsOf({ ...FULL }))).not.toContain('sk-secret');
  });
});
