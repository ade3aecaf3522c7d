/**
 * Whatever a caller asks of any family of models, what OpenAI, xAI, Together and an operator's own server are sent is
 * what they take: fields that a model lacks are left out or refused before, and never reach it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import {
  type ChatRequest,
  type Message,
  type ToolCall,
  textOf,
  type UserPart,
} from '../../src/domain/chat.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import type { Dialect } from '../../src/models/dialects/dialect.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import { dialectOf } from '../../src/models/providers/registry.ts';
import { resolveModel } from '../../src/models/providers/resolve-model.ts';
import type { SimulatedProvider } from '../../src/sandbox/exchange.ts';
import { simulatedCompatible, simulatedOpenAI } from '../../src/sandbox/openai/openai.ts';
import { simulatedTogether } from '../../src/sandbox/openai/together.ts';
import { simulatedXai } from '../../src/sandbox/openai/xai.ts';
import { readShippedCatalogue } from './read-fixtures.ts';
import { assemble, decode, run } from './run-stream.ts';

const FAMILIES: readonly (readonly [key: string, simulated: SimulatedProvider, models: readonly string[]])[] =
  [
    [
      'openai',
      simulatedOpenAI,
      [
        ...[
          'gpt-6-luna',
          'gpt-6.1-terra',
          'openai/gpt-6-sol',
          'openai/gpt-6-astra',
          'openai/gpt-5.6-luna',
          'openai/gpt-5.5',
        ],
        ...['openai/gpt-5.4-mini', 'openai/gpt-5.2', 'openai/gpt-5.1', 'openai/gpt-5-nano', 'openai/o3'],
        ...['openai/o3-mini', 'openai/o4-mini', 'openai/gpt-4o', 'openai/gpt-4.1-mini', 'openai/gpt-audio'],
        ...['openai/gpt-4o-search-preview', 'openai/gpt-3.5-turbo', 'openai/chatgpt-4o-latest'],
      ],
    ],
    [
      'xai',
      simulatedXai,
      ['grok-4.3', 'grok-4.7', 'xai/grok-4.20-non-reasoning', 'xai/grok-4-0709', 'xai/grok-code-fast-1'],
    ],
    [
      'together',
      simulatedTogether,
      ['zai-org/GLM-5.3-Flash', 'deepseek-ai/DeepSeek-V4-Pro-0813', 'openai/gpt-oss-120b'],
    ],
    ['openai-compatible', simulatedCompatible, ['llama', 'local/qwen3:8b']],
  ];

const catalogue = readShippedCatalogue();
const key = ApiKey.parse('sandbox')!;

const words = fc.constantFrom('Hello', 'Say now and get weather', 'As JSON, please: 1889', 'é 🎉 "quoted"\n');
const text = words.map((one): UserPart => ({ type: 'text', text: one }));
const data = 'aGVsbG8=';
const parts: readonly UserPart[] = [
  { type: 'image', source: { kind: 'data', mediaType: 'image/png', data }, detail: 'low' },
  { type: 'image', source: { kind: 'url', url: 'https://example.com/a.jpg' } },
  { type: 'file', mediaType: 'application/pdf', data },
  { type: 'audio', format: 'mp3', data },
];

/** One value in six is there, so that not every request is refused for one of them. */
const rare = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.tuple(value, fc.integer({ min: 0, max: 5 })).map(([one, roll]) => (roll === 0 ? one : undefined));

const user = fc
  .tuple(text, rare(fc.constantFrom(...parts)), fc.boolean())
  .map(([said, part, named]): Message[] => [
    {
      role: 'user',
      content: part === undefined ? [said] : [said, part],
      ...(named ? { name: 'Ann' } : {}),
    },
  ]);

/** The assistant's words, or calls with all their results behind, in any order. */
const assistant = fc
  .tuple(fc.array(text, { maxLength: 1 }), fc.integer({ min: 0, max: 3 }), fc.boolean())
  .map(([said, count, backwards]): Message[] => {
    const content = said as { type: 'text'; text: string }[];
    const toolCalls = Array.from(
      { length: count },
      (_, at): ToolCall => ({ id: `call_${at}`, name: 'now', arguments: at === 0 ? '{}' : '{"a":"é"}' }),
    );
    if (count === 0) return [{ role: 'assistant', content }];
    const results = toolCalls.map(({ id }): Message => ({ role: 'tool', callId: id, content }));
    return [{ role: 'assistant', content, toolCalls }, ...(backwards ? results.reverse() : results)];
  });

const messages = fc
  .tuple(fc.array(fc.oneof(user, assistant), { maxLength: 5 }), user, fc.boolean())
  .map(([before, last, told]): Message[] => [
    ...(told ? [{ role: 'system', content: [{ type: 'text', text: 'Be brief.' }] } as const] : []),
    ...before.flat(),
    ...last,
  ]);

const closed = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};
const withTools = fc.record(
  {
    tools: fc.constant([
      { name: 'now' },
      { name: 'get_weather', description: 'The weather', parameters: closed, strict: true },
    ]),
    toolChoice: fc.constantFrom(
      ...(['none', 'auto', 'required'] as const).map((type) => ({ type })),
      { type: 'function' as const, name: 'now' },
      { type: 'allowed' as const, mode: 'required' as const, names: ['get_weather'] },
    ),
    parallelToolCalls: fc.boolean(),
  },
  { requiredKeys: ['tools'] },
);
const withLogprobs = fc.record(
  { logprobs: fc.constant(true), topLogprobs: fc.integer({ min: 1, max: 8 }) },
  { requiredKeys: ['logprobs'] },
);
const request = fc
  .record({
    messages,
    stream: fc.boolean(),
    plain: fc.record({
      temperature: rare(fc.constantFrom(0, 0.5, 2)),
      topP: rare(fc.constantFrom(0, 0.5, 1)),
      maxTokens: rare(fc.integer({ min: 1, max: 50 })),
      stop: rare(fc.constantFrom(['END'], ['a', 'b', 'c', 'd', 'e'])),
      seed: rare(fc.integer()),
      presencePenalty: rare(fc.constantFrom(-2, 1)),
      frequencyPenalty: rare(fc.constantFrom(-2, 1)),
      responseFormat: rare(
        fc.constant({ type: 'json_schema' as const, name: 'x', schema: closed, strict: true }),
      ),
      reasoningEffort: rare(
        fc.constantFrom(
          'none' as const,
          'minimal' as const,
          'low' as const,
          'xhigh' as const,
          'max' as const,
        ),
      ),
      user: rare(fc.constant('u1')),
      choices: rare(fc.integer({ min: 2, max: 3 })),
      logitBias: rare(fc.constant({ '5': 1 })),
      verbosity: rare(fc.constantFrom('low', 'high')),
      serviceTier: rare(fc.constant('default')),
      metadata: rare(fc.constant({ a: 'b' })),
      store: rare(fc.boolean()),
      safetyIdentifier: rare(fc.constant('u1')),
      promptCacheKey: rare(fc.constant('k')),
      promptCacheRetention: rare(fc.constant('24h')),
      webSearchOptions: rare(fc.constant({})),
    }),
    tools: fc.oneof(fc.constant({}), withTools),
    logprobs: rare(withLogprobs),
  })
  .map(({ plain, tools, logprobs, ...rest }): ChatRequest => {
    const asked = Object.entries({ ...plain, ...tools, ...logprobs }).filter(
      ([, value]) => value !== undefined,
    );
    return { ...rest, ...Object.fromEntries(asked) } as ChatRequest;
  });

async function reply(simulated: SimulatedProvider, body: string): Promise<{ status: number; text: string }> {
  const answer = await simulated(
    {
      method: 'POST',
      path: '/v1/chat/completions',
      query: new URLSearchParams(),
      header: (name) => ({ authorization: 'Bearer sandbox', 'content-type': 'application/json' })[name],
      body,
      serial: 1,
      now: 1,
    },
    { detect: () => [] },
  );
  if (answer.kind === 'silent') throw new Error('no answer');
  if (answer.kind === 'whole') return { status: answer.status, text: answer.body };
  return { status: 200, text: answer.opening + [...answer.frames].join('') + answer.closing };
}

/** What a message says, whichever form it has: its text, its calls, and which call it answers. */
interface Plain {
  readonly text: string;
  readonly calls: readonly (readonly [id: string, name: string, text: string])[];
  readonly answers: string | undefined;
  readonly name: string | undefined;
}

function plainOf(message: Message): Plain {
  return {
    text: textOf(message),
    calls:
      message.role === 'assistant'
        ? (message.toolCalls ?? []).map((call) => [call.id, call.name, call.arguments])
        : [],
    answers: message.role === 'tool' ? message.callId : undefined,
    name: message.role === 'user' ? message.name : undefined,
  };
}

interface WireMessage {
  readonly content: string | null | readonly { readonly text?: string }[];
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

function readBack(wire: readonly WireMessage[]): Plain[] {
  return wire.map(({ content, tool_calls: calls = [], tool_call_id: answers, name }) => ({
    text: Array.isArray(content)
      ? content.map(({ text: one = '' }) => one).join('')
      : ((content as string) ?? ''),
    calls: calls.map(({ id, function: called }) => [id, called.name, called.arguments]),
    answers,
    name,
  }));
}

async function check(
  dialect: Dialect,
  simulated: SimulatedProvider,
  id: string,
  asked: ChatRequest,
): Promise<boolean> {
  const model = resolveModel(catalogue, id)!;
  const { adapter } = dialect;
  let body: string;
  try {
    body = joinPieces(adapter.toRequest(asked, model, key).request.body);
  } catch (error) {
    expect(error).toMatchObject({ code: 'unsupported', param: expect.any(String) });
    expect(error).toBeInstanceOf(GatewayError);
    return false;
  }
  expect(readBack(JSON.parse(body).messages)).toEqual(asked.messages.map(plainOf));
  const { status, text: answer } = await reply(simulated, body);
  expect(status, `${body}\n${answer}`).toBe(200);
  const read = asked.stream
    ? assemble(run(adapter.openStream(model), decode([Buffer.from(answer)])).chunks)
    : adapter.readCompletion(JSON.parse(answer), model);
  expect(read.more?.length ?? 0).toBe((asked.choices ?? 1) - 1);
  expect(read.logprobs === undefined).toBe(asked.logprobs !== true || read.content === '');
  for (const call of read.toolCalls ?? []) {
    expect(asked.tools?.map(({ name }) => name)).toContain(call.name);
    expect(JSON.parse(call.arguments)).toEqual(expect.any(Object));
  }
  return true;
}

describe.each(FAMILIES)('%s', (provider, simulated, models) => {
  it('is sent what it takes, whatever is asked of whichever model', async () => {
    let sent = 0;
    const choose = fc.constantFrom(...models);
    await fc.assert(
      fc.asyncProperty(choose, request, async (id, asked) => {
        if (await check(dialectOf(provider), simulated, id, asked)) sent += 1;
      }),
      { numRuns: 400 },
    );
    // Most requests are served.
    expect(sent).toBeGreaterThan(100);
  });
});
