/** The functions that a request offers, in OpenAI's forms: `tools`, and the older `functions`. */
import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { toolName } from './message-schema.ts';
import { dictionary, optional } from './schema-parts.ts';

export const MAX_TOOLS = 1_000;

const declaration = z
  .object({
    name: toolName('Each provider has narrower rules of its own.'),
    description: optional(z.string(), 'What it does, for the model.'),
    parameters: optional(dictionary(), 'JSON Schema of its arguments.'),
  })
  .meta({ id: 'FunctionDeclaration' });

const functionTool = z
  .object({
    type: z.literal('function'),
    function: declaration.extend({
      strict: optional(z.boolean(), 'The arguments must match the schema.'),
    }),
  })
  .meta({ id: 'Tool' });

/** Tools of other types are valid, and refused with 400 later: the reference does not name them. */
const otherTool = z.object({ type: z.string().refine((type) => type !== 'function', { abort: true }) });
const tool = z.union([functionTool, otherTool]).meta({
  override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown[] } }) => {
    jsonSchema.anyOf?.splice(1);
  },
});

const named = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) });
const MODES = ['none', 'auto', 'required'] as const;

const choice = z.union([
  z.enum(MODES),
  z.discriminatedUnion('type', [
    named,
    z.object({
      type: z.literal('allowed_tools'),
      allowed_tools: z.object({
        mode: z.enum(['auto', 'required']),
        tools: boundedList(named, MAX_TOOLS, 1),
      }),
    }),
  ]),
]);

/** The fields of a request about tools. */
export const toolFields = {
  tools: optional(boundedList(tool, MAX_TOOLS), 'Functions that the model may call.'),
  tool_choice: optional(choice, 'Whether the model calls a function, and which.'),
  parallel_tool_calls: optional(z.boolean(), 'Whether one answer may have several calls.'),
  functions: optional(boundedList(declaration, MAX_TOOLS), 'The older form of `tools`.'),
  function_call: optional(
    z.union([z.enum(['none', 'auto']), z.object({ name: z.string() })]),
    'The older form of `tool_choice`.',
  ),
};

const toolBody = z.object(toolFields);
export type ToolBody = z.output<typeof toolBody>;
export type FunctionTool = z.output<typeof functionTool>;
