import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  dictionary,
  integer,
  isToolName,
  notSupported,
  optional,
  orOtherType,
  ownObject,
} from './schema-parts.ts';

/** What a schema says of a value: nothing where it takes it. */
const faultsOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ code, message }) => `${code} ${message}`);

describe('an object of the gateway’s own', () => {
  const schema = ownObject({ mode: z.string(), limit: optional(integer(), 'The most.') });

  it('takes what it has, and null for what may be absent', () => {
    for (const value of [{ mode: 'a' }, { mode: 'a', limit: null }, { mode: 'a', limit: 7 }]) {
      expect(schema.parse(value)).toEqual(value);
    }
  });

  it('names what it has where it is given anything else, and only there', () => {
    expect(faultsOf(schema, { mode: 'a', limits: 7 })).toEqual(['unrecognized_keys mode limit']);
    expect(faultsOf(schema, 7)).toEqual([expect.not.stringContaining('mode limit')]);
    expect(faultsOf(schema, { mode: 'a', limit: 'x' })).toEqual(['invalid_type int']);
    expect(faultsOf(schema, { mode: 'a', limit: 2 ** 60 })).toEqual([expect.not.stringMatching(/ int$/)]);
  });
});

it('a dictionary is any object, and no list', () => {
  expect(dictionary().parse({ a: { b: 1 } })).toEqual({ a: { b: 1 } });
  for (const value of [[], null, 'a']) expect(faultsOf(dictionary(), value)).toEqual(['custom record']);
});

describe('things of some types', () => {
  const schema = orOtherType(z.object({ type: z.literal('text'), text: z.string() }), ['text']);

  it('may be of another type, which is noted, and of theirs only without fault', () => {
    expect(schema.parse({ type: 'text', text: 'a' })).toEqual({ type: 'text', text: 'a' });
    expect(schema.parse({ type: 'of_tomorrow', x: 1 })).toEqual({ type: 'unread', kind: 'of_tomorrow' });
    for (const value of [{ type: 'text' }, { type: 7 }, {}, 'text']) {
      expect(schema.safeParse(value).success).toBe(false);
    }
  });
});

it('a field that is not supported is taken whatever it is, and refused later', () => {
  expect(z.object({ a: notSupported() }).parse({ a: { b: 1 } })).toEqual({ a: { b: 1 } });
});

it.each([
  ['a', true],
  ['A.b:c-d_9', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
  ['ä', false],
  ['a\n', false],
])('%j may be a function’s name: %s', (name, isOne) => {
  expect(isToolName(name)).toBe(isOne);
});
