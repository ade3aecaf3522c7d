import { expect, it } from 'vitest';
import { closeSchema } from './close-schema.ts';

it('closes every object and says elsewhere what is not taken', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 1, maximum: 5, description: 'How many.' },
      when: { type: 'string', format: 'date' },
      code: { type: 'string', format: 'postcode', pattern: '^x' },
      list: { type: 'array', minItems: 2, items: { type: 'object', properties: { a: { type: 'string' } } } },
      either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['n'],
    additionalProperties: true,
  };
  expect(closeSchema(schema)).toEqual({
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'How many. {minimum: 1, maximum: 5}' },
      when: { type: 'string', format: 'date' },
      code: { type: 'string', description: '{format: "postcode", pattern: "^x"}' },
      list: {
        type: 'array',
        items: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
        description: '{minItems: 2}',
      },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['n'],
    additionalProperties: false,
  });
});

it('leaves a schema that fits as it is', () => {
  const schema = {
    type: 'object',
    properties: { a: { enum: ['x'] } },
    required: ['a'],
    additionalProperties: false,
  };
  expect(closeSchema(schema)).toEqual(schema);
});
