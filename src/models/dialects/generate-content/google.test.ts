import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, type Chunk, textMessage } from '../../../domain/chat.ts';
import { GOOGLE as PROVIDER } from '../../providers/google.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import type { JsonObject } from '../read-json.ts';

const GOOGLE = PROVIDER.adapter;
const key = ApiKey.parse('AIza-test')!;
const model: Model = {
  id: 'gemini-2.5-flash',
  provider: 'google',
  wireId: 'gemini-2.5-flash',
  name: 'Gemini 2.5 Flash',
  description: 'd',
  tier: 'standard',
  capabilities: PROVIDER.capabilitiesOf('gemini-2.5-flash'),
};

function send(
  fields: Partial<ChatRequest>,
  of: Model = model,
): { path: string; body: Record<string, unknown> } {
  const request: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  const sent = GOOGLE.toRequest(request, of, key).request;
  return { path: sent.path, body: JSON.parse(joinPieces(sent.body)) };
}

function read(frames: readonly object[]): { chunks: Chunk[]; complete: boolean } {
  const reader = GOOGLE.openStream(model);
  const chunks: Chunk[] = [];
  for (const frame of frames) reader.read({ event: undefined, data: JSON.stringify(frame) }, chunks);
  if (reader.complete) reader.end?.(chunks);
  return { chunks, complete: reader.complete };
}

function frame(text: string, finishReason?: unknown, usageMetadata?: object): object {
  return { candidates: [{ content: { parts: [{ text }] }, finishReason }], usageMetadata };
}

describe('a request to Google', () => {
  it('gives older models a budget for thinking, newer ones a level', () => {
    expect(send({ reasoningEffort: 'none' }).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    });
    const newer = { ...model, capabilities: PROVIDER.capabilitiesOf('gemini-3-flash') };
    expect(send({ reasoningEffort: 'low' }, newer).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    });
    expect(send({ reasoningEffort: 'xhigh' }, newer).body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' } },
    });
  });

  it('passes on what older models take', () => {
    expect(
      send({ temperature: 2, topP: 0.5, presencePenalty: 1, frequencyPenalty: -1, seed: 0 }).body,
    ).toMatchObject({
      generationConfig: { temperature: 2, topP: 0.5, presencePenalty: 1, frequencyPenalty: -1, seed: 0 },
    });
  });

  it('continues the assistant’s words where the model does that', () => {
    const messages = [textMessage('user', 'Count.'), textMessage('assistant', 'One,')] as const;
    expect(send({ messages }).body).toMatchObject({
      contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'One,' }] }],
    });
  });

  it('says that the arguments of a function are an object, and takes no others', () => {
    const declared = (parameters: Record<string, unknown>): unknown =>
      send({ tools: [{ name: 'f', parameters }] }).body.tools;
    const tools = (parametersJsonSchema: object): unknown => [
      { functionDeclarations: [{ name: 'f', parametersJsonSchema }] },
    ];
    expect(declared({})).toEqual(tools({ type: 'object' }));
    const reference = { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } };
    expect(declared(reference)).toEqual(tools(reference));
    expect(() => declared({ type: 'string' })).toThrow(
      'tools.0.function.parameters.type is not supported by Google',
    );
  });

  it.each(['f', '_', 'a.b:c-d_9', 'x'.repeat(64)])('takes the function name %s', (name) => {
    expect(() => send({ tools: [{ name }] })).not.toThrow();
  });

  it.each(['-f', '9f', 'a b', 'ä', 'x'.repeat(65), 'f\n'])('refuses the function name %j', (name) => {
    expect(() => send({ tools: [{ name }] })).toThrow('is not supported by Google');
    const call = { id: 'call_1', name, arguments: '{}' };
    const messages = [
      { role: 'assistant', content: [], toolCalls: [call] },
      { role: 'tool', callId: 'call_1', content: [] },
    ] as const;
    expect(() => send({ messages })).toThrow('has a name that Google does not allow');
  });

  it('signs the calls of the current turn alone, each step once, where the model needs it', () => {
    const step = (name: string, google?: object): ChatRequest['messages'] => [
      {
        role: 'assistant',
        content: [],
        toolCalls: ['1', '2'].map((id) => ({
          id: `call_${name}${id}`,
          name: `${name}${id}`,
          arguments: '{}',
          ...(google === undefined ? {} : { extra: { google } }),
        })),
      },
      { role: 'tool', callId: `call_${name}1`, content: [] },
      { role: 'tool', callId: `call_${name}2`, content: [] },
    ];
    const messages = [
      textMessage('user', 'Before'),
      ...step('a'),
      textMessage('assistant', 'Done'),
      textMessage('user', 'Now'),
      ...step('b', { thought_signature: 'known' }),
      ...step('c', { thought_signature: 7 }),
      ...step('d'),
    ];
    const signatures = (wireId: string): unknown => {
      const contents = send({ messages }, { ...model, wireId }).body.contents as { parts: JsonObject[] }[];
      const parts = contents.flatMap((content) => content.parts);
      return parts
        .filter(({ functionCall }) => functionCall !== undefined)
        .map(({ thoughtSignature = '' }) => thoughtSignature);
    };
    const skip = 'skip_thought_signature_validator';
    for (const wireId of [
      'gemini-3-pro-preview',
      'gemini-3.8-flash',
      'gemini-4-argon',
      'gemini-flash-latest',
    ]) {
      expect(signatures(wireId)).toEqual(['', '', 'known', 'known', skip, '', skip, '']);
    }
    for (const wireId of ['gemini-2.5-pro', 'gemini-1.5-flash', 'gemma-3-27b-it']) {
      expect(signatures(wireId)).toEqual(['', '', 'known', 'known', '', '', '', '']);
    }
  });

  it('finds tuned models, and lets no id leave its place in the path', () => {
    expect(send({}, { ...model, wireId: 'tunedModels/mine-7' }).path).toBe(
      '/v1beta/tunedModels/mine-7:generateContent',
    );
    expect(send({}, { ...model, wireId: 'x:deleteAll' }).path).toBe(
      '/v1beta/models/x%3AdeleteAll:generateContent',
    );
  });
});

describe('a stream of Google’s', () => {
  it('gives the same as the whole answer, however its text is cut', () => {
    const reasons = [
      'STOP',
      'MAX_TOKENS',
      'CONTINUATION',
      'SAFETY',
      'RECITATION',
      'LANGUAGE',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'IMAGE_SAFETY',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 20 }),
        fc.string(),
        fc.constantFrom(...reasons),
        fc.nat(1e6),
        fc.nat(1e6),
        (pieces, last, reason, prompt, candidates) => {
          const usage = { promptTokenCount: prompt, candidatesTokenCount: candidates, thoughtsTokenCount: 3 };
          const { chunks } = read([...pieces.map((piece) => frame(piece)), frame(last, reason, usage)]);
          const all = pieces.join('') + last;
          const whole = GOOGLE.readCompletion(frame(all, reason, usage), model);
          expect(chunks).toEqual([
            ...[...pieces, last].filter((piece) => piece !== '').map((text) => ({ type: 'text', text })),
            { type: 'finish', finishReason: whole.finishReason },
            { type: 'usage', usage: whole.usage },
          ]);
          expect(whole.content).toBe(all);
          expect(whole.usage?.completionTokens).toBe(candidates + 3);
        },
      ),
    );
  });

  it.each([
    'OTHER',
    'FINISH_REASON_UNSPECIFIED',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'NO_IMAGE',
    'NEW_ONE',
    7,
  ])('fails with the reason %s', (reason) => {
    expect(() => read([frame('a', reason)])).toThrow('malformed answer');
    expect(() => GOOGLE.readCompletion(frame('a', reason), model)).toThrow('malformed answer');
  });

  it('takes usage and text behind a finishReason: only the end of the stream ends it', () => {
    const usage = { promptTokenCount: 1, candidatesTokenCount: 2 };
    expect(read([frame('a', 'STOP'), frame('b'), { usageMetadata: usage }]).chunks).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'finish', finishReason: 'stop' },
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } },
    ]);
  });

  it.each([
    [['STOP', 'STOP'], 'stop'],
    [['STOP', 'MAX_TOKENS'], 'length'],
    [['MAX_TOKENS', 'STOP'], 'length'],
    [['STOP', 'SAFETY', 'MAX_TOKENS'], 'content_filter'],
  ])('of several reasons %j tells the one that cut most: %s', (reasons, finishReason) => {
    const { chunks } = read(reasons.map((reason) => frame('', reason)));
    expect(chunks).toEqual([{ type: 'finish', finishReason }]);
  });

  it('fails where a reason that is unknown comes behind another', () => {
    expect(() => read([frame('a', 'STOP'), frame('', 'OTHER')])).toThrow('malformed answer');
  });

  it('is filtered where the prompt is said to be blocked behind a reason', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
    expect(read([frame('a', 'STOP'), blocked]).chunks.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'content_filter',
    });
  });

  it('numbers answers as Google does, in whatever order they come', () => {
    const answer = (index: number, text: string): object => ({
      index,
      content: { parts: [{ text }, { functionCall: { name: 'now' } }] },
      finishReason: 'STOP',
    });
    const body = { candidates: [answer(1, 'second'), answer(0, 'first')] };
    const call = { id: '', name: 'now', arguments: '{}' };
    const choice = { toolCalls: [call], finishReason: 'tool_calls' };
    expect(GOOGLE.readCompletion(body, model)).toEqual({
      content: 'first',
      ...choice,
      more: [{ content: 'second', ...choice }],
    });
    const { arguments: text, ...rest } = call;
    const chunks = (place: object) => [
      { type: 'tool_call', index: 0, ...rest, ...place },
      { type: 'arguments', index: 0, text, ...place },
    ];
    expect(read([body]).chunks).toEqual([
      { type: 'text', text: 'second', choice: 1 },
      ...chunks({ choice: 1 }),
      { type: 'text', text: 'first' },
      ...chunks({}),
      { type: 'finish', finishReason: 'tool_calls' },
      { type: 'finish', finishReason: 'tool_calls', choice: 1 },
    ]);
  });

  it('is not complete before each of its answers is', () => {
    const part = (index: number, finishReason?: string): object => ({
      candidates: [{ index, content: { parts: [{ text: 'a' }] }, finishReason }],
    });
    expect(read([part(0), part(1, 'STOP')]).complete).toBe(false);
    expect(read([part(0), part(1, 'STOP'), part(0, 'STOP')]).complete).toBe(true);
  });

  it.each([
    [['STOP'], 'tool_calls'],
    [['MAX_TOKENS'], 'length'],
    [['STOP', 'SAFETY'], 'content_filter'],
  ])('with a call and the reasons %j ends with %s, wherever the call stands', (reasons, finishReason) => {
    const call = { candidates: [{ content: { parts: [{ functionCall: { name: 'now', args: null } }] } }] };
    const ends = reasons.map((reason) => frame('', reason));
    for (const frames of [
      [call, ...ends],
      [...ends, call],
    ]) {
      expect(read(frames).chunks.at(-1)).toEqual({ type: 'finish', finishReason });
    }
  });

  it.each([
    { functionCall: { args: {} } },
    { functionCall: { name: '' } },
    { functionCall: { name: 'now', args: [] } },
    { functionCall: 'now' },
  ])('fails with the call %j', (part) => {
    const body = { candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }] };
    expect(() => read([body])).toThrow('malformed answer');
    expect(() => GOOGLE.readCompletion(body, model)).toThrow('malformed answer');
  });

  it('tells thoughts from the answer', () => {
    const parts = [
      { text: 'hm', thought: true },
      { text: 'Yes.', thoughtSignature: 'abc' },
      { inlineData: {} },
    ];
    const body = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
    expect(read([body]).chunks.slice(0, 2)).toEqual([
      { type: 'thought', text: 'hm' },
      { type: 'text', text: 'Yes.' },
    ]);
    expect(GOOGLE.readCompletion(body, model)).toMatchObject({ content: 'Yes.', thoughts: [{ text: 'hm' }] });
  });

  describe('of calls whose arguments come in pieces', () => {
    const begin = (name: string, more: object = {}) => ({
      functionCall: { name, willContinue: true },
      ...more,
    });
    const more = (...partialArgs: object[]) => ({ functionCall: { partialArgs, willContinue: true } });
    const END = { functionCall: {} };
    const of = (...parts: object[]) =>
      parts.map((part) => ({ candidates: [{ content: { parts: [part] } }] }) as object);
    const callsOf = (frames: readonly object[]) =>
      read([...frames, frame('', 'STOP')]).chunks.flatMap((chunk) =>
        chunk.type === 'tool_call'
          ? [chunk.name]
          : chunk.type === 'arguments'
            ? [JSON.parse(chunk.text)]
            : [],
      );

    it('has each whole, one after the other', () => {
      const frames = of(
        begin('first', { thoughtSignature: 'abc' }),
        more({ jsonPath: '$.list[0].name', stringValue: 'le', willContinue: true }),
        more({ jsonPath: '$.list[0].name', stringValue: 'mon', willContinue: true }),
        more({ jsonPath: '$.list[0].name', stringValue: '' }, { jsonPath: "$['a.b']", nullValue: null }),
        more({ jsonPath: '$.list[1].count', numberValue: 0 }, { jsonPath: '$["ok"]', boolValue: false }),
        END,
        begin('second'),
        END,
      );
      expect(callsOf(frames)).toEqual([
        'first',
        { list: [{ name: 'lemon' }, { count: 0 }], 'a.b': null, ok: false },
        'second',
        {},
      ]);
      expect(read([...frames, frame('', 'STOP')]).chunks).toMatchObject([
        { index: 0, extra: { google: { thought_signature: 'abc' } } },
        { index: 0 },
        { index: 1 },
        { index: 1 },
        { type: 'finish', finishReason: 'tool_calls' },
      ]);
    });

    it('has one that the next call ends, or the end of the answer', () => {
      const value = { jsonPath: '$.a', stringValue: 'x' };
      expect(callsOf(of(begin('one'), more(value), begin('two'), more(value)))).toEqual([
        ...['one', { a: 'x' }, 'two', { a: 'x' }],
      ]);
      const whole = { functionCall: { name: 'two', args: { b: 1 } } };
      expect(callsOf(of(begin('one'), more(value), whole))).toEqual(['one', { a: 'x' }, 'two', { b: 1 }]);
      expect(callsOf(of({ functionCall: { name: 'one', partialArgs: [value] } }))).toEqual([
        'one',
        { a: 'x' },
      ]);
    });

    it('replaces a text that does not go on', () => {
      const [x, y] = ['x', 'y'].map((stringValue) => ({ jsonPath: '$.a', stringValue }));
      expect(callsOf(of(begin('one'), more(x!), more(y!), END))).toEqual(['one', { a: 'y' }]);
    });

    it.each<[string, object[]]>([
      ['without a beginning', of(more({ jsonPath: '$.a', numberValue: 1 }))],
      ['without a path', of(begin('one'), more({ numberValue: 1 }))],
      ['with a path that is none', of(begin('one'), more({ jsonPath: '$.a[', numberValue: 1 }))],
      ['with the path of the whole', of(begin('one'), more({ jsonPath: '$', numberValue: 1 }))],
      ['with a path to a prototype', of(begin('one'), more({ jsonPath: '$.__proto__.a', numberValue: 1 }))],
      ['with a list of a billion', of(begin('one'), more({ jsonPath: '$.a[999999999]', numberValue: 1 }))],
      ['without a value', of(begin('one'), more({ jsonPath: '$.a' }))],
      [
        'within a text',
        of(begin('one'), more({ jsonPath: '$.a', stringValue: 'x' }, { jsonPath: '$.a.b', numberValue: 1 })),
      ],
      [
        'within a list as in an object',
        of(begin('one'), more({ jsonPath: '$.a[0]', numberValue: 1 }, { jsonPath: '$.a.b', numberValue: 1 })),
      ],
      ['that are no list', of({ functionCall: { name: 'one', willContinue: true, partialArgs: 'x' } })],
    ])('fails with a piece %s', (_what, frames) => {
      expect(() => read([...frames, frame('', 'STOP')])).toThrow('malformed answer');
    });

    it('fails where a whole answer has but a piece', () => {
      const body = { candidates: [{ content: { parts: [begin('one')] }, finishReason: 'STOP' }] };
      expect(() => GOOGLE.readCompletion(body, model)).toThrow('malformed answer');
    });
  });

  it('reads an error that comes as a list', () => {
    expect(() => read([[{ error: { code: 503, status: 'UNAVAILABLE' } }]])).toThrow('overloaded');
    const body = JSON.stringify([
      { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slow down.' } },
    ]);
    expect(GOOGLE.readError(429, () => undefined, body).code).toBe('provider_rate_limited');
  });
});

describe('an error of Google’s', () => {
  const retryDelay = (delay: unknown): string | undefined => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay }];
    return GOOGLE.readError(429, () => undefined, JSON.stringify({ error: { code: 429, details } }))
      .retryAfter;
  };

  it.each([
    ['34.4s', '35'],
    ['2s', '2'],
    ['0.2s', '1'],
    ['soon', '1'],
    ['-3s', '1'],
    [5, '1'],
    [undefined, '1'],
  ])('with the delay %j asks to wait for %s s', (delay, seconds) => {
    expect(retryDelay(delay)).toBe(seconds);
  });

  it('prefers the header, as the provider wrote it', () => {
    const body = JSON.stringify({ error: { details: [{ retryDelay: '34.4s' }] } });
    expect(GOOGLE.readError(429, () => '12', body).retryAfter).toBe('12');
  });
});
