/**
 * Checks `responseSchema`: a subset of OpenAPI 3.0, not JSON Schema. Words of JSON Schema that it does
 * not have are unknown names, and refused as such.
 * Source: the API reference, `Schema`.
 */
import { isObject } from '../json.ts';
import { type Refuse, refuseUnknown } from './refuse-unknown.ts';

const WORDS = [
  ...['anyOf', 'default', 'description', 'enum', 'example', 'format', 'items', 'maxItems', 'maxLength'],
  ...['maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum', 'nullable', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'title', 'type'],
];
const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];

/** @throws whatever `refuse` throws. */
export function checkResponseSchema(schema: unknown, place: string, refuse: Refuse): void {
  if (!isObject(schema)) refuse(`Invalid value at '${place}' (google.ai.generativelanguage.v1beta.Schema)`);
  refuseUnknown(schema, WORDS, place, refuse);
  const { type } = schema;
  if (type !== undefined && (typeof type !== 'string' || !TYPES.includes(type.toUpperCase()))) {
    refuse(
      `Invalid value at '${place}.type' (google.ai.generativelanguage.v1beta.Type), ${JSON.stringify(type)}`,
    );
  }
  if (Array.isArray(schema.enum) && !schema.enum.every((one) => typeof one === 'string')) {
    refuse(`Invalid value at '${place}.enum' (TYPE_STRING)`);
  }
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    checkResponseSchema(property, `${place}.properties[${JSON.stringify(name)}]`, refuse);
  }
  if (schema.items !== undefined) checkResponseSchema(schema.items, `${place}.items`, refuse);
  for (const [index, option] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
    checkResponseSchema(option, `${place}.any_of[${index}]`, refuse);
  }
}
