/** Reading JSON of which nothing is known yet. */
import { isObject, type JsonObject } from '../domain/json-object.ts';

export { isObject, type JsonObject };

/** Parses a JSON object; `undefined` for everything else. */
export function parseObject(
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): JsonObject | undefined {
  try {
    const value = parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Looked for, and not matched over the whole: a text of megabytes would exhaust the pattern's stack. */
const NOT_BASE64 = /[^A-Za-z0-9+/]/;

export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !NOT_BASE64.test(value.replace(/={1,2}$/, ''));
}

/** The value itself where it is an object; else one without properties. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value itself where it is an array; else an empty one. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
