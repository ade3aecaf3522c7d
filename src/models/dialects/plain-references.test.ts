import { describe, expect, it } from 'vitest';
import { liftReferences, setReferenceApart } from './plain-references.ts';

describe('a reference with something beside it', () => {
  const $ref = '#/$defs/A';
  it.each<[object, object]>([
    [
      { $ref, description: 'An A.' },
      { anyOf: [{ $ref }], description: 'An A.' },
    ],
    [
      { $ref, description: 'An A.', $comment: 'x' },
      { anyOf: [{ $ref }], description: 'An A.', $comment: 'x' },
    ],
    // Alone, or with definitions alone.
    [{ $ref }, { $ref }],
    [
      { $ref, $defs: {}, definitions: {} },
      { $ref, $defs: {}, definitions: {} },
    ],
    [
      { $ref, anyOf: [{}], description: 'An A.' },
      { $ref, anyOf: [{}], description: 'An A.' },
    ],
    [{ description: 'None.' }, { description: 'None.' }],
  ])('%j', (schema, apart) => {
    expect(setReferenceApart(schema as Record<string, unknown>)).toEqual(apart);
  });
});

describe('references to parts', () => {
  const lift = (root: Record<string, unknown>) =>
    liftReferences(
      root,
      (part) => ({ restated: part }),
      () => new Error('too many'),
    );

  it('become definitions, each once', () => {
    const root = { properties: { a: { type: 'string' }, 'b/c~d': { type: 'number' } } };
    const lifted = lift(root);
    expect(lifted.refer('#/properties/a')).toBe('#/$defs/properties_a');
    expect(lifted.refer('#/properties/a')).toBe('#/$defs/properties_a');
    expect(lifted.refer('#/properties/b~1c~0d')).toBe('#/$defs/properties_b_1c_0d');
    expect(lifted.define({ type: 'object', $defs: { Own: {} } })).toEqual({
      type: 'object',
      $defs: {
        Own: {},
        properties_a: { restated: { type: 'string' } },
        properties_b_1c_0d: { restated: { type: 'number' } },
      },
    });
  });

  it('leave out definitions that are none', () => {
    const lifted = lift({ a: {}, $defs: 'ab', definitions: ['a'] });
    expect(lifted.refer('#/a')).toBe('#/$defs/a');
    expect(lifted.define({ $defs: 'ab' })).toEqual({ $defs: { a: { restated: {} } } });
    expect(lift({ '0': {}, $defs: 'ab' }).refer('#/0')).toBe('#/$defs/0');
  });

  it('get a name that no definition has', () => {
    const root = { a: {}, 'a ': {}, $defs: { a: {} }, definitions: { a_: {} } };
    const lifted = lift(root);
    expect(lifted.refer('#/a')).toBe('#/$defs/a__');
    expect(lifted.refer('#/a ')).toBe('#/$defs/a___');
  });

  it.each([
    '#/$defs/A',
    '#',
    '#/nowhere',
    '#/a/toString',
    '#/text',
    '#/text/0',
    '#/none/a',
    'https://a.b/c',
    7,
    undefined,
  ])('stay as they are where they point at a definition, or at no part: %s', (reference) => {
    const schema = { type: 'object' };
    const lifted = lift({ a: {}, text: 'b', none: null, $defs: { A: {} } });
    expect(lifted.refer(reference)).toBe(reference);
    expect(lifted.define(schema)).toBe(schema);
  });

  it('to a part of a definition are lifted too', () => {
    expect(lift({ $defs: { A: { items: {} } } }).refer('#/$defs/A/items')).toBe('#/$defs/_defs_A_items');
  });

  it('are lifted up to a hundred', () => {
    const parts = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, {}]));
    const lifted = lift(parts);
    const made = Object.keys(parts).map((name) => lifted.refer(`#/${name}`));
    expect(made[99]).toBe('#/$defs/p99');
    expect(made[100]).toBe('#/p100');
    expect(lifted.refer('#/p5')).toBe('#/$defs/p5');
  });

  it('may be copied up to twice the size of the schema, and 32,000 characters in any case', () => {
    // JSON of the part: {"d":"…"}.
    const part = (length: number) => ({ d: 'x'.repeat(length - 8) });
    const small = lift({ a: part(16_000), b: { a: 1 } });
    expect(small.refer('#/a')).toBe('#/$defs/a');
    expect(lift({ a: part(40_000) }).refer('#/a')).toBe('#/$defs/a');
    const nested = lift({ a: { b: { c: { d: part(20_000) } } } });
    expect(nested.refer('#/a')).toBe('#/$defs/a');
    expect(nested.refer('#/a/b')).toBe('#/$defs/a_b');
    expect(() => nested.refer('#/a/b/c')).toThrow('too many');
    // 32,000 characters in three copies of a schema that has a third of them, and one character more.
    const exact = (length: number) => lift({ a: { b: { c: part(length) }, eee: 1 } });
    const parts = ['#/a', '#/a/b', '#/a/b/c'];
    expect(parts.map(exact(10_658).refer)).toEqual(['#/$defs/a', '#/$defs/a_b', '#/$defs/a_b_c']);
    expect(() => parts.map(exact(10_659).refer)).toThrow('too many');
  });
});
