/** OpenAI's own package on the Responses API, as it comes. */
import OpenAI from 'openai';
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod';
import type { ResponseCreateParamsNonStreaming, ResponseInput } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { CLAIM, expectAnswer, MODELS, startEndlessGateway } from './gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const client = (apiKey = 'sandbox', url = gateway.url): OpenAI =>
  new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });

const RESULTS = { get_weather: '14 °C, rain', get_time: '10:30' };
type Name = keyof typeof RESULTS;
const NAMES = Object.keys(RESULTS) as Name[];
const CITY = z.object({ city: z.string() });
const TOOLS = NAMES.map((name) => zodResponsesFunction({ name, parameters: CITY }));
const QUESTION = 'Please use get_weather and get_time for Paris.';

describe.each(MODELS)('%s', (model) => {
  it('answers whole, with its usage', async () => {
    const response = await client().responses.create({
      model,
      instructions: 'Be brief.',
      input: CLAIM,
      temperature: 0.5,
      max_output_tokens: 300,
    });
    expectAnswer(response.output_text);
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model,
      instructions: 'Be brief.',
      max_output_tokens: 300,
      fact_check_metadata: { claims_detected: expect.any(Number) },
    });
    const { usage } = response;
    expect(usage?.total_tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
  });

  it('streams, and puts the events together', async () => {
    const stream = client().responses.stream({ model, input: CLAIM });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta;
    });
    const response = await stream.finalResponse();
    expectAnswer(text);
    expect(response.output_text).toBe(text);
    expect(response.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('parses an answer to a schema', async () => {
    const format = zodTextFormat(z.object({ year: z.number(), place: z.string() }), 'tower');
    const asked = { model, input: `${CLAIM} Answer in JSON.`, text: { format } };
    const parsed = { year: expect.any(Number), place: expect.any(String) };
    expect((await client().responses.parse(asked)).output_parsed).toEqual(parsed);
    expect((await client().responses.stream(asked).finalResponse()).output_parsed).toEqual(parsed);
  });

  /** Calls the functions until there is an answer; `next` says what is asked after a response. */
  async function loop(
    ask: (params: ResponseCreateParamsNonStreaming) => Promise<OpenAI.Responses.Response>,
    next: (
      response: OpenAI.Responses.Response,
      outputs: ResponseInput,
    ) => Pick<ResponseCreateParamsNonStreaming, 'input' | 'previous_response_id' | 'store'>,
  ): Promise<void> {
    const called: string[] = [];
    let response = await ask({ model, input: QUESTION, tools: TOOLS });
    for (let turn = 0; turn < 3 && response.output_text === ''; turn += 1) {
      const outputs = response.output.flatMap((item) => {
        if (item.type !== 'function_call') return [];
        expect(typeof JSON.parse(item.arguments).city).toBe('string');
        called.push(item.name);
        const output = RESULTS[item.name as Name];
        return [{ type: 'function_call_output' as const, call_id: item.call_id, output }];
      });
      response = await ask({ model, tools: TOOLS, ...next(response, outputs) });
    }
    expect(called.toSorted()).toEqual(['get_time', 'get_weather']);
    for (const result of Object.values(RESULTS)) expect(response.output_text).toContain(result);
  }
  const ways = {
    whole: (params: ResponseCreateParamsNonStreaming) => client().responses.parse(params),
    streamed: async (params: ResponseCreateParamsNonStreaming) =>
      client()
        .responses.stream({ ...params, stream: true })
        .finalResponse(),
  };
  for (const [name, ask] of Object.entries(ways)) {
    it(`calls functions in a loop that goes on from a response, ${name}`, async () => {
      await loop(ask, ({ id }, outputs) => ({ input: outputs, previous_response_id: id }));
    });

    it(`calls functions in a loop that sends its items back and keeps nothing, ${name}`, async () => {
      const input: ResponseInput = [{ role: 'user', content: QUESTION }];
      await loop(ask, ({ output }, outputs) => {
        input.push(...(output as ResponseInput), ...outputs);
        return { input: [...input], store: false };
      });
    });
  }
});

it('reads, lists and deletes what was kept', async () => {
  const { responses } = client();
  const first = await responses.create({ model: 'gpt-6-luna', input: CLAIM });
  const second = await responses.create({
    model: 'claude-haiku-5-5',
    input: [{ role: 'user', content: 'Are you sure?' }],
    previous_response_id: first.id,
  });
  const read = await responses.retrieve(second.id);
  expect(read.output_text).toBe(second.output_text);
  expect(read.previous_response_id).toBe(first.id);
  const items: unknown[] = [];
  for await (const item of responses.inputItems.list(first.id, { limit: 1, order: 'asc' })) items.push(item);
  expect(items).toMatchObject([
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: CLAIM }] },
  ]);
  await responses.delete(first.id);
  await expect(responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
  await expect(client('sandbox-length').responses.retrieve(second.id)).rejects.toMatchObject({ status: 404 });
});

it('says why an answer is incomplete', async () => {
  for (const [key, reason] of [
    ['sandbox-length', 'max_output_tokens'],
    ['sandbox-filtered', 'content_filter'],
  ] as const) {
    const incomplete = { status: 'incomplete', incomplete_details: { reason } };
    const asked = { model: 'gpt-6-luna', input: CLAIM };
    expect(await client(key).responses.create(asked)).toMatchObject(incomplete);
    expect(await client(key).responses.stream(asked).finalResponse()).toMatchObject(incomplete);
  }
});

it('distinguishes errors by their kind', async () => {
  for (const [key, kind] of [
    ['sandbox-invalid', OpenAI.AuthenticationError],
    ['sandbox-revoked', OpenAI.AuthenticationError],
    ['sandbox-quota', OpenAI.RateLimitError],
    ['sandbox-ratelimited', OpenAI.RateLimitError],
    ['sandbox-error', OpenAI.InternalServerError],
  ] as const) {
    const asked = client(key).responses.create({ model: 'gpt-6-luna', input: CLAIM });
    await expect(asked).rejects.toBeInstanceOf(kind);
  }
  const fault = { model: 'gpt-6-luna', input: CLAIM, background: true };
  await expect(client().responses.create(fault)).rejects.toMatchObject({ status: 400, param: 'background' });
});

it('reports an error in mid-stream, behind the text before it', async () => {
  for (const key of ['sandbox-cut', 'sandbox-error']) {
    const types: string[] = [];
    let text = '';
    const stream = await client(key).responses.create({ model: 'gpt-6-luna', input: CLAIM, stream: true });
    for await (const event of stream) {
      types.push(event.type);
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.failed') expect(event.response.error?.message).toEqual(expect.any(String));
    }
    expect(text).not.toBe('');
    expect(types.at(-1)).toBe('response.failed');
    expect(types).not.toContain('response.completed');
  }
});

it('takes its provider with it when it leaves', async () => {
  const endless = await startEndlessGateway();
  const stream = await client('a-key-of-somebody', endless.gateway.url).responses.create({
    model: 'gpt-6-luna',
    input: CLAIM,
    stream: true,
  });
  for await (const event of stream) if (event.type === 'response.output_text.delta') break;
  await endless.closed();
  await endless.stop();
});
