/** The stock `openai` package, unmodified: only its base address and its key are set. */
import OpenAI, {
  APIConnectionError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Received, startFakeProvider } from '../harness/fake-provider.ts';
import {
  envFor,
  PROVIDERS,
  providerOf,
  respond,
  speak,
  startStream,
  WIRES,
} from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
let client: OpenAI;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: 1000 } }\nupstream: { first_byte_timeout: 200ms }',
  });
  client = clientWith('sk-test');
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
}

const messages = [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }] as const;
const ask = (model = 'gpt-6-luna', at = client) =>
  at.chat.completions.create({ model, messages: [...messages] });
const stream = (model = 'gpt-6-luna', at = client) =>
  at.chat.completions.create({
    model,
    messages: [...messages],
    stream: true,
    stream_options: { include_usage: true },
  });

describe.each(PROVIDERS)('a model of %s', (provider) => {
  const { model, usage } = WIRES[provider];

  it('answers whole', async () => {
    const completion = await ask(model);
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model,
      choices: [{ message: { role: 'assistant', content: 'Hello there.' }, finish_reason: 'stop' }],
      usage: { ...usage, total_tokens: 12 },
      fact_check_metadata: { claims_detected: 1 },
    });
    expect(completion._request_id).toMatch(/\S/);
  });

  it('answers in a stream', async () => {
    let text = '';
    let total = 0;
    const reasons: unknown[] = [];
    for await (const chunk of await stream(model)) {
      text += chunk.choices[0]?.delta.content ?? '';
      if (chunk.choices[0]?.finish_reason != null) reasons.push(chunk.choices[0].finish_reason);
      total = chunk.usage?.total_tokens ?? total;
    }
    expect([text, reasons, total]).toEqual(['Hello there.', ['stop'], 12]);
  });

  it('answers the helper that puts a stream together', async () => {
    const runner = client.chat.completions.stream({
      model,
      messages: [...messages],
      stream_options: { include_usage: true },
    });
    const final = await runner.finalChatCompletion();
    expect(final.choices[0]).toMatchObject({ message: { content: 'Hello there.' }, finish_reason: 'stop' });
    expect((await runner.totalUsage()).total_tokens).toBe(12);
  });
});

it('lists the models, and fetches one', async () => {
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toContain('gpt-6-luna');
  expect(ids).toContain('zai-org/GLM-5.3-Flash');
  for (const id of ids) expect(await client.models.retrieve(id)).toMatchObject({ id, object: 'model' });
  await expect(client.models.retrieve('nobody')).rejects.toThrow(NotFoundError);
});

it('asks for structured answers with its helper', async () => {
  fake.answer(speak(['{"year":1889}']));
  const completion = await client.chat.completions.parse({
    model: 'gpt-6-luna',
    messages: [...messages],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'answer',
        strict: true,
        schema: { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] },
      },
    },
  });
  expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({ year: 1889 });
});

describe("every error arrives as the client's own, with our message", () => {
  /** What the client throws, whole and streamed alike. */
  async function thrown(make: () => Promise<unknown>): Promise<APIError> {
    const error = await make().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(APIError);
    return error as APIError;
  }

  it.each([
    [
      'an unknown model',
      () => ask('nobody'),
      BadRequestError,
      400,
      /^Unknown model 'nobody'\. The nearest listed ids are /,
      'model_not_found',
      'model',
    ],
    [
      'a field that is not supported',
      () =>
        client.chat.completions.create({
          model: 'claude-haiku-5-5',
          messages: [...messages],
          logprobs: true,
        }),
      BadRequestError,
      400,
      'logprobs is not supported by Anthropic',
      'unsupported_parameter',
      'logprobs',
    ],
    [
      'a key that is none',
      () => ask('gpt-6-luna', clientWith('sandbox-nobody')),
      AuthenticationError,
      401,
      'Invalid API key',
      'invalid_api_key',
      null,
    ],
    [
      'a model outside the plan',
      () => ask('gpt-6.1-sol'),
      PermissionDeniedError,
      403,
      /^The plan 'free' does not include this model; .* tier 'basic' .*keys set --plan/,
      'model_not_in_plan',
      null,
    ],
    [
      'a body that is not valid',
      () => client.chat.completions.create({ model: 'gpt-6-luna', messages: [...messages], temperature: 9 }),
      UnprocessableEntityError,
      422,
      'body.temperature: Input should be less than or equal to 2',
      'invalid_body',
      'temperature',
    ],
    [
      'a path that is not there',
      () => client.fineTuning.jobs.create({ model: 'x', training_file: 'x' }),
      NotFoundError,
      404,
      'Not found',
      'not_found',
      null,
    ],
  ])('%s', async (_what, make, kind, status, message, code, param) => {
    const error = await thrown(make);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status, code, param });
    expect(error.message.slice(0, 4)).toBe(`${status} `);
    if (typeof message === 'string') expect(error.message.slice(4)).toBe(message);
    else expect(error.message.slice(4)).toMatch(message);
    expect(error.requestID).toMatch(/\S/);
  });

  it.each([
    ['sandbox-invalid', AuthenticationError, 401, 'Invalid API key'],
    ['sandbox-revoked', AuthenticationError, 401, 'API key has been revoked or expired'],
    [
      'sandbox-ratelimited',
      RateLimitError,
      429,
      'The provider is limiting the rate of requests with this key',
    ],
    ['sandbox-quota', RateLimitError, 429, 'The quota of this key at the provider is used up'],
    ['sandbox-overloaded', InternalServerError, 503, 'The provider is overloaded'],
    ['sandbox-timeout', InternalServerError, 504, 'OpenAI did not answer in time'],
  ])('of %s, whole and streamed', async (key, kind, status, message) => {
    const at = clientWith(key);
    const errors = await Promise.all([
      thrown(() => ask('gpt-6-luna', at)),
      thrown(() => stream('gpt-6-luna', at)),
    ]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(kind);
      expect([error.status, error.message]).toEqual([status, `${status} ${message}`]);
    }
  });

  it('distinguishes the two kinds of 429 by their codes', async () => {
    fake.answer(respond(429, { error: { message: 'x', code: 'insufficient_quota' } }));
    expect((await thrown(() => ask())).code).toBe('insufficient_quota');
    fake.answer(respond(429, { error: { message: 'x', code: 'rate_limit_exceeded' } }));
    expect((await thrown(() => ask())).code).toBe('provider_rate_limit_exceeded');
    await Promise.all([1, 2, 3].map(() => ask('gpt-6-luna', clientWith('sandbox-limited'))));
    expect((await thrown(() => ask('gpt-6-luna', clientWith('sandbox-limited')))).code).toBe(
      'rate_limit_exceeded',
    );
  });

  it('in mid-stream, behind the text that came before', async () => {
    let text = '';
    const error = await thrown(async () => {
      for await (const chunk of await stream('gpt-6-luna', clientWith('sandbox-cut'))) {
        text += chunk.choices[0]?.delta.content ?? '';
      }
    });
    expect(text).not.toBe('');
    expect(error.message).toContain('OpenAI cut its answer off');
    expect(error.code).toBe('provider_cut_off');
  });
});

it("the client's own retry waits as long as Retry-After says, and succeeds", async () => {
  const waits: string[] = [];
  let tries = 0;
  fake.answer((request, response) => {
    tries += 1;
    if (tries > 1) speak()(request, response);
    else
      respond(
        429,
        { error: { message: 'x' } },
        { 'retry-after': '3', 'x-should-retry': 'false' },
      )(request, response);
  });
  const patient = new OpenAI({
    baseURL: `${gateway.url}/v1`,
    apiKey: 'sk-test',
    maxRetries: 1,
    fetch: hurried,
  });
  const completion = await patient.chat.completions.create({ model: 'gpt-6-luna', messages: [...messages] });
  expect([tries, completion.choices[0]?.message.content]).toEqual([2, 'Hello there.']);
  expect(waits).toEqual(['3']);

  /** Notes what the client was told to wait, and lets it wait for less. */
  async function hurried(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    const response = await fetch(url, init);
    const wait = response.headers.get('retry-after');
    if (wait === null) return response;
    waits.push(wait);
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'retry-after': '0.01' },
    });
  }
});

describe('a caller who aborts', () => {
  it('gets its own error, and the provider is let go', async () => {
    fake.answer((request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening + wire.delta('Hello'));
    });
    const answer = await stream();
    for await (const _chunk of answer) answer.controller.abort();
    await (fake.received[0] as Received).closed;
  });

  it('before the answer as well', async () => {
    fake.answer(() => {});
    const leaving = new AbortController();
    const pending = client.chat.completions.create(
      { model: 'gpt-6-luna', messages: [...messages] },
      { signal: leaving.signal },
    );
    while (fake.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    leaving.abort();
    await expect(pending).rejects.toThrow(APIUserAbortError);
    await (fake.received[0] as Received).closed;
  });
});

it('a gateway that is gone is a connection error', async () => {
  const gone = await startGateway();
  const at = new OpenAI({ baseURL: `${gone.url}/v1`, apiKey: 'sandbox', maxRetries: 0 });
  await gone.stop();
  await expect(ask('gpt-6-luna', at)).rejects.toThrow(APIConnectionError);
});
