/**
 * Contract, section 2: what becomes of each request field at each of the five providers. The expectations are
 * written from the providers' documentation, apart from the adapters' own table.
 */
import { describe, expect, it } from 'vitest';
import { isStreamed, PROVIDERS, type ProviderKey, WIRES } from '../harness/provider-wires.ts';
import { expectError, readStream } from '../harness/read-answer.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const { ask, send, last, received } = openRecordingGateway();

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const jsonSchema = { type: 'json_schema', json_schema: { name: 'thing', schema, strict: true } };

/**
 * For each provider: what a field becomes in its request; that it is refused; that it is left out, and said so; or
 * that the gateway does it.
 */
interface Row {
  readonly field: string;
  readonly value: unknown;
  readonly at: Readonly<Record<ProviderKey, Fields | 'refused' | 'ignored' | 'gateway'>>;
  /** Where another value is sent, and said so; with its name where it is another field's. */
  readonly says?: Readonly<Partial<Record<ProviderKey, string>>>;
}

const ROWS: readonly Row[] = [
  {
    field: 'max_tokens',
    value: 99,
    at: {
      openai: { max_completion_tokens: 99 },
      anthropic: { max_tokens: 99 },
      google: { generationConfig: { maxOutputTokens: 99 } },
      xai: { max_completion_tokens: 99 },
      together: { max_tokens: 99 },
    },
  },
  {
    field: 'max_completion_tokens',
    value: 98,
    at: {
      openai: { max_completion_tokens: 98 },
      anthropic: { max_tokens: 98 },
      google: { generationConfig: { maxOutputTokens: 98 } },
      xai: { max_completion_tokens: 98 },
      together: { max_tokens: 98 },
    },
  },
  {
    field: 'stop',
    value: ['END', 'FIN'],
    at: {
      openai: { stop: ['END', 'FIN'] },
      anthropic: { stop_sequences: ['END', 'FIN'] },
      google: { generationConfig: { stopSequences: ['END', 'FIN'] } },
      xai: 'gateway',
      together: { stop: ['END', 'FIN'] },
    },
  },
  {
    field: 'seed',
    value: 7,
    at: {
      openai: { seed: 7 },
      anthropic: 'ignored',
      google: { generationConfig: { seed: 7 } },
      xai: { seed: 7 },
      together: { seed: 7 },
    },
  },
  {
    field: 'seed',
    value: 0,
    at: {
      openai: { seed: 0 },
      anthropic: 'ignored',
      google: { generationConfig: { seed: 0 } },
      xai: { seed: 0 },
      together: { seed: 0 },
    },
  },
  {
    field: 'presence_penalty',
    value: 0.5,
    at: {
      openai: { presence_penalty: 0.5 },
      anthropic: 'ignored',
      google: 'ignored',
      xai: 'ignored',
      together: { presence_penalty: 0.5 },
    },
  },
  {
    field: 'frequency_penalty',
    value: -2,
    at: {
      openai: { frequency_penalty: -2 },
      anthropic: 'ignored',
      google: 'ignored',
      xai: 'ignored',
      together: { frequency_penalty: -2 },
    },
  },
  {
    field: 'response_format',
    value: { type: 'json_object' },
    at: {
      openai: { response_format: { type: 'json_object' } },
      anthropic: {
        tools: [expect.objectContaining({ name: 'claimgate_json_answer' })],
        tool_choice: { type: 'tool', name: 'claimgate_json_answer', disable_parallel_tool_use: true },
        thinking: { type: 'disabled' },
      },
      google: { generationConfig: { responseMimeType: 'application/json' } },
      xai: { response_format: { type: 'json_object' } },
      together: { response_format: { type: 'json_object' } },
    },
    // It lets no call be forced while it thinks.
    says: { anthropic: 'reasoning_effort=none' },
  },
  {
    field: 'response_format',
    value: jsonSchema,
    at: {
      openai: { response_format: jsonSchema },
      anthropic: {
        output_config: {
          format: { type: 'json_schema', schema: { ...schema, additionalProperties: false } },
        },
      },
      google: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
      xai: { response_format: jsonSchema },
      together: { response_format: jsonSchema },
    },
  },
  {
    field: 'reasoning_effort',
    value: 'low',
    at: {
      openai: { reasoning_effort: 'low' },
      // Whoever asks for an effort is shown the thoughts.
      anthropic: {
        output_config: { effort: 'low' },
        thinking: { type: 'adaptive', display: 'summarized' },
      },
      google: { generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } } },
      xai: { reasoning_effort: 'low' },
      together: { reasoning_effort: 'low' },
    },
  },
  {
    field: 'reasoning_effort',
    value: 'none',
    at: {
      openai: { reasoning_effort: 'none' },
      anthropic: { thinking: { type: 'disabled' } },
      google: { generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } } },
      xai: { reasoning_effort: 'none' },
      together: { reasoning_effort: 'low' },
    },
    says: { google: 'low', together: 'low' },
  },
  {
    field: 'user',
    value: 'user-7',
    at: {
      openai: { user: 'user-7' },
      anthropic: { metadata: { user_id: 'user-7' } },
      google: 'ignored',
      xai: { user: 'user-7' },
      together: 'ignored',
    },
  },
];

describe('a JSON schema that a provider takes in part', () => {
  const format = (properties: object) => ({
    type: 'json_schema',
    json_schema: { name: 'thing', schema: { type: 'object', properties } },
  });
  const code = { type: 'string', pattern: '^x' };

  it('is refused where Anthropic would leave a dictionary empty', async () => {
    const tags = { type: 'object', additionalProperties: { type: 'string' } };
    const place = 'response_format.json_schema.schema.properties.tags.additionalProperties';
    await expectError(await ask(WIRES.anthropic.model, { response_format: format({ tags }) }), {
      status: 400,
      detail: `${place} is not supported by Anthropic`,
      param: place,
    });
    const google = await ask(WIRES.google.model, { response_format: format({ tags }) });
    expect([google.status, google.headers.get('x-claimgate-adjusted')]).toEqual([200, null]);
  });

  it.each(['anthropic', 'google'] as const)('is restated for %s, which is said', async (provider) => {
    const response = await ask(WIRES[provider].model, { response_format: format({ code }) });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-claimgate-adjusted')).toBe('response_format.pattern=described');
  });
});

describe.each(ROWS)('$field: $value', ({ field, value, at, says = {} }) => {
  it.each(PROVIDERS)('at %s', async (provider) => {
    const { model } = WIRES[provider];
    const expected = at[provider];
    if (expected === 'refused') {
      const body = await expectError(await ask(model, { [field]: value }), {
        status: 400,
        type: 'invalid_request_error',
        param: field,
      });
      expect(body.error.message).toContain(field);
      expect(received()).toEqual([]);
      return;
    }
    // What the field adds to the request without it is all that the provider gets of it.
    const plain = (await send(model, {})).body;
    const { body, adjusted } = await send(model, { [field]: value });
    const changed = expected === 'ignored' ? 'ignored' : says[provider];
    const said = changed?.includes('=') === true ? changed : `${field}=${changed}`;
    expect(adjusted).toBe(changed === undefined ? null : said);
    expect(body).toEqual({ ...plain, ...(typeof expected === 'string' ? {} : expected) });
  });
});

describe('temperature and top_p', () => {
  // The basic models of OpenAI, Anthropic and Google take no sampling fields; xAI's and Together's take all.
  it.each(['openai', 'anthropic', 'google'] as const)(
    'are left out, and the caller is told, at %s',
    async (provider) => {
      const { body, adjusted } = await send(WIRES[provider].model, { temperature: 0.7, top_p: 0.9 });
      expect(adjusted?.split(', ').sort()).toEqual(['temperature=ignored', 'top_p=ignored']);
      expect(body).toEqual((await send(WIRES[provider].model, {})).body);
    },
  );

  it.each(['xai', 'together'] as const)('are passed on as they are at %s', async (provider) => {
    for (const temperature of [0, 0.7, 1, 2]) {
      const { body, adjusted } = await send(WIRES[provider].model, { temperature, top_p: 0.9 });
      expect([body.temperature, body.top_p, adjusted]).toEqual([temperature, 0.9, null]);
    }
    const edges = await send(WIRES[provider].model, { top_p: 0 });
    expect([edges.body.top_p, edges.adjusted]).toEqual([0, null]);
  });

  it('of OpenAI are taken where the model does not reason', async () => {
    const { body, adjusted } = await send('gpt-6-luna', {
      temperature: 0.7,
      top_p: 0.5,
      reasoning_effort: 'none',
    });
    expect([body.temperature, body.top_p, adjusted]).toEqual([0.7, 0.5, null]);
  });

  it('of an older OpenAI model are passed on', async () => {
    const { body, adjusted } = await send('openai/gpt-4o-mini', { temperature: 1.5, top_p: 0.5 });
    expect([body.temperature, body.top_p, adjusted]).toEqual([1.5, 0.5, null]);
  });

  it('are clamped to 1 at an Anthropic model that takes up to 1', async () => {
    const model = 'anthropic/claude-sonnet-4-5';
    const high = await send(model, { temperature: 1.7 });
    expect([high.body.temperature, high.adjusted]).toEqual([1, 'temperature=1']);
    const most = await send(model, { temperature: 1 });
    expect([most.body.temperature, most.adjusted]).toEqual([1, null]);
    const zero = await send(model, { temperature: 0 });
    expect([zero.body.temperature, zero.adjusted]).toEqual([0, null]);
  });

  it('are not both sent to an Anthropic model that refuses both together', async () => {
    const { body, adjusted } = await send('anthropic/claude-sonnet-4-5', { temperature: 2, top_p: 0.5 });
    expect([body.temperature, 'top_p' in body]).toEqual([1, false]);
    expect(adjusted).toBe('temperature=1, top_p=ignored');
  });

  it('are clamped in a stream too, and its headers say so', async () => {
    const response = await ask('anthropic/claude-sonnet-4-5', { temperature: 1.7, stream: true });
    expect(response.headers.get('x-claimgate-adjusted')).toBe('temperature=1');
    expect((await readStream(response)).done).toBe(true);
  });

  it.each(PROVIDERS)('within their ranges are never refused at %s', async (provider) => {
    for (const [temperature, topP] of [
      [0, 0],
      [2, 1],
      [0.000001, 0.999999],
    ]) {
      expect((await ask(WIRES[provider].model, { temperature, top_p: topP })).status).toBe(200);
    }
  });
});

describe('neutral values count as absent everywhere', () => {
  const NEUTRAL: readonly Fields[] = [
    { tools: [] },
    { logprobs: false },
    { presence_penalty: 0 },
    { frequency_penalty: 0 },
    { response_format: { type: 'text' } },
    { modalities: ['text'] },
    { n: 1 },
    { stop: null, seed: null, presence_penalty: null, frequency_penalty: null, response_format: null },
    { reasoning_effort: null, user: null, temperature: null, top_p: null, max_tokens: null },
    { tools: null, tool_choice: null, functions: null, audio: null, modalities: null },
    { logprobs: null, top_logprobs: null, logit_bias: null, n: null },
  ];

  it.each(PROVIDERS)('at %s', async (provider) => {
    const plain = (await send(WIRES[provider].model, {})).body;
    for (const fields of NEUTRAL) {
      const { body, adjusted } = await send(WIRES[provider].model, fields);
      expect({ fields, body, adjusted }).toEqual({ fields, body: plain, adjusted: null });
    }
  });
});

describe('what is not supported is refused, never ignored', () => {
  it.each([
    ['audio', { voice: 'alloy', format: 'wav' }],
    ['modalities', ['text', 'audio']],
    ['modalities', ['audio']],
  ])('%s: %j', async (field, value) => {
    for (const provider of PROVIDERS) {
      await expectError(await ask(WIRES[provider].model, { [field]: value }), {
        status: 400,
        detail: `${field} is not supported`,
        type: 'invalid_request_error',
        param: field,
      });
    }
    expect(received()).toEqual([]);
  });

  it('a tool of another type that must be called, at a provider of another dialect', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }, { type: 'web_search' }];
    const tool_choice = { type: 'web_search' };
    await expectError(await ask('claude-haiku-5-5', { tools, tool_choice }), {
      status: 400,
      param: 'tool_choice',
      detail: "tool_choice of type 'web_search' is not supported by Anthropic",
    });
    expect(received()).toEqual([]);
  });

  it.each([0, -1, 129])('n: %j', async (n) => {
    await expectError(await ask('gpt-6-luna', { n }), { status: 422, param: 'n' });
    expect(received()).toEqual([]);
  });
});

describe('the stream', () => {
  it.each(PROVIDERS)('is asked for in the way of %s, usage included', async (provider) => {
    const whole = (await send(WIRES[provider].model, {})).body;
    expect(isStreamed(last())).toBe(false);
    const { body } = await send(WIRES[provider].model, { stream: true });
    expect(isStreamed(last())).toBe(true);
    const extra: Readonly<Record<ProviderKey, Fields>> = {
      openai: { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
      anthropic: { stream: true },
      google: {},
      xai: { stream: true, stream_options: { include_usage: true } },
      together: { stream: true, stream_options: { include_usage: true } },
    };
    expect(body).toEqual({ ...whole, ...extra[provider] });
  });
});
