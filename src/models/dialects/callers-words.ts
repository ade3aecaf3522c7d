/** The fields of chat completions by the names that another dialect has for them. */
import { GatewayError } from '../../domain/errors.ts';

/** Of a text that begins with the name of a field of chat completions, or with none: the text in the caller's words. */
type Rename = (text: string) => string;

/** @param words what a text begins with that names a field of chat completions, and what it is in the dialect. */
export function renameBy(words: readonly (readonly [RegExp, string])[]): Rename {
  return (text) => words.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text);
}

/** @returns the error with its field named as the caller wrote it. */
export function errorInWords(error: unknown, rename: Rename): unknown {
  if (!(error instanceof GatewayError) || error.param === null) return error;
  const { code, message, param: field, cause } = error;
  const param = rename(field);
  return param === field ? error : new GatewayError(code, rename(message), { param, cause });
}

/** @param place of a fault, below the body. @returns the place as the caller wrote it. */
export function placeInWords(place: readonly (string | number)[], rename: Rename): (string | number)[] {
  const renamed = rename(place.join('.')).split('.');
  return renamed.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
