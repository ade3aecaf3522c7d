/** What is taken out of what a provider sent, and put into what is written of it. */
import { expect, it } from 'vitest';
import { type KnownMembers, unreadOf, withBeside } from './unread.ts';

const KNOWN: KnownMembers = {
  id: true,
  usage: { count: true },
  choices: [{ index: true, delta: { content: true } }],
  tokens: [{ text: true }],
};

it.each([
  [{ id: 1, usage: { count: 1 }, choices: [{ index: 0, delta: { content: 'a' } }] }, undefined],
  [{ id: { inside: 1 }, usage: 5, choices: 'none' }, undefined],
  [
    { tier: 'x', usage: { count: 1, more: 2 } },
    { tier: 'x', usage: { more: 2 } },
  ],
  [
    { choices: [{ index: 0 }, { index: 1, delta: { content: 'a', note: null } }] },
    { choices: [{ index: 1, delta: { note: null } }] },
  ],
  [{ tokens: [{ text: 'a' }, { text: 'b', rank: 1 }, 'c'] }, { tokens: [{}, { rank: 1 }, {}] }],
])('of %j is not read: %j', (value, expected) => {
  expect(unreadOf(value, KNOWN)).toEqual(expected);
});

it.each([
  ['ours holds', { a: 1, b: null }, { a: 2, b: 3, c: 4 }, { a: 1, b: null, c: 4 }],
  ['what is undefined is not said', { a: undefined }, { a: 2 }, { a: 2 }],
  ['objects are joined', { a: { b: 1 } }, { a: { b: 2, c: 3 } }, { a: { b: 1, c: 3 } }],
  ['lists by place', { a: [{ b: 1 }, 5] }, { a: [{ c: 2 }, 6, 7] }, { a: [{ b: 1, c: 2 }, 5, 7] }],
  [
    'numbered elements by their number',
    { a: [{ index: 1, b: 1 }] },
    {
      a: [
        { index: 0, c: 0 },
        { index: 1, c: 1 },
      ],
    },
    {
      a: [
        { index: 1, b: 1, c: 1 },
        { index: 0, c: 0 },
      ],
    },
  ],
  [
    'elements that only the provider numbers by place',
    { a: [{ b: 1 }] },
    { a: [{ index: 0 }] },
    { a: [{ b: 1, index: 0 }] },
  ],
  ['nothing beside', { a: 1 }, undefined, { a: 1 }],
  ['another form', { a: 'text' }, { a: ['part'] }, { a: 'text' }],
])('%s', (_what, ours, beside, expected) => {
  expect(withBeside<object>(ours, beside)).toEqual(expected);
});

it('a name that would be a prototype is none', () => {
  const hostile = JSON.parse('{"__proto__":{"polluted":true},"a":1}');
  expect(Object.keys(unreadOf(hostile, {}) ?? {})).toEqual(['a']);
  expect(withBeside<object>({}, hostile)).toEqual({ a: 1 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
