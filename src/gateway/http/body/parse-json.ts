/** Request bodies: UTF-8 JSON, with or without a byte order mark, within the limits of depth and members. */
import { isUtf8 } from 'node:buffer';
import { JsonLimitError, parseBoundedJson } from '../../../domain/bounded-json.ts';
import { ValidationError } from '../../../domain/errors.ts';
import { giveBack } from './give-back.ts';

/** Bytes from which on a body has been copied together: it shares its memory with no socket. */
const OWN = 1024 * 1024;

/**
 * @param body the memory of a large one is given back: its text and its value are large enough beside each other.
 * @returns the value; `undefined` for an empty body.
 * @throws ValidationError `json_invalid`; the body's text is no part of it.
 */
export function parseJson(body: Buffer): unknown {
  return body.length === 0 ? undefined : parseText(textOf(body));
}

/**
 * @param body as for `parseJson`.
 * @returns the text without a byte order mark.
 * @throws ValidationError `json_invalid` where it is not UTF-8.
 */
export function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw invalidJson('the body is not UTF-8');
  const text = body.toString('utf8');
  if (body.length >= OWN) giveBack(body);
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/**
 * @param mostMembers where a body may have more than others.
 * @throws ValidationError `json_invalid`.
 */
export function parseText(text: string, mostMembers?: number): unknown {
  try {
    return parseBoundedJson(text, mostMembers);
  } catch (error) {
    if (error instanceof JsonLimitError) throw invalidJson(error.message, error.position);
    throw invalidJson('the body is not valid JSON', placeOf((error as Error).message, text));
  }
}

/** Where JSON.parse stopped; its message does not always say. */
function placeOf(message: string, text: string): number | undefined {
  if (message.startsWith('Unexpected end')) return text.length;
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}

function invalidJson(reason: string, position?: number): ValidationError {
  const loc = position === undefined ? ['body'] : ['body', position];
  return new ValidationError([{ loc, msg: `JSON decode error: ${reason}`, type: 'json_invalid' }]);
}
