/** The forms in which other gateways and pipelines ask whether a text may pass. What they hold beside is theirs, and not read. */
import { z } from 'zod';
import { ACTED_ON_VERDICTS } from '../../../domain/answer-action.ts';
import { boundedList } from '../../../models/dialects/bounded-list.ts';
import { MAX_MESSAGES } from '../../../models/dialects/chat-completions/message-schema.ts';
import { optional, ownObject } from '../../../models/dialects/schema-parts.ts';
import {
  documents,
  maxClaims,
  minCheckWorthiness,
  minConfidence,
  sources,
  statements,
} from '../fact-check-schema.ts';

/** The model of POST /v1/moderations that is the gateway itself. */
export const OWN_MODERATION = 'claimgate';

const MOST_TEXTS = 1_000;

const on = optional(
  boundedList(z.enum(ACTED_ON_VERDICTS), ACTED_ON_VERDICTS.length, 1),
  'Verdicts of claims and statements that stop a text; `refuted` if absent.',
);

/** How a text is checked before it may pass. */
const guardSettings = {
  documents,
  sources,
  max_claims: maxClaims,
  statements,
  min_confidence: minConfidence,
  min_check_worthiness: minCheckWorthiness,
};

const textPart = z.looseObject({ type: z.literal('text'), text: z.string() });

export const moderationSchema = z
  .looseObject({
    model: z.literal(OWN_MODERATION).meta({ description: 'Any other model goes through to its provider.' }),
    input: z
      .union([z.string(), boundedList(z.union([z.string(), textPart]), MOST_TEXTS)])
      .meta({ description: 'A text, or several: each has a result of its own.' }),
    api_key: optional(
      z.string(),
      'Key of a provider, or an issued one; without one only public evidence is used.',
    ),
    fact_check: optional(
      ownObject(guardSettings).meta({ id: 'GuardSettings' }),
      'How the texts are checked.',
    ),
  })
  .meta({ id: 'ModerationRequest' });

/** https://docs.litellm.ai/docs/adding_provider/generic_guardrail_api */
export const litellmSchema = z
  .looseObject({
    input_type: z.enum(['request', 'response']),
    texts: optional(boundedList(z.string(), MOST_TEXTS), 'Of the request, or of the answer.'),
    structured_messages: optional(
      boundedList(z.unknown(), MAX_MESSAGES),
      'Their long texts and results of tools are evidence.',
    ),
    additional_provider_specific_params: optional(
      z.looseObject({
        fact_check: optional(
          ownObject({ on, ...guardSettings }).meta({ id: 'GuardrailSettings' }),
          'How answers are checked.',
        ),
      }),
      "As LiteLLM's config has it, or a request's `guardrails`.",
    ),
  })
  .meta({ id: 'LiteLLMGuardrailRequest' });

const portkeySide = z.looseObject({
  json: z.unknown(),
  text: optional(z.string(), 'Its text, as Portkey reads it.'),
});

/** Portkey's webhook guardrail: https://portkey.ai/docs/product/guardrails/bring-your-own-guardrails */
export const portkeySchema = z
  .looseObject({
    eventType: z.enum(['beforeRequestHook', 'afterRequestHook']),
    request: optional(portkeySide, 'What was asked: its long texts and results of tools are evidence.'),
    response: optional(portkeySide, 'What was answered.'),
  })
  .meta({ id: 'PortkeyGuardrailRequest' });

export const portkeyQuery = z.object({
  on: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(ACTED_ON_VERDICTS)))
    .optional()
    .meta({ description: 'Verdicts that stop an answer, with commas between them; `refuted` if absent.' }),
});
