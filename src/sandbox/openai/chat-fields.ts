/**
 * Checks of single fields of a chat request, with the messages that OpenAI's API gives (2026). Other
 * providers of the dialect say the same things in an error form of their own.
 */
import { isObject, type JsonObject } from '../json.ts';

/** What is wrong with a request. */
export interface Problem {
  readonly message: string;
  readonly param: string | null;
  readonly code: string | null;
  /** 400 unless said otherwise. */
  readonly status?: number;
}

/** Ends the reading of a request. */
export type Refuse = (problem: Problem) => never;

/** A field that may be absent or null, and else must be a number in a range. */
export function checkNumber(
  body: JsonObject,
  field: string,
  range: { readonly min?: number; readonly max?: number; readonly integer?: boolean },
  refuse: Refuse,
): number | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  const kind = range.integer === true ? 'integer' : 'decimal';
  if (typeof value !== 'number' || (range.integer === true && !Number.isInteger(value))) {
    return refuse({
      message: `Invalid type for '${field}': expected ${kind === 'integer' ? 'an integer' : 'a decimal'}, but got ${nameType(value)} instead.`,
      param: field,
      code: 'invalid_type',
    });
  }
  if (range.min !== undefined && value < range.min) {
    refuse({
      message: `Invalid '${field}': ${kind} below minimum value. Expected a value >= ${range.min}, but got ${value} instead.`,
      param: field,
      code: `${kind}_below_min_value`,
    });
  }
  if (range.max !== undefined && value > range.max) {
    refuse({
      message: `Invalid '${field}': ${kind} above maximum value. Expected a value <= ${range.max}, but got ${value} instead.`,
      param: field,
      code: `${kind}_above_max_value`,
    });
  }
  return value;
}

/** A field that may be absent or null, and else must be a boolean. */
export function checkBoolean(body: JsonObject, field: string, path: string, refuse: Refuse): boolean {
  const value = body[field] ?? false;
  if (typeof value === 'boolean') return value;
  return refuse({
    message: `Invalid type for '${path}': expected a boolean, but got ${nameType(value)} instead.`,
    param: path,
    code: 'invalid_type',
  });
}

/** A field that may be absent or null, and else must be one of some words. */
export function checkWord(
  body: JsonObject,
  field: string,
  words: readonly string[],
  refuse: Refuse,
): string | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && words.includes(value)) return value;
  return refuse({
    message: `Unsupported value: '${field}' does not support '${String(value)}' with this model. Supported values are: ${quoteAll(words)}.`,
    param: field,
    code: 'unsupported_value',
  });
}

/** `stop`: a text, or up to four of them. */
export function readStop(body: JsonObject, refuse: Refuse): readonly string[] {
  const value = body.stop ?? [];
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value) || !value.every((one): one is string => typeof one === 'string')) {
    return refuse({
      message: `Invalid type for 'stop': expected one of a string or array of strings, but got ${nameType(value)} instead.`,
      param: 'stop',
      code: 'invalid_type',
    });
  }
  if (value.length > 4) {
    refuse({
      message: `Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length ${value.length} instead.`,
      param: 'stop',
      code: 'array_above_max_length',
    });
  }
  return value.filter((one) => one !== '');
}

export function quoteAll(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

/** The type of a JSON value with its article, as the API names it. */
export function nameType(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return `a ${typeof value}`;
}
