import type { ChatRequest, Tool, ToolChoice } from '../../../domain/chat.ts';

interface WireTools {
  readonly tools?: readonly object[];
  readonly tool_choice?: string | object;
  readonly parallel_tool_calls?: boolean;
}

/**
 * @param allowedTools whether the provider has a choice of several tools. Where it has none, those are offered alone.
 */
export function toTools(request: ChatRequest, allowedTools: boolean): WireTools {
  const { tools, toolChoice: choice, parallelToolCalls } = request;
  if (tools === undefined) return {};
  const narrowed = choice?.type === 'allowed' && !allowedTools;
  const offered = narrowed ? tools.filter(({ name }) => choice.names.includes(name)) : tools;
  return {
    tools: offered.map(toTool),
    ...(choice === undefined ? {} : { tool_choice: narrowed ? choice.mode : toChoice(choice) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

/** Unlike in chat completions, a function is strict unless it says that it is not. */
function toTool({ name, description, parameters, strict = false }: Tool): object {
  return {
    type: 'function',
    name,
    description: description?.toWellFormed(),
    parameters: parameters ?? { type: 'object', properties: {} },
    strict,
  };
}

function toChoice(choice: ToolChoice): string | object {
  switch (choice.type) {
    case 'function':
      return nameTool(choice.name);
    case 'allowed':
      return { type: 'allowed_tools', mode: choice.mode, tools: choice.names.map(nameTool) };
    default:
      return choice.type;
  }
}

function nameTool(name: string): object {
  return { type: 'function', name };
}
