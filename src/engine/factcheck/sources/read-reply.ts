/** Looking into a reply of a source: nothing in it is trusted to have the documented shape. */
import { isObject, type JsonObject } from '../../../domain/json-object.ts';

/** @returns what lies at the path, or `undefined` where the path leads nowhere. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** A reply that is not what was asked for. */
export class ShapeError extends Error {
  constructor(what: string) {
    super(`the reply has no ${what}`);
    this.name = 'ShapeError';
  }
}

/**
 * @param what the list's place in the documentation, such as `web.results`.
 * @returns the list's objects; what is not an object is left out. None where the list is absent or null.
 * @throws ShapeError where something else stands in its place, or the reply is no object.
 */
export function listAt(reply: unknown, what: string): readonly JsonObject[] {
  if (!isObject(reply)) throw new ShapeError(what);
  let here: unknown = reply;
  for (const step of what.split('.')) {
    if (here === undefined || here === null) return [];
    if (!isObject(here)) throw new ShapeError(what);
    here = here[step];
  }
  if (here === undefined || here === null) return [];
  if (!Array.isArray(here)) throw new ShapeError(what);
  return here.filter(isObject);
}

/** @returns the texts among the values, joined by line ends, each of them once. */
export function joinTexts(...values: readonly unknown[]): string {
  const texts = values.flat().filter((value): value is string => typeof value === 'string' && value !== '');
  return [...new Set(texts)].join('\n');
}
