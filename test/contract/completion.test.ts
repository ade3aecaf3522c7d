/** Contract, section 2: the whole answer, and what becomes of the words of each provider in it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake), yaml: 'plans: { free: { per_hour: 1000 } }' });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const complete = async (fields: Record<string, unknown> = {}): Promise<CompletionBody> => {
  const response = await gateway.chat({ api_key: 'sk-test', ...fields });
  expect(response.status).toBe(200);
  return readJson<CompletionBody>(response);
};

describe('a completion', () => {
  it.each(PROVIDERS)('of %s has the fields of the specification', async (provider) => {
    const before = Math.floor(Date.now() / 1_000);
    const { model } = WIRES[provider];
    const body = await complete({ model });
    expect(body).toEqual({
      id: expect.stringMatching(/^chatcmpl-[A-Za-z0-9_-]{24,}$/),
      object: 'chat.completion',
      created: expect.any(Number),
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello there.' }, finish_reason: 'stop' }],
      usage: expect.objectContaining({ ...WIRES[provider].usage, total_tokens: 12 }),
      fact_check_metadata: expect.any(Object),
    });
    expect(Number.isInteger(body.created)).toBe(true);
    expect(body.created - before).toBeLessThanOrEqual(5);
    expect(body.created).toBeGreaterThanOrEqual(before);
  });

  it('has an id of its own each time, never the provider’s', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, async () => (await complete()).id));
    expect(new Set(ids).size).toBe(50);
    expect(ids).not.toContain('x');
  });

  const openai = (
    message: object,
    finish: string,
    usage: object = { prompt_tokens: 1, completion_tokens: 2 },
  ) =>
    respond(200, {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
      usage,
    });

  it.each([
    [{ content: null }, 'stop', '', 'stop'],
    [{ content: '' }, 'length', '', 'length'],
    [{ content: 'Hi' }, 'content_filter', 'Hi', 'content_filter'],
    [{ content: null, refusal: 'I cannot help with that.' }, 'stop', 'I cannot help with that.', undefined],
  ])('%j, %s', async (message, finish, content, told) => {
    fake.answer(openai(message, finish));
    const { choices } = await complete();
    // A refusal is told as OpenAI does too.
    expect(choices[0]?.message).toEqual({ ...message, role: 'assistant', content });
    if (told === undefined) expect(['stop', 'length', 'content_filter']).toContain(choices[0]?.finish_reason);
    else expect(choices[0]?.finish_reason).toBe(told);
  });

  it.each([
    ['openai', 'brand_new'],
    ['openai', 'tool_calls'],
    ['openai', null],
  ])('an unknown reason to stop is a failure, never a stop (%s, %j)', async (_provider, finish) => {
    fake.answer(openai({ content: 'Hi' }, finish as string));
    expect((await gateway.chat({ api_key: 'sk-test' })).status).toBe(502);
  });

  it('has a total that is the sum, whatever the provider says', async () => {
    fake.answer(
      openai({ content: 'Hi' }, 'stop', {
        prompt_tokens: 10,
        completion_tokens: 20,
        total_tokens: 999,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 15 },
      }),
    );
    expect((await complete()).usage).toEqual({
      prompt_tokens: 10,
      completion_tokens: 20,
      total_tokens: 30,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 15 },
      cost: expect.any(Number),
    });
  });

  it('counts what xAI counts beside: reasoning', async () => {
    fake.answer(
      openai({ content: 'Hi' }, 'stop', {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 35,
        completion_tokens_details: { reasoning_tokens: 20 },
      }),
    );
    expect((await complete({ model: 'grok-4.3' })).usage).toMatchObject({
      prompt_tokens: 10,
      completion_tokens: 25,
      total_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 20 },
    });
  });

  it('counts what Anthropic counts beside: cached tokens', async () => {
    fake.answer(
      respond(200, {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'x' },
          { type: 'text', text: 'Hi' },
        ],
        stop_reason: 'end_turn',
        usage: {
          input_tokens: 10,
          cache_creation_input_tokens: 3,
          cache_read_input_tokens: 4,
          output_tokens: 6,
        },
      }),
    );
    const body = await complete({ model: 'claude-haiku-5-5' });
    expect(body.choices[0]?.message.content).toBe('Hi');
    expect(body.usage).toMatchObject({
      prompt_tokens: 17,
      completion_tokens: 6,
      total_tokens: 23,
      prompt_tokens_details: { cached_tokens: 4 },
    });
  });

  it('counts what Google counts beside: thoughts', async () => {
    fake.answer(
      respond(200, {
        candidates: [
          {
            content: { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: 'Hi' }] },
            finishReason: 'STOP',
          },
        ],
        usageMetadata: {
          promptTokenCount: 10,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 7,
          totalTokenCount: 22,
        },
      }),
    );
    const body = await complete({ model: 'gemini-3.8-flash' });
    expect(body.choices[0]?.message.content).toBe('Hi');
    expect(body.usage).toMatchObject({
      prompt_tokens: 10,
      completion_tokens: 12,
      total_tokens: 22,
      completion_tokens_details: { reasoning_tokens: 7 },
    });
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'length'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ])('Anthropic’s %s is %s', async (reason, told) => {
    fake.answer(
      respond(200, {
        type: 'message',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: reason,
        usage: { input_tokens: 1, output_tokens: 1 },
      }),
    );
    expect((await complete({ model: 'claude-haiku-5-5' })).choices[0]?.finish_reason).toBe(told);
  });

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['SPII', 'content_filter'],
  ])('Google’s %s is %s', async (reason, told) => {
    fake.answer(
      respond(200, { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: reason }] }),
    );
    expect((await complete({ model: 'gemini-3.8-flash' })).choices[0]?.finish_reason).toBe(told);
  });

  it('a prompt that Google blocks is an empty answer of the content filter', async () => {
    fake.answer(respond(200, { promptFeedback: { blockReason: 'SAFETY' } }));
    const { choices } = await complete({ model: 'gemini-3.8-flash' });
    expect(choices[0]).toMatchObject({ message: { content: '' }, finish_reason: 'content_filter' });
  });

  it('Together’s eos is stop', async () => {
    fake.answer(openai({ content: 'Hi', reasoning: 'Hm.', reasoning_content: 'Hm.' }, 'eos'));
    const { choices } = await complete({ model: 'zai-org/GLM-5.3-Flash' });
    expect(choices[0]).toMatchObject({ message: { content: 'Hi' }, finish_reason: 'stop' });
  });
});
