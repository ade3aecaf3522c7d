/** The fields of chat completions by the names that they have in the Responses API. */
import { type FieldFault, GatewayError } from '../../../domain/errors.ts';
import type { ResponsesBody } from './responses-schema.ts';

/** What a text begins with that names a field of chat completions, and what it is here. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(tools[.[]\d+\]?)\.function\b/, '$1'],
  [/^tool_choice\.allowed_tools\b/, 'tool_choice'],
  [/^(tool_choice(?:\.tools\.\d+)?)\.function\b/, '$1'],
  [/^response_format(?:\.json_schema)?\b/, 'text.format'],
  [/^max_(?:completion_)?tokens\b/, 'max_output_tokens'],
  [/^reasoning_effort\b/, 'reasoning.effort'],
  [/^verbosity\b/, 'text.verbosity'],
  // Which message it was of those that the provider was sent says nothing to a caller who wrote items.
  [/^messages\b[\w.[\]]*/, 'input'],
];

/** @param text that begins with the name of a field of chat completions, or with none. */
function rename(text: string): string {
  return WORDS.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), text);
}

/** @returns a fault with its field named as the caller wrote it. */
export function faultInResponsesWords(fault: FieldFault): FieldFault {
  const [body = 'body', ...place] = fault.loc;
  const renamed = rename(place.join('.')).split('.');
  return { ...fault, loc: [body, ...renamed.map((step) => (/^\d+$/.test(step) ? Number(step) : step))] };
}

/** @returns values of `X-Claimgate-Adjusted` with their fields named as the caller wrote them. */
export function adjustedInResponsesWords(adjusted: readonly string[]): readonly string[] {
  // The gateway does what `store` says by itself.
  return adjusted.filter((value) => value !== 'store=ignored').map(rename);
}

/** @returns the error with its field named as the caller wrote it. */
export function inResponsesWords(error: unknown, { top_logprobs: asked }: ResponsesBody): unknown {
  if (!(error instanceof GatewayError) || error.param === null) return error;
  const { code, message, param: field, cause } = error;
  // Two fields ask for the same.
  const logprobs = asked ? 'top_logprobs' : 'include';
  const inWords = (text: string): string => rename(text).replace(/^(?:top_)?logprobs\b/, logprobs);
  const param = inWords(field);
  return param === field ? error : new GatewayError(code, inWords(message), { param, cause });
}
