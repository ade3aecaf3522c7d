import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillSchema } from './fill-schema.ts';

const fill = (schema: unknown, words: readonly string[] = ['one', 'two']) => fillSchema(schema, words);

describe('a filled schema', () => {
  it.each<[unknown, unknown]>([
    [{ type: 'string' }, 'one'],
    [{ type: 'integer' }, 1],
    [{ type: 'number' }, 0.5],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{}, 'one'],
    [true, 'one'],
    [{ const: 7 }, 7],
    [{ enum: ['red', 'green'] }, 'red'],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: 'array', items: { type: 'string' } }, ['one', 'two']],
    [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
    [{ properties: { a: {} } }, { a: 'one' }],
    [{ items: { type: 'integer' }, minItems: 3 }, [1, 1, 1]],
    [{ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }, { a: 1 }],
  ])('%j → %j', (schema, value) => {
    expect(fill(schema)).toEqual(value);
  });

  it('keeps the bounds of numbers', () => {
    expect(fill({ type: 'number', minimum: 0, maximum: 1 })).toBe(0.5);
    expect(fill({ type: 'number', minimum: 10 })).toBe(10);
    expect(fill({ type: 'integer', exclusiveMinimum: 4 })).toBe(5);
    expect(fill({ type: 'integer', maximum: -3 })).toBe(-3);
    expect(fill({ type: 'integer', multipleOf: 5 })).toBe(5);
    expect(fill({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.1 })).toBeCloseTo(0.099);
  });

  it('keeps the lengths of strings, in code points', () => {
    expect(fill({ type: 'string', maxLength: 2 }, ['😀😀😀'])).toBe('😀😀');
    expect(fill({ type: 'string', minLength: 5 })).toBe('one..');
  });

  it('keeps well-known formats and simple patterns', () => {
    expect(fill({ type: 'string', format: 'date' })).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(fill({ type: 'string', format: 'uuid' })).toMatch(/^[0-9a-f-]{36}$/);
    expect(fill({ type: 'string', pattern: '^[A-Z]{2}$' })).toBe('AB');
    expect(fill({ type: 'string', pattern: '(' })).toBe('one');
  });

  it('follows references, and those that lead back to themselves come to an end', () => {
    const person = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        parent: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'null' }] },
      },
      required: ['name', 'parent'],
    };
    const value = fill({ $ref: '#/$defs/person', $defs: { person } });
    expect(value).toMatchObject({ name: 'one', parent: { name: 'one', parent: {} } });
    expect(JSON.stringify(value)).toContain('"parent":null');
    const tree = { type: 'object', properties: { left: { $ref: '#' }, right: { $ref: '#' } } };
    expect(JSON.stringify(fill(tree)).length).toBeLessThan(100_000);
    const endless = {
      type: 'object',
      properties: { a: { $ref: '#' }, b: { $ref: '#' } },
      required: ['a', 'b'],
    };
    expect(JSON.stringify(fill(endless)).length).toBeLessThan(1_000_000);
    expect(fill({ $ref: '#/nowhere' })).toBe('one');
    expect(fill({ $ref: '#' })).toBe('one');
  });

  it('lays the parts of allOf over one another', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
        { properties: { b: { type: 'boolean' } }, required: ['b'] },
      ],
    };
    expect(fill(schema)).toEqual({ a: 1, b: true });
  });

  it('has own properties whatever their names are', () => {
    const value = fill(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}'));
    expect(JSON.stringify(value)).toBe('{"__proto__":1}');
  });

  it('fits every schema of the forms that providers take', () => {
    fc.assert(
      fc.property(
        schemas,
        fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
        (schema, words) => {
          expect(faultOf(schema, fillSchema(schema, words))).toBeUndefined();
        },
      ),
    );
  });
});

type Schema = Record<string, unknown>;

const { schema: schemas } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: -9, max: 9 }) }),
    fc.constant({ type: 'boolean' }),
    fc.record({ enum: fc.array(fc.string(), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('array'),
      items: tie('schema'),
      minItems: fc.integer({ min: 0, max: 2 }),
      maxItems: fc.integer({ min: 2, max: 4 }),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc
      .dictionary(fc.string({ minLength: 1, maxLength: 5 }), tie('schema'), { maxKeys: 4 })
      .map((properties) => ({ type: 'object', properties, required: Object.keys(properties) })),
  ),
})) as { schema: fc.Arbitrary<Schema> };

/** Validates a value against the schemas above. */
function faultOf(schema: Schema, value: unknown): string | undefined {
  const fault = `${JSON.stringify(value)} does not fit ${JSON.stringify(schema)}`;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value) ? undefined : fault;
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.some((option) => faultOf(option, value) === undefined) ? undefined : fault;
  }
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && Array.from(value).length <= Number(schema.maxLength)
        ? undefined
        : fault;
    case 'integer':
      return Number.isInteger(value) && Number(value) >= Number(schema.minimum) ? undefined : fault;
    case 'number':
      return typeof value === 'number' && value <= Number(schema.maximum) ? undefined : fault;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : fault;
    case 'array': {
      if (!Array.isArray(value) || value.length < Number(schema.minItems)) return fault;
      if (value.length > Number(schema.maxItems)) return fault;
      return value.map((item) => faultOf(schema.items as Schema, item)).find((one) => one !== undefined);
    }
    default: {
      const properties = schema.properties as Record<string, Schema>;
      if (typeof value !== 'object' || value === null) return fault;
      const held = value as Record<string, unknown>;
      return Object.entries(properties)
        .map(([name, property]) => (Object.hasOwn(held, name) ? faultOf(property, held[name]) : fault))
        .find((one) => one !== undefined);
    }
  }
}
