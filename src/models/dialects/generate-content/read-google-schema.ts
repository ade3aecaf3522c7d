import { isObject, type JsonObject } from '../../../domain/json-object.ts';

/** Members that hold one schema, a list of schemas, and schemas by name. */
const ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'defs']);

/**
 * A schema in Google's words as JSON Schema: types in lower case, `nullable` as one of its types, properties in their
 * order, bounds of lists and texts as numbers. https://ai.google.dev/api/caching#Schema
 */
export function readGoogleSchema(schema: JsonObject): JsonObject {
  const { nullable, type, propertyOrdering: order, ...rest } = schema;
  const read: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, readMember(name, value)]),
  );
  if (isObject(read.properties) && Array.isArray(order)) read.properties = inOrder(read.properties, order);
  const kind = typeof type === 'string' ? type.toLowerCase() : type;
  const typed = kind === undefined || kind === 'type_unspecified' ? read : { type: kind, ...read };
  return nullable === true ? orNull(typed) : typed;
}

function inOrder(properties: JsonObject, order: readonly unknown[]): JsonObject {
  const placeOf = (name: string): number => {
    const at = order.indexOf(name);
    return at === -1 ? order.length : at;
  };
  const entries = Object.entries(properties).sort(([one], [other]) => placeOf(one) - placeOf(other));
  return Object.fromEntries(entries);
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf } = schema;
  if (typeof type === 'string') {
    return {
      ...schema,
      type: [type, 'null'],
      ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    };
  }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

function readMember(name: string, value: unknown): unknown {
  if (ONE.has(name) && isObject(value)) return readGoogleSchema(value);
  if (LISTS.has(name) && Array.isArray(value))
    return value.map((one) => (isObject(one) ? readGoogleSchema(one) : one));
  if (NAMED.has(name) && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, isObject(one) ? readGoogleSchema(one) : one]),
    );
  }
  // 64-bit numbers are texts there.
  return /^(?:min|max)(?:Items|Length|Properties)$/.test(name) && typeof value === 'string'
    ? Number(value)
    : value;
}
