/** The fields that chat completions writes in another form: what they say stands in an object of its own there. */
import { isObject } from '../../../domain/json-object.ts';
import type { ChatCompletionsBody } from '../chat-completions/chat-schema.ts';

/** As they are where the body is valid. */
export type InChatWords = Required<Pick<ChatCompletionsBody, 'tools' | 'tool_choice' | 'response_format'>>;

/** @returns these fields of a body, valid or not, as chat completions would have them. */
export function inChatWords({ tools, tool_choice: choice, text }: Readonly<Record<string, unknown>>) {
  return {
    tools: inObjects(tools),
    tool_choice: choiceInChatWords(choice),
    response_format: isObject(text) ? formatInChatWords(text.format) : undefined,
  };
}

function inObjects(tools: unknown): unknown {
  return Array.isArray(tools) ? tools.map(inObject) : tools;
}

/** A custom tool counts as the function that stands for it. */
function inObject(tool: unknown): unknown {
  if (!isObject(tool) || (tool.type !== 'function' && tool.type !== 'custom')) return tool;
  // What is in a namespace has another name, which the body does not tell.
  return tool.namespace == null ? { type: 'function', function: tool } : { type: 'function' };
}

function choiceInChatWords(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  if (choice.type === 'function' || choice.type === 'custom') return inObject(choice);
  if (choice.type !== 'allowed_tools') return choice.type === 'unread' ? choice : undefined;
  const { type, mode, tools } = choice;
  return { type, allowed_tools: { mode, tools: inObjects(tools) } };
}

function formatInChatWords(format: unknown): unknown {
  if (!isObject(format) || format.type !== 'json_schema') return format;
  return { type: 'json_schema', json_schema: format };
}
