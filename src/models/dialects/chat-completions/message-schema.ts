/** The messages of a conversation, in OpenAI's forms. What holds between messages is `check-messages.ts`' matter. */
import { z } from 'zod';
import { boundedList } from '../bounded-list.ts';
import { markFields } from '../cache-marks.ts';
import { dataFault, imageFault, pdfFault } from '../read-media.ts';
import { dictionary, isToolName, notSupported, optional, orOtherType } from '../schema-parts.ts';

export const MAX_MESSAGES: number = 20_000;
/** Of one message. */
const MAX_PARTS = 1_000;
/** Of one message. */
const MAX_CALLS = 1_000;

/** A text that another rule than its type holds for. */
export const checked = (faultOf: (text: string) => string | undefined, description: string) =>
  z
    .string()
    .superRefine((text, context) => {
      const message = faultOf(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ description });

const textPart = z
  .object({ type: z.literal('text'), text: z.string(), ...markFields })
  .meta({ id: 'TextPart' });
export const refusalPart = z
  .object({ type: z.literal('refusal'), refusal: z.string(), ...markFields })
  .meta({ id: 'RefusalPart' });
export const imageUrl = checked(
  imageFault,
  'A data: URL, or an https URL that the provider fetches; the gateway fetches nothing.',
);
export const imageDetail = optional(z.string(), 'How closely the model looks: `auto`, `low` or `high`.');
const imagePart = z
  .object({
    type: z.literal('image_url'),
    image_url: z.object({ url: imageUrl, detail: imageDetail }),
    ...markFields,
  })
  .meta({ id: 'ImagePart' });
export const fileFields = {
  file_data: optional(checked(pdfFault, 'A PDF in base64, or as a data: URL.'), 'The file; required.'),
  filename: optional(z.string(), 'Its name.'),
  file_id: optional(z.string(), 'Not supported.'),
};
const filePart = z
  .object({ type: z.literal('file'), file: z.object(fileFields), ...markFields })
  .meta({ id: 'FilePart' });
export const audioPart = z
  .object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: checked(dataFault, 'In base64.'), format: z.enum(['wav', 'mp3']) }),
    ...markFields,
  })
  .meta({ id: 'AudioPart' });

type Kind = z.core.$ZodTypeDiscriminable;
/** Parts that are known; where one may not stand, it is none that a later version of the API has. */
const PART_TYPES = [
  ...['text', 'refusal', 'image_url', 'file', 'input_audio'],
  ...['input_text', 'output_text', 'input_image', 'input_file'],
];

/** Text, or parts; which provider takes a part of another type is seen later. */
export const parts = <const T extends readonly [Kind, ...Kind[]]>(...kinds: T) =>
  z
    .union([z.string(), boundedList(orOtherType(z.discriminatedUnion('type', kinds), PART_TYPES), MAX_PARTS)])
    .meta({ description: 'Text, or parts.' });

/** For the reference: zod takes a union with a bounded list for one that may be absent. */
export const requires = (...required: string[]) => ({ override: { required } });

const name = optional(z.string(), 'Distinguishes speakers of one role, if the provider supports it.');

export const toolName = (description: string) =>
  z.string().refine(isToolName, 'must be letters, digits and _ - . :, at most 128').meta({ description });

export const callFields = {
  name: toolName('Of the function.'),
  arguments: z.string().meta({ description: 'A JSON text.' }),
};
const call = z.object(callFields);
export const extraContent = optional(dictionary(), 'As it came with the call.');

const toolCall = z
  .object({
    id: z.string().min(1),
    type: z.literal('function'),
    function: call,
    extra_content: extraContent,
    ...markFields,
  })
  .meta({ id: 'ToolCall' });

export const messageSchema = z
  .discriminatedUnion('role', [
    z
      .object({ role: z.enum(['system', 'developer']), content: parts(textPart), name })
      .meta({ id: 'SystemMessage', ...requires('role', 'content') }),
    z
      .object({ role: z.literal('user'), content: parts(textPart, imagePart, filePart, audioPart), name })
      .meta({ id: 'UserMessage', ...requires('role', 'content') }),
    z
      .object({
        role: z.literal('assistant'),
        content: optional(parts(textPart, refusalPart), 'Required without tool_calls and refusal.'),
        refusal: optional(z.string(), 'Counts as content.'),
        name,
        tool_calls: optional(
          boundedList(orOtherType(toolCall, ['function']), MAX_CALLS),
          'The calls that the model made.',
        ),
        function_call: optional(call, 'The older form of one call.'),
        audio: notSupported(),
      })
      .meta({ id: 'AssistantMessage' }),
    z
      .object({ role: z.literal('tool'), tool_call_id: z.string(), content: parts(textPart), ...markFields })
      .meta({
        id: 'ToolMessage',
        description: 'The result of a call; it follows the message with the call.',
        ...requires('role', 'content', 'tool_call_id'),
      }),
    z
      .object({
        role: z.literal('function'),
        name: z.string(),
        content: z.string().nullable().meta({ description: 'The result of the call.' }),
      })
      .meta({ id: 'FunctionMessage', description: 'The older form of a tool message.' }),
  ])
  .meta({ id: 'Message' });

export type MessageBody = z.output<typeof messageSchema>;
