/** The body of POST /v1/responses. The schema validates, and the API reference is made from it. */

import { z } from 'zod';
import { isObject } from '../../../domain/json-object.ts';
import {
  effort,
  hintFields,
  jsonFormatFields,
  plainFormats,
  samplingFields,
  verbosity,
} from '../answer-fields.ts';
import { boundedList } from '../bounded-list.ts';
import { MAX_MESSAGES } from '../chat-completions/message-schema.ts';
import { parallelCalls } from '../chat-completions/tool-schema.ts';
import { dictionary, integer, notSupported, optional } from '../schema-parts.ts';
import { itemSchema } from './item-schema.ts';
import { choice, toolList } from './tool-schema.ts';

const MAX_INCLUDED = 100;

const format = z.discriminatedUnion('type', [
  ...plainFormats,
  z.object({ type: z.literal('json_schema'), ...jsonFormatFields }),
]);

/** OpenAI's limits. */
function isMetadata(value: unknown): value is Readonly<Record<string, string>> {
  if (!isObject(value)) return false;
  const members = Object.entries(value);
  const fits = ([name, text]: [string, unknown]): boolean =>
    name.length <= 64 && typeof text === 'string' && text.length <= 512;
  return members.length <= 16 && members.every(fits);
}

/** All but the model's name. */
export const responsesFields = {
  input: optional(
    z.union([z.string(), boundedList(itemSchema, MAX_MESSAGES)]),
    "The user's message, or items. Required without `previous_response_id`.",
  ),
  instructions: optional(z.string(), 'A system message, of this request alone.'),
  previous_response_id: optional(z.string(), 'The kept response that this one goes on from.'),
  ...samplingFields,
  ...hintFields,
  stream_options: optional(z.object({}), 'Of OpenAI; see X-Claimgate-Adjusted.'),
  max_output_tokens: optional(integer().min(1), 'The most tokens of the answer.'),
  reasoning: optional(
    z.object({
      effort,
      summary: optional(z.string(), 'Thoughts are shown, as far as the provider can.'),
    }),
    'How the model thinks.',
  ),
  text: optional(
    z.object({ format: optional(format, 'Text, JSON, or JSON of a schema.'), verbosity }),
    'What the answer is.',
  ),
  tools: optional(toolList, 'Functions and custom tools that the model may call.'),
  tool_choice: optional(choice, 'Whether the model calls a function, and which.'),
  parallel_tool_calls: parallelCalls,
  top_logprobs: optional(
    integer().min(0).max(20),
    'How many other tokens are listed for each token of the answer, if the provider supports it.',
  ),
  include: optional(
    boundedList(z.string(), MAX_INCLUDED),
    '`message.output_text.logprobs` for the probabilities of the tokens; others are for providers of this API.',
  ),
  store: optional(z.boolean(), 'Whether the gateway keeps the response; true by default.'),
  metadata: optional(
    z
      .custom<Readonly<Record<string, string>>>(
        isMetadata,
        'must map at most 16 names of 64 characters to texts of 512',
      )
      .meta({ override: { type: 'object', additionalProperties: { type: 'string' } } }),
    'Repeated in the response, and kept with it.',
  ),
  truncation: optional(
    z.enum(['auto', 'disabled']),
    'Conversations are never truncated: see X-Claimgate-Adjusted.',
  ),
  background: optional(z.boolean(), 'Not supported.'),
  conversation: notSupported(),
  prompt: optional(dictionary(), 'A prompt that is stored at the provider; at providers of other APIs, 400.'),
};

const body = z.object(responsesFields);
export type ResponsesBody = z.output<typeof body>;
