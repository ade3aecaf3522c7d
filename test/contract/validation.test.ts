/** Contract, sections 2, 5 and 6: faults of the fields, in pydantic's words, each of them listed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, type Fault, faultsOf } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake) });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const KEY = { api_key: 'sk-test' };
const USER = { role: 'user', content: 'Hello' };
const chat = (fields: Record<string, unknown>) => gateway.chat({ ...KEY, ...fields });
const fault = async (response: Response): Promise<Fault> => {
  const { detail } = await expectError(response, { status: 422 });
  expect(detail).toHaveLength(1);
  return (detail as readonly Fault[])[0] as Fault;
};

describe('the fields of chat completions', () => {
  it.each([
    ['model', undefined, 'missing', 'Field required'],
    ['model', null, 'string_type', 'Input should be a valid string'],
    ['model', 5, 'string_type', 'Input should be a valid string'],
    ['messages', undefined, 'missing', 'Field required'],
    ['messages', null, 'list_type', 'Input should be a valid list'],
    ['messages', {}, 'list_type', 'Input should be a valid list'],
    ['messages', 'Hello', 'list_type', 'Input should be a valid list'],
    ['messages', [], 'too_short', 'List should have at least 1 item after validation, not 0'],
    ['stream', 'true', 'bool_type', 'Input should be a valid boolean'],
    ['stream', 1, 'bool_type', 'Input should be a valid boolean'],
    ['temperature', -0.1, 'greater_than_equal', 'Input should be greater than or equal to 0'],
    ['temperature', 2.1, 'less_than_equal', 'Input should be less than or equal to 2'],
    ['temperature', '1', 'float_type', 'Input should be a valid number'],
    ['temperature', true, 'float_type', 'Input should be a valid number'],
    ['top_p', -0.1, 'greater_than_equal', 'Input should be greater than or equal to 0'],
    ['top_p', 1.1, 'less_than_equal', 'Input should be less than or equal to 1'],
    ['top_p', [], 'float_type', 'Input should be a valid number'],
    ['max_tokens', 0, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['max_tokens', -5, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['max_tokens', 1.5, 'int_type', 'Input should be a valid integer'],
    ['max_tokens', '10', 'int_type', 'Input should be a valid integer'],
    ['max_tokens', true, 'int_type', 'Input should be a valid integer'],
    ['max_completion_tokens', 0, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['max_completion_tokens', {}, 'int_type', 'Input should be a valid integer'],
    ['seed', 'abc', 'int_type', 'Input should be a valid integer'],
    ['seed', 0.5, 'int_type', 'Input should be a valid integer'],
    ['presence_penalty', -2.1, 'greater_than_equal', 'Input should be greater than or equal to -2'],
    ['presence_penalty', 'x', 'float_type', 'Input should be a valid number'],
    ['frequency_penalty', 2.1, 'less_than_equal', 'Input should be less than or equal to 2'],
    ['stop', 5, 'string_type', 'Input should be a valid string'],
    ['user', 5, 'string_type', 'Input should be a valid string'],
    ['n', '1', 'int_type', 'Input should be a valid integer'],
    ['n', 1.5, 'int_type', 'Input should be a valid integer'],
    ['enable_evaluations', 'yes', 'bool_type', 'Input should be a valid boolean'],
    ['task', 'sing', 'literal_error', "Input should be 'auto', 'chat', 'normalize', 'fact_check' or 'none'"],
    ['reasoning_effort', 5, 'literal_error', undefined],
    ['response_format', 'json', 'model_attributes_type', undefined],
    ['stream_options', true, 'model_attributes_type', undefined],
    ['fact_check', true, 'model_attributes_type', undefined],
    ['fact_check', [], 'model_attributes_type', undefined],
  ])('%s: %j is %s', async (field, value, type, msg) => {
    const found = await fault(await chat({ [field]: value }));
    expect(found).toEqual({ loc: ['body', field], msg: msg ?? expect.any(String), type });
  });

  it.each([
    [{ messages: ['Hello'] }, 'body.messages.0 model_attributes_type'],
    [{ messages: [null] }, 'body.messages.0 model_attributes_type'],
    [{ messages: [{ content: 'x' }] }, 'body.messages.0.role missing'],
    [{ messages: [{ role: 'user' }] }, 'body.messages.0.content missing'],
    [{ messages: [USER, { role: 'tool', content: 'x' }] }, 'body.messages.1.tool_call_id missing'],
    [{ messages: [{ role: 'User', content: 'x' }] }, 'body.messages.0.role literal_error'],
    [{ messages: [{ role: 'user ', content: 'x' }] }, 'body.messages.0.role literal_error'],
    [{ messages: [{ role: null, content: 'x' }] }, 'body.messages.0.role literal_error'],
    [{ messages: [{ role: 5, content: 'x' }] }, 'body.messages.0.role literal_error'],
    [{ messages: [{ role: '__proto__', content: 'x' }] }, 'body.messages.0.role literal_error'],
    [{ messages: [{ role: 'user', content: null }] }, 'body.messages.0.content string_type'],
    [{ messages: [{ role: 'user', content: 5 }] }, 'body.messages.0.content string_type'],
    [{ messages: [{ role: 'user', content: { text: 'x' } }] }, 'body.messages.0.content string_type'],
    [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'body.messages.0.content.0.text missing'],
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: 5 }] }] },
      'body.messages.0.content.0.text string_type',
    ],
    [{ messages: [{ role: 'user', content: [{ text: 'x' }] }] }, 'body.messages.0.content.0.type missing'],
    [{ messages: [{ role: 'user', content: ['x'] }] }, 'body.messages.0.content.0 model_attributes_type'],
    ...(
      [
        ['user', 'refusal'],
        ['system', 'image_url'],
        ['assistant', 'input_audio'],
        ['assistant', 'file'],
      ] as const
    ).map(([role, type]): [object, string] => [
      {
        messages: [
          {
            role,
            content: [
              { type: 'text', text: 'x' },
              { type, [type]: {} },
            ],
          },
        ],
      },
      'body.messages.0.content.1.type literal_error',
    ]),
    [{ stop: ['a', 5] }, 'body.stop.1 string_type'],
    [{ stream_options: { include_usage: 'yes' } }, 'body.stream_options.include_usage bool_type'],
    [{ response_format: {} }, 'body.response_format.type missing'],
    [{ response_format: { type: 'xml' } }, 'body.response_format.type literal_error'],
    [{ response_format: { type: 'json_schema' } }, 'body.response_format.json_schema missing'],
    [
      { response_format: { type: 'json_schema', json_schema: {} } },
      'body.response_format.json_schema.name missing',
    ],
    [{ fact_check: { mode: 'guess' } }, 'body.fact_check.mode literal_error'],
    [{ fact_check: { sources: 'corpus' } }, 'body.fact_check.sources list_type'],
    [{ fact_check: { sources: [5] } }, 'body.fact_check.sources.0 string_type'],
    [{ fact_check: { max_claims: 'all' } }, 'body.fact_check.max_claims int_type'],
    [{ fact_check: { judge_model: 5 } }, 'body.fact_check.judge_model string_type'],
    [{ fact_check: { claim_review: 'no' } }, 'body.fact_check.claim_review bool_type'],
    [{ fact_check: { claims: 'some' } }, 'body.fact_check.claims literal_error'],
    [{ fact_check: { claims: true } }, 'body.fact_check.claims literal_error'],
    [{ fact_check: { stream_events: 1 } }, 'body.fact_check.stream_events bool_type'],
    [{ fact_check: { revise: 'yes' } }, 'body.fact_check.revise bool_type'],
  ])('%j: %s', async (fields, expected) => {
    expect(await faultsOf(await chat(fields as Record<string, unknown>))).toEqual([expected]);
  });

  it('refuses two limits of tokens that differ, and takes two that agree', async () => {
    const differ = await fault(await chat({ max_tokens: 5, max_completion_tokens: 6 }));
    expect(differ.loc).toEqual(['body', 'max_completion_tokens']);
    expect((await chat({ max_tokens: 5, max_completion_tokens: 5 })).status).toBe(200);
    expect((await chat({ max_tokens: null, max_completion_tokens: 5 })).status).toBe(200);
  });

  it('refuses a source that the server does not have', async () => {
    expect(await faultsOf(await chat({ fact_check: { sources: ['no-such-source', 'neither'] } }))).toEqual([
      'body.fact_check.sources.0 value_error',
      'body.fact_check.sources.1 value_error',
    ]);
  });

  it('refuses numbers that are none', async () => {
    const body = (fields: string) =>
      gateway.post(
        '/v1/chat/completions',
        `{${fields},"api_key":"k","model":"m","messages":[${JSON.stringify(USER)}]}`,
      );
    expect(await faultsOf(await body('"temperature":1e999'))).toEqual(['body.temperature float_type']);
    expect(await faultsOf(await body('"max_tokens":1e300'))).toEqual(['body.max_tokens less_than_equal']);
    expect(await faultsOf(await body('"seed":-1e300'))).toEqual(['body.seed greater_than_equal']);
    expect(await faultsOf(await body('"temperature":NaN'))).toEqual(['body json_invalid']);
  });

  it('lists every fault, a missing key among them', async () => {
    const found = await faultsOf(
      await gateway.post('/v1/chat/completions', {
        model: 5,
        messages: [{ role: 'bot', content: 'x' }, USER, { role: 'user' }, 'x'],
        stream: 'no',
        temperature: 3,
        top_p: -1,
        max_tokens: 1,
        max_completion_tokens: 2,
        fact_check: { mode: 'x', max_claims: 0.5 },
      }),
    );
    expect([...found].sort()).toEqual([
      'body.api_key missing',
      'body.fact_check.max_claims int_type',
      'body.fact_check.mode literal_error',
      'body.max_completion_tokens value_error',
      'body.messages.0.role literal_error',
      'body.messages.2.content missing',
      'body.messages.3 model_attributes_type',
      'body.model string_type',
      'body.stream bool_type',
      'body.temperature less_than_equal',
      'body.top_p greater_than_equal',
    ]);
  });

  it('misses everything that is required in an empty object', async () => {
    expect(await faultsOf(await gateway.post('/v1/chat/completions', {}))).toEqual([
      'body.api_key missing',
      'body.model missing',
      'body.messages missing',
    ]);
  });

  it('lists an unknown source beside the other faults', async () => {
    expect(await faultsOf(await chat({ temperature: 3, fact_check: { sources: ['nowhere'] } }))).toEqual([
      'body.fact_check.sources.0 value_error',
      'body.temperature less_than_equal',
    ]);
  });

  it('lists many faults and stays small', async () => {
    const response = await chat({ messages: new Array(20_000).fill(0) });
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(4_000_000);
  });

  it('names the first fault, and how many more there are, in the other form', async () => {
    const body = await expectError(await chat({ temperature: 3, top_p: 3 }), {
      status: 422,
      type: 'invalid_request_error',
      param: 'temperature',
    });
    expect(body.error.message).toBe('body.temperature: Input should be less than or equal to 2 (and 1 more)');
  });

  it('never says what was sent', async () => {
    const canary = 'canary-4711';
    const bodies: unknown[] = [
      { model: [canary], messages: canary, stream: canary, temperature: canary, stop: { [canary]: 1 } },
      { messages: [{ role: canary, content: { [canary]: canary } }, canary], task: canary },
      { response_format: { type: canary }, reasoning_effort: canary, fact_check: { mode: canary } },
      { ...KEY, model: 'gpt-6-luna', messages: [USER], fact_check: { sources: [canary] } },
      { [canary]: canary, messages: [{ role: 'user', content: [{ type: canary, [canary]: 1 }] }] },
      [canary],
      canary,
    ];
    for (const body of bodies) {
      const response = await gateway.post('/v1/chat/completions', JSON.stringify(body));
      expect(response.status).toBe(422);
      expect(await response.text()).not.toContain('canary');
    }
    const broken = await gateway.post('/v1/chat/completions', `{"api_key": "${canary}" ${canary}`);
    expect(broken.status).toBe(422);
    expect(await broken.text()).not.toContain('canary');
  });

  it('asks no provider', () => {
    expect(fake.received).toEqual([]);
  });
});

describe('what counts as absent, and what is ignored', () => {
  const OPTIONAL = [
    'stream',
    'stream_options',
    'temperature',
    'top_p',
    'max_tokens',
    'max_completion_tokens',
    'stop',
    'seed',
    'presence_penalty',
    'frequency_penalty',
    'response_format',
    'reasoning_effort',
    'user',
    'n',
    'enable_evaluations',
    'fact_check',
    'task',
    'tools',
    'tool_choice',
    'parallel_tool_calls',
    'functions',
    'function_call',
    'audio',
    'modalities',
    'logprobs',
    'top_logprobs',
    'logit_bias',
    'prediction',
    'web_search_options',
    'verbosity',
    'service_tier',
    'metadata',
    'store',
    'safety_identifier',
    'prompt_cache_key',
    'prompt_cache_retention',
  ];

  it.each(OPTIONAL)('%s: null is as if absent', async (field) => {
    const before = await chat({});
    const after = await chat({ [field]: null });
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(fake.received[1]?.body).toEqual(fake.received[0]?.body);
  });

  it.each<Record<string, unknown>>([
    { fact_check: {} },
    {
      fact_check: {
        mode: null,
        sources: null,
        max_claims: null,
        judge_model: null,
        claim_review: null,
        claims: null,
        stream_events: null,
        revise: null,
      },
    },
    { fact_check: { revise: true } },
    { fact_check: { sources: [] } },
    { stream_options: { include_usage: null } },
    { n: 1 },
    { stream: false },
    { made_up: 1, parallel_tool_calls: false, store: true, metadata: { a: 'b' }, service_tier: 'auto' },
    { messages: [{ ...USER, name: 'Ann', extra: [1] }] },
    { constructor: 1, toString: 2, hasOwnProperty: 3 },
  ])('%j is taken', async (fields) => {
    expect((await chat(fields)).status).toBe(200);
  });

  it('a __proto__ in the body is a field like any other', async () => {
    const body = `{"__proto__":{"api_key":"sk-proto","tools":[1]},"model":"gpt-6-luna","messages":[${JSON.stringify(USER)}]}`;
    expect(await faultsOf(await gateway.post('/v1/chat/completions', body))).toEqual([
      'body.api_key missing',
    ]);
    const keyed = body.replace('{', '{"api_key":"sk-test",');
    expect((await gateway.post('/v1/chat/completions', keyed)).status).toBe(200);
    expect(({} as Record<string, unknown>).tools).toBeUndefined();
  });

  it('of a field that is there twice the last counts', async () => {
    const body = `{"api_key":5,"api_key":"sk-last","model":"x","model":"gpt-6-luna","messages":[${JSON.stringify(USER)}]}`;
    expect((await gateway.post('/v1/chat/completions', body)).status).toBe(200);
    expect(fake.received[0]?.headers.authorization).toBe('Bearer sk-last');
  });
});

describe('the fields of POST /chat', () => {
  const ask = { user_query: 'Hello', model: 'gpt-6-luna', ...KEY };

  it.each([
    [{ user_query: undefined }, 'body.user_query missing'],
    [{ user_query: null }, 'body.user_query string_type'],
    [{ user_query: 5 }, 'body.user_query string_type'],
    [{ model: undefined }, 'body.model missing'],
    [{ model: {} }, 'body.model string_type'],
    [{ api_key: 5 }, 'body.api_key string_type'],
    [{ conversation_history: 'x' }, 'body.conversation_history list_type'],
    [
      { conversation_history: [{ role: 'bot', content: 'x' }] },
      'body.conversation_history.0.role literal_error',
    ],
    [{ conversation_history: [{ role: 'user' }] }, 'body.conversation_history.0.content missing'],
    [
      {
        conversation_history: [
          {
            role: 'assistant',
            tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
        ],
      },
      'body.conversation_history.0.tool_calls.0 value_error',
    ],
    [{ fact_check: { mode: 'x' } }, 'body.fact_check.mode literal_error'],
    [{ fact_check: { sources: ['nowhere'] } }, 'body.fact_check.sources.0 value_error'],
  ])('%j: %s', async (fields, expected) => {
    expect(await faultsOf(await gateway.post('/chat', { ...ask, ...fields }))).toEqual([expected]);
  });

  it('lists every fault, and none of a key: that is a 401 of its own', async () => {
    expect(await faultsOf(await gateway.post('/chat', {}))).toEqual([
      'body.user_query missing',
      'body.model missing',
    ]);
  });
});

describe('the fields of POST /v1/claims', () => {
  const check = (fields: object) => gateway.post('/v1/claims', { text: 'Hello', ...fields });

  it.each([
    [{ text: undefined }, 'body.text missing'],
    [{ mode: 'off' }, 'body.mode literal_error'],
    [{ revise: 1 }, 'body.revise bool_type'],
    [{ language: 5 }, 'body.language string_type'],
    [{ date: 20240501 }, 'body.date string_type'],
    [{ date: '' }, 'body.date value_error'],
    [{ date: '2024' }, 'body.date value_error'],
    [{ date: '1 May 2024' }, 'body.date value_error'],
    [{ date: '2024-05-01T12:00:00Z' }, 'body.date value_error'],
    [{ date: '2023-02-29' }, 'body.date value_error'],
    [{ date: '2024-05-01\nClaim 2' }, 'body.date value_error'],
  ])('%j: %s', async (fields, expected) => {
    expect(await faultsOf(await check(fields))).toEqual([expected]);
  });

  it('say what a date is', async () => {
    const { msg } = await fault(await check({ date: 'yesterday' }));
    expect(msg).toBe('Value error, must be a date such as 2024-05-01');
  });

  it.each([
    { revise: true, date: '2024-02-29', language: 'de-AT' },
    { revise: null, date: null, language: null },
    { revise: false, date: '1889-03-31', language: 'no such language' },
  ])('%j is taken', async (fields) => {
    expect((await check(fields)).status).toBe(200);
  });
});
