/** Contract, sections 2 and 4: the completion, and `fact_check_metadata` as far as claims are detected. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { type CompletionBody, type MetadataBody, readJson, readStream } from '../harness/read-answer.ts';
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
const metadataOf = async (fields: Record<string, unknown>): Promise<MetadataBody> => {
  const { fact_check_metadata: metadata } = await complete(fields);
  if (metadata === undefined) throw new Error('no metadata');
  return metadata;
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
    expect(choices[0]?.message).toEqual({ role: 'assistant', content });
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
    ['pause_turn', 'stop'],
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

describe('the mode', () => {
  it('off: no metadata', async () => {
    expect(await complete({ fact_check: { mode: 'off' } })).not.toHaveProperty('fact_check_metadata');
  });

  it.each(['detect', 'ground', 'verify', undefined, null])(
    '%s: runs, and says what was run',
    async (mode) => {
      const metadata = await metadataOf({ fact_check: { mode } });
      expect(['detect', 'ground', 'verify']).toContain(metadata.mode);
      if (mode === 'detect') expect(metadata.mode).toBe('detect');
    },
  );

  it('may be off by config, and asked for again', async () => {
    const off = await startGateway({ yaml: 'fact_check: { mode: off }' });
    try {
      const ask = async (fields: object) =>
        readJson<CompletionBody>(await off.chat({ api_key: 'sandbox', ...fields }));
      expect(await ask({})).not.toHaveProperty('fact_check_metadata');
      expect(await ask({ fact_check: { mode: null } })).not.toHaveProperty('fact_check_metadata');
      expect((await ask({ fact_check: { mode: 'detect' } })).fact_check_metadata?.mode).toBe('detect');
    } finally {
      await off.stop();
    }
  });
});

describe('metadata', () => {
  const detect = { fact_check: { mode: 'detect' } };

  it('of a conversation without claims is sure that there is nothing to check', async () => {
    fake.answer(speak(['Hello!']));
    expect(await metadataOf({ ...detect, messages: [{ role: 'user', content: 'Hi!' }] })).toEqual({
      claims_detected: 0,
      confidence_score: 1,
      sources_consulted: [],
      mode: 'detect',
      claims: [],
    });
  });

  const messages = [
    { role: 'system', content: 'Mount Everest is 8,849 metres high.' },
    { role: 'user', content: 'Hello! The Eiffel Tower was completed in 1889. Is that so?' },
    { role: 'assistant', content: 'Yes. It has 1,665 steps, and Paris has 2.1 million inhabitants.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Fine 🔑. ' },
        { type: 'text', text: 'The Statue of Liberty was a gift from France in 1886.' },
      ],
    },
  ];
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map((part) => part.text).join(''),
  );
  const answer = 'Right. The statue stands 93 metres tall. 🗽 It was dedicated on October 28, 1886.';

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('tells the claims of users, assistants and the answer, with their places (%s)', async (_how, stream) => {
    fake.answer(speak(answer.split(/(?<= )/)));
    const fields = { api_key: 'sk-test', ...detect, messages, stream };
    const response = await gateway.chat(fields);
    const metadata = stream
      ? (await readStream(response)).chunks.at(-1)?.fact_check_metadata
      : (await readJson<CompletionBody>(response)).fact_check_metadata;
    const claims = metadata?.claims ?? [];
    expect(metadata).toMatchObject({ claims_detected: claims.length, sources_consulted: [], mode: 'detect' });
    for (const claim of claims) {
      expect(claim).toMatchObject({
        id: expect.stringMatching(/\S/),
        text: expect.stringMatching(/\S/),
        category: expect.stringMatching(
          /^(statistic|event|quote|causal|comparison|attribute|record|prediction|other)$/,
        ),
      });
      expect(claim.confidence).toBeGreaterThanOrEqual(0);
      expect(claim.confidence).toBeLessThanOrEqual(1);
      // Offsets are UTF-16 units of that very message; the answer's index is behind the last message.
      const text = [...texts, answer][claim.message_index] ?? '';
      expect(text.slice(claim.start, claim.end)).toBe(claim.original_text);
      expect(claim.role).toBe(claim.message_index === 4 ? 'assistant' : messages[claim.message_index]?.role);
    }
    expect(new Set(claims.map((claim) => claim.id)).size).toBe(claims.length);
    expect(new Set(claims.map((claim) => claim.message_index))).toEqual(new Set([1, 2, 3, 4]));
    expect(claims.map((claim) => claim.original_text)).toContain('The Eiffel Tower was completed in 1889.');
    const mean = claims.reduce((sum, claim) => sum + claim.confidence, 0) / claims.length;
    expect(metadata?.confidence_score).toBeCloseTo(mean, 3);
  });

  it('is of the newest 50,000 characters of a conversation', async () => {
    fake.answer(speak(['Fine.']));
    const filler = 'So it goes on and on. '.repeat(2_400);
    const metadata = await metadataOf({
      ...detect,
      messages: [
        { role: 'user', content: 'The Eiffel Tower was completed in 1889.' },
        { role: 'assistant', content: filler },
        { role: 'user', content: 'The Statue of Liberty was dedicated in 1886.' },
      ],
    });
    const places = new Set(metadata.claims.map((claim) => claim.message_index));
    expect(places.has(0)).toBe(false);
    expect(places.has(2)).toBe(true);
  });

  it('asks nobody but the model, once', async () => {
    await complete({ ...detect, messages });
    expect(fake.received).toHaveLength(1);
  });

  it.each(['ŻÓŁĆ 漢字 🔑', '   ', '\u0000', '```js\nlet a = 1;\n```', '#'.repeat(5_000), 'http://a.b/c?d=e'])(
    'is there for any text (%j)',
    async (content) => {
      const metadata = await metadataOf({ ...detect, messages: [{ role: 'user', content }] });
      expect(metadata.claims_detected).toBe(metadata.claims.length);
    },
  );
});
