/** Fields of a request that several dialects have alike. */
import { z } from 'zod';
import { cacheOptions } from './cache-marks.ts';
import { dictionary, optional } from './schema-parts.ts';

/** How it is answered. */
export const samplingFields = {
  stream: optional(z.boolean(), 'Answer as server-sent events.'),
  temperature: optional(
    z.number().min(0).max(2),
    'Clamped to what the model supports; see X-Claimgate-Adjusted.',
  ),
  top_p: optional(z.number().min(0).max(1), 'Nucleus sampling.'),
};

/** Hints of OpenAI's two APIs. */
export const hintFields = {
  user: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
  service_tier: optional(z.string(), 'How the provider serves the request.'),
  safety_identifier: optional(z.string(), 'Identifies your end user to the provider; a hint.'),
  prompt_cache_key: optional(z.string(), 'Groups requests whose beginnings the provider caches.'),
  prompt_cache_retention: optional(z.string(), 'How long the provider caches.'),
  prompt_cache_options: cacheOptions,
};

export const effort = optional(
  z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
  'How long the model thinks, if it can.',
);
export const verbosity = optional(z.enum(['low', 'medium', 'high']), 'How long the answer is.');

/** Forms of an answer that every dialect of OpenAI's has. */
export const plainFormats = [
  z.object({ type: z.literal('text') }),
  z.object({
    type: z.literal('json_object'),
    // Servers of open models take one here (docs.together.ai/docs/json-mode).
    schema: optional(dictionary(), 'Of the answer: the same as `json_schema`.'),
  }),
] as const;

/** Of an answer that is JSON of a schema. */
export const jsonFormatFields = {
  name: z.string().min(1).max(64),
  description: z.string().nullish(),
  schema: dictionary().nullish(),
  strict: z.boolean().nullish(),
};
