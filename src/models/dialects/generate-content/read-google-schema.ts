import { isObject, type JsonObject } from '../../../domain/json-object.ts';

/** Members that hold one schema, a list of schemas, and schemas by name. */
const ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'prefixItems']);
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'defs']);

/**
 * A schema in Google's words as JSON Schema: types in lower case, `nullable` as one of its types, bounds of lists and
 * texts as numbers. https://ai.google.dev/api/caching#Schema
 */
export function readGoogleSchema(schema: JsonObject): JsonObject {
  const { nullable, type, propertyOrdering: _order, ...rest } = schema;
  const read = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, readMember(name, value)]),
  );
  const kind = typeof type === 'string' ? type.toLowerCase() : type;
  if (kind === undefined || kind === 'type_unspecified') return read;
  return { type: nullable === true ? [kind, 'null'] : kind, ...read };
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
