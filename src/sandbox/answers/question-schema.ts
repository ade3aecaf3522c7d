/** Knows a question of the gateway's own by the fields of its schema. */
import { asObject } from '../json.ts';

/** The schema of the items of a list in an object's schema. */
export function itemSchema(schema: unknown, list: string): unknown {
  return asObject(asObject(asObject(schema).properties)[list]).items;
}

export function hasFields(schema: unknown, fields: readonly string[]): boolean {
  const properties = asObject(asObject(schema).properties);
  return fields.every((field) => Object.hasOwn(properties, field));
}
