import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assemble } from '../../../test/conformance/run-stream.ts';
import { ApiKey } from '../../domain/api-key.ts';
import { type ChatRequest, type Chunk, type Message, textMessage } from '../../domain/chat.ts';
import type { Model } from '../catalogue.ts';
import { ANTHROPIC as PROVIDER } from './provider.ts';

const ANTHROPIC = PROVIDER.adapter;
const key = ApiKey.parse('sk-ant-test')!;
const modelOf = (wireId: string): Model => ({
  id: wireId,
  provider: 'anthropic',
  wireId,
  name: 'Claude',
  description: 'd',
  tier: 'standard',
  capabilities: PROVIDER.capabilitiesOf(wireId),
});
const model = modelOf('claude-sonnet-4-5');

function bodyOf(fields: Partial<ChatRequest>, of: Model = model): Record<string, unknown> {
  const request: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  return JSON.parse(ANTHROPIC.toRequest(request, of, key).request.body);
}

function read(events: readonly object[]): { chunks: Chunk[]; complete: boolean } {
  const reader = ANTHROPIC.openStream(model);
  const chunks: Chunk[] = [];
  for (const event of events) reader.read({ event: undefined, data: JSON.stringify(event) }, chunks);
  return { chunks, complete: reader.complete };
}

const text = (piece: string): object => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: piece },
});
const stop = (stop_reason: unknown, usage?: object): object => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const END = { type: 'message_stop' };

describe('a request to Anthropic', () => {
  it('always says how long the answer may be', () => {
    expect(bodyOf({}).max_tokens).toBe(4096);
    expect(bodyOf({}, { ...model, outputCap: 64_000 }).max_tokens).toBe(64_000);
    expect(bodyOf({ maxTokens: 5 }, { ...model, outputCap: 64_000 }).max_tokens).toBe(5);
  });

  it('clamps the temperature of models that take one, and says so', () => {
    const request: ChatRequest = {
      messages: [textMessage('user', 'Hi')],
      stream: false,
      temperature: 1.5,
      topP: 0.5,
    };
    const { adjusted, request: sent } = ANTHROPIC.toRequest(request, model, key);
    expect(JSON.parse(sent.body)).toMatchObject({ temperature: 1 });
    expect(sent.body).not.toContain('top_p');
    expect(adjusted).toEqual(['temperature=1', 'top_p=ignored']);
  });

  it('continues the assistant’s words where the model does that', () => {
    const messages = [textMessage('user', 'Count.'), textMessage('assistant', 'One, ')] as const;
    expect(bodyOf({ messages })).toMatchObject({
      messages: [
        { role: 'user', content: 'Count.' },
        { role: 'assistant', content: 'One,' },
      ],
    });
  });

  it('turns thinking off in the model’s own way', () => {
    expect(bodyOf({ reasoningEffort: 'none' })).toMatchObject({ thinking: { type: 'disabled' } });
    expect(bodyOf({ reasoningEffort: 'low' })).toMatchObject({ output_config: { effort: 'low' } });
    expect(bodyOf({ reasoningEffort: 'minimal' })).toMatchObject({ output_config: { effort: 'low' } });
  });

  it.each([
    ['claude-haiku-5-5', 'disabled', { type: 'any' }],
    ['claude-sonnet-5-5', undefined, { type: 'auto' }],
    ['claude-fable-5-1', undefined, { type: 'auto' }],
    ['claude-opus-4-8', undefined, { type: 'any' }],
  ])('forces a call of %s with thinking %s', (wireId, thinking, choice) => {
    const of = modelOf(wireId);
    const body = bodyOf({ tools: [{ name: 'now' }], toolChoice: { type: 'required' } }, of);
    expect(body.tool_choice).toEqual(choice);
    expect(body.thinking).toEqual(thinking === undefined ? undefined : { type: thinking });
  });

  it.each([
    [[{ name: 'a b' }], 'The name of tools.0.function is not supported by Anthropic', 'tools'],
    [[{ name: 'x'.repeat(129) }], 'The name of tools.0.function', 'tools'],
    [[{ name: 'claimgate_json_answer' }], "A function named 'claimgate_json_answer'", 'tools'],
    [
      [{ name: 'now' }, { name: 'f', parameters: { anyOf: [{ type: 'object' }] } }],
      'tools.1.function.parameters.anyOf is not supported by Anthropic',
      'tools.1.function.parameters.anyOf',
    ],
    [
      [{ name: 'f', strict: true, parameters: { type: 'object', additionalProperties: { type: 'string' } } }],
      'tools.0.function.parameters.additionalProperties is not supported by Anthropic',
      'tools.0.function.parameters.additionalProperties',
    ],
  ])('names what is wrong with the tools %j', (tools, message, param) => {
    expect(() => bodyOf({ tools })).toThrow(expect.objectContaining({ code: 'unsupported', param }));
    expect(() => bodyOf({ tools })).toThrow(message);
  });

  it('leaves the schema of a tool that is not strict as it is, but for its type', () => {
    const parameters = {
      properties: { n: { type: 'integer', minimum: 1 } },
      $defs: { x: { pattern: '^a' } },
    };
    expect(bodyOf({ tools: [{ name: 'f', parameters }] }).tools).toEqual([
      { name: 'f', input_schema: { type: 'object', ...parameters } },
    ]);
  });

  it.each([
    [[{ type: 'audio', format: 'wav', data: 'UklGRg==' }], undefined, 'input_audio'],
    [[], '[1]', 'A call whose arguments are no JSON object'],
    [[], '{"a"', 'A call whose arguments are no JSON object'],
  ] as const)('refuses what no block can hold: %j %s', (content, text, message) => {
    const call = { id: 'a', name: 'f', arguments: text ?? '{}' };
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }, ...content] },
      { role: 'assistant', content: [], toolCalls: [call] },
      { role: 'tool', content: [], callId: 'a' },
    ];
    expect(() => bodyOf({ messages })).toThrow(`${message} is not supported by Anthropic`);
  });

  const thought = { type: 'thinking', thinking: 'hm', signature: 'abc' };
  const loop = (thinking: unknown): Message[] => [
    textMessage('user', 'Go'),
    {
      role: 'assistant',
      content: [],
      toolCalls: [{ id: 'a', name: 'f', arguments: '{}', extra: { anthropic: { thinking } } }],
    },
    { role: 'tool', content: [], callId: 'a' },
  ];
  const use = { type: 'tool_use', id: 'a', name: 'f', input: {} };

  it('gives thinking back with its call, to be dropped where the conversation has changed', () => {
    const of = modelOf('claude-sonnet-5-5');
    const request: ChatRequest = { messages: loop([thought]), stream: false };
    const { request: sent, adjusted } = ANTHROPIC.toRequest(request, of, key);
    const { messages, thinking } = JSON.parse(sent.body);
    expect(messages[1].content).toEqual([thought, use]);
    expect(thinking).toEqual({
      type: 'adaptive',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
    expect(sent.headers['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01');
    expect(adjusted).toEqual([]);
    // Claude 5 and before know no such field.
    const older = ANTHROPIC.toRequest(request, modelOf('claude-sonnet-5'), key).request;
    expect(JSON.parse(older.body)).not.toHaveProperty('thinking');
    expect(JSON.parse(older.body).messages[1].content).toEqual([thought, use]);
    expect(older.headers).not.toHaveProperty('anthropic-beta');
  });

  it.each([
    [[]],
    ['hm'],
    [[{ type: 'text', text: 'x' }]],
    [[{ type: 'thinking', thinking: 'x' }]],
    [[thought, 1]],
  ])('takes %j for thinking that is lost, and turns thinking off in the model’s own way', (thinking) => {
    const of = modelOf('claude-sonnet-5-5');
    const request: ChatRequest = { messages: loop(thinking), stream: false, reasoningEffort: 'high' };
    const { request: sent, adjusted } = ANTHROPIC.toRequest(request, of, key);
    expect(JSON.parse(sent.body)).toMatchObject({
      messages: [{}, { content: [use] }, {}],
      thinking: { type: 'between_tools' },
    });
    expect(JSON.parse(sent.body)).not.toHaveProperty('output_config');
    expect(adjusted).toEqual(['reasoning_effort=none']);
    // Where it cannot be turned off, adaptive thinking does without.
    expect(bodyOf({ messages: loop(thinking) }, modelOf('claude-opus-5-5'))).not.toHaveProperty('thinking');
  });

  it('thinks on where thinking is lost in a turn that is over', () => {
    const messages = [...loop([]), textMessage('assistant', 'Done.'), textMessage('user', 'More')];
    expect(bodyOf({ messages }, modelOf('claude-haiku-5-5'))).not.toHaveProperty('thinking');
  });
});

describe('a stream of Anthropic’s', () => {
  it('gives the same as the whole answer, however its text is cut', () => {
    const reasons = [
      'end_turn',
      'stop_sequence',
      'pause_turn',
      'max_tokens',
      'model_context_window_exceeded',
      'refusal',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 20 }),
        fc.constantFrom(...reasons),
        fc.nat(1e6),
        fc.nat(1e6),
        (pieces, reason, input, output) => {
          const usage = { input_tokens: input, cache_read_input_tokens: 7, output_tokens: output };
          const { chunks } = read([
            { type: 'message_start', message: { usage: { ...usage, output_tokens: 1 } } },
            ...pieces.map(text),
            stop(reason, { output_tokens: output, input_tokens: null }),
            END,
          ]);
          const whole = ANTHROPIC.readCompletion(
            { content: pieces.map((piece) => ({ type: 'text', text: piece })), stop_reason: reason, usage },
            model,
          );
          expect(chunks).toEqual([
            ...pieces.filter((piece) => piece !== '').map((piece) => ({ type: 'text', text: piece })),
            { type: 'finish', finishReason: whole.finishReason },
            { type: 'usage', usage: whole.usage },
          ]);
          expect(whole.content).toBe(pieces.join(''));
        },
      ),
    );
  });

  it.each([
    [['pause_turn'], 'length'],
    [['end_turn', 'max_tokens'], 'length'],
    [['max_tokens', 'end_turn'], 'length'],
    [['refusal', 'end_turn'], 'content_filter'],
  ])('that ends by %j was cut: %s', (reasons, finishReason) => {
    const { chunks } = read([text('a'), ...reasons.map((reason) => stop(reason)), text('b'), END]);
    expect(chunks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'finish', finishReason },
    ]);
  });

  const block = (index: number, content_block: object): object => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const piece = (index: number, partial_json: string): object => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json },
  });
  const closed = (index: number): object => ({ type: 'content_block_stop', index });

  it('gives the calls of the whole answer, whatever their arguments and however these are cut', () => {
    const call = fc.record({
      name: fc.constantFrom('a', 'b', 'claimgate_json_answer'),
      input: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
      size: fc.integer({ min: 1, max: 9 }),
      thinks: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 5 }), (calls) => {
        const events: object[] = [];
        const content: object[] = [];
        for (const [at, { name, input, size, thinks }] of calls.entries()) {
          const id = `toolu_${at}`;
          if (thinks) {
            const begun = { type: 'thinking', thinking: '', signature: '' };
            content.push({ ...begun, thinking: 'hm hm', signature: `s${at}` });
            const delta = (more: object): object => ({ type: 'content_block_delta', delta: more });
            events.push(
              block(events.length, begun),
              delta({ type: 'thinking_delta', thinking: 'hm ' }),
              delta({ type: 'thinking_delta', thinking: 'hm' }),
              delta({ type: 'signature_delta', signature: `s${at}` }),
              closed(events.length),
            );
          }
          content.push({ type: 'tool_use', id, name, input: JSON.parse(JSON.stringify(input)) });
          const text = JSON.stringify(input);
          const pieces = text === '{}' ? [] : (text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []);
          events.push(
            block(at, { type: 'tool_use', id, name, input: {} }),
            ...['', ...pieces].map((one) => piece(at, one)),
            closed(at),
          );
        }
        const whole = ANTHROPIC.readCompletion({ content, stop_reason: 'tool_use' }, model);
        const { chunks, complete } = read([...events, stop('tool_use'), END]);
        expect(complete).toBe(true);
        expect(assemble(chunks)).toEqual(whole);
        const isJson = calls.every(({ name }) => name === 'claimgate_json_answer');
        expect(whole.finishReason).toBe(isJson ? 'stop' : 'tool_calls');
      }),
    );
  });

  it('parses pieces of arguments no more often than texts', () => {
    const count = (events: readonly object[]): number => {
      const parse = vi.spyOn(JSON, 'parse');
      read(events);
      const calls = parse.mock.calls.length;
      parse.mockRestore();
      return calls;
    };
    const words = Array.from({ length: 200 }, (_, at) => `word ${at} `);
    const texts = count([block(0, { type: 'text', text: '' }), ...words.map(text), closed(0)]);
    const pieces = count([
      block(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      ...words.map((word) => piece(0, word)),
      closed(0),
    ]);
    expect(texts).toBeLessThan(10);
    expect(pieces).toBeLessThanOrEqual(texts);
  });

  it('shows no thought, no signature and no input of a tool that was not called', () => {
    const { chunks } = read([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'abc' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'citations_delta', citation: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Begun' } },
      text(' well.'),
    ]);
    expect(chunks).toEqual([
      { type: 'text', text: 'Begun' },
      { type: 'text', text: ' well.' },
    ]);
  });

  it.each([[[stop('end_turn')]], [[END]], [[text('a'), stop(null), END]]])(
    'is cut off after %j',
    (events) => {
      expect(read(events)).toMatchObject({ complete: false });
      expect(read(events).chunks.some((chunk) => chunk.type === 'finish')).toBe(false);
    },
  );

  it('fails where another message begins in a call', () => {
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    const start = { type: 'message_start', message: {} };
    expect(() => read([start, start, block(0, call), piece(0, '{"a'), start])).toThrow('makes no sense');
  });

  it('fails where it stopped for a tool and called none', () => {
    expect(() => read([stop('tool_use'), END])).toThrow('makes no sense');
  });

  it('fails for an error under any name', () => {
    expect(() => read([{ type: 'later_error', error: { type: 'overloaded_error' } }])).toThrow('overloaded');
    const reader = ANTHROPIC.openStream(model);
    expect(() => reader.read({ event: 'error', data: '{"message":"out of memory"}' }, [])).toThrow('failed');
    const body = { type: 'error', content: [], stop_reason: 'end_turn' };
    expect(() => ANTHROPIC.readCompletion(body, model)).toThrow('failed');
  });
});

describe('an error of Anthropic’s', () => {
  const read401 = (message: string, status = 401, type = 'authentication_error'): string =>
    ANTHROPIC.readError(status, () => undefined, JSON.stringify({ type: 'error', error: { type, message } }))
      .code;

  it.each([
    ['invalid x-api-key', 401, 'authentication_error', 'api_key_invalid'],
    ['This API key has been revoked', 401, 'authentication_error', 'api_key_revoked'],
    [
      'Your API key does not have permission to use the specified resource',
      403,
      'permission_error',
      'api_key_invalid',
    ],
    ['You have no access to the model claude-x', 403, 'permission_error', 'provider_model_not_found'],
    ['You have reached your specified API usage limits.', 400, 'invalid_request_error', 'insufficient_quota'],
    ['Timed out', 504, 'timeout_error', 'provider_failed'],
  ])('"%s" with %i %s means %s', (message, status, type, code) => {
    expect(read401(message, status, type)).toBe(code);
  });
});
