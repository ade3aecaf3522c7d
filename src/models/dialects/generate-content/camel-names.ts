/** Google takes its names in both spellings (https://protobuf.dev/programming-guides/json/): one of them is read. */
import { isObject } from '../../../domain/json-object.ts';

/** Members whose own members are the caller's: arguments, results and schemas. */
const CALLERS_OWN: ReadonlySet<string> = new Set([
  ...['args', 'response', 'parameters', 'parametersJsonSchema', 'responseSchema', 'responseJsonSchema'],
  'labels',
]);

/** The gateway's own members, which have one spelling. */
const GATEWAYS_OWN: ReadonlySet<string> = new Set(['api_key', 'fact_check', 'task', 'enable_evaluations']);

/** @returns the body with every name of Google's in the spelling `likeThis`; a body that is no object as it is. */
export function camelNames(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      GATEWAYS_OWN.has(name) ? [name, value] : memberOf(name, value),
    ),
  );
}

function memberOf(name: string, value: unknown): [string, unknown] {
  const camel = name.replace(/(?<=[a-z\d])_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return [camel, CALLERS_OWN.has(camel) ? value : inside(value)];
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => memberOf(name, of)));
}
