/** Tools of the four simulated providers that speak OpenAI's dialect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemble, decode, run } from '../../../test/conformance/run-stream.ts';
import { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import {
  type ChatRequest,
  type Completion,
  type Message,
  type Tool,
  textMessage,
} from '../../domain/chat.ts';
import { joinPieces } from '../../models/dialects/join-pieces-in-tests.ts';
import { dialectOf } from '../../models/providers/registry.ts';
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

const MODELS = {
  openai: 'gpt-6-luna',
  xai: 'grok-4.3',
  together: 'zai-org/GLM-5.3-Flash',
  'my-own': 'any-model',
} as const;
type Provider = keyof typeof MODELS;
const PROVIDERS = Object.keys(MODELS) as Provider[];

const asking =
  (provider: Provider) =>
  (more: Record<string, unknown>): Promise<Response> =>
    callerOf(provider).ask(sandbox, { key: 'sandbox', more });
const ask = asking('openai');

async function refusalOf(response: Response): Promise<{ message: string; param: unknown; code: unknown }> {
  expect(response.status).toBe(400);
  return (await jsonOf(response)).error;
}

describe('a loop of two steps with two calls at once', () => {
  const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const tools: readonly Tool[] = [
    { name: 'get_weather', description: 'The weather', parameters: { ...city, additionalProperties: false } },
    { name: 'local-time' },
    { name: 'unused' },
  ];
  const question = textMessage('user', 'Use get weather and local time: how is Paris?');

  async function answer(provider: Provider, messages: readonly Message[], stream: boolean) {
    const { adapter, capabilitiesOf } = dialectOf(provider === 'my-own' ? 'openai-compatible' : provider);
    const model = {
      id: 'm',
      wireId: MODELS[provider],
      capabilities: capabilitiesOf(MODELS[provider]),
    } as Model;
    const asked: ChatRequest = { messages, tools, stream };
    const { request, reader = adapter } = adapter.toRequest(asked, model, ApiKey.parse('sandbox')!);
    const response = await fetch(sandbox.baseUrl(provider) + request.path, {
      method: 'POST',
      headers: { ...request.headers, 'content-type': 'application/json' },
      body: joinPieces(request.body),
    });
    expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200);
    if (!stream) return reader.readCompletion(await response.json(), model);
    const { chunks, complete, error } = run(
      reader.openStream(model),
      decode([Buffer.from(await response.arrayBuffer())]),
    );
    expect({ complete, error }).toEqual({ complete: true, error: undefined });
    return assemble(chunks);
  }

  it.each(PROVIDERS.flatMap((provider) => [false, true].map((stream) => [provider, stream] as const)))(
    'runs at %s, streamed: %s',
    async (provider, stream) => {
      const first: Completion = await answer(provider, [question], stream);
      expect(first).toMatchObject({ content: '', finishReason: 'tool_calls' });
      const calls = first.toolCalls!;
      expect(calls.map(({ name }) => name)).toEqual(['get_weather', 'local-time']);
      expect(calls.map((call) => Object.keys(JSON.parse(call.arguments)))).toEqual([['city'], []]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { id } of calls) expect(id).toMatch(/^call_\w+$/);

      // Results may come in any order.
      const results = calls.map(
        ({ id, name }): Message => ({
          role: 'tool',
          callId: id,
          content: [{ type: 'text', text: `${name} is fine` }],
        }),
      );
      const history: Message[] = [
        question,
        { ...textMessage('assistant', first.content), toolCalls: calls },
        ...results.reverse(),
      ];
      const second = await answer(provider, history, stream);
      expect(second).toMatchObject({
        content: 'get_weather returned: get_weather is fine\nlocal-time returned: local-time is fine',
        finishReason: 'stop',
      });
      expect(second.toolCalls).toBeUndefined();
    },
  );
});

describe('tools', () => {
  const tool = (more: object = {}): object => ({ type: 'function', function: { name: 'now', ...more } });
  const none = { reasoning_effort: 'none' };
  const open = { type: 'object', properties: { a: { type: 'string' } } };

  it.each<[string, Record<string, unknown>, object]>([
    ['with an effort', { tools: [tool()] }, { param: 'reasoning_effort' }],
    ['that are empty', { ...none, tools: [] }, { param: 'tools', code: 'empty_array' }],
    ['of an unknown type', { ...none, tools: [{ type: 'custom' }] }, { param: 'tools[0].type' }],
    ['without a function', { ...none, tools: [{ type: 'function' }] }, { param: 'tools[0].function' }],
    [
      'with a name that is none',
      { ...none, tools: [tool({ name: 'a b' })] },
      { param: 'tools[0].function.name', code: 'invalid_value' },
    ],
    [
      'with a name that is too long',
      { ...none, tools: [tool({ name: 'a'.repeat(65) })] },
      { param: 'tools[0].function.name' },
    ],
    [
      'whose arguments are no object',
      { ...none, tools: [tool({ parameters: { type: 'string' } })] },
      { param: 'tools[0].function.parameters', code: 'invalid_function_parameters' },
    ],
    [
      'that are strict and leave something open',
      { ...none, tools: [tool({ strict: true, parameters: open })] },
      { message: expect.stringContaining("Invalid schema for function 'now'") },
    ],
    ['that are chosen and not there', { tool_choice: 'auto' }, { param: 'tool_choice' }],
    [
      'that are called at once and not there',
      { parallel_tool_calls: true },
      { param: 'parallel_tool_calls' },
    ],
    ['with an unknown choice', { ...none, tools: [tool()], tool_choice: 'any' }, { param: 'tool_choice' }],
    [
      'of which another is chosen',
      { ...none, tools: [tool()], tool_choice: { type: 'function', function: { name: 'then' } } },
      { param: 'tool_choice' },
    ],
  ])('%s are refused', async (_, more, error) => {
    expect(await refusalOf(await ask(more))).toMatchObject(error);
  });

  it('are called only as the choice says', async () => {
    const tools = [tool(), tool({ name: 'then' })];
    const called = async (more: object): Promise<unknown> => {
      const response = await ask({ ...none, tools, ...more });
      const [{ message, finish_reason: finish }] = (await jsonOf(response)).choices;
      return [message.tool_calls?.map((call: { function: { name: string } }) => call.function.name), finish];
    };
    const messages = [{ role: 'user', content: 'Say now, then wait.' }];
    expect(await called({})).toEqual([undefined, 'stop']);
    expect(await called({ messages })).toEqual([['now', 'then'], 'tool_calls']);
    expect(await called({ messages, parallel_tool_calls: false })).toEqual([['now'], 'tool_calls']);
    expect(await called({ messages, tool_choice: 'none' })).toEqual([undefined, 'stop']);
    expect(await called({ tool_choice: 'required' })).toEqual([['now'], 'tool_calls']);
    const one = { type: 'function', function: { name: 'then' } };
    expect(await called({ tool_choice: one })).toEqual([['then'], 'stop']);
    const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [one] } };
    expect(await called({ messages, tool_choice: allowed })).toEqual([['then'], 'tool_calls']);
    const other = await asking('my-own')({ tools, tool_choice: allowed });
    expect(await refusalOf(other)).toMatchObject({ param: 'tool_choice.type' });
  });

  it.each<[Provider, string, (deltas: readonly { tool_calls: unknown[] }[]) => void]>([
    ['openai', 'in pieces', (deltas) => expect(deltas.length).toBeGreaterThan(3)],
    ['xai', 'all at once', (deltas) => expect(deltas.map((one) => one.tool_calls.length)).toEqual([2])],
    ['my-own', 'one by one', (deltas) => expect(deltas.map((one) => one.tool_calls.length)).toEqual([1, 1])],
    ['together', 'with a line end behind', (deltas) => expect(JSON.stringify(deltas)).toContain('}\\n')],
  ])('are called by %s %s', async (provider, _, check) => {
    const parameters = { ...open, required: ['a'], additionalProperties: false };
    const tools = [tool({ parameters }), tool({ name: 'then', parameters })];
    const messages = [{ role: 'user', content: 'Say now, then wait.' }];
    const effort = provider === 'openai' ? none : {};
    const response = await asking(provider)({ ...effort, tools, messages, stream: true });
    const choices = eventData(await response.text())
      .slice(0, -1)
      .flatMap((data) => JSON.parse(data).choices);
    check(choices.map(({ delta }) => delta).filter((delta) => delta.tool_calls !== undefined));
    const reason = provider === 'together' ? 'stop' : 'tool_calls';
    expect(choices.at(-1)).toMatchObject({ finish_reason: reason });
  });
});

describe('a history with calls', () => {
  const user = { role: 'user', content: 'Hi' };
  const call = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
  const calling = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] };
  const result = (id?: string): object => ({ role: 'tool', tool_call_id: id, content: 'x' });
  const lost = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
  const missing =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";

  it.each<[string, readonly object[], string, string]>([
    ['a result without a call', [user, result('a')], lost, 'messages.[1].role'],
    [
      'a result behind other words',
      [user, calling, result('a'), result('b'), user, result('a')],
      lost,
      'messages.[5].role',
    ],
    ['calls without results', [user, calling, user], missing, 'messages.[2].role'],
    ['a call without its result', [user, calling, result('a'), user], 'messages: b', 'messages.[3].role'],
    ['a result that is missing at the end', [user, calling, result('b')], 'messages: a', 'messages.[3].role'],
    ['a result of another call', [user, calling, result('c')], "'c' not found", 'messages.[2].tool_call_id'],
    ['a result of no call', [user, calling, result()], 'Missing', 'messages[2].tool_call_id'],
    ['silence without a call', [{ role: 'assistant', content: null }], 'Invalid type', 'messages[0].content'],
    ['no calls', [{ ...calling, tool_calls: [] }], 'too short', 'messages[0].tool_calls'],
    [
      'arguments that are an object',
      [
        {
          role: 'assistant',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: {} } }],
        },
      ],
      'Invalid type',
      'messages[0].tool_calls[0].function.arguments',
    ],
  ])('is refused with %s', async (_, messages, message, param) => {
    expect(await refusalOf(await ask({ messages }))).toMatchObject({
      message: expect.stringContaining(message),
      param,
    });
  });
});
