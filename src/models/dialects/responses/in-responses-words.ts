/** The fields of chat completions by the names that they have in the Responses API. */
import type { FieldFault } from '../../../domain/errors.ts';
import { errorInWords, placeInWords, renameBy } from '../callers-words.ts';
import type { ResponsesBody } from './responses-schema.ts';

const rename = renameBy([
  [/^(tools[.[]\d+\]?)\.function\b/, '$1'],
  [/^tool_choice\.allowed_tools\b/, 'tool_choice'],
  [/^(tool_choice(?:\.tools\.\d+)?)\.function\b/, '$1'],
  [/^response_format(?:\.json_schema)?\b/, 'text.format'],
  [/^max_(?:completion_)?tokens\b/, 'max_output_tokens'],
  [/^reasoning_effort\b/, 'reasoning.effort'],
  [/^verbosity\b/, 'text.verbosity'],
  // Which message it was of those that the provider was sent says nothing to a caller who wrote items.
  [/^messages\b[\w.[\]]*/, 'input'],
]);

/** @returns a fault with its field named as the caller wrote it. */
export function faultInResponsesWords(fault: FieldFault): FieldFault {
  const [body = 'body', ...place] = fault.loc;
  return { ...fault, loc: [body, ...placeInWords(place, rename)] };
}

/** @returns values of `X-Claimgate-Adjusted` with their fields named as the caller wrote them. */
export function adjustedInResponsesWords(adjusted: readonly string[]): readonly string[] {
  // The gateway does what `store` says by itself.
  return adjusted.filter((value) => value !== 'store=ignored').map(rename);
}

/** @returns the error with its field named as the caller wrote it. */
export function inResponsesWords(error: unknown, { top_logprobs: asked }: ResponsesBody): unknown {
  // Two fields ask for the same.
  const logprobs = asked ? 'top_logprobs' : 'include';
  return errorInWords(error, (text) => rename(text).replace(/^(?:top_)?logprobs\b/, logprobs));
}
