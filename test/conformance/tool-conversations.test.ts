/**
 * Conversations with calls of functions, whatever they hold: each provider's own rules take what it is sent (the
 * simulated providers hold them), and nothing of the conversation is lost on the way.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Model } from '../../src/domain/catalogue.ts';
import { type ChatRequest, type Message, type ToolCall, textMessage, textOf } from '../../src/domain/chat.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import type { KnownProvider } from '../../src/models/providers/known-provider.ts';
import { PROVIDERS } from '../../src/models/providers/registry.ts';
import { simulatedAnthropic } from '../../src/sandbox/anthropic/anthropic.ts';
import type { SimulatedProvider } from '../../src/sandbox/exchange.ts';
import { simulatedGoogle } from '../../src/sandbox/google/google.ts';
import { simulatedCompatible, simulatedOpenAI } from '../../src/sandbox/openai/openai.ts';
import { simulatedTogether } from '../../src/sandbox/openai/together.ts';
import { simulatedXai } from '../../src/sandbox/openai/xai.ts';
import { readShippedCatalogue } from './read-fixtures.ts';

const RUNS = 1_000;
const KEY = ApiKey.parse('sandbox')!;
/** Any other is a plain server of OpenAI's dialect. */
const SIMULATED: Readonly<Record<string, SimulatedProvider>> = {
  openai: simulatedOpenAI,
  anthropic: simulatedAnthropic,
  google: simulatedGoogle,
  xai: simulatedXai,
  together: simulatedTogether,
};
const catalogue = readShippedCatalogue();

/** One thing that was said, called or given back. */
type Step =
  | { readonly says: string; readonly who: 'user' | 'assistant' }
  | { readonly calls: string; readonly with: unknown }
  | { readonly gives: string; readonly of: string };

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((text) => `${text.toWellFormed()} x`);
const name = fc.constantFrom('get_weather', 'now', 'search_2', 'A', 'lookUp');
const args = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
const odd = fc.constantFrom('functions.get_weather:0', 'call_1', 'toolu_01', 'a b/ü', 'x'.repeat(200));

interface Drawn {
  readonly system: string | undefined;
  readonly rounds: readonly {
    readonly question: string;
    readonly steps: readonly {
      readonly text: string | undefined;
      readonly calls: readonly { name: string; args: Record<string, unknown>; id: string; result: string }[];
      /** The results come in another order than the calls. */
      readonly shuffled: boolean;
    }[];
    readonly answer: string;
  }[];
  /** Whether the conversation ends with the last round's results. */
  readonly open: boolean;
  readonly offered: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  system: fc.option(words, { nil: undefined }),
  rounds: fc.array(
    fc.record({
      question: words,
      steps: fc.array(
        fc.record({
          text: fc.option(words, { nil: undefined }),
          calls: fc.array(
            fc.record({ name, args, id: odd, result: fc.oneof(words, fc.constant(''), fc.json()) }),
            { minLength: 1, maxLength: 3 },
          ),
          shuffled: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
      answer: words,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  open: fc.boolean(),
  offered: fc.boolean(),
});

/** The request, and the steps that the provider must be sent in order. */
function build({ system, rounds, open, offered }: Drawn): { request: ChatRequest; steps: Step[] } {
  const messages: Message[] = system === undefined ? [] : [textMessage('system', system)];
  const steps: Step[] = [];
  let count = 0;
  for (const [at, { question, steps: ofRound, answer }] of rounds.entries()) {
    messages.push(textMessage('user', question));
    steps.push({ says: question, who: 'user' });
    for (const { text, calls, shuffled } of ofRound) {
      const made = calls.map(({ id, result, ...call }) => {
        count += 1;
        const arguments_ = JSON.stringify(call.args, null, count % 2);
        return { call: { id: `${id}${count}`, name: call.name, arguments: arguments_ }, result };
      });
      const said = text === undefined ? [] : textMessage('assistant', text).content;
      messages.push({ role: 'assistant', content: said, toolCalls: made.map(({ call }) => call) });
      if (text !== undefined) steps.push({ says: text, who: 'assistant' });
      for (const { call } of made) steps.push({ calls: call.name, with: JSON.parse(call.arguments) });
      for (const { call, result } of made) steps.push({ gives: result, of: call.name });
      const results = made.map(
        ({ call, result }): Message => ({
          role: 'tool',
          content: result === '' ? [] : [{ type: 'text', text: result }],
          callId: call.id,
        }),
      );
      messages.push(...(shuffled ? results.toReversed() : results));
    }
    const isLast = at === rounds.length - 1;
    if (isLast && open && ofRound.length > 0) break;
    if (isLast) {
      messages.push(textMessage('assistant', answer), textMessage('user', 'And now? x'));
      steps.push({ says: answer, who: 'assistant' }, { says: 'And now? x', who: 'user' });
      break;
    }
    messages.push(textMessage('assistant', answer));
    steps.push({ says: answer, who: 'assistant' });
  }
  const names = [...new Set(messages.flatMap((message) => callsOf(message).map((call) => call.name)))];
  const tools = names.map((one) => ({ name: one, parameters: { type: 'object', properties: {} } }));
  return {
    request: { messages, stream: false, ...(offered && tools.length > 0 ? { tools } : {}) },
    steps,
  };
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.toolCalls ?? []) : [];
}

// biome-ignore lint/suspicious/noExplicitAny: three wires' JSON is read here
type Json = any;

/**
 * The steps as they stand on the wire: results in the order of their calls, whichever order they came in. Of every other
 * provider they are read in OpenAI's dialect.
 */
const READERS: Readonly<Record<string, (body: Json) => Step[]>> = {
  anthropic: (body) =>
    readBlocks(body.messages, (block: Json, nameOf): Step => {
      if (block.type === 'tool_use') {
        nameOf.set(block.id, block.name);
        return { calls: block.name, with: block.input };
      }
      if (block.type === 'tool_result') {
        return { gives: textIn(block.content), of: nameOf.get(block.tool_use_id) ?? '?' };
      }
      return block.text;
    }),
  google: (body) =>
    readBlocks(
      body.contents.map(({ role, parts }: Json) => ({ role, content: parts })),
      (part: Json): Step => {
        if (part.functionCall !== undefined) {
          return { calls: part.functionCall.name, with: part.functionCall.args ?? {} };
        }
        if (part.functionResponse !== undefined) {
          return { gives: part.functionResponse.response.result, of: part.functionResponse.name };
        }
        return part.text;
      },
    ),
};

function textIn(content: Json): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }: Json) => text).join('');
}

function readBlocks(
  turns: Json[],
  read: (block: Json, nameOf: Map<string, string>) => Step | string,
): Step[] {
  const nameOf = new Map<string, string>();
  return turns.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return blocks.map((block: Json): Step => {
      const step = read(block, nameOf);
      return typeof step === 'string' ? { says: step, who: role === 'user' ? 'user' : 'assistant' } : step;
    });
  });
}

function readOpenAI(body: Json): Step[] {
  const nameOf = new Map<string, string>();
  const results = new Map<string, string>();
  for (const message of body.messages) {
    if (message.role === 'tool') results.set(message.tool_call_id, textIn(message.content));
  }
  return body.messages.flatMap((message: Json): Step[] => {
    if (message.role === 'system' || message.role === 'developer' || message.role === 'tool') return [];
    const calls = message.tool_calls ?? [];
    for (const call of calls) nameOf.set(call.id, call.function.name);
    const said = textIn(message.content);
    return [
      ...(said === '' ? [] : [{ says: said, who: message.role }]),
      ...calls.map((call: Json) => ({
        calls: call.function.name,
        with: JSON.parse(call.function.arguments),
      })),
      ...calls.map((call: Json) => ({ gives: results.get(call.id), of: call.function.name })),
    ];
  });
}

async function send(provider: KnownProvider, model: Model, request: ChatRequest) {
  const translated = provider.adapter.toRequest(request, model, KEY).request;
  const [path = '', query = ''] = translated.path.split('?');
  const body = joinPieces(translated.body);
  const headers: Record<string, string> = { ...translated.headers, 'content-type': 'application/json' };
  const version = provider.baseUrl.endsWith('/v1') ? '/v1' : '';
  const reply = await (SIMULATED[provider.key] ?? simulatedCompatible)(
    {
      method: 'POST',
      path: version + path,
      query: new URLSearchParams(query),
      header: (one) => headers[one],
      body,
      serial: 1,
      now: 0,
    },
    { detect: () => [] },
  );
  return { body: JSON.parse(body), reply };
}

const MODELS = PROVIDERS.flatMap((provider) =>
  [...catalogue.models.values()]
    .filter((model) => model.provider === provider.key && model.capabilities.tools)
    .slice(0, 1)
    .map((model) => [provider.key, model, provider] as const),
);

describe.each(MODELS)('%s', (key, model, provider) => {
  it('takes every conversation with calls, and loses nothing of it', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (conversation) => {
        const { request, steps } = build(conversation);
        const { body, reply } = await send(provider, model, request);
        if (reply.kind !== 'whole' || reply.status !== 200) expect.fail(JSON.stringify(reply));
        expect((READERS[key] ?? readOpenAI)(body)).toEqual(steps);
        const system = request.messages.filter(({ role }) => role === 'system').map(textOf);
        if (system.length > 0) expect(JSON.stringify(body)).toContain(JSON.stringify(system[0]).slice(1, -1));
      }),
      { numRuns: RUNS },
    );
  });
});
