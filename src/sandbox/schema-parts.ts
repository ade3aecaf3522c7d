import { asArray, asObject } from './json.ts';

/** A schema, and after it each schema inside it, with its place. References are not followed. */
export function* schemaParts(
  schema: unknown,
  place: string,
): Generator<readonly [schema: unknown, place: string]> {
  yield [schema, place];
  const { properties, $defs, definitions, anyOf, items } = asObject(schema);
  for (const [holder, named] of Object.entries({ properties, $defs, definitions })) {
    for (const [name, part] of Object.entries(asObject(named))) {
      yield* schemaParts(part, `${place}.${holder}[${JSON.stringify(name)}]`);
    }
  }
  for (const [index, part] of asArray(anyOf).entries()) yield* schemaParts(part, `${place}.any_of[${index}]`);
  if (items !== undefined) yield* schemaParts(items, `${place}.items`);
}
