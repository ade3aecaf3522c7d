/** What POST /v1/messages answers, for the API reference. */
import { z } from 'zod';
import {
  costOf,
  evaluation,
  failuresInForm,
  json,
  jsonOrEvents,
  metadataSchema,
} from '../response-schema.ts';

const block = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({
      type: z.literal('thinking'),
      thinking: z.string(),
      signature: z.string().meta({ description: "Anthropic's; empty of another provider's thoughts." }),
    }),
    z.object({
      type: z.literal('tool_use'),
      id: z.string().meta({ description: 'Names the call in its `tool_result`.' }),
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
      extra_content: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'What the provider wants back with the call.' }),
    }),
  ])
  .meta({ id: 'ContentBlock' });

const message = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(block),
    stop_reason: z.enum(['end_turn', 'max_tokens', 'tool_use', 'refusal']).nullable(),
    stop_sequence: z.null(),
    usage: z.object({
      input_tokens: z.int().meta({ description: 'Without those that were read from a cache.' }),
      cache_creation_input_tokens: z.int(),
      cache_read_input_tokens: z.int(),
      output_tokens: z.int(),
      cost: costOf('the answer'),
    }),
    fact_check_metadata: metadataSchema.optional(),
    evaluation: evaluation.optional().meta({ description: 'Present if `enable_evaluations` is set.' }),
  })
  .meta({ id: 'AnswerMessage' });

const failure = z
  .object({
    type: z.literal('error'),
    error: z.object({
      type: z.string(),
      message: z.string(),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'MessageError' });

export const messageFailures = {
  400: json(failure, 'The body is not valid, an unsupported field, or rejected by the provider.'),
  ...failuresInForm(failure),
};

export const messageDocs = {
  200: jsonOrEvents(
    message,
    'The answer. With `stream: true` it comes as `text/event-stream` instead.',
    "Anthropic's events, `message_start` to `message_stop`; the last `message_delta` has `fact_check_metadata`. With `fact_check.stream_events` also `claimgate.claim` and `claimgate.verdict`.",
  ),
  ...messageFailures,
};

export const countDocs = {
  200: json(
    z.object({ input_tokens: z.int().min(0) }).meta({ id: 'TokenCount' }),
    'The count of Anthropic or Google; for the others an estimate: `X-Claimgate-Adjusted: input_tokens=estimated`.',
  ),
  ...messageFailures,
};
