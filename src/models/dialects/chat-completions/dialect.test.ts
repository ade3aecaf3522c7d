import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../domain/catalogue.ts';
import type { Chunk } from '../../../domain/chat.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { dialectOf } from '../../providers/registry.ts';
import type { Adapter } from '../adapter.ts';

const model = {} as Model;
const [openai, xai, together] = ['openai', 'xai', 'together'].map((key) => dialectOf(key).adapter) as [
  Adapter,
  Adapter,
  Adapter,
];

function read(adapter: typeof openai, events: readonly unknown[]): { chunks: Chunk[]; complete: boolean } {
  const reader = adapter.openStream(model);
  const chunks: Chunk[] = [];
  for (const event of events) {
    reader.read(
      { event: undefined, data: typeof event === 'string' ? event : JSON.stringify(event) },
      chunks,
    );
  }
  return { chunks, complete: reader.complete };
}

function delta(fields: object, rest: object = {}): object {
  return { choices: [{ index: 0, delta: fields, finish_reason: null, ...rest }] };
}

function whole(message: object, finishReason: unknown = 'stop', usage?: object): object {
  return { choices: [{ index: 0, message, finish_reason: finishReason }], usage };
}

describe('a stream', () => {
  it('gives the same as the whole answer, however its text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 20 }),
        fc.constantFrom('stop', 'length', 'content_filter'),
        fc.nat(1e6),
        fc.nat(1e6),
        (pieces, reason, prompt, completion) => {
          const usage = {
            prompt_tokens: prompt,
            completion_tokens: completion,
            total_tokens: prompt + completion,
          };
          const { chunks } = read(openai, [
            ...pieces.map((content) => delta({ content })),
            delta({}, { finish_reason: reason }),
            { choices: [], usage },
            '[DONE]',
          ]);
          const completion_ = openai.readCompletion(
            whole({ content: pieces.join('') }, reason, usage),
            model,
          );
          expect(chunks).toEqual([
            ...pieces.filter((text) => text !== '').map((text) => ({ type: 'text', text })),
            { type: 'finish', finishReason: completion_.finishReason },
            { type: 'usage', usage: completion_.usage },
          ]);
          expect(completion_.content).toBe(pieces.join(''));
        },
      ),
    );
  });

  it('reads each choice by its number', () => {
    const second = { index: 1, delta: { content: 'other' }, finish_reason: 'length' };
    const { chunks } = read(openai, [
      { choices: [second, { index: 0, delta: { content: 'mine' } }] },
      {
        choices: [
          { index: 0, delta: {}, finish_reason: 'stop' },
          { index: 'x', delta: { content: 'lost' } },
          { index: -1, delta: { content: 'lost' } },
          { index: 128, delta: { content: 'lost' } },
          { index: 127, delta: { content: 'last' } },
        ],
      },
      '[DONE]',
    ]);
    expect(chunks).toEqual([
      { type: 'text', text: 'other', choice: 1 },
      { type: 'text', text: 'mine' },
      { type: 'text', text: 'last', choice: 127 },
      { type: 'finish', finishReason: 'length', choice: 1 },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it('gives no finish to a choice that has no end: whether it was asked for is not known there', () => {
    const events = [
      { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] },
      { choices: [{ index: 1, delta: { content: 'b' } }] },
      '[DONE]',
    ];
    const { chunks, complete } = read(openai, events);
    expect(complete).toBe(true);
    const ends = chunks.filter(({ type }) => type === 'finish');
    expect(ends).toEqual([{ type: 'finish', finishReason: 'stop' }]);
  });

  it('keeps the text that comes with, or even behind, the reason', () => {
    const { chunks } = read(openai, [
      delta({ content: 'a' }, { finish_reason: 'stop' }),
      delta({ content: 'b' }),
      '[DONE]',
    ]);
    expect(chunks.map((chunk) => chunk.type)).toEqual(['text', 'text', 'finish']);
  });

  it.each([
    [['stop', 'length'], 'length'],
    [['length', 'stop'], 'length'],
    [['content_filter', 'length', 'stop'], 'content_filter'],
  ])('of several reasons %j tells the one that cut most: %s', (reasons, finishReason) => {
    const events = reasons.map((reason) => delta({}, { finish_reason: reason }));
    expect(read(openai, [...events, '[DONE]']).chunks).toEqual([{ type: 'finish', finishReason }]);
  });

  it('fails where any of its reasons is unknown', () => {
    const events = ['because', 'stop'].map((reason) => delta({}, { finish_reason: reason }));
    expect(() => read(openai, [...events, '[DONE]'])).toThrow('malformed answer');
  });

  it('takes the last of several growing bills', () => {
    const usage = (completion_tokens: number): object => ({ usage: { prompt_tokens: 1, completion_tokens } });
    const { chunks } = read(openai, [
      { ...delta({ content: 'a' }), ...usage(1) },
      { ...delta({}, { finish_reason: 'stop' }), ...usage(2) },
      '[DONE]',
    ]);
    expect(chunks.filter((chunk) => chunk.type === 'usage')).toEqual([
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } },
    ]);
  });

  it('takes "" for no reason yet', () => {
    expect(read(openai, [delta({ content: 'a' }, { finish_reason: '' }), '[DONE]']).complete).toBe(false);
  });

  it('reads nothing behind its end mark', () => {
    const { chunks, complete } = read(openai, [
      delta({}, { finish_reason: 'stop' }),
      ' [DONE] ',
      'rubbish',
      '[DONE]',
    ]);
    expect(chunks).toEqual([{ type: 'finish', finishReason: 'stop' }]);
    expect(complete).toBe(true);
  });

  it('takes an event named error for one, whatever it holds', () => {
    for (const data of ['out of memory', '{"message":"out of memory"}']) {
      const reader = openai.openStream(model);
      expect(() => reader.read({ event: 'error', data }, [])).toThrow(GatewayError);
    }
  });
});

describe('content', () => {
  it.each([
    [{ content: null }, ''],
    [{}, ''],
    [{ content: 'text' }, 'text'],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'b' },
        ],
      },
      'ab',
    ],
  ])('of %j is %j', (message, text) => {
    expect(openai.readCompletion(whole(message), model)).toEqual({ content: text, finishReason: 'stop' });
  });

  it.each([
    { content: null, reasoning_content: 'hm', reasoning: 'hm' },
    { content: null, reasoning_content: '', reasoning: 'hm' },
    { content: '', reasoning: 'hm' },
  ])('is apart from the thought of %j', (message) => {
    const read = openai.readCompletion(whole(message), model);
    expect(read).toEqual({ content: '', thoughts: [{ text: 'hm' }], finishReason: 'stop' });
  });

  it.each([{ content: 5 }, { content: {} }, { content: true }, { content: ['text'] }])(
    'is never %j',
    (message) => {
      expect(() => openai.readCompletion(whole(message), model)).toThrow('malformed answer');
    },
  );

  it('holds a refusal, which is told from an answer', () => {
    expect(openai.readCompletion(whole({ content: null, refusal: 'No.' }), model)).toMatchObject({
      content: 'No.',
      finishReason: 'content_filter',
    });
    const parts = { content: [{ type: 'refusal', refusal: 'No.' }] };
    expect(openai.readCompletion(whole(parts), model)).toMatchObject({
      content: 'No.',
      finishReason: 'content_filter',
    });
    expect(openai.readCompletion(whole({ refusal: 'No' }, 'length'), model).finishReason).toBe('length');
  });
});

describe('finish_reason', () => {
  it.each(['tool_calls', 'function_call', 'eos', 'error', null, '', 1, 'constructor', '__proto__'])(
    '%j is a failure at OpenAI',
    (reason) => {
      expect(() => openai.readCompletion(whole({ content: 'a' }, reason), model)).toThrow('malformed answer');
    },
  );

  it('eos is stop at Together', () => {
    expect(together.readCompletion(whole({ content: 'a' }, 'eos'), model).finishReason).toBe('stop');
  });
});

describe('usage', () => {
  const usageOf = (adapter: typeof openai, usage: unknown): unknown =>
    adapter.readCompletion({ ...whole({ content: 'a' }), usage }, model).usage;

  it.each([
    [null, undefined],
    ['many', undefined],
    [{}, undefined],
    [{ prompt_tokens: '5', completion_tokens: -1 }, undefined],
    [{ prompt_tokens: 5 }, { promptTokens: 5, completionTokens: 0 }],
    [
      { prompt_tokens: 2.4, completion_tokens: 3.6 },
      { promptTokens: 2, completionTokens: 4 },
    ],
    [
      { prompt_tokens: 1e300, completion_tokens: 3 },
      { promptTokens: 0, completionTokens: 3 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: null, completion_tokens_details: 'x' },
      { promptTokens: 5, completionTokens: 3 },
    ],
  ])('%j is read as %j', (usage, expected) => {
    expect(usageOf(openai, usage)).toEqual(expected);
  });

  it('counts xAI’s reasoning once, wherever xAI counts it', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      completion_tokens_details: { reasoning_tokens: 90 },
    };
    expect(usageOf(xai, { ...usage, total_tokens: 105 })).toMatchObject({
      completionTokens: 95,
      reasoningTokens: 90,
    });
    expect(usageOf(xai, usage)).toMatchObject({ completionTokens: 95 });
    expect(usageOf(xai, { ...usage, completion_tokens: 95, total_tokens: 105 })).toMatchObject({
      completionTokens: 95,
    });
    expect(usageOf(openai, { ...usage, completion_tokens: 95 })).toMatchObject({ completionTokens: 95 });
  });

  it('takes an operator’s server at its word that reasoning is in the completion', () => {
    const usage = { completion_tokens: 95, completion_tokens_details: { reasoning_tokens: 90 } };
    expect(usageOf(dialectOf('openai-compatible').adapter, usage)).toEqual({
      promptTokens: 0,
      completionTokens: 95,
      reasoningTokens: 90,
    });
  });
});

describe('an error with a 200', () => {
  const errorOf = (adapter: typeof openai, body: unknown): unknown => {
    try {
      return adapter.readCompletion(body, model);
    } catch (error) {
      return error;
    }
  };

  it.each([
    [{ error: { message: 'Too many', type: 'rate_limit_error', code: 429 } }, 'provider_rate_limited'],
    [{ error: { message: 'Bad', type: 'invalid_request_error' } }, 'provider_rejected'],
    [{ error: { message: 'Bad', code: '400' } }, 'provider_rejected'],
    [{ error: { message: 'prompt is too long: 5 > 3' } }, 'context_length_exceeded'],
    [{ error: { message: 'Bad', code: 7 } }, 'provider_failed'],
    [{ error: { message: 'Bad', code: '4e2' } }, 'provider_failed'],
    [{ error: { message: 'Bad', code: 400 } }, 'provider_rejected'],
    [{ error: { message: 'Bad', code: 'x', status: 429 } }, 'provider_rate_limited'],
    [{ error: { message: 'Bad', code: 600, status_code: 429 } }, 'provider_rate_limited'],
    [{ error: { message: 'Bad', code: 200, status: 404 } }, 'provider_model_not_found'],
    [{ error: 'boom' }, 'provider_failed'],
    [{ error: {} }, 'provider_failed'],
    [{ object: 'error', message: 'x', code: 404 }, 'provider_model_not_found'],
  ])('%j means %s', (body, code) => {
    expect(errorOf(openai, body)).toMatchObject({ code, retryable: false });
  });

  it('names no status that is none', () => {
    expect(errorOf(openai, { error: { message: 'Bad', code: 7 } })).toMatchObject({
      message: 'The provider failed',
    });
  });

  it('shows xAI’s own text only where it blames the request', () => {
    expect(errorOf(xai, { code: 'invalid-argument', error: 'n must be 1' })).toMatchObject({
      code: 'provider_rejected',
      message: 'n must be 1',
    });
    expect(errorOf(xai, { code: 'internal', error: 'node 10.0.0.7 fell over' })).toMatchObject({
      code: 'provider_failed',
      message: 'The provider failed',
    });
  });
});

describe('a thought before the answer of an operator’s own server', () => {
  const own = dialectOf('openai-compatible').adapter;
  const textOf = (pieces: readonly string[], adapter = own): string =>
    read(adapter, [
      ...pieces.map((content) => delta({ content })),
      delta({}, { finish_reason: 'stop' }),
      '[DONE]',
    ])
      .chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : ''))
      .join('');

  it.each([
    ['<think>\nOne {two}.\n</think>\n\nThree </think> four.', 'Three </think> four.'],
    ['\n<think></think>{"a": 1}', '{"a": 1}'],
    ['<think>Cut off', ''],
    ['Say <think>this</think>.', 'Say <think>this</think>.'],
    ['\n <thin', '\n <thin'],
    ['<thinker> is a tag', '<thinker> is a tag'],
    ['  ', '  '],
    ['', ''],
  ])('%j is %j, whole and however it is cut', (content, answer) => {
    expect(own.readCompletion(whole({ content }), model).content).toBe(answer);
    for (let size = 1; size <= content.length + 1; size++) {
      const pieces = Array.from({ length: Math.ceil(content.length / size) }, (_, at) =>
        content.slice(at * size, (at + 1) * size),
      );
      expect(textOf(pieces)).toBe(answer);
    }
  });

  it('that was cut off is given to its last word', () => {
    const pieces = [delta({ content: '<think>Cut' }), delta({ content: ' off' })];
    const { chunks } = read(own, [...pieces, delta({}, { finish_reason: 'length' }), '[DONE]']);
    expect(chunks.map((chunk) => (chunk.type === 'thought' ? chunk.text : '')).join('')).toBe('Cut off');
    expect(textOf(['<think>'])).toBe('');
  });

  it('is left where the provider parses it', () => {
    expect(textOf(['<think>One</think>', 'Two'], openai)).toBe('<think>One</think>Two');
    expect(textOf(['<think>One</think>', 'Two'], together)).toBe('Two');
  });
});
