/** The body of POST /v1/messages, in Anthropic's forms. The schema validates, and the API reference is made from it. */
import { z } from 'zod';
import { effort, samplingFields } from '../answer-fields.ts';
import { boundedList } from '../bounded-list.ts';
import { markFields } from '../cache-marks.ts';
import {
  checked,
  extraContent,
  imageUrl,
  MAX_MESSAGES,
  requires,
  toolName,
} from '../chat-completions/message-schema.ts';
import { MAX_TOOLS } from '../chat-completions/tool-schema.ts';
import { dataFault } from '../read-media.ts';
import { dictionary, integer, optional, orOtherType } from '../schema-parts.ts';

/** Of one message. */
const MAX_BLOCKS = 1_000;
const MAX_STOPS = 64;

const cacheControl = markFields.cache_control;

const textBlock = z
  .object({ type: z.literal('text'), text: z.string(), cache_control: cacheControl })
  .meta({ id: 'TextBlock' });

const data = checked(dataFault, 'In base64.');

const imageSource = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('base64'),
    media_type: z.string().regex(/^image\/[a-z0-9.+-]+$/, 'must be a picture'),
    data,
  }),
  z.object({ type: z.literal('url'), url: imageUrl }),
]);
const imageBlock = z
  .object({
    type: z.literal('image'),
    source: orOtherType(imageSource, ['base64', 'url']),
    cache_control: cacheControl,
  })
  .meta({ id: 'ImageBlock' });

/** Text, or blocks; blocks of other types are refused later, by their place. */
const blocks = <T extends z.ZodType>(known: T, types: readonly string[]) =>
  z
    .union([z.string(), boundedList(orOtherType(known, types), MAX_BLOCKS)])
    .meta({ description: 'Text, or blocks.' });
const texts = blocks(textBlock, ['text']);

const documentSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data }),
  z.object({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
  z.object({ type: z.literal('content'), content: texts }),
]);
const documentBlock = z
  .object({
    type: z.literal('document'),
    source: orOtherType(documentSource, ['base64', 'text', 'content']),
    title: optional(z.string(), 'Its name.'),
    context: optional(z.string(), 'What it is; read before a text.'),
    cache_control: cacheControl,
  })
  .meta({ id: 'DocumentBlock', description: 'A PDF, or a text.' });

const searchResultBlock = z
  .object({
    type: z.literal('search_result'),
    source: z.string().meta({ description: 'Where it was found.' }),
    title: z.string(),
    content: boundedList(textBlock, MAX_BLOCKS),
    cache_control: cacheControl,
  })
  .meta({ id: 'SearchResultBlock', description: 'A text that was found; the model reads it as text.' });

/** What a user shows, and what a tool returns. */
const SHOWN = [textBlock, imageBlock, documentBlock, searchResultBlock] as const;
const SHOWN_TYPES = ['text', 'image', 'document', 'search_result'];

const referenceBlock = z
  .object({ type: z.literal('tool_reference'), tool_name: z.string(), cache_control: cacheControl })
  .meta({
    id: 'ToolReferenceBlock',
    description: 'A tool that was searched for and found; others read it as text.',
  });

const resultBlock = z
  .object({
    type: z.literal('tool_result'),
    tool_use_id: z.string().min(1),
    content: optional(
      blocks(z.discriminatedUnion('type', [...SHOWN, referenceBlock]), [...SHOWN_TYPES, 'tool_reference']),
      'Pictures and PDF files are put behind the results of their turn.',
    ),
    is_error: optional(z.boolean(), 'Has no effect: see X-Claimgate-Adjusted.'),
    cache_control: cacheControl,
  })
  .meta({ id: 'ToolResultBlock' });

const useBlock = z
  .object({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: toolName('Of the tool.'),
    input: dictionary(),
    extra_content: extraContent,
    cache_control: cacheControl,
  })
  .meta({ id: 'ToolUseBlock', description: 'A call that the model made.' });

const thinkingBlock = z.looseObject({ type: z.enum(['thinking', 'redacted_thinking']) }).meta({
  id: 'ThinkingBlock',
  description: 'Left out: what a provider wants back comes back with its calls.',
});

const ASSISTANT_BLOCKS = ['text', 'tool_use', 'thinking', 'redacted_thinking'];

const message = z
  .discriminatedUnion('role', [
    z
      .object({
        role: z.literal('user'),
        content: blocks(z.discriminatedUnion('type', [...SHOWN, resultBlock]), [
          ...SHOWN_TYPES,
          'tool_result',
        ]),
      })
      .meta({ id: 'UserTurn', ...requires('role', 'content') }),
    z
      .object({
        role: z.literal('assistant'),
        content: blocks(z.discriminatedUnion('type', [textBlock, useBlock, thinkingBlock]), ASSISTANT_BLOCKS),
      })
      .meta({ id: 'AssistantTurn', ...requires('role', 'content') }),
    z
      .object({ role: z.literal('system'), content: texts })
      .meta({ id: 'SystemTurn', ...requires('role', 'content') }),
  ])
  .meta({ id: 'TurnMessage' });

/** Anthropic runs tools of other types itself. */
const customTool = z
  .object({
    type: z.literal('custom').nullish(),
    name: toolName('Each provider has narrower rules of its own.'),
    description: optional(z.string(), 'What it does, for the model.'),
    input_schema: dictionary().meta({ description: 'JSON Schema of its input.' }),
    strict: optional(z.boolean(), 'The input must match the schema.'),
    cache_control: cacheControl,
  })
  .meta({ id: 'CustomTool' });

const oneCall = optional(z.boolean(), 'Whether one answer may have one call at most.');
const choice = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['auto', 'any']), disable_parallel_tool_use: oneCall }),
  z.object({ type: z.literal('tool'), name: z.string(), disable_parallel_tool_use: oneCall }),
  z.object({ type: z.literal('none') }),
]);

const display = optional(z.string(), '`omitted`: thoughts are not shown.');
const thinking = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enabled'),
    budget_tokens: optional(
      integer().min(1),
      'An effort, at models of other providers: see X-Claimgate-Adjusted.',
    ),
    display,
  }),
  z.object({ type: z.enum(['adaptive', 'between_tools', 'disabled']), display }),
]);

const format = optional(
  z.object({ type: z.literal('json_schema'), schema: dictionary() }),
  'The answer is JSON of this schema.',
);

/** All but the model's name. */
export const messagesFields = {
  messages: boundedList(message, MAX_MESSAGES, 1),
  system: optional(
    z.union([z.string(), boundedList(textBlock, MAX_BLOCKS)]),
    'What the operator says: text, or blocks of it.',
  ),
  max_tokens: integer().min(1).meta({ description: 'The most tokens of the answer.' }),
  ...samplingFields,
  cache_control: cacheControl,
  top_k: optional(
    integer().min(0),
    'How many of the likeliest tokens are chosen from, if the provider supports it.',
  ),
  stop_sequences: optional(boundedList(z.string(), MAX_STOPS), 'Sequences that end the answer.'),
  tools: optional(
    boundedList(orOtherType(customTool, ['custom']), MAX_TOOLS),
    'Tools that the model may call.',
  ),
  tool_choice: optional(choice, 'Whether the model calls a tool, and which.'),
  thinking: optional(thinking, '`disabled` turns thinking off; the others show it where the provider can.'),
  output_config: optional(
    z.object({
      effort,
      format,
    }),
    'How long the model thinks, and the form of its answer.',
  ),
  output_format: format.meta({ description: 'The older name of `output_config.format`.' }),
  metadata: optional(
    z.object({ user_id: optional(z.string(), 'Identifies your end user to the provider; a hint.') }),
    'About the request.',
  ),
  service_tier: optional(z.enum(['auto', 'standard_only']), 'How the provider serves the request.'),
  thread: optional(
    z.looseObject({ type: z.string() }),
    '`create` has no effect; `continue` is refused with 404, and clients send the whole conversation.',
  ),
};

const body = z.object(messagesFields);
export type MessagesBody = z.output<typeof body>;
