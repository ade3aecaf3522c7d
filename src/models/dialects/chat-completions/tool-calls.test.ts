/** Calls as OpenAI's imitators stream them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../../test/conformance/run-stream.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { Chunk } from '../../../domain/chat.ts';
import { dialectOf } from '../../providers/registry.ts';

const model = {} as Model;
const { adapter } = dialectOf('openai-compatible');

function read(deltas: readonly object[], finish: string | null = 'tool_calls'): Chunk[] {
  const reader = adapter.openStream(model);
  const chunks: Chunk[] = [];
  const send = (data: string): void => reader.read({ event: undefined, data }, chunks);
  for (const delta of deltas) send(JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] }));
  send(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
  send('[DONE]');
  return chunks;
}

const calls = (...list: readonly object[]): object => ({ tool_calls: list });
const named = (id: string, name: string, text = ''): object => ({ id, function: { name, arguments: text } });
const piece = (text: string): object => ({ function: { arguments: text } });
const summary = (chunks: readonly Chunk[]): unknown =>
  assemble(chunks).toolCalls?.map(({ id, name, arguments: text }) => [id, name, text]);

const TWO = [
  ['a', 'one', '{"x":1}'],
  ['b', 'two', '{"y":2}'],
];

describe('two calls are told apart', () => {
  it.each<[string, readonly object[]]>([
    [
      'by number',
      [
        calls({ index: 0, ...named('a', 'one') }),
        calls({ index: 1, ...named('b', 'two') }),
        calls({ index: 1, ...piece('{"y"') }),
        calls({ index: 0, ...piece('{"x":1}') }),
        calls({ index: 1, ...piece(':2}') }),
      ],
    ],
    ['whole in one delta', [calls(named('a', 'one', '{"x":1}'), named('b', 'two', '{"y":2}'))]],
    [
      'without numbers, in pieces that look alike',
      [
        calls(named('a', 'one')),
        calls(piece('{"x"')),
        calls(piece(':1}')),
        calls(named('b', 'two')),
        calls(piece('{"y"')),
        calls(piece(':2}')),
      ],
    ],
    [
      'where each delta repeats id and name',
      [
        calls(named('a', 'one', '{"x"')),
        calls(named('a', 'one', ':1}')),
        calls(named('b', 'two', '{"y"')),
        calls(named('b', 'two', ':2}')),
      ],
    ],
    [
      'where all have the number 0',
      [
        calls({ index: 0, ...named('a', 'one', '{"x":1}') }),
        calls({ index: 0, ...named('b', 'two') }),
        calls({ index: 0, ...piece('{"y":2}') }),
      ],
    ],
    [
      'where numbers leave gaps, and empty pieces come between',
      [
        calls({ index: 1, ...named('a', 'one') }),
        calls({ index: 1, ...piece('') }),
        { tool_calls: [] },
        { tool_calls: null },
        calls({ index: 1, ...piece('{"x":1}') }),
        calls({ index: 4, ...named('b', 'two', '{"y":2}') }),
      ],
    ],
    [
      'where the name comes late',
      [
        calls({ index: 0, id: 'a' }),
        calls({ index: 0, ...piece('{"x"') }),
        calls({ index: 0, function: { name: 'one', arguments: ':1}' } }),
        calls({ index: 1, ...named('b', 'two', '{"y":2}') }),
      ],
    ],
  ])('%s', (_, deltas) => {
    expect(summary(read(deltas))).toEqual(TWO);
  });
});

it('gives missing ids as "", and arguments that are an object as JSON', () => {
  const call = { function: { name: 'one', arguments: { x: 1 } } };
  expect(summary(read([calls(call, { function: { name: 'two', arguments: null } })]))).toEqual([
    ['', 'one', '{"x":1}'],
    ['', 'two', '{}'],
  ]);
});

it('reads the older function_call, whole and streamed', () => {
  const message = { content: null, function_call: { name: 'one', arguments: '{}' } };
  const whole = { choices: [{ message, finish_reason: 'function_call' }] };
  expect(adapter.readCompletion(whole, model)).toEqual({
    content: '',
    toolCalls: [{ id: '', name: 'one', arguments: '{}' }],
    finishReason: 'tool_calls',
  });
  const deltas = [{ function_call: { name: 'one', arguments: '' } }, { function_call: { arguments: '{}' } }];
  expect(summary(read(deltas, 'function_call'))).toEqual([['', 'one', '{}']]);
});

it.each([
  ['stop', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['length', 'length'],
  ['content_filter', 'content_filter'],
])('a call that ends with %s ended with %s', (word, reason) => {
  expect(read([calls(named('a', 'one', '{}'))], word)).toContainEqual({
    type: 'finish',
    finishReason: reason,
  });
});

it.each<[string, readonly object[]]>([
  ['a call without a name', [calls({ index: 0, id: 'a' })]],
  ['a call that is no object', [calls('one' as unknown as object)]],
  ['arguments that are a number', [calls({ function: { name: 'one', arguments: 5 } })]],
  ['no call where calls were announced', [{ content: 'a' }]],
])('fails over %s', (_, deltas) => {
  expect(() => read(deltas)).toThrow('malformed answer');
});

it('gives any arguments as they were written, however they are cut', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (first, second, numbered) => {
      const number = (index: number): object => (numbered ? { index } : {});
      const chunks = read([
        { content: 'Let me see.' },
        calls({ ...number(0), ...named('a', 'one') }),
        ...first.map((text) => calls({ ...number(0), ...piece(text) })),
        calls({ ...number(1), ...named('b', 'two') }),
        ...second.map((text) => calls({ ...number(1), ...piece(text) })),
      ]);
      expect(summary(chunks)).toEqual([
        ['a', 'one', first.join('')],
        ['b', 'two', second.join('')],
      ]);
      expect(assemble(chunks).content).toBe('Let me see.');
    }),
  );
});

it.each([
  [[null]],
  [['x']],
  [[{ function: 'f' }]],
  [[{ id: 'c' }]],
  [[{ function: { name: 'f', arguments: 7 } }]],
])('a whole answer whose calls are %j is malformed', (tool_calls) => {
  const answer = { choices: [{ index: 0, message: { tool_calls }, finish_reason: 'tool_calls' }] };
  expect(() => dialectOf('openai').adapter.readCompletion(answer, {} as never)).toThrow('malformed');
});
