/** The bodies of the chat endpoints. These schemas validate, and the API reference is made from them. */

import { z } from 'zod';
import { CHECK_MODES } from '../../domain/fact-check-mode.ts';
import { MAX_TEXT } from '../../engine/factcheck/check-text.ts';
import { boundedList } from '../../models/dialects/bounded-list.ts';
import { chatCompletionsFields } from '../../models/dialects/chat-completions/chat-schema.ts';
import { MAX_MESSAGES, messageSchema } from '../../models/dialects/chat-completions/message-schema.ts';
import { integer, optional, ownObject } from '../../models/dialects/schema-parts.ts';
import { modelFields, modelId, ownFields, withExamples } from './chat-fields.ts';
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

export const MAX_SPANS: number = 1_000;

export const chatCompletionsSchema = z
  .object({ ...modelFields, ...chatCompletionsFields, ...ownFields })
  .meta({
    id: 'ChatCompletionsRequest',
    ...withExamples({
      model: 'gpt-6-luna',
      messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
      fact_check: { mode: 'verify' },
    }),
  });

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
