/** What Anthropic is sent of each turn. */
import { describe, expect, it } from 'vitest';
import type { Block, Turn } from '../to-turns.ts';
import { extraOf } from './thoughts.ts';
import { toMessages, toTexts } from './to-messages.ts';

const THOUGHT = (thinking: string) => ({ type: 'thinking', thinking, signature: 's' });
const text = (words: string, more: object = {}) => ({ type: 'text' as const, text: words, ...more });
const call = (id: string, more: object = {}) => ({
  ...{ type: 'tool_call' as const, id, name: 'look', arguments: '{"a":1}' },
  ...more,
});
const thinking = (id: string, ...thoughts: object[]) =>
  call(id, { extra: extraOf(thoughts as Record<string, unknown>[]) });
const result = (id: string, words = 'Seen.', more: object = {}) => ({
  ...{ type: 'tool_result' as const, call: call(id), text: words },
  ...more,
});
const turn = (role: 'user' | 'assistant', ...content: object[]) => ({ role, content }) as unknown as Turn;
const written = (turns: readonly Turn[], withThoughts = true): unknown =>
  JSON.parse(JSON.stringify(toMessages(turns, withThoughts)));
const blockOf = (block: object) =>
  (written([turn('user', block, text('What?'))]) as { content: object[] }[])[0]?.content[0];
const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: { a: 1 } });

describe('a turn of texts', () => {
  it('is one text, and blocks where one of them is marked', () => {
    expect(written([turn('user', text('A'), text('B'))])).toEqual([{ role: 'user', content: 'AB' }]);
    const marked = text('B', { cache: { seconds: 3_600 } });
    expect(toTexts([text('A'), marked])).toEqual([
      { type: 'text', text: 'A' },
      { type: 'text', text: 'B', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ]);
    expect(toTexts([])).toBe('');
  });
});

describe('a block', () => {
  const cache = { seconds: 300 };
  const mark = { cache_control: { type: 'ephemeral', ttl: '5m' } };
  const base64 = (media_type: string) => ({ type: 'base64', media_type, data: 'AAAA' });

  it.each<[string, object, object]>([
    [
      'a picture at an address',
      { type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' } },
      { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } },
    ],
    [
      'a picture, marked',
      { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: 'AAAA' }, cache },
      { type: 'image', source: base64('image/png'), ...mark },
    ],
    [
      'a file',
      { type: 'file', mediaType: 'application/pdf', data: 'AAAA', filename: 'a.pdf' },
      { type: 'document', source: base64('application/pdf'), title: 'a.pdf' },
    ],
    [
      'a file without a name',
      { type: 'file', mediaType: 'application/pdf', data: 'AAAA' },
      { type: 'document', source: base64('application/pdf') },
    ],
    ['a result', result('c'), { type: 'tool_result', tool_use_id: 'c', content: 'Seen.' }],
    [
      'an empty result, marked',
      result('c', '', { cache }),
      { type: 'tool_result', tool_use_id: 'c', ...mark },
    ],
  ])('is %s', (_what, block, expected) => {
    expect(blockOf(block)).toEqual(expected);
  });

  it.each<[string, Partial<Block>, string]>([
    ['a sound', { type: 'audio', format: 'wav', data: 'AAAA' }, 'input_audio'],
    ['a name that is none', call('c', { name: 'no name' }), 'The name of a called function'],
    [
      'arguments that are a list',
      call('c', { arguments: '[]' }),
      'A call whose arguments are no JSON object',
    ],
    [
      'arguments that are no JSON',
      call('c', { arguments: '{' }),
      'A call whose arguments are no JSON object',
    ],
  ])('is refused where it holds %s', (_what, block, what) => {
    expect(() => toMessages([turn('assistant', block)], true)).toThrow(
      `${what} is not supported by Anthropic`,
    );
  });

  it('of a call without arguments has none', () => {
    expect(written([turn('assistant', call('c', { arguments: ' \n' }))])).toEqual([
      { role: 'assistant', content: [{ ...use('c'), input: {} }] },
    ]);
  });
});

describe('the thinking of a turn', () => {
  it('stands before all else in it, that of a later call before that call', () => {
    const calls = turn(
      'assistant',
      ...[text('Wait.'), thinking('a', THOUGHT('1'), THOUGHT('2'))],
      ...[thinking('b', THOUGHT('3')), call('c'), thinking('d', THOUGHT('4'))],
    );
    expect(written([calls])).toEqual([
      {
        role: 'assistant',
        content: [
          ...[THOUGHT('1'), THOUGHT('2'), text('Wait.'), use('a')],
          ...[THOUGHT('3'), use('b'), use('c'), THOUGHT('4'), use('d')],
        ],
      },
    ]);
  });

  it('does not go back where thinking does not', () => {
    expect(written([turn('assistant', thinking('a', THOUGHT('1')))], false)).toEqual([
      { role: 'assistant', content: [use('a')] },
    ]);
  });
});

describe('the ids of calls', () => {
  const idsOf = (turns: readonly Turn[]): unknown =>
    (written(turns) as { content: { id?: string; tool_use_id?: string }[] }[]).map(({ content }) =>
      content.map(({ id, tool_use_id }) => id ?? tool_use_id),
    );
  const called = (...ids: string[]) => turn('assistant', ...ids.map((id) => call(id)));
  const given = (...ids: string[]) => turn('user', ...ids.map((id) => result(id)));

  it.each<[string, Turn[], string[][]]>([
    ['stay where they are plain', [called('a-B_1'), given('a-B_1')], [['a-B_1'], ['a-B_1']]],
    [
      'of other characters are rewritten',
      [called('a.b', 'ä'), given('ä', 'a.b')],
      [
        ['a_b', '_'],
        ['_', 'a_b'],
      ],
    ],
    ['that are empty get a name', [called(''), given('')], [['call'], ['call']]],
    [
      'that come again get another number, and their results with them',
      [called('a'), given('a'), called('a'), given('a'), called('a'), given('a')],
      [['a'], ['a'], ['a_2'], ['a_2'], ['a_3'], ['a_3']],
    ],
    [
      'take nobody’s own',
      [called('a.b', 'a_b', 'a_b_2'), given('a.b', 'a_b')],
      [
        ['a_b_3', 'a_b', 'a_b_2'],
        ['a_b_3', 'a_b'],
      ],
    ],
    [
      'are told apart where they become the same',
      [called('a.b', 'a:b'), given('a:b', 'a.b')],
      [
        ['a_b', 'a_b_2'],
        ['a_b_2', 'a_b'],
      ],
    ],
  ])('%s', (_what, turns, ids) => {
    expect(idsOf(turns)).toEqual(ids);
  });
});
