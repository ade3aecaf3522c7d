import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import { SCHEMA_TERMS as GOOGLE } from './generate-content/schema-terms.ts';
import { SCHEMA_TERMS as ANTHROPIC } from './messages/schema-terms.ts';
import { restateFormat, restateSchema } from './restate-schema.ts';

const TEXT = { type: 'string' };

it('has a rule in another keyword only where that is free', () => {
  const either = [TEXT, { type: 'null' }];
  const one = [{ $ref: '#/$defs/A' }];
  expect(restateSchema({ allOf: one }, GOOGLE)).toEqual({ schema: { anyOf: one }, adjusted: [] });
  expect(restateSchema({ anyOf: either, allOf: one }, GOOGLE)).toEqual({
    schema: { anyOf: either, description: '{allOf: [{"$ref":"#/$defs/A"}]}' },
    adjusted: ['response_format.allOf=described'],
  });
  expect(restateSchema({ anyOf: either, oneOf: [TEXT] }, ANTHROPIC)).toEqual({
    schema: { anyOf: either, description: '{oneOf: [{"type":"string"}]}' },
    adjusted: ['response_format.oneOf=described'],
  });
});

it('refers to definitions alone at Google, with nothing beside', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'array', items: { $ref: '#/properties/b~1c' } },
      'b/c': { type: 'object', properties: { next: { $ref: '#/properties/b~1c' }, n: { type: 'number' } } },
      d: { $ref: '#/$defs/D', description: 'A d.' },
      e: { $ref: '#/properties/none' },
      f: { enum: [{ $ref: '#/properties/a' }] },
    },
    $defs: { D: TEXT, properties_b_1c: TEXT },
  };
  const lifted = { $ref: '#/$defs/properties_b_1c_' };
  const described = {
    type: 'object',
    properties: { next: lifted, n: { type: 'number' } },
  };
  expect(restateSchema(schema, GOOGLE)).toEqual({
    schema: {
      ...schema,
      properties: {
        ...schema.properties,
        a: { type: 'array', items: lifted },
        'b/c': described,
        d: { anyOf: [{ $ref: '#/$defs/D' }], description: 'A d.' },
      },
      $defs: { D: TEXT, properties_b_1c: TEXT, properties_b_1c_: described },
    },
    adjusted: [],
  });
  expect(restateSchema(schema, ANTHROPIC).schema).toMatchObject({ properties: { d: schema.properties.d } });
});

it('lifts parts within each other for Google as long as the copies are not much larger than the schema', () => {
  const nested = (text: string, depth: number): Record<string, unknown> => {
    let schema: Record<string, unknown> = { description: text };
    const properties: Record<string, unknown> = {};
    for (let at = 1; at <= depth; at++) {
      schema = { type: 'object', properties: { a: schema } };
      properties[`r${at}`] = { $ref: `#${'/properties/a'.repeat(at)}` };
    }
    return { ...schema, properties: { ...(schema.properties as object), ...properties } };
  };
  const lifted = (text: string, depth: number) =>
    Object.keys(restateSchema(nested(text, depth), GOOGLE).schema.$defs as object).length;
  expect(lifted('short', 20)).toBe(20);
  expect(lifted('x'.repeat(200_000), 2)).toBe(2);
  expect(() => lifted('x'.repeat(200_000), 20)).toThrow(
    'response_format.json_schema.schema.$ref is not supported by Google',
  );
});

describe('a schema for Anthropic', () => {
  it('has every object closed, and says elsewhere what is not taken', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 1, maximum: 5, description: 'How many.' },
        when: { type: 'string', format: 'date' },
        code: { type: 'string', format: 'postcode', pattern: '^x' },
        list: {
          type: 'array',
          minItems: 2,
          items: { type: 'object', properties: { a: { type: 'string' } } },
        },
        either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['n'],
      additionalProperties: true,
    };
    expect(restateSchema(schema, ANTHROPIC)).toEqual({
      schema: {
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
      },
      adjusted: [
        'response_format.minimum=described',
        'response_format.maximum=described',
        'response_format.format=described',
        'response_format.pattern=described',
        'response_format.minItems=described',
        'response_format.additionalProperties=false',
      ],
    });
  });

  it('is left as it is where it fits', () => {
    const schema = {
      type: 'object',
      properties: { a: { enum: ['x'] } },
      required: ['a'],
      additionalProperties: false,
    };
    expect(restateSchema(schema, ANTHROPIC)).toEqual({ schema, adjusted: [] });
  });

  it.each([
    ['a dictionary', { type: 'object', additionalProperties: TEXT }, 'additionalProperties'],
    ['a dictionary of anything', { type: 'object', additionalProperties: true }, 'additionalProperties'],
    [
      'a dictionary in a field',
      { type: 'object', properties: { tags: { type: 'object', additionalProperties: TEXT } } },
      'properties.tags.additionalProperties',
    ],
    [
      'a dictionary that may be null',
      { type: 'object', properties: { tags: { type: ['object', 'null'], additionalProperties: TEXT } } },
      'properties.tags.additionalProperties',
    ],
    [
      'a dictionary in a definition, in a list',
      { $defs: { Row: { type: 'array', items: { type: 'object', additionalProperties: {} } } } },
      '$defs.Row.items.additionalProperties',
    ],
    [
      'a dictionary among choices',
      { anyOf: [{ type: 'null' }, { type: 'object', properties: {}, additionalProperties: TEXT }] },
      'anyOf.1.additionalProperties',
    ],
    [
      'other properties of a form',
      { type: 'object', properties: { a: TEXT }, additionalProperties: TEXT },
      'additionalProperties',
    ],
    ['names by a pattern', { type: 'object', patternProperties: { '^x': TEXT } }, 'patternProperties'],
    [
      'a reference that it does not know',
      { properties: { a: { $dynamicRef: '#a' } } },
      'properties.a.$dynamicRef',
    ],
    [
      'a name that cannot be printed',
      { properties: { 'a\n': { type: 'object', additionalProperties: TEXT } } },
      'properties.….additionalProperties',
    ],
  ])('is refused where it has %s', (_what, schema, place) => {
    const path = `response_format.json_schema.schema.${place}`;
    let thrown: unknown;
    try {
      restateSchema(schema, ANTHROPIC);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(GatewayError);
    expect(thrown).toMatchObject({
      code: 'unsupported',
      param: path,
      message: `${path} is not supported by Anthropic`,
    });
  });

  it.each<[string, object, readonly string[]]>([
    [
      'an object of which nothing is said',
      { type: 'object' },
      ['response_format.additionalProperties=false'],
    ],
    ['an object with a reference', { type: 'object', $ref: '#/$defs/A' }, []],
    ['an object that is closed and empty', { type: 'object', additionalProperties: false }, []],
    [
      'an object of a type without properties',
      { type: 'object', properties: {} },
      ['response_format.additionalProperties=false'],
    ],
    [
      'an object that may have more',
      { properties: { a: TEXT }, additionalProperties: {} },
      ['response_format.additionalProperties=false'],
    ],
    ['an object that has names', { properties: { a: TEXT } }, []],
    ['an object among a few', { type: 'object', enum: [{}] }, []],
    ['no object', { type: ['string', 'null'] }, []],
    ['a note for people', { type: 'string', examples: ['x'] }, []],
  ])('reports what changes an answer: %s', (_what, schema, adjusted) => {
    expect(restateSchema(schema as Record<string, unknown>, ANTHROPIC).adjusted).toEqual(adjusted);
  });
});

describe('a schema for Google', () => {
  it('says elsewhere what is ignored there', () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { const: 'page' },
        code: { type: 'string', pattern: '^x', minLength: 2 },
        tags: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
      },
      additionalProperties: true,
    };
    expect(restateSchema(schema, GOOGLE)).toEqual({
      schema: {
        type: 'object',
        properties: {
          kind: { enum: ['page'] },
          code: { type: 'string', description: '{pattern: "^x", minLength: 2}' },
          tags: { type: 'object', additionalProperties: { type: 'string', description: '{maxLength: 9}' } },
        },
        additionalProperties: true,
      },
      adjusted: [
        'response_format.pattern=described',
        'response_format.minLength=described',
        'response_format.maxLength=described',
      ],
    });
  });
});

describe('what is no schema', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a default', { type: 'object', default: { minimum: 1, $comment: 'c' } }],
    ['a choice', { enum: [{ pattern: '^x' }] }],
    ['a name that is required', { type: 'object', required: ['pattern'] }],
    ['a property that is called as a rule is', { type: 'object', properties: { not: TEXT, $id: TEXT } }],
    ['a rule of items that is yes or no', { type: 'array', items: true }],
    ['choices that are no list', { anyOf: TEXT }],
    ['properties that are no object', { properties: ['a'] }],
    ['a part of a list that is no object', { anyOf: [true, TEXT] }],
  ])('goes on as it is: %s', (_what, schema) => {
    expect(restateSchema(schema, GOOGLE)).toEqual({ schema, adjusted: [] });
  });
});

it.each([
  ['items', (part: object) => ({ items: part })],
  ['items of a list', (part: object) => ({ prefixItems: [TEXT, part] })],
  ['choices', (part: object) => ({ anyOf: [part] })],
  ['other properties', (part: object) => ({ additionalProperties: part })],
  ['definitions', (part: object) => ({ $defs: { A: part } })],
  ['definitions of older drafts', (part: object) => ({ definitions: { A: part } })],
])('restates the schemas in %s too', (_where, around) => {
  const { schema, adjusted } = restateSchema(around({ type: 'string', maxLength: 5, $comment: 'c' }), GOOGLE);
  expect(JSON.stringify(schema)).toContain(JSON.stringify({ type: 'string', description: '{maxLength: 5}' }));
  expect(JSON.stringify(schema)).not.toContain('$comment');
  expect(adjusted).toEqual(['response_format.maxLength=described']);
});

it('takes the definitions of older drafts, and what refers to them, for those of today', () => {
  const older = { items: { $ref: '#/definitions/A' }, definitions: { A: TEXT } };
  const newer = { items: { $ref: '#/$defs/A' }, $defs: { A: TEXT } };
  expect(restateSchema(older, GOOGLE)).toEqual({ schema: newer, adjusted: [] });
  expect(restateSchema(newer, GOOGLE)).toEqual({ schema: newer, adjusted: [] });
  expect(restateSchema(older, ANTHROPIC)).toEqual({ schema: older, adjusted: [] });
});

it('has a value that is the only one as a choice of one, where that is a text or a number', () => {
  expect(restateSchema({ const: 7 }, GOOGLE).schema).toEqual({ enum: [7] });
  expect(restateSchema({ const: true }, GOOGLE).schema).toEqual({ description: '{const: true}' });
  expect(restateSchema({ allOf: [TEXT, TEXT] }, GOOGLE).adjusted).toEqual([
    'response_format.allOf=described',
  ]);
});

it('names the place of a request that a schema stands in, which may be another than the format', () => {
  const place = ['tools', '0', 'parameters'];
  expect(restateSchema({ type: 'string', pattern: '^x' }, ANTHROPIC, place).adjusted).toEqual([
    'tools.pattern=described',
  ]);
  expect(() => restateSchema({ items: { $dynamicRef: '#a' } }, ANTHROPIC, place)).toThrow(
    'tools.0.parameters.items.$dynamicRef is not supported by Anthropic',
  );
});

it('keeps a description that is no text out of the words', () => {
  expect(restateSchema({ description: 7, pattern: '^x' }, GOOGLE).schema).toEqual({
    description: '{pattern: "^x"}',
  });
});

it('takes the description of the format where it has none of its own', () => {
  const format = { type: 'json_schema', name: 'n', description: 'A page.' } as const;
  expect(restateFormat({ ...format, schema: TEXT }, GOOGLE).schema).toEqual({
    description: 'A page.',
    ...TEXT,
  });
  const own = { ...TEXT, description: 'Its own.' };
  expect(restateFormat({ ...format, schema: own }, GOOGLE).schema).toEqual(own);
  const reference = { $ref: '#/$defs/A', $defs: { A: TEXT } };
  expect(restateFormat({ ...format, schema: reference }, GOOGLE).schema).toEqual(reference);
  const { description: _, ...plain } = format;
  expect(restateFormat({ ...plain, schema: TEXT }, GOOGLE).schema).toStrictEqual(TEXT);
});
