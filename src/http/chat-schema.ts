/** The bodies of the chat endpoints. These schemas validate, and the API reference is made from them. */
import { z } from 'zod';
import { CLAIM_LISTINGS } from '../domain/claim.ts';
import { CHECK_MODES, FACT_CHECK_MODES } from '../domain/fact-check-mode.ts';
import { MAX_TEXT } from '../factcheck/check-text.ts';
import { boundedList } from './bounded-list.ts';
import { MAX_MESSAGES, messageSchema } from './message-schema.ts';
import { dictionary, integer, notSupported, optional } from './schema-parts.ts';
import { toolFields } from './tool-schema.ts';
import { isJsonObject } from './validate.ts';

const MAX_STOPS = 64;
export const MAX_SOURCES = 100;
const MAX_DOCUMENTS = 10_000;
export const MAX_SPANS = 1_000;

/** Examples for the reference. zod omits those of a schema with a bounded list, which it treats as a transform. */
const withExamples = (...examples: readonly object[]) => ({ override: { examples: [...examples] } });

const penalty = z.number().min(-2).max(2);

const responseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().min(1).max(64),
      description: z.string().nullish(),
      schema: dictionary().nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

/** Fields that a chat's options and a check of a text share. */
const modelId = z.string().meta({ description: 'An id from the list of models, or `provider/id`.' });
const sources = optional(boundedList(z.string(), MAX_SOURCES), 'Names of sources of the server to ask.');
const maxClaims = optional(integer().min(1), 'The most claims that are verified: those most worth checking.');
const minConfidence = optional(
  z.number().min(0).max(1),
  'Claims with a lower confidence are counted, but neither listed nor verified.',
);
const minCheckWorthiness = optional(
  z.number().min(0).max(1),
  'Claims with a lower check-worthiness are counted, but neither listed nor verified.',
);
const documents = optional(
  boundedList(
    z.object({
      id: optional(z.string(), 'Names the document if it has no title.'),
      title: optional(z.string(), 'Names the document in the evidence.'),
      url: optional(z.string(), 'Repeated in the evidence if it is an http(s) URL.'),
      text: z.string(),
    }),
    MAX_DOCUMENTS,
  ),
  'Texts to check against, as evidence of source `context`; at most 1,000,000 characters in all.',
);
const claimReview = optional(z.boolean(), 'Add schema.org ClaimReview to each claim with a verdict.');
const revise = (what: string) =>
  optional(
    z.boolean(),
    `In mode \`verify\`, also return ${what} with its corrections applied, as \`revised_content\`, and each change in \`revisions\`.`,
  );

const factCheckSchema = z
  .object({
    mode: optional(z.enum(FACT_CHECK_MODES), 'How far checking goes; each mode contains the one before.'),
    sources,
    max_claims: maxClaims,
    judge_model: optional(z.string(), 'Another model of the same provider that judges the claims.'),
    claim_review: claimReview,
    min_confidence: minConfidence,
    min_check_worthiness: minCheckWorthiness,
    documents,
    citations: optional(
      z.boolean(),
      'Ask the model to write the numbers of the evidence, such as `[1]`, after its statements.',
    ),
    revise: revise('the answer'),
    stream_events: optional(z.boolean(), 'In a stream, send claims and verdicts as they are found.'),
    claims: optional(
      z.enum(CLAIM_LISTINGS),
      'Which claims are listed: `new` (the default), those of the last user message and of the answer; `all`, those of the whole conversation; or `none`. All are counted in `claims_detected`.',
    ),
  })
  .meta({ id: 'FactCheckOptions' });

export type FactCheckOptions = z.output<typeof factCheckSchema>;

/** What providers have beyond the model's own settings; each is passed on where there is such a thing. */
const hintFields = {
  verbosity: optional(z.enum(['low', 'medium', 'high']), 'How long the answer is.'),
  service_tier: optional(z.string(), 'How the provider serves the request.'),
  metadata: optional(dictionary(), 'Kept by the provider with a stored answer.'),
  store: optional(z.boolean(), 'Whether the provider keeps the answer.'),
  safety_identifier: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
  prompt_cache_key: optional(z.string(), 'Groups requests whose beginnings the provider caches.'),
  prompt_cache_retention: optional(z.string(), 'How long the provider caches.'),
};

function isBias(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((bias) => Math.abs(bias as number) <= 100);
}

export const chatCompletionsSchema = z
  .object({
    api_key: optional(
      z.string(),
      'Key of the provider of the model. Required, here or as `Authorization: Bearer`; this one takes precedence.',
    ),
    model: modelId,
    messages: boundedList(messageSchema, MAX_MESSAGES, 1),
    stream: optional(z.boolean(), 'Answer as server-sent events.'),
    stream_options: optional(
      z.object({ include_usage: optional(z.boolean(), 'One more chunk with the usage, before `[DONE]`.') }),
      'Options of a streamed answer.',
    ),
    temperature: optional(
      z.number().min(0).max(2),
      'Clamped to what the model supports; see X-Claimgate-Adjusted.',
    ),
    top_p: optional(z.number().min(0).max(1), 'Nucleus sampling.'),
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
    reasoning_effort: optional(
      z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
      'How long the model thinks, if it can.',
    ),
    user: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
    enable_evaluations: optional(z.boolean(), 'Score the claim extraction of this request.'),
    fact_check: optional(factCheckSchema, 'How the conversation is checked.'),
    task: optional(
      z.enum(['auto', 'chat', 'normalize', 'fact_check', 'none']),
      "Which of the service's system prompts applies; `auto` decides from the last user message.",
    ),
    ...toolFields,
    ...hintFields,
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

export const claimsSchema = z
  .object({
    text: z.string().max(MAX_TEXT).meta({ description: 'The text to check.' }),
    mode: optional(z.enum(CHECK_MODES), 'How far checking goes; `detect` needs no key and no model.'),
    model: optional(z.string(), 'Judges the claims; required for `ground` and `verify`.'),
    api_key: optional(
      z.string(),
      "Key of the model's provider, here or as `Authorization: Bearer`; this one takes precedence.",
    ),
    sources,
    max_claims: maxClaims,
    claim_review: claimReview,
    min_confidence: minConfidence,
    min_check_worthiness: minCheckWorthiness,
    spans: optional(
      boundedList(z.object({ start: integer().min(0), end: integer().min(0) }), MAX_SPANS, 1),
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
  })
  .meta({
    id: 'ClaimsRequest',
    ...withExamples({
      text: 'The Great Wall of China is visible from the Moon. I think mountains are beautiful!',
      mode: 'verify',
      model: 'gpt-6-luna',
    }),
  });
