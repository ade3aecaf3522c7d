import { isObject, type JsonObject } from '../read-json.ts';

/**
 * Keywords that structured output takes as they are
 * (https://platform.claude.com/docs/en/build-with-claude/structured-outputs). Every other one is refused
 * there with a 400.
 */
const TAKEN = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'anyOf',
  'allOf',
  '$ref',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'additionalProperties',
]);
const FORMATS = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/**
 * Puts a JSON schema in the terms of Anthropic's structured output: every object closed, and what it does
 * not take (bounds, lengths, patterns) said in the description instead, where the model reads it. What
 * the model then answers fits the schema that was asked for, as far as a provider can hold it.
 */
export function closeSchema(schema: JsonObject): JsonObject {
  const closed: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (
      keyword === 'format'
        ? FORMATS.has(value as string)
        : keyword === 'minItems'
          ? value === 0 || value === 1
          : TAKEN.has(keyword)
    ) {
      closed[keyword] = closePart(keyword, value);
    } else if (keyword === 'oneOf' && Array.isArray(value)) {
      closed.anyOf = closePart('anyOf', value);
    } else if (!keyword.startsWith('$')) {
      told.push(`${keyword}: ${JSON.stringify(value)}`);
    }
  }
  if (isObject(closed.properties) || schema.type === 'object') closed.additionalProperties = false;
  if (told.length > 0) {
    const words = `{${told.join(', ')}}`;
    closed.description = typeof closed.description === 'string' ? `${closed.description} ${words}` : words;
  }
  return closed;
}

function closePart(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' || keyword === '$defs' || keyword === 'definitions') {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closeOne(part)]));
  }
  if (keyword === 'anyOf' || keyword === 'allOf') return Array.isArray(value) ? value.map(closeOne) : value;
  return keyword === 'items' ? closeOne(value) : value;
}

function closeOne(part: unknown): unknown {
  return isObject(part) ? closeSchema(part) : part;
}
