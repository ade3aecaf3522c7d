import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, eventData, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'aa',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const caller = callerOf('openai');
const ask = (more: Record<string, unknown>) => caller.ask(sandbox, { key: 'sandbox', more });
const user = { role: 'user', content: 'Hi' };

describe('the simulated OpenAI refuses', () => {
  it.each<[string, Record<string, unknown>, object]>([
    ['an unknown field', { foo: 1 }, { message: 'Unrecognized request argument supplied: foo', param: null }],
    ['no model', { model: undefined }, { message: 'you must provide a model parameter', param: 'model' }],
    ['no messages', { messages: undefined }, { param: 'messages', code: 'missing_required_parameter' }],
    ['empty messages', { messages: [] }, { param: 'messages', code: 'empty_array' }],
    ['a message that is no object', { messages: ['Hi'] }, { param: 'messages[0]', code: 'invalid_type' }],
    [
      'an unknown role',
      { messages: [{ role: 'model', content: 'Hi' }] },
      { param: 'messages[0].role', code: 'invalid_value' },
    ],
    [
      'no content',
      { messages: [user, { role: 'user' }] },
      { param: 'messages[1].content', code: 'invalid_type' },
    ],
    [
      'empty parts',
      { messages: [{ role: 'user', content: [] }] },
      { param: 'messages[0].content', code: 'empty_array' },
    ],
    [
      'max_tokens for a reasoning model',
      { max_tokens: 5 },
      { param: 'max_tokens', code: 'unsupported_parameter' },
    ],
    [
      'temperature for a reasoning model',
      { temperature: 0.5 },
      { param: 'temperature', code: 'unsupported_value' },
    ],
    ['top_p for a reasoning model', { top_p: 0.5 }, { param: 'top_p', code: 'unsupported_parameter' }],
    [
      'temperature with some reasoning',
      { temperature: 0.5, reasoning_effort: 'low' },
      { param: 'temperature' },
    ],
    ['stop for o3', { model: 'o3', stop: ['x'] }, { param: 'stop', code: 'unsupported_parameter' }],
    ['stop for gpt-5.2', { model: 'gpt-5.2', stop: ['x'] }, { param: 'stop' }],
    ['penalties for gpt-5-mini', { model: 'gpt-5-mini', presence_penalty: 1 }, { param: 'presence_penalty' }],
    [
      'an effort the model does not have',
      { reasoning_effort: 'minimal' },
      { param: 'reasoning_effort', code: 'unsupported_value' },
    ],
    [
      'an effort for a plain model',
      { model: 'gpt-4o', reasoning_effort: 'low' },
      { message: 'Unrecognized request argument supplied: reasoning_effort' },
    ],
    [
      'a temperature above 2',
      { model: 'gpt-4o', temperature: 2.1 },
      { param: 'temperature', code: 'decimal_above_max_value' },
    ],
    [
      'a temperature below 0',
      { model: 'gpt-4o', temperature: -1 },
      { param: 'temperature', code: 'decimal_below_min_value' },
    ],
    [
      'a temperature in words',
      { model: 'gpt-4o', temperature: 'hot' },
      { param: 'temperature', code: 'invalid_type' },
    ],
    [
      'no tokens at all',
      { max_completion_tokens: 0 },
      { param: 'max_completion_tokens', code: 'integer_below_min_value' },
    ],
    [
      'half a token',
      { max_completion_tokens: 1.5 },
      { param: 'max_completion_tokens', code: 'invalid_type' },
    ],
    ['both limits', { model: 'gpt-4o', max_tokens: 5, max_completion_tokens: 5 }, { param: 'max_tokens' }],
    ['nine answers', { n: 9 }, { param: 'n', code: 'integer_above_max_value' }],
    [
      'five stop sequences',
      { stop: ['a', 'b', 'c', 'd', 'e'] },
      { param: 'stop', code: 'array_above_max_length' },
    ],
    [
      'stream options without a stream',
      { stream_options: { include_usage: true } },
      { param: 'stream_options' },
    ],
    [
      'older functions, which the sandbox does not simulate',
      { functions: [{ name: 'now' }] },
      { message: "The sandbox does not simulate 'functions'." },
    ],
    ['logprobs for a reasoning model', { logprobs: true }, { param: 'logprobs' }],
    ['alternatives without logprobs', { model: 'gpt-4o', top_logprobs: 2 }, { param: 'top_logprobs' }],
    ['logit_bias for a reasoning model', { logit_bias: { 5: 1 } }, { param: 'logit_bias' }],
    ['web search for a model without it', { web_search_options: {} }, { param: 'web_search_options' }],
    ['an unknown verbosity', { verbosity: 'terse' }, { param: 'verbosity', code: 'invalid_value' }],
    ['verbosity for an older model', { model: 'gpt-4o', verbosity: 'low' }, { param: 'verbosity' }],
    ['JSON that no message asks for', { response_format: { type: 'json_object' } }, { param: 'messages' }],
    ['an unknown format', { response_format: { type: 'yaml' } }, { param: 'response_format.type' }],
    [
      'a schema without a name',
      { response_format: { type: 'json_schema', json_schema: { schema: {} } } },
      { param: 'response_format.json_schema.name' },
    ],
    [
      'a schema with a wrong name',
      { response_format: { type: 'json_schema', json_schema: { name: 'a b', schema: {} } } },
      { code: 'invalid_value' },
    ],
  ])('%s', async (_, more, error) => {
    const response = await ask(more);
    expect(response.status).toBe(400);
    expect(await jsonOf(response)).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param: null,
        code: null,
        ...wider(error),
      },
    });
  });

  /** Fields that the row does not name may have any value. */
  function wider(error: object): object {
    const any = { param: expect.toSatisfy(() => true), code: expect.toSatisfy(() => true) };
    return { ...any, ...error };
  }

  it('strict schemas that leave something open', async () => {
    const strict = (schema: object) =>
      ask({ response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } });
    const text = { type: 'string' };
    const closed = { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false };
    for (const schema of [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { ...closed, required: [] },
      { type: 'array', items: text },
      { ...closed, properties: { a: { type: 'object', properties: {} } } },
      { ...closed, properties: { a: { type: 'array', items: { type: 'object', properties: {} } } } },
      { ...closed, properties: { a: { anyOf: [text, { type: 'object' }] } } },
    ]) {
      const response = await strict(schema);
      expect(response.status).toBe(400);
      expect((await jsonOf(response)).error.message).toMatch(/^Invalid schema for response_format 'x': /);
    }
    expect((await strict(closed)).status).toBe(200);
  });

  it('what is no JSON', async () => {
    for (const [body, type] of [
      ['{"model":', 'application/json'],
      ['[]', 'application/json'],
      ['{}', 'text/plain'],
    ] as const) {
      const response = await fetch(`${sandbox.baseUrl('openai')}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sandbox', 'content-type': type },
        body,
      });
      expect(response.status).toBe(400);
      expect((await jsonOf(response)).error.message).toMatch(/^We could not parse the JSON body/);
    }
  });
});

describe('the simulated OpenAI takes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the default temperature', { temperature: 1 }],
    ['sampling without reasoning', { temperature: 0.2, top_p: 0.5, reasoning_effort: 'none' }],
    ['the newest effort', { reasoning_effort: 'max' }],
    ['stop and penalties for the newest models', { stop: 'x', presence_penalty: 1, frequency_penalty: -1 }],
    [
      'all of it for plain models',
      { model: 'gpt-4o', temperature: 2, top_p: 1, max_tokens: 5, stop: ['x'], seed: 1 },
    ],
    [
      'nulls',
      { temperature: null, stop: null, max_completion_tokens: null, tools: null, response_format: undefined },
    ],
    [
      'all roles',
      {
        messages: [
          { role: 'developer', content: 'Be kind.' },
          { role: 'system', content: 'Be brief.' },
          { role: 'assistant', content: '' },
          user,
        ],
      },
    ],
    [
      'text parts',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'H' },
              { type: 'text', text: 'i' },
            ],
          },
        ],
      },
    ],
    [
      'a user, metadata and the like',
      { user: 'u1', metadata: {}, store: false, service_tier: 'auto', verbosity: 'low' },
    ],
    [
      'JSON that is asked for',
      { response_format: { type: 'json_object' }, messages: [{ role: 'user', content: 'As JSON, please' }] },
    ],
    [
      'an open schema that is not strict',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } } },
    ],
  ])('%s', async (_, more) => {
    const response = await ask(more);
    expect(response.status, await response.text()).toBe(200);
  });
});

describe('a stream of the simulated OpenAI', () => {
  const chunksOf = async (options?: object) => {
    const response = await ask({ stream: true, stream_options: options });
    const data = eventData(await response.text());
    expect(data.pop()).toBe('[DONE]');
    return data.map((text) => JSON.parse(text));
  };

  it('opens with the role, ends with usage in a chunk of its own, and has it as null before', async () => {
    const chunks = await chunksOf({ include_usage: true, include_obfuscation: false });
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(chunks.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 7 } });
    for (const chunk of chunks.slice(0, -1)) expect(chunk.usage).toBeNull();
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it('has no usage unless it was asked for', async () => {
    const chunks = await chunksOf(undefined);
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
    expect(chunks.at(-1).choices[0].finish_reason).toBe('stop');
  });
});

it('counts reasoning tokens in completion_tokens and cached ones in prompt_tokens', async () => {
  const response = await caller.ask(sandbox, {
    key: 'sandbox',
    text: 'x'.repeat(8_000),
    more: { reasoning_effort: 'high' },
  });
  const { usage } = await jsonOf(response);
  expect(usage.completion_tokens_details.reasoning_tokens).toBe(192);
  expect(usage.completion_tokens).toBeGreaterThan(192);
  expect(usage.prompt_tokens_details.cached_tokens).toBe(896);
  expect(usage.prompt_tokens).toBe(2_004);
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
});
