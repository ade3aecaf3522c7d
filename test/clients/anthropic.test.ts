/** Anthropic's own package on the Messages API, as it comes, with models of five providers. */
import Anthropic from '@anthropic-ai/sdk';
import type { Message, MessageParam, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepMetadata, readClaims, withMetadata } from '../../src/client/index.ts';
import { type Gateway, OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, type EndlessGateway, expectAnswer, MODELS, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ yaml: OWN_JUDGE });
});
afterAll(() => gateway.stop());

const client = (apiKey = 'sandbox', url = gateway.url): Anthropic =>
  new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });

const RESULTS = { get_weather: '14 °C, rain', get_time: '10:30' };
type Name = keyof typeof RESULTS;
const TOOLS = (Object.keys(RESULTS) as Name[]).map((name) => ({
  name,
  description: 'Of a city.',
  input_schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
}));
const QUESTION = 'Please use get_weather and get_time for Paris.';
const MAX = { max_tokens: 300 };

const textOf = ({ content }: Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

describe.each(MODELS)('%s', (model) => {
  const ask = { model, ...MAX, messages: [{ role: 'user', content: CLAIM }] satisfies MessageParam[] };

  it('answers whole, with its usage and what was found', async () => {
    const message = await client().messages.create({
      ...ask,
      system: [{ type: 'text', text: 'Be brief.' }],
      stop_sequences: ['###'],
    });
    expectAnswer(textOf(message));
    expect(message).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      fact_check_metadata: { claims_detected: expect.any(Number) },
    });
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(message.usage.output_tokens).toBeGreaterThan(0);
    expect(message._request_id).toBeTruthy();
  });

  it('streams, and puts the events together', async () => {
    const stream = client().messages.stream(ask);
    let text = '';
    const last: unknown[] = [];
    stream.on('text', (piece) => {
      text += piece;
    });
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_delta') last.push(event);
    });
    const message = await stream.finalMessage();
    expectAnswer(text);
    expect(textOf(message)).toBe(text);
    expect(message.stop_reason).toBe('end_turn');
    expect(message.usage.input_tokens).toBeGreaterThan(0);
    expect(last).toMatchObject([{ fact_check_metadata: { claims_detected: expect.any(Number) } }]);
  });

  it.each(['whole', 'streamed'] as const)('calls tools in a loop, %s', async (way) => {
    const messages: MessageParam[] = [{ role: 'user', content: QUESTION }];
    const called: string[] = [];
    const next = (): Promise<Message> => {
      const params = { model, ...MAX, messages, tools: TOOLS };
      return way === 'whole'
        ? client().messages.create(params)
        : client().messages.stream(params).finalMessage();
    };
    let message = await next();
    for (let turn = 0; turn < 3 && message.stop_reason === 'tool_use'; turn += 1) {
      const results = message.content.flatMap((block): ToolResultBlockParam[] => {
        if (block.type !== 'tool_use') return [];
        expect(block.input).toEqual({ city: expect.any(String) });
        called.push(block.name);
        const content = [{ type: 'text' as const, text: RESULTS[block.name as Name] }];
        return [{ type: 'tool_result', tool_use_id: block.id, content }];
      });
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
      message = await next();
    }
    expect(called.toSorted()).toEqual(['get_time', 'get_weather']);
    for (const result of Object.values(RESULTS)) expect(textOf(message)).toContain(result);
  });

  it.each([false, true])('runs tools by the package’s own runner, stream %s', async (stream) => {
    const called: string[] = [];
    const tools = TOOLS.map((tool) => ({
      ...tool,
      type: 'custom' as const,
      parse: (input: unknown) => input,
      run: () => {
        called.push(tool.name);
        return RESULTS[tool.name];
      },
    }));
    const messages: MessageParam[] = [{ role: 'user', content: QUESTION }];
    const runner = client().beta.messages.toolRunner({ model, ...MAX, messages, tools, stream });
    const last = await runner.runUntilDone();
    expect(called.toSorted()).toEqual(['get_time', 'get_weather']);
    for (const result of Object.values(RESULTS)) expect(JSON.stringify(last.content)).toContain(result);
  });
});

const asked = { model: 'gpt-6-luna', ...MAX, messages: [{ role: 'user' as const, content: CLAIM }] };

it('says why an answer is incomplete', async () => {
  for (const [key, reason] of [
    ['sandbox-length', 'max_tokens'],
    ['sandbox-filtered', 'refusal'],
  ] as const) {
    expect((await client(key).messages.create(asked)).stop_reason).toBe(reason);
    expect((await client(key).messages.stream(asked).finalMessage()).stop_reason).toBe(reason);
  }
});

it('takes the key in either header', async () => {
  const bearer = new Anthropic({ apiKey: null, authToken: 'sandbox', baseURL: gateway.url, maxRetries: 0 });
  expectAnswer(textOf(await bearer.messages.create(asked)));
});

it('distinguishes errors by their kind, whole and streamed', async () => {
  for (const [key, kind, type] of [
    ['sandbox-invalid', Anthropic.AuthenticationError, 'authentication_error'],
    ['sandbox-quota', Anthropic.RateLimitError, 'rate_limit_error'],
  ] as const) {
    for (const stream of [false, true]) {
      const failure = await client(key)
        .messages.create({ ...asked, stream })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(kind);
      expect(failure).toMatchObject({ type, error: { type: 'error' }, requestID: expect.any(String) });
    }
  }
  const unknown = client().messages.create({ ...asked, model: 'no-such-model' });
  await expect(unknown).rejects.toBeInstanceOf(Anthropic.BadRequestError);
});

it('goes on with a thread that the package keeps', async () => {
  const thread = client().beta.messages.thread({ model: asked.model, ...MAX });
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await thread.send({ role: 'user', content: CLAIM })).stop_reason).toBe('end_turn');
  }
  expect(thread.messages).toHaveLength(6);
});

it('lists models, and reads one', async () => {
  const models = [];
  for await (const model of client().models.list()) models.push(model);
  expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining([...MODELS]));
  const one = {
    type: 'model',
    display_name: 'Claude Haiku 5.5',
    created_at: expect.stringMatching(/^20.+Z$/),
  };
  expect(models).toContainEqual(expect.objectContaining(one));
  expect(await client().models.retrieve('claude-haiku-5-5')).toMatchObject({
    id: 'claude-haiku-5-5',
    ...one,
  });
  await expect(client().models.retrieve('none')).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});

it('reads a claim’s verdict, its evidence quoted', async () => {
  const message = await client().messages.create({
    ...asked,
    messages: [{ role: 'user', content: 'Lightning never strikes the same place twice.' }],
    ...{ fact_check: { mode: 'verify' } },
  });
  expect(readClaims(message)[0]).toMatchObject({
    verdict: 'refuted',
    evidence: [{ quote: expect.any(String) }],
  });
});

it('drops the claims of a stream that it puts together, which a fetch keeps', async () => {
  const kept = keepMetadata();
  const keeping = new Anthropic({ apiKey: 'sandbox', baseURL: gateway.url, fetch: kept.fetch });
  const message = await keeping.messages.stream(asked).finalMessage();
  expect(readClaims(message)).toEqual([]);
  expect(kept.of(message)?.claims_detected).toBe(2);
  const events = withMetadata(await client().messages.create({ ...asked, stream: true }));
  for await (const _ of events);
  expect(events.metadata?.claims_detected).toBe(2);
});

describe('a caller who leaves', () => {
  let endless: EndlessGateway;
  beforeAll(async () => {
    endless = await startEndlessGateway();
  });
  afterAll(() => endless.stop());

  it('ends the provider’s stream', async () => {
    const stream = client('any-key', endless.gateway.url).messages.stream(asked);
    stream.on('error', () => {});
    stream.on('text', () => stream.abort());
    await stream.done().catch(() => {});
    await endless.closed();
  });
});
