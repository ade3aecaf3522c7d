import type { ChatRequest, Tool } from '../../../domain/chat.ts';

/** How one of OpenAI's APIs writes what a request says of functions. */
export interface ToolForm {
  readonly tool: (tool: Tool) => object;
  /** A function that must be called, or may be. */
  readonly named: (name: string) => object;
  readonly allowed: (mode: 'auto' | 'required', tools: readonly object[]) => object;
}

interface WireTools {
  readonly tools?: readonly object[];
  readonly tool_choice?: string | object;
  readonly parallel_tool_calls?: boolean;
}

/**
 * @param allowedTools whether the provider has a choice of several tools. Where it has none, those are offered alone.
 */
export function toTools(request: ChatRequest, allowedTools: boolean, form = CHAT_FORM): WireTools {
  const { tools, toolChoice: choice, parallelToolCalls } = request;
  if (tools === undefined) return {};
  const narrowed = choice?.type === 'allowed' && !allowedTools;
  const offered = narrowed ? tools.filter(({ name }) => choice.names.includes(name)) : tools;
  return {
    tools: offered.map(form.tool),
    ...(choice === undefined ? {} : { tool_choice: narrowed ? choice.mode : toChoice(choice, form) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

const CHAT_FORM: ToolForm = {
  tool: ({ name, description, parameters, strict }) => ({
    type: 'function',
    function: { name, description: description?.toWellFormed(), parameters, strict },
  }),
  named: (name) => ({ type: 'function', function: { name } }),
  allowed: (mode, tools) => ({ type: 'allowed_tools', allowed_tools: { mode, tools } }),
};

function toChoice(
  choice: NonNullable<ChatRequest['toolChoice']>,
  { named, allowed }: ToolForm,
): string | object {
  switch (choice.type) {
    case 'function':
      return named(choice.name);
    case 'allowed':
      return allowed(choice.mode, choice.names.map(named));
    default:
      return choice.type;
  }
}
