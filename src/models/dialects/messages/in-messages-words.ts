/** The fields of chat completions by the names that they have in Anthropic's Messages API. */
import type { FieldFault } from '../../../domain/errors.ts';
import { errorInWords, placeInWords, renameBy } from '../callers-words.ts';
import type { ReadTurns } from './read-turns.ts';

const rename = renameBy([
  [/^(tools[.[]\d+\]?)\.function\.parameters\b/, '$1.input_schema'],
  [/^(tools[.[]\d+\]?)\.function\b/, '$1'],
  [/^tool_choice\.function\b/, 'tool_choice'],
  [/^parallel_tool_calls\b/, 'tool_choice.disable_parallel_tool_use'],
  [/^response_format(?:\.json_schema)?\b/, 'output_config.format'],
  [/^reasoning_effort\b/, 'output_config.effort'],
  [/^max_(?:completion_)?tokens\b/, 'max_tokens'],
  [/^stop\b/, 'stop_sequences'],
  [/^user\b/, 'metadata.user_id'],
  [/^(tools\.)?prompt_cache_(?:breakpoint|options)\b/, '$1cache_control'],
]);

/** @returns a fault of the body in the words of chat completions, with its field named as the caller wrote it. */
export function faultInMessagesWords(fault: FieldFault, places: ReadTurns['places']): FieldFault {
  const [base = 'body', ...place] = fault.loc;
  if (place[0] === 'messages') {
    const [, at, inside, call] = place;
    const written = places[at as number];
    const own = inside === 'tool_calls' ? written?.calls?.[call as number] : undefined;
    return { ...fault, loc: [base, ...(own ?? written?.message ?? ['messages'])] };
  }
  return { ...fault, loc: [base, ...placeInWords(place, rename)] };
}

/** @returns values of `X-Claimgate-Adjusted` with their fields named as the caller wrote them. */
export function adjustedInMessagesWords(adjusted: readonly string[]): readonly string[] {
  return adjusted.map(rename);
}

/** @returns the error with its field named as the caller wrote it. */
export function inMessagesWords(error: unknown): unknown {
  return errorInWords(error, rename);
}
