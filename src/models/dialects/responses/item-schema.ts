/** The items of a conversation, in OpenAI's forms. What holds between items is `check-items.ts`' matter. */

import { z } from 'zod';
import { isObject } from '../../../domain/json-object.ts';
import { markFields } from '../cache-marks.ts';
import {
  audioPart,
  callFields,
  extraContent,
  fileFields,
  imageDetail,
  imageUrl,
  parts,
  refusalPart,
  requires,
} from '../chat-completions/message-schema.ts';
import { optional } from '../schema-parts.ts';
import { toolList } from './tool-schema.ts';

const inputText = z
  .object({ type: z.literal('input_text'), text: z.string(), ...markFields })
  .meta({ id: 'InputTextPart' });
const inputImage = z
  .object({
    type: z.literal('input_image'),
    image_url: optional(imageUrl, 'A data: URL, or an https URL that the provider fetches; required.'),
    detail: imageDetail,
    file_id: optional(z.string(), 'Not supported.'),
    ...markFields,
  })
  .meta({ id: 'InputImagePart' });
const inputFile = z
  .object({
    type: z.literal('input_file'),
    ...fileFields,
    file_url: optional(z.string(), 'Not supported.'),
    ...markFields,
  })
  .meta({ id: 'InputFilePart' });
const outputText = z
  .object({ type: z.literal('output_text'), text: z.string(), ...markFields })
  .meta({ id: 'OutputTextPart' });

const id = optional(z.string(), 'As it came with the item.');
const type = z.literal('message').meta({ description: 'May be left out.' });
const ofMessage = requires('role', 'content');

const message = z.discriminatedUnion('role', [
  z
    .object({ type, role: z.enum(['system', 'developer']), content: parts(inputText), id })
    .meta({ id: 'SystemItem', ...ofMessage }),
  z
    .object({
      type,
      role: z.literal('user'),
      content: parts(inputText, inputImage, inputFile, audioPart),
      id,
    })
    .meta({ id: 'UserItem', ...ofMessage }),
  z
    .object({ type, role: z.literal('assistant'), content: parts(outputText, refusalPart), id })
    .meta({ id: 'AssistantItem', ...ofMessage }),
]);

const callId = z.string().min(1);
const namespace = optional(z.string(), 'Of the tool.');

const knownItem = z.discriminatedUnion('type', [
  message,
  z
    .object({
      type: z.literal('function_call'),
      call_id: callId,
      ...callFields,
      namespace,
      id,
      extra_content: extraContent,
    })
    .meta({ id: 'FunctionCallItem', description: 'A call that the model made.' }),
  z
    .object({
      type: z.literal('custom_tool_call'),
      call_id: callId,
      name: callFields.name,
      input: z.string(),
      namespace,
      id,
      extra_content: extraContent,
    })
    .meta({ id: 'CustomToolCallItem', description: 'A call of a custom tool.' }),
  z
    .object({
      type: z.literal('custom_tool_call_output'),
      call_id: callId,
      output: parts(inputText, inputImage, inputFile),
      id,
    })
    .meta({ id: 'CustomToolCallOutputItem', ...requires('type', 'call_id', 'output') }),
  z
    .object({ type: z.literal('additional_tools'), tools: toolList, id })
    .meta({ id: 'AdditionalToolsItem', description: 'More tools, beside `tools` of the request.' }),
  z
    .object({
      type: z.literal('function_call_output'),
      call_id: callId,
      output: parts(inputText, inputImage, inputFile),
      id,
    })
    .meta({
      id: 'FunctionCallOutputItem',
      description: 'The result of a call. What it holds beside text is sent behind the results of its turn.',
      ...requires('type', 'call_id', 'output'),
    }),
  z.looseObject({ type: z.literal('reasoning'), id }).meta({
    id: 'ReasoningItem',
    description: 'Goes back to the provider that wrote it, with the call behind it; else it is left out.',
  }),
  z.object({ type: z.literal('item_reference'), id: z.string() }).meta({
    id: 'ItemReference',
    description: 'Stands for an item of a kept response, or of the same input.',
    ...requires('id'),
  }),
]);

const TYPES = [
  ...['message', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['reasoning', 'item_reference', 'additional_tools'],
];

/** Clients may leave out that an item is a message, or a reference. */
function withType(item: unknown): unknown {
  if (isReference(item)) return { ...item, type: 'item_reference' };
  return isObject(item) && item.type == null && 'role' in item ? { ...item, type: 'message' } : item;
}

/** Whether an item, valid or not, stands for another one. */
export function isReference(item: unknown): item is { readonly id: unknown } {
  if (!isObject(item)) return false;
  if (item.type != null) return item.type === 'item_reference';
  return item.id !== undefined && Object.keys(item).every((name) => name === 'id' || name === 'type');
}

/** Its fields stay: whether it is a call decides what becomes of it. */
const otherItem = z.looseObject({
  type: z.string().refine((type) => !TYPES.includes(type), { abort: true }),
});

export const itemSchema = z
  .preprocess(withType, z.union([knownItem, otherItem]).meta({ override: withoutOther }))
  .meta({ id: 'Item' });

/** The reference does not name what is not known. */
function withoutOther({ jsonSchema }: { readonly jsonSchema: { anyOf?: unknown[] } }): void {
  jsonSchema.anyOf?.splice(1);
}

/** An item that the gateway reads. */
export type KnownItem = z.output<typeof knownItem>;

/** @param item of a request, or of a response that was kept. */
export function isKnownItem(item: { readonly type?: unknown }): item is KnownItem {
  return TYPES.includes(item.type as string);
}
