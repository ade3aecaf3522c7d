/** A whole answer in the words of chat completions, whichever server wrote it. */
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import { readCompletion } from './read-completion.ts';
import { finishOf, indexOf, isRefusal, readContent, readThought } from './read-content.ts';
import { DIALECT_RULES } from './read-error.ts';
import type { DialectSettings } from './settings.ts';

const SETTINGS = {
  ...{ key: 'k', name: 'K', errorRules: DIALECT_RULES, thoughtsInText: false, reasoningTokensApart: false },
  finishReasons: {
    stop: 'stop',
    length: 'length',
    tool_calls: 'tool_calls',
    content_filter: 'content_filter',
  },
} as unknown as DialectSettings;
const read = (body: unknown, settings: Partial<DialectSettings> = {}) =>
  readCompletion(body, { ...SETTINGS, ...settings });
const choice = (message: unknown, more: object = {}) => ({
  index: 0,
  message,
  finish_reason: 'stop',
  ...more,
});
const malformed = (cause: string) => expect.objectContaining({ cause });

describe('an answer', () => {
  it('has its text, how it ended, and nothing that nobody said', () => {
    expect(read({ choices: [choice({ content: 'Yes.' })] })).toStrictEqual({
      content: 'Yes.',
      finishReason: 'stop',
    });
  });

  it('has thoughts, calls, probabilities and a bill where they are there', () => {
    const calls = [{ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }];
    const logprobs = { content: [{ token: 'Yes.', logprob: -1 }] };
    const body = {
      choices: [
        choice(
          { content: 'Yes.', reasoning: 'Hm.', tool_calls: calls },
          { finish_reason: 'length', logprobs },
        ),
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    };
    expect(read(body)).toEqual({
      content: 'Yes.',
      thoughts: [{ text: 'Hm.' }],
      toolCalls: [{ id: 'c', name: 'f', arguments: '{"a":1}' }],
      finishReason: 'length',
      logprobs: [expect.objectContaining({ token: 'Yes.', logprob: -1 })],
      usage: { promptTokens: 1, completionTokens: 2 },
    });
  });

  it('may have its thoughts in its text, where the server writes them there', () => {
    const body = { choices: [choice({ content: '<think>Hm.</think>Yes.', reasoning: 'Ah.' })] };
    expect(read(body).content).toBe('<think>Hm.</think>Yes.');
    expect(read(body, { thoughtsInText: true })).toMatchObject({
      content: 'Yes.',
      thoughts: [{ text: 'Ah.' }, { text: 'Hm.' }],
    });
  });

  it('is the one numbered 0, the others behind it by their numbers, whatever is no answer left out', () => {
    const numbered = (index: unknown) => choice({ content: String(index) }, { index });
    const choices = [...[2, 0, 1, 128, -1, 0.5].map(numbered), 'x', null];
    const { content, more } = read({ choices });
    expect([content, ...(more ?? []).map((one) => one.content)]).toEqual(['0', '1', '2']);
    expect(read({ choices: [numbered(undefined)] })).not.toHaveProperty('more');
  });

  it.each<[string, unknown, string]>([
    ['no object', null, 'body is no object'],
    ['without choices', {}, 'no choices'],
    ['with choices that are no list', { choices: {} }, 'no choices'],
    ['with none', { choices: [] }, 'no choices'],
    ['without the first', { choices: [choice({ content: 'a' }, { index: 1 })] }, 'no choices'],
    ['without a message', { choices: [choice(null)] }, 'choice without a message'],
    [
      'that says it calls, and does not',
      { choices: [choice({ content: 'a' }, { finish_reason: 'tool_calls' })] },
      'tool calls announced, and none came',
    ],
  ])('is none %s', (_what, body, cause) => {
    expect(() => read(body)).toThrow(malformed(cause));
  });

  it.each<[object, string]>([
    [{ error: { message: 'x', code: 429 } }, 'provider_rate_limited'],
    [{ error: { message: 'x', code: '503' } }, 'provider_overloaded'],
    [{ error: { message: 'x', status: 429 } }, 'provider_rate_limited'],
    [{ object: 'error', message: 'x', code: 429 }, 'provider_rate_limited'],
    [{ error: 'x', code: 'invalid_api_key' }, 'api_key_invalid'],
    [{ error: { message: 'x', type: 'authentication_error' } }, 'api_key_invalid'],
    [{ error: { message: 'x' }, type: 'rate_limit_error' }, 'provider_rate_limited'],
    [{ error: { message: 'x', type: 'invalid_request_error' } }, 'provider_rejected'],
  ])('may be an error in disguise: %j', (body, code) => {
    let thrown: unknown;
    try {
      read({ choices: [choice({ content: 'a' })], ...body });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(GatewayError);
    expect((thrown as GatewayError).code).toBe(code);
  });

  it('is one beside an error that is null', () => {
    expect(read({ error: null, choices: [choice({ content: 'a' })] }).content).toBe('a');
  });
});

describe('the text of a message', () => {
  it.each<[object, string]>([
    [{ content: 'a' }, 'a'],
    [{ content: null }, ''],
    [{}, ''],
    [{ content: 'a', refusal: 'b' }, 'ab'],
    [{ content: 'a', refusal: null }, 'a'],
    [{ refusal: 'b' }, 'b'],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'refusal', refusal: 'b' },
          { type: 'text', refusal: 'c' },
          { type: 'refusal', text: 'd' },
          { type: 'thinking', text: 'e', refusal: 'f' },
          { type: 'text', text: 7 },
          { type: 'refusal', refusal: 7 },
        ],
      },
      'ab',
    ],
  ])('of %j is %j', (message, text) => {
    expect(readContent(message as never)).toBe(text);
  });

  it('is none of another kind', () => {
    expect(() => readContent({ content: 7 })).toThrow(malformed('content is neither text nor parts'));
    expect(() => readContent({ content: ['a'] })).toThrow(malformed('content part is no object'));
  });

  it.each<[object, string]>([
    [{ reasoning_content: 'a', reasoning: 'b' }, 'a'],
    [{ reasoning_content: '', reasoning: 'b' }, 'b'],
    [{ reasoning_content: null, reasoning: 'b' }, 'b'],
    [{ reasoning_content: 'a' }, 'a'],
    [{ reasoning: { text: 'b' } }, ''],
    [{}, ''],
  ])('and its thoughts, of %j: %j', (message, thought) => {
    expect(readThought(message as never)).toBe(thought);
  });

  it.each<[object, boolean]>([
    [{ refusal: 'No.' }, true],
    [{ refusal: '', content: [{ type: 'refusal' }] }, false],
    [{ refusal: null, content: [{ type: 'text' }, { type: 'refusal' }] }, true],
    [{ content: [{ type: 'text' }, 'refusal'] }, false],
    [{ content: 'refusal' }, false],
  ])('of %j is a refusal: %s', (message, isOne) => {
    expect(isRefusal(message as never)).toBe(isOne);
  });
});

it.each([
  ['stop', false, 0, 'stop'],
  ['stop', false, 1, 'tool_calls'],
  ['stop', true, 1, 'content_filter'],
  ['length', true, 1, 'length'],
  ['tool_calls', true, 1, 'tool_calls'],
] as const)(
  'an answer that ended by %s, refused: %s, with %i calls, ended by %s',
  (reason, refused, calls, end) => {
    expect(finishOf(reason, refused, calls)).toBe(end);
  },
);

it.each([
  [undefined, 0],
  [null, 0],
  [0, 0],
  [127, 127],
  [128, undefined],
  [-1, undefined],
  [0.5, undefined],
  ['0', undefined],
])('an answer that is numbered %j is number %j', (index, number) => {
  expect(indexOf({ index } as never)).toBe(number);
});
