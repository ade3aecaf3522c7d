/** POST /v1/messages/count_tokens. */
import Anthropic from '@anthropic-ai/sdk';
import type { MessageCountTokensParams } from '@anthropic-ai/sdk/resources/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let provider: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  provider = await startFakeProvider();
  gateway = await startGateway({
    env: {
      CLAIMGATE_ANTHROPIC_BASE_URL: provider.url,
      CLAIMGATE_GOOGLE_BASE_URL: provider.url,
      CLAIMGATE_OPENAI_BASE_URL: `${provider.url}/v1`,
    },
    yaml: "fact_check: { mode: 'off' }\n",
  });
});
afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

const client = (apiKey = 'sandbox'): Anthropic =>
  new Anthropic({ apiKey, baseURL: gateway.url, maxRetries: 0 });
const asked: Omit<MessageCountTokensParams, 'model'> = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', content: 'When was the Eiffel Tower completed?'.repeat(20) }],
};

describe.each(['claude-haiku-5-5', 'gemini-3.8-flash'])('%s', (model) => {
  it('counts what an answer to the same prompt is billed', async () => {
    const { data, response } = await client()
      .messages.countTokens({ ...asked, model })
      .withResponse();
    const { usage } = await client().messages.create({ ...asked, model, max_tokens: 50 });
    expect(data.input_tokens).toBe(
      usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    );
    expect(response.headers.get('x-claimgate-adjusted')).toBe(null);
  });
});

it.each(['gpt-6-luna', 'grok-4.3', 'zai-org/GLM-5.3-Flash'])('is an estimate for %s', async (model) => {
  const count = (more: object = {}) =>
    client()
      .messages.countTokens({ ...asked, ...more, model })
      .withResponse();
  const { data, response } = await count();
  expect(response.headers.get('x-claimgate-adjusted')).toBe('input_tokens=estimated');
  // o200k_base has 146 for the texts alone.
  expect(data.input_tokens).toBeGreaterThan(130);
  expect(data.input_tokens).toBeLessThan(220);
  const tool = { name: 'look_up', input_schema: { type: 'object' as const, properties: { city: {} } } };
  expect((await count({ tools: [tool] })).data.input_tokens).toBeGreaterThan(data.input_tokens + 10);
});

it('asks Anthropic for no more than a prompt is made of', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"input_tokens":2095}');
  });
  const tools = [{ name: 'f', input_schema: { type: 'object' as const } }];
  const { input_tokens: counted } = await client('sk-ant-mine').messages.countTokens({
    ...asked,
    tools,
    tool_choice: { type: 'none' },
    model: 'claude-haiku-5-5',
  });
  expect(counted).toBe(2095);
  const { url, body, headers } = provider.received.at(-1)!;
  expect(url).toBe('/v1/messages/count_tokens');
  expect(headers['x-api-key']).toBe('sk-ant-mine');
  expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'system', 'tool_choice', 'tools']);
});

it('asks Google by the request that it would send', async () => {
  provider.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"totalTokens":31}');
  });
  const { input_tokens: counted } = await client('mine').messages.countTokens({
    ...asked,
    model: 'gemini-3.8-flash',
  });
  expect(counted).toBe(31);
  const { url, body } = provider.received.at(-1)!;
  expect(url).toBe('/v1beta/models/gemini-3.8-flash:countTokens');
  expect(body.generateContentRequest).toMatchObject({
    model: 'models/gemini-3.8-flash',
    systemInstruction: { parts: [{ text: asked.system }] },
  });
});

describe('what fails', () => {
  const count = (fields: object, apiKey: string) =>
    gateway.post(
      '/v1/messages/count_tokens',
      { ...asked, model: 'claude-haiku-5-5', ...fields },
      { 'x-api-key': apiKey },
    );

  it.each([
    ['a wrong key', {}, 'sandbox-invalid', 401, 'authentication_error'],
    ['no key', {}, '', 401, 'authentication_error'],
    ['no messages', { messages: [] }, 'sandbox', 400, 'invalid_request_error'],
    ['an unknown model', { model: 'no-such' }, 'sandbox', 400, 'invalid_request_error'],
    ['an overloaded provider', {}, 'sandbox-overloaded', 503, 'overloaded_error'],
  ])('says so in Anthropic’s form: %s', async (_name, fields, key, status, type) => {
    const answer = await count(fields, key);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type } });
  });

  it('is no answer without a number', async () => {
    provider.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"tokens":7}');
    });
    expect((await count({}, 'sk-ant-mine')).status).toBe(502);
  });

  it('takes a place of the plan where it is counted, and none where it is rejected', async () => {
    const remaining = async (): Promise<number> => {
      const limits = await fetch(`${gateway.url}/v1/limits`, {
        headers: { authorization: 'Bearer sandbox' },
      });
      return ((await limits.json()) as { windows: { remaining: number }[] }).windows[0]!.remaining;
    };
    const before = await remaining();
    await count({ model: 'gpt-6-luna' }, 'sandbox');
    await count({ model: 'claude-haiku-5-5' }, 'sandbox');
    expect(await remaining()).toBe(before - 2);
    expect((await count({ model: 'no-such' }, 'sandbox')).status).toBe(400);
    expect(await remaining()).toBe(before - 2);
  });
});
