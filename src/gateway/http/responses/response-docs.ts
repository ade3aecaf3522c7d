/** What the endpoints of responses answer, for the API reference. */
import { z } from 'zod';
import {
  costOf,
  evaluation,
  failureResponses,
  json,
  jsonOrEvents,
  metadataSchema,
  tokenLogprob,
  toolCall,
} from '../response-schema.ts';

const itemStatus = z.enum(['in_progress', 'completed', 'incomplete']);

const citation = z.object({
  type: z.literal('url_citation'),
  start_index: z.int().meta({ description: 'UTF-16 offset into the text of the part.' }),
  end_index: z.int(),
  url: z.string(),
  title: z.string(),
});

const outputItem = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('message'),
      id: z.string(),
      role: z.literal('assistant'),
      status: itemStatus,
      content: z.array(
        z.object({
          type: z.literal('output_text'),
          text: z.string(),
          annotations: z.array(citation).meta({ description: 'The evidence that was cited.' }),
          logprobs: z.array(tokenLogprob),
        }),
      ),
    }),
    z.object({
      type: z.literal('reasoning'),
      id: z.string(),
      status: itemStatus,
      summary: z
        .array(z.object({ type: z.literal('summary_text'), text: z.string() }))
        .meta({ description: "What the provider shows of the model's thinking." }),
      encrypted_content: z.string().optional().meta({ description: 'What the provider wants back with it.' }),
    }),
    z.object({
      type: z.literal('function_call'),
      id: z.string(),
      status: itemStatus,
      call_id: z.string().meta({ description: 'Names the call in its `function_call_output`.' }),
      ...toolCall.shape.function.shape,
      namespace: z.string().optional().meta({ description: 'Of the tool.' }),
      extra_content: toolCall.shape.extra_content,
    }),
    z.object({
      type: z.literal('custom_tool_call'),
      id: z.string(),
      status: itemStatus,
      call_id: z.string().meta({ description: 'Names the call in its `custom_tool_call_output`.' }),
      name: z.string(),
      input: z.string(),
      namespace: z.string().optional().meta({ description: 'Of the tool.' }),
      extra_content: toolCall.shape.extra_content,
    }),
  ])
  .meta({ id: 'OutputItem' });

const response = z
  .looseObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int().meta({ description: 'Unix seconds.' }),
    completed_at: z.int().nullable(),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
    model: z.string(),
    output: z.array(outputItem),
    usage: z
      .object({
        input_tokens: z.int(),
        input_tokens_details: z.object({ cache_write_tokens: z.int(), cached_tokens: z.int() }),
        output_tokens: z.int(),
        output_tokens_details: z.object({ reasoning_tokens: z.int() }),
        total_tokens: z.int(),
        cost: costOf('the answer'),
      })
      .nullable(),
    store: z.boolean().meta({ description: 'Whether the gateway keeps it.' }),
    fact_check_metadata: metadataSchema.optional(),
    evaluation: evaluation.optional().meta({ description: 'Present if `enable_evaluations` is set.' }),
  })
  .meta({ id: 'Response', description: 'The settings of the request stand beside these members.' });

export const responseDocs = {
  200: jsonOrEvents(
    response,
    'The answer. With `stream: true` it comes as `text/event-stream` instead.',
    "OpenAI's events, `response.created` to `response.completed`, and with `fact_check.stream_events` also `claimgate.claim` and `claimgate.verdict`.",
  ),
  ...failureResponses,
};

const { 401: unauthorized, 404: notFound, 422: invalid } = failureResponses;

export const keptDocs = {
  200: json(response, 'As it was answered.'),
  401: unauthorized,
  404: notFound,
};

export const deletedDocs = {
  200: json(
    z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) }),
    'It is deleted; no other response can go on from it any more.',
  ),
  401: unauthorized,
  404: notFound,
};

export const itemListDocs = {
  200: json(
    z.object({
      object: z.literal('list'),
      data: z.array(z.looseObject({ id: z.string(), type: z.string() })),
      first_id: z.string(),
      last_id: z.string(),
      has_more: z.boolean(),
    }),
    'Items as in the request, each with its id; those of earlier responses are not among them.',
  ),
  401: unauthorized,
  404: notFound,
  422: invalid,
};
