/** Random JSON by a schema of the API reference: mostly as it says, and now and then not. */
import fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly examples?: readonly unknown[];
}

/** Levels below which only what is required is made. */
const DEEPEST = 6;

/** Texts that readers stumble over. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '__proto__', 'constructor', '../..', '%00', 'null', '-1', '1e400'),
  fc.constantFrom(
    'The tower is 330 m high.',
    'Is it true that the wall fell in 1991?',
    'data:image/png;base64,AAAA',
  ),
);

/** @param definitions the document's `components.schemas`. */
export function valuesOf(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const inner = (other: Schema, more = 1): fc.Arbitrary<unknown> =>
    valuesOf(other, definitions, depth + more);
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.$ref !== undefined) {
      return inner(definitions[schema.$ref.split('/').at(-1) as string] as Schema, 0);
    }
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => inner(choice)));
    const types = [schema.type ?? 'any'].flat();
    return fc.oneof(...types.map((type) => ofType(type)));
  };
  const ofType = (type: string): fc.Arbitrary<unknown> => {
    switch (type) {
      case 'object':
        return ofObject();
      case 'array':
        return depth > DEEPEST
          ? fc.constant([])
          : fc.array(schema.items === undefined ? fc.jsonValue() : inner(schema.items), { maxLength: 4 });
      case 'integer':
      case 'number': {
        const { minimum = -10, maximum = 1_000 } = schema;
        return fc.oneof(
          fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum, maximum)) }),
          fc.double(),
        );
      }
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return schema.examples === undefined
          ? oddText
          : fc.oneof(fc.constantFrom(...schema.examples), oddText);
      default:
        return fc.jsonValue();
    }
  };
  const ofObject = (): fc.Arbitrary<unknown> => {
    const { properties = {}, required = [] } = schema;
    const wanted = Object.entries(properties).filter(([name]) => depth <= DEEPEST || required.includes(name));
    return fc.record(Object.fromEntries(wanted.map(([name, value]) => [name, inner(value)])), {
      requiredKeys: required.filter((name) => name in properties),
    });
  };
  if (depth > DEEPEST * 2) return fc.constant(null);
  return fc.oneof({ weight: 30, arbitrary: fitting() }, { weight: 1, arbitrary: fc.jsonValue() });
}
