/** The gateway's own fields of a chat's request, whichever dialect it is written in. */
import { z } from 'zod';
import { ASKED_TASKS } from '../../domain/asked-task.ts';
import { optional } from '../../models/dialects/schema-parts.ts';
import { factCheckSchema } from './fact-check-schema.ts';

export const modelId = z.string().meta({ description: 'An id from the list of models, or `provider/id`.' });

/** Who answers, and with whose key. */
export const modelFields = {
  api_key: optional(
    z.string(),
    'Key of the provider of the model. Required, here or as `Authorization: Bearer`; this one takes precedence.',
  ),
  model: modelId,
};

/** What the gateway does beside: no dialect has these, and no provider is sent them. */
export const ownFields = {
  enable_evaluations: optional(z.boolean(), 'Score the claim extraction of this request.'),
  fact_check: optional(factCheckSchema, 'How the conversation is checked.'),
  task: optional(
    z.enum(ASKED_TASKS),
    "Which of the service's system prompts applies. `auto`: none where the request has a system message, tools or a response format, or is not checked; else the one for chat, or for claim work where the message is a request for it. X-Claimgate-Task says which.",
  ),
};

const own = z.object(ownFields);
export type OwnFields = z.output<typeof own>;

/** Examples for the reference. zod omits those of a schema with a bounded list, which it treats as a transform. */
export const withExamples = (...examples: readonly object[]) => ({ override: { examples: [...examples] } });
