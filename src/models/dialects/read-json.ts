/** Narrowing what a provider sent: nothing in it is trusted to have the documented shape. */
import { parseBoundedJson } from '../../domain/bounded-json.ts';

export { isObject, type JsonObject } from '../../domain/json-object.ts';

/** @returns the parsed value, or `undefined` where the text is not JSON, or beyond the limits of `domain/bounded-json.ts`. */
export function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}

/** @returns a non-empty string, or `undefined` for anything else. */
export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Reads a token count. Providers (and the proxies before them) have sent negative, fractional and
 * textual ones; an answer does not fail over its bill.
 * @returns a whole number of 0 or more, rounded, or `undefined` where there is none to be had.
 */
export function readCount(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  const rounded = Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}
