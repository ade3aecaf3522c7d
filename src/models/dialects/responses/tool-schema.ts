/** The tools that a request offers, in OpenAI's forms. */
import { z } from 'zod';
import { boundedList } from '../bounded-list.ts';
import { toolName } from '../chat-completions/message-schema.ts';
import { allowedMode, choiceMode, MAX_TOOLS, strictDeclaration } from '../chat-completions/tool-schema.ts';
import { dictionary, optional, orOtherType } from '../schema-parts.ts';

const functionTool = strictDeclaration.extend({ type: z.literal('function') }).meta({ id: 'ResponsesTool' });
const customTool = z
  .object({
    type: z.literal('custom'),
    name: toolName('Each provider has narrower rules of its own.'),
    description: optional(z.string(), 'What it does, for the model.'),
    format: optional(dictionary(), 'What the text must be like: free, or of a grammar.'),
  })
  .meta({ id: 'ResponsesCustomTool', description: 'A tool that is called with a text.' });
const plainTool = orOtherType(z.discriminatedUnion('type', [functionTool, customTool]), [
  'function',
  'custom',
]);
const namespaceTool = z
  .object({
    type: z.literal('namespace'),
    name: toolName('Stands before the names of its tools.'),
    description: optional(z.string(), 'What its tools do, for the model.'),
    tools: boundedList(plainTool, MAX_TOOLS),
  })
  .meta({ id: 'NamespaceTool', description: 'Tools under a common name.' });
const tool = orOtherType(z.discriminatedUnion('type', [functionTool, customTool, namespaceTool]), [
  ...['function', 'custom', 'namespace'],
]);

const named = z.object({
  type: z.enum(['function', 'custom']),
  name: z.string(),
  namespace: optional(z.string(), 'Of the tool.'),
});
export const toolList = boundedList(tool, MAX_TOOLS);

export const choice = z.union([
  choiceMode,
  orOtherType(
    z.discriminatedUnion('type', [
      named,
      z.object({
        type: z.literal('allowed_tools'),
        mode: allowedMode,
        tools: boundedList(orOtherType(named, ['function', 'custom']), MAX_TOOLS, 1),
      }),
    ]),
    ['function', 'custom', 'allowed_tools'],
  ),
]);
