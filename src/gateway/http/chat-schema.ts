/** The bodies of the chat endpoints. These schemas validate, and the API reference is made from them. */

import { z } from 'zod';
import { CHECK_MODES } from '../../domain/fact-check-mode.ts';
import { isObject } from '../../domain/json-object.ts';
import { MAX_TEXT } from '../../engine/factcheck/check-text.ts';
import { boundedList } from './bounded-list.ts';
import {
  answerFields,
  effort,
  jsonFormatFields,
  modelFields,
  modelId,
  verbosity,
  withExamples,
} from './chat-fields.ts';
import {
  claimReview,
  documents,
  factCheckSchema,
  judge,
  maxClaims,
  minCheckWorthiness,
  minConfidence,
  revise,
  sources,
  statements,
} from './fact-check-schema.ts';
import { MAX_MESSAGES, messageSchema } from './message-schema.ts';
import { dictionary, integer, notSupported, optional, ownObject } from './schema-parts.ts';
import { toolFields } from './tool-schema.ts';

const MAX_STOPS = 64;
export const MAX_SPANS: number = 1_000;

const penalty = z.number().min(-2).max(2);

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
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

export const chatCompletionsSchema = z
  .object({
    ...modelFields,
    messages: boundedList(messageSchema, MAX_MESSAGES, 1),
    ...answerFields,
    stream_options: optional(
      z.object({ include_usage: optional(z.boolean(), 'One more chunk with the usage, before `[DONE]`.') }),
      'Options of a streamed answer.',
    ),
    max_tokens: optional(integer().min(1), 'The most tokens of the answer.'),
    max_completion_tokens: optional(integer().min(1), 'The same as max_tokens.'),
    stop: optional(
      z.union([z.string(), boundedList(z.string(), MAX_STOPS)]),
      'Sequences that end the answer.',
    ),
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
      z
        .unknown()
        .meta({ override: { type: 'array', maxItems: 1, items: { type: 'string', const: 'text' } } }),
      'Text only.',
    ),
    audio: notSupported(),
  })
  .meta({
    id: 'ChatCompletionsRequest',
    ...withExamples({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
      fact_check: { mode: 'verify' },
    }),
  });

export type ChatCompletionsBody = z.output<typeof chatCompletionsSchema>;

export const chatSchema = z
  .object({
    user_query: z.string(),
    model: modelId,
    api_key: optional(z.string(), 'Used if there is no `Authorization: Bearer`.'),
    conversation_history: optional(boundedList(messageSchema, MAX_MESSAGES), 'Earlier messages.'),
    fact_check: optional(factCheckSchema, 'As in chat completions; the mode is `verify` by default.'),
  })
  .meta({
    id: 'ChatRequest',
    ...withExamples({ user_query: 'The Eiffel Tower was completed in 1889.', model: 'gpt-6-luna' }),
  });

export const claimsSchema = ownObject({
  text: z.string().max(MAX_TEXT).meta({ description: 'The text to check.' }),
  mode: optional(
    z.enum(CHECK_MODES),
    'How far checking goes; `detect` and `ground` need no key and no model, `verify` neither where `judge` is `local`.',
  ),
  model: optional(z.string(), 'Judges the claims; required for `verify`.'),
  api_key: optional(
    z.string(),
    "Key of the model's provider, here or as `Authorization: Bearer`; this one takes precedence.",
  ),
  sources,
  max_claims: maxClaims,
  judge,
  statements,
  claim_review: claimReview,
  min_confidence: minConfidence,
  min_check_worthiness: minCheckWorthiness,
  spans: optional(
    boundedList(ownObject({ start: integer().min(0), end: integer().min(0) }), MAX_SPANS, 1),
    'Parts of the text, as UTF-16 offsets: claims that overlap none of them are counted, but neither listed nor verified.',
  ),
  documents,
  revise: revise('the text'),
  date: optional(
    z.iso.date('must be a date such as 2024-05-01'),
    'When the text was written: its claims are judged as of that date.',
  ),
  language: optional(
    z.string(),
    'Language of the text, such as `en`; guessed sentence by sentence if absent.',
  ),
  stream: optional(z.boolean(), 'Answer as server-sent events: `claim`, `verdict`, then `done`.'),
}).meta({
  id: 'ClaimsRequest',
  ...withExamples({
    text: 'The Great Wall of China is visible from the Moon. I think mountains are beautiful!',
    mode: 'verify',
    model: 'gpt-6-luna',
  }),
});
