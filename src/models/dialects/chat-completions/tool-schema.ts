/** The functions that a request offers, in OpenAI's forms: `tools`, and the older `functions`. */
import { z } from 'zod';
import { boundedList } from '../bounded-list.ts';
import { markFields } from '../cache-marks.ts';
import { dictionary, optional, orOtherType } from '../schema-parts.ts';
import { toolName } from './message-schema.ts';

export const MAX_TOOLS: number = 1_000;

const declaration = z
  .object({
    name: toolName('Each provider has narrower rules of its own.'),
    description: optional(z.string(), 'What it does, for the model.'),
    parameters: optional(dictionary(), 'JSON Schema of its arguments.'),
  })
  .meta({ id: 'FunctionDeclaration' });

/** Its own schema, and that its arguments must match it. */
export const strictDeclaration = declaration.extend({
  strict: optional(z.boolean(), 'The arguments must match the schema.'),
});

const functionTool = z
  .object({ type: z.literal('function'), function: strictDeclaration, ...markFields })
  .meta({ id: 'Tool' });

const tool = orOtherType(functionTool, ['function']);

const named = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) });
export const choiceMode = z.enum(['none', 'auto', 'required']);
export const allowedMode = z.enum(['auto', 'required']);

const knownChoice = z.discriminatedUnion('type', [
  named,
  z.object({
    type: z.literal('allowed_tools'),
    allowed_tools: z.object({
      mode: allowedMode,
      tools: boundedList(named, MAX_TOOLS, 1),
    }),
  }),
]);
const choice = z.union([choiceMode, orOtherType(knownChoice, ['function', 'allowed_tools'])]);

export const parallelCalls = optional(z.boolean(), 'Whether one answer may have several calls.');

/** The fields of a request about tools. */
export const toolFields = {
  tools: optional(boundedList(tool, MAX_TOOLS), 'Functions that the model may call.'),
  tool_choice: optional(choice, 'Whether the model calls a function, and which.'),
  parallel_tool_calls: parallelCalls,
  functions: optional(boundedList(declaration, MAX_TOOLS), 'The older form of `tools`.'),
  function_call: optional(
    z.union([z.enum(['none', 'auto']), z.object({ name: z.string() })]),
    'The older form of `tool_choice`.',
  ),
};

const toolBody = z.object(toolFields);
export type ToolBody = z.output<typeof toolBody>;
export type FunctionTool = z.output<typeof functionTool>;
