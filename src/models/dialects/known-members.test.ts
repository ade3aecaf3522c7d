import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownBy, knownOf } from './known-members.ts';

const TEXT = z.object({ type: z.literal('text'), text: z.string() });
const IMAGE = z.object({ type: z.enum(['image', 'picture']), url: z.object({ href: z.string() }) });

describe('what a schema knows', () => {
  it.each([
    ['a text', z.string()],
    ['a text that may be left out', z.string().nullish()],
    ['one of several that have no members', z.union([z.string(), z.number()])],
    ['anything', z.unknown()],
  ])('of %s is nothing', (_, schema) => {
    expect(knownBy(schema)).toBeUndefined();
    // Asked again, it is the same.
    expect(knownBy(schema)).toBeUndefined();
  });

  it.each([
    ['as it is', TEXT],
    ['left out', TEXT.optional()],
    ['null or left out', TEXT.nullish()],
    ['behind a transformation', z.unknown().pipe(TEXT)],
  ])('of an object, %s, is its members', (_, schema) => {
    const known = knownBy(schema);
    expect(known).toMatchObject({ kind: 'object', isLoose: false, told: [['type', new Set(['text'])]] });
    expect(known?.kind === 'object' && [...known.members.keys()]).toEqual(['type', 'text']);
    expect(knownBy(schema)).toBe(known);
  });

  it('of a loose object is that it may have others', () => {
    expect(knownBy(z.looseObject({ a: z.string() }))).toMatchObject({ isLoose: true, told: [] });
  });

  it('of a list is what its elements are, with a maximum or without', () => {
    const element = knownBy(TEXT);
    expect(knownBy(z.array(TEXT))).toEqual({ kind: 'list', element });
    expect(knownBy(z.array(TEXT).pipe(z.array(TEXT)))).toEqual({ kind: 'list', element });
    expect(knownBy(z.array(z.string()))).toEqual({ kind: 'list', element: undefined });
  });

  it('of one of several is what is known of those with members', () => {
    expect(knownBy(z.union([z.string(), TEXT]))).toEqual({ kind: 'union', options: [knownBy(TEXT)] });
  });
});

describe('what is known of a value', () => {
  const either = knownBy(z.union([TEXT, z.array(TEXT), IMAGE]));

  it.each([
    [{ type: 'text', text: '' }, 'text'],
    [{ type: 'image' }, 'url'],
    [{ type: 'picture' }, 'url'],
    // Clients may leave the type out: the first is meant.
    [{ text: '' }, 'text'],
    [{ type: null }, 'text'],
  ])('%j has the members of the alternative that it is', (value, member) => {
    const known = knownOf(value, either);
    expect(known?.kind === 'object' && known.members.has(member)).toBe(true);
  });

  it('is a list of a list alone', () => {
    expect(knownOf([], either)?.kind).toBe('list');
    expect(knownOf({}, knownBy(z.array(TEXT)))).toBeUndefined();
    expect(knownOf([], knownBy(TEXT))).toBeUndefined();
  });

  it('is that of all members that tell alternatives apart', () => {
    const told = knownBy(z.object({ type: z.literal('a'), form: z.literal('b') }));
    expect(knownOf({ type: 'a', form: 'b' }, told)).toBe(told);
    expect(knownOf({ type: 'a', form: 'c' }, told)).toBeUndefined();
  });

  it.each([[{ type: 'sound' }], ['text'], [null], [7]])('of %j is nothing', (value) => {
    expect(knownOf(value, either)).toBeUndefined();
    expect(knownOf(value, undefined)).toBeUndefined();
  });
});
