/** Fields that the requests of a chat have in common, whichever API they are written for. */
import { z } from 'zod';
import { ASKED_TASKS } from '../../domain/asked-task.ts';
import { factCheckSchema } from './fact-check-schema.ts';
import { dictionary, optional } from './schema-parts.ts';

export const modelId = z.string().meta({ description: 'An id from the list of models, or `provider/id`.' });

/** Who answers, and with whose key. */
export const modelFields = {
  api_key: optional(
    z.string(),
    'Key of the provider of the model. Required, here or as `Authorization: Bearer`; this one takes precedence.',
  ),
  model: modelId,
};

/** How it is answered and checked. */
export const answerFields = {
  stream: optional(z.boolean(), 'Answer as server-sent events.'),
  temperature: optional(
    z.number().min(0).max(2),
    'Clamped to what the model supports; see X-Claimgate-Adjusted.',
  ),
  top_p: optional(z.number().min(0).max(1), 'Nucleus sampling.'),
  user: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
  enable_evaluations: optional(z.boolean(), 'Score the claim extraction of this request.'),
  fact_check: optional(factCheckSchema, 'How the conversation is checked.'),
  task: optional(
    z.enum(ASKED_TASKS),
    "Which of the service's system prompts applies. `auto`: none where the request has a system message, tools or a response format, or is not checked; else the one for chat, or for claim work where the message is a request for it. X-Claimgate-Task says which.",
  ),
  service_tier: optional(z.string(), 'How the provider serves the request.'),
  safety_identifier: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
  prompt_cache_key: optional(z.string(), 'Groups requests whose beginnings the provider caches.'),
  prompt_cache_retention: optional(z.string(), 'How long the provider caches.'),
};

export const effort = optional(
  z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
  'How long the model thinks, if it can.',
);
export const verbosity = optional(z.enum(['low', 'medium', 'high']), 'How long the answer is.');

/** Of an answer that is JSON of a schema. */
export const jsonFormatFields = {
  name: z.string().min(1).max(64),
  description: z.string().nullish(),
  schema: dictionary().nullish(),
  strict: z.boolean().nullish(),
};

/** Examples for the reference. zod omits those of a schema with a bounded list, which it treats as a transform. */
export const withExamples = (...examples: readonly object[]) => ({ override: { examples: [...examples] } });
