/** The body of chat completions, in OpenAI's forms. The schema validates, and the API reference is made from it. */

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
import { dictionary, integer, notSupported, optional } from '../schema-parts.ts';
import { MAX_MESSAGES, messageSchema } from './message-schema.ts';
import { toolFields } from './tool-schema.ts';

const MAX_STOPS = 64;

const penalty = z.number().min(-2).max(2);

const responseFormat = z.discriminatedUnion('type', [
  ...plainFormats,
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object(jsonFormatFields),
  }),
]);

function isBias(value: unknown): boolean {
  return (
    isObject(value) && Object.values(value).every((bias) => typeof bias === 'number' && Math.abs(bias) <= 100)
  );
}

/** All but the model's name. */
export const chatCompletionsFields = {
  messages: boundedList(messageSchema, MAX_MESSAGES, 1),
  ...samplingFields,
  ...hintFields,
  stream_options: optional(
    z.object({ include_usage: optional(z.boolean(), 'One more chunk with the usage, before `[DONE]`.') }),
    'Options of a streamed answer.',
  ),
  max_tokens: optional(integer().min(1), 'The most tokens of the answer.'),
  max_completion_tokens: optional(integer().min(1), 'The same as max_tokens.'),
  stop: optional(z.union([z.string(), boundedList(z.string(), MAX_STOPS)]), 'Sequences that end the answer.'),
  seed: optional(integer(), 'For repeatable answers, if the provider supports it.'),
  presence_penalty: optional(penalty, 'If the provider supports it.'),
  frequency_penalty: optional(penalty, 'If the provider supports it.'),
  response_format: optional(responseFormat, 'Text, JSON, or JSON of a schema.'),
  reasoning_effort: effort,
  verbosity,
  metadata: optional(dictionary(), 'Kept by the provider with a stored answer.'),
  store: optional(z.boolean(), 'Whether the provider keeps the answer.'),
  ...toolFields,
  n: optional(integer().min(1).max(128), 'How many answers, if the provider supports it.'),
  logprobs: optional(
    z.boolean(),
    'The probabilities of the tokens of the answer, if the provider supports it.',
  ),
  top_logprobs: optional(integer().min(0).max(20), 'How many other tokens are listed; with `logprobs`.'),
  logit_bias: optional(
    z
      .custom<Readonly<Record<string, number>>>(isBias, 'must map tokens to numbers from -100 to 100')
      .meta({ override: { type: 'object', additionalProperties: { type: 'number' } } }),
    'By token, -100 to 100; if the provider supports it.',
  ),
  prediction: optional(dictionary(), "OpenAI's predicted output."),
  web_search_options: optional(dictionary(), "OpenAI's web search."),
  modalities: optional(
    z.unknown().meta({ override: { type: 'array', maxItems: 1, items: { type: 'string', const: 'text' } } }),
    'Text only.',
  ),
  audio: notSupported(),
};

const body = z.object(chatCompletionsFields);
export type ChatCompletionsBody = z.output<typeof body>;
