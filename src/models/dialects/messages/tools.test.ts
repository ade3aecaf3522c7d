import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assemble } from '../../../../test/conformance/run-stream.ts';
import { type ChatRequest, type Message, textMessage } from '../../../domain/chat.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { ANTHROPIC, bodyOf, END, key, model, modelOf, read, stop, text } from './adapter-in-tests.ts';

describe('a request with tools to Anthropic', () => {
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

  it('offers the named function alone where no call can be forced', () => {
    const offered = (wireId: string): unknown =>
      bodyOf(
        { tools: [{ name: 'now' }, { name: 'f' }], toolChoice: { type: 'function', name: 'f' } },
        modelOf(wireId),
      ).tools;
    expect(offered('claude-sonnet-5-5')).toMatchObject([{ name: 'f' }]);
    expect(offered('claude-haiku-5-5')).toMatchObject([{ name: 'now' }, { name: 'f' }]);
  });

  it('names the place of a tool as the caller wrote it, whichever are offered', () => {
    const tools = [{ name: 'now' }, { name: 'f', parameters: { anyOf: [{ type: 'object' }] } }];
    const toolChoice = { type: 'allowed', mode: 'auto', names: ['f'] } as const;
    expect(() => bodyOf({ tools, toolChoice })).toThrow('tools.1.function.parameters.anyOf');
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
      [{ name: 'f', parameters: { type: ['object', 'null'] } }],
      'tools.0.function.parameters.type is not supported by Anthropic',
      'tools.0.function.parameters.type',
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

  it('closes the schema of a strict tool, whatever it says', () => {
    const tools = [
      { name: 'f', strict: true },
      { name: 'g', strict: true, parameters: { properties: { n: {} } } },
    ];
    const { request, adjusted } = ANTHROPIC.toRequest(
      { messages: [textMessage('user', 'Hi')], stream: false, tools },
      model,
      key,
    );
    const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
    expect(JSON.parse(joinPieces(request.body)).tools).toEqual([
      { name: 'f', strict: true, input_schema: closed({}) },
      { name: 'g', strict: true, input_schema: closed({ n: {} }) },
    ]);
    expect(adjusted).toEqual([]);
  });

  it.each([
    [[{ type: 'audio', format: 'wav', data: 'UklGRg==' }], undefined, 'does not take audio'],
    [[], '[1]', 'A call whose arguments are no JSON object is not supported by Anthropic'],
    [[], undefined, 'The name of a called function is not supported by Anthropic', 'a.b'],
    [[], '{"a"', 'A call whose arguments are no JSON object is not supported by Anthropic'],
  ] as const)('refuses what no block can hold: %j %s', (content, text, message, name: string = 'f') => {
    const call = { id: 'a', name, arguments: text ?? '{}' };
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }, ...content] },
      { role: 'assistant', content: [], toolCalls: [call] },
      { role: 'tool', content: [], callId: 'a' },
    ];
    expect(() => bodyOf({ messages })).toThrow(message);
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
    const { messages, thinking } = JSON.parse(joinPieces(sent.body));
    expect(messages[1].content).toEqual([thought, use]);
    expect(thinking).toEqual({
      type: 'adaptive',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
    expect(sent.headers['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01');
    expect(adjusted).toEqual([]);
    // Claude 5 and before know no such field.
    const older = ANTHROPIC.toRequest(request, modelOf('claude-sonnet-5'), key).request;
    expect(JSON.parse(joinPieces(older.body))).not.toHaveProperty('thinking');
    expect(JSON.parse(joinPieces(older.body)).messages[1].content).toEqual([thought, use]);
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
    expect(JSON.parse(joinPieces(sent.body))).toMatchObject({
      messages: [{}, { content: [use] }, {}],
      thinking: { type: 'between_tools' },
    });
    expect(JSON.parse(joinPieces(sent.body))).not.toHaveProperty('output_config');
    expect(adjusted).toEqual(['reasoning_effort=none']);
    // Where it cannot be turned off, adaptive thinking does without.
    expect(bodyOf({ messages: loop(thinking) }, modelOf('claude-opus-5-5'))).not.toHaveProperty('thinking');
  });

  it('thinks on where thinking is lost in a turn that is over', () => {
    const messages = [...loop([]), textMessage('assistant', 'Done.'), textMessage('user', 'More')];
    expect(bodyOf({ messages }, modelOf('claude-haiku-5-5'))).not.toHaveProperty('thinking');
  });
});

describe('calls in a stream of Anthropic’s', () => {
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

  it('fails where another message begins in a call', () => {
    const call = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    const start = { type: 'message_start', message: {} };
    expect(() => read([start, start, block(0, call), piece(0, '{"a'), start])).toThrow('malformed answer');
  });
});
