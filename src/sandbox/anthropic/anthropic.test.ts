import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, jsonOf } from '../callers-in-tests.ts';
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

const caller = callerOf('anthropic');
const ask = (more: Record<string, unknown>, text?: string) =>
  caller.ask(sandbox, { key: 'sandbox', more, ...(text === undefined ? {} : { text }) });

const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Hello' };
const format = (schema: unknown, more = {}) => ({
  output_config: { format: { type: 'json_schema', schema, ...more } },
});

it('takes the fields of a feature that the request names', async () => {
  const more = { context_management: { edits: [{ type: 'clear_thinking_20251015' }] }, mcp_servers: [] };
  const named = (beta?: string) =>
    fetch(`${sandbox.baseUrl('anthropic')}/v1/messages`, {
      method: 'POST',
      headers: {
        ...{ 'x-api-key': 'sandbox', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
        ...(beta === undefined ? {} : { 'anthropic-beta': beta }),
      },
      body: JSON.stringify({ model: 'claude-haiku-5-5', max_tokens: 99, messages: [user], ...more }),
    });
  expect((await named('effort-2025-11-24,context-management-2025-06-27,mcp-client-2025-11-20')).status).toBe(
    200,
  );
  expect((await jsonOf(await named('context-management-2025-06-27'))).error.message).toBe(
    'mcp_servers: Extra inputs are not permitted',
  );
  expect((await named()).status).toBe(400);
});

describe('the simulated Anthropic refuses', () => {
  it.each<[string, Record<string, unknown>, string | RegExp]>([
    ['an unknown field', { foo: 1 }, 'foo: Extra inputs are not permitted'],
    ['OpenAI’s fields', { stop: ['x'] }, 'stop: Extra inputs are not permitted'],
    ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['no tokens at all', { max_tokens: 0 }, /^max_tokens: Input should be greater/],
    ['no model', { model: undefined }, 'model: Field required'],
    ['no messages', { messages: undefined }, 'messages: Field required'],
    ['empty messages', { messages: [] }, 'messages: at least one message is required'],
    [
      'an unknown role',
      { messages: [{ role: 'model', content: 'x' }] },
      "messages.0.role: Input should be 'user' or 'assistant'",
    ],
    [
      'a conversation that the assistant begins',
      { messages: [assistant, user] },
      'messages: first message must use the "user" role',
    ],
    ['neighbours of one role', { messages: [user, user] }, /^messages: roles must alternate/],
    [
      'neighbouring answers',
      { messages: [user, assistant, assistant, user] },
      /^messages: roles must alternate/,
    ],
    [
      'an empty text',
      { messages: [{ role: 'user', content: '' }] },
      'messages: text content blocks must be non-empty',
    ],
    [
      'a blank text',
      { messages: [{ role: 'user', content: ' \n' }] },
      'messages: text content blocks must contain non-whitespace text',
    ],
    [
      'an empty block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'messages: text content blocks must be non-empty',
    ],
    ['no blocks', { messages: [{ role: 'user', content: [] }] }, /must have non-empty content/],
    [
      'a blank system prompt',
      { system: ' ' },
      'system: text content blocks must contain non-whitespace text',
    ],
    [
      'an empty system block',
      { system: [{ type: 'text', text: '' }] },
      'system: text content blocks must be non-empty',
    ],
    [
      'the assistant’s words at the end',
      { messages: [user, assistant] },
      /^This model does not support assistant message prefill/,
    ],
    [
      'a temperature above 1',
      { model: 'claude-haiku-4-5', temperature: 1.5 },
      'temperature: Input should be less than or equal to 1',
    ],
    [
      'any temperature but the default, of newer models',
      { temperature: 0.5 },
      '`temperature` is deprecated for this model.',
    ],
    ['top_p below 0.99, of newer models', { top_p: 0.9 }, '`top_p` is deprecated for this model.'],
    ['both, even at their defaults', { temperature: 1, top_p: 1 }, /cannot both be specified/],
    [
      'both, of 4.5',
      { model: 'claude-sonnet-4-5', temperature: 0.5, top_p: 0.5 },
      /cannot both be specified/,
    ],
    [
      'stop sequences that are blank',
      { stop_sequences: ['\n'] },
      'stop_sequences: each stop sequence must contain non-whitespace',
    ],
    ['one stop sequence that is no list', { stop_sequences: 'x' }, /^stop_sequences: /],
    [
      'thinking that is turned off with the wrong word',
      { thinking: { type: 'disabled' } },
      /^"thinking.type.disabled" is not supported for this model/,
    ],
    [
      'thinking that cannot be turned off',
      { model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
      /is not supported for this model. Use "thinking.type.adaptive"/,
    ],
    [
      'thinking turned off at the highest effort',
      { thinking: { type: 'between_tools' }, output_config: { effort: 'max' } },
      /is not supported with the effort "max"/,
    ],
    [
      'a budget of thinking, of newer models',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      /^"thinking.type.enabled" is not supported/,
    ],
    ['an unknown effort', { output_config: { effort: 'none' } }, /^output_config.effort: /],
    [
      'a name beside the schema',
      format({ type: 'string' }, { name: 'x' }),
      'output_config.format.name: Extra inputs are not permitted',
    ],
    [
      'an open object',
      format({ type: 'object', properties: {} }),
      /'additionalProperties' must be explicitly set to false/,
    ],
    [
      'bounds of numbers',
      format({ type: 'number', minimum: 0 }),
      "output_config.format.schema: For 'number' type, properties minimum are not supported",
    ],
    [
      'lengths deep in a schema',
      format({ type: 'array', items: { type: 'string', maxLength: 3 } }),
      /maxLength are not supported/,
    ],
    ['a user’s name', { metadata: { name: 'x' } }, 'metadata.name: Extra inputs are not permitted'],
    ['OpenAI’s tiers', { service_tier: 'default' }, /^service_tier: /],
  ])('%s', async (_, more, message) => {
    const response = await ask(more);
    const body = await jsonOf(response);
    expect(response.status).toBe(400);
    expect(body).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
      request_id: response.headers.get('request-id'),
    });
  });

  it('a request without its version, or with one that never was', async () => {
    const post = (headers: Record<string, string>, body: object) =>
      fetch(`${sandbox.baseUrl('anthropic')}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': 'sandbox', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const good = { model: 'claude-haiku-4-5', max_tokens: 5, messages: [user], temperature: 1 };
    expect((await post({}, good)).status).toBe(400);
    expect((await post({ 'anthropic-version': '2024-01-01' }, good)).status).toBe(400);
    expect((await post({ 'anthropic-version': '2023-06-01' }, good)).status).toBe(200);
    const newest = await post({ 'anthropic-version': '2026-10-21' }, good);
    expect([newest.status, await newest.json()]).toEqual([
      400,
      expect.objectContaining({
        error: { type: 'invalid_request_error', message: 'temperature: Extra inputs are not permitted' },
      }),
    ]);
    expect(
      (await post({ 'anthropic-version': '2026-10-21' }, { ...good, temperature: undefined })).status,
    ).toBe(200);
  });
});

describe('the simulated Anthropic takes', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a system prompt', { system: 'Be kind.' }],
    ['system blocks', { system: [{ type: 'text', text: 'Be kind.' }] }],
    ['turns that alternate', { messages: [user, assistant, user] }],
    ['text blocks', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }],
    ['the default temperature of newer models', { temperature: 1 }],
    ['sampling of 4.5', { model: 'claude-sonnet-4-5-20250929', temperature: 0.3 }],
    ['both of 3.5', { model: 'claude-3-5-sonnet-20241022', temperature: 0.3, top_p: 0.5 }],
    ['the assistant’s words at the end, of 4.5', { model: 'claude-haiku-4-5', messages: [user, assistant] }],
    [
      'adaptive thinking with an effort',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
    ],
    ['each model’s word for no thinking', { thinking: { type: 'between_tools' } }],
    [
      'the same of Haiku',
      { model: 'claude-haiku-5-5', thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    ],
    ['who the user is', { metadata: { user_id: 'u1' } }],
    ['its own tiers', { service_tier: 'standard_only' }],
    [
      'a closed schema',
      format({
        type: 'object',
        properties: { a: { type: 'integer' } },
        required: ['a'],
        additionalProperties: false,
      }),
    ],
  ])('%s', async (_, more) => {
    const response = await ask(more);
    expect(response.status, await response.text()).toBe(200);
  });
});

describe('an answer of the simulated Anthropic', () => {
  it('is the full sequence of events', async () => {
    const response = await ask({ stream: true });
    const names = [...(await response.text()).matchAll(/^event: (\w+)\n/gm)].map(([, name]) => name);
    expect(names.filter((name, i) => name !== names[i - 1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('has a block of thoughts before the text where the model thinks, and none where thinking is off', async () => {
    const thought = await jsonOf(await ask({}));
    expect(thought.content.map(({ type }: { type: string }) => type)).toEqual(['thinking', 'text']);
    expect(thought.usage.output_tokens_details.thinking_tokens).toBe(64);
    const plain = await jsonOf(await ask({ thinking: { type: 'between_tools' } }));
    expect(plain.content.map(({ type }: { type: string }) => type)).toEqual(['text']);
    expect(plain.usage.output_tokens_details.thinking_tokens).toBe(0);
  });

  it('counts what was cached beside the input, not in it', async () => {
    const { usage } = await jsonOf(await ask({}, 'x'.repeat(8_000)));
    expect(usage).toMatchObject({
      input_tokens: 1_108,
      cache_creation_input_tokens: 128,
      cache_read_input_tokens: 768,
    });
  });

  it('that is refused says so', async () => {
    const response = await caller.ask(sandbox, { key: 'sandbox-filtered' });
    expect(await jsonOf(response)).toMatchObject({
      stop_reason: 'refusal',
      stop_details: { type: 'refusal' },
    });
  });

  it('continues what the assistant began', async () => {
    const messages = [{ role: 'user', content: 'It has 9 lives.' }, assistant];
    const response = await ask({ model: 'claude-haiku-4-5', messages });
    expect(caller.readWhole(await jsonOf(response)).text).toContain('1. It has 9 lives.');
  });
});
