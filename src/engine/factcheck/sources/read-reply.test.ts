import { describe, expect, it } from 'vitest';
import { at, joinTexts, listAt } from './read-reply.ts';

describe('a path into a reply', () => {
  const reply = { a: [{ b: null }, { b: 'c' }] };
  it.each<[readonly (string | number)[], unknown]>([
    [[], reply],
    [['a', 1, 'b'], 'c'],
    [['a', 0, 'b'], null],
    [['a', 0, 'b', 'c'], undefined],
    [['a', 2], undefined],
    [['a', 1, 'b', 'length'], undefined],
    [['toString'], undefined],
  ])('%j leads to %j', (path, value) => expect(at(reply, ...path)).toEqual(value));
});

describe('a list of a reply', () => {
  it('has the objects alone', () => {
    expect(listAt({ a: { b: [{ c: 1 }, 2, null, [3]] } }, 'a.b')).toEqual([{ c: 1 }]);
  });

  it.each([{}, { a: null }, { a: {} }, { a: { b: null } }])('may be absent: %j', (reply) => {
    expect(listAt(reply, 'a.b')).toEqual([]);
  });

  it.each([[[]], [null], ['a'], [{ a: 1 }], [{ a: [] }], [{ a: { b: {} } }], [{ a: { b: 'c' } }]])(
    'is nothing else: %j',
    (reply) => expect(() => listAt(reply, 'a.b')).toThrow('the reply has no a.b'),
  );
});

it('joins the texts among values, each once', () => {
  expect(joinTexts('a', ['b', 'a', 5], '', null, undefined, 'c')).toBe('a\nb\nc');
  expect(joinTexts()).toBe('');
});
