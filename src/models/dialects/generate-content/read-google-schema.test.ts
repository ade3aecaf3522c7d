import { expect, it } from 'vitest';
import { readGoogleSchema } from './read-google-schema.ts';

it.each([
  [{ type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
  [
    { type: 'STRING', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ anyOf: [{ type: 'STRING' }], nullable: true }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [{ $ref: '#/$defs/a', nullable: true }, { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] }],
  [
    { type: 'ARRAY', items: { type: 'INTEGER' }, maxItems: '3' },
    { type: 'array', items: { type: 'integer' }, maxItems: 3 },
  ],
])('%j is %j in JSON Schema', (schema, expected) => {
  expect(readGoogleSchema(schema)).toEqual(expected);
});

it('properties stand in the order that is asked for, those that it does not name last', () => {
  const properties = { c: {}, b: {}, a: {} };
  const read = readGoogleSchema({ type: 'OBJECT', properties, propertyOrdering: ['a', 'b'] });
  expect(Object.keys(read.properties as object)).toEqual(['a', 'b', 'c']);
  expect(read).not.toHaveProperty('propertyOrdering');
});
