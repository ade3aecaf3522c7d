/** Reads and checks the functions that a request offers, as OpenAI's API does. */
import type { PromptTool, PromptTools } from '../answers/prompt.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { checkFields, checkValue, checkWord, NAME } from './chat-fields.ts';
import { findStrictFault } from './strict-schema.ts';

const MODES = ['none', 'auto', 'required'];

/** @param allowed whether the choice of several functions is known. */
export function readTools(body: JsonObject, allowed: boolean): PromptTools | undefined {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined || tools === null) {
    const alone = ['tool_choice', 'parallel_tool_calls'].find((field) => (body[field] ?? null) !== null);
    if (alone === undefined) return undefined;
    return refuse(`Invalid value for '${alone}': '${alone}' is only allowed when 'tools' are specified.`, {
      param: alone,
    });
  }
  const offered = asArray(tools).map((tool, index) => readTool(tool, `tools[${index}]`));
  return {
    ...readChoice(choice ?? 'auto', offered, allowed),
    parallel: body.parallel_tool_calls !== false,
  };
}

function readTool(tool: unknown, place: string): PromptTool {
  checkValue(tool, { type: 'an object' }, place);
  const { type, function: given } = asObject(tool);
  checkWord(type ?? '', ['function'], `${place}.type`);
  checkFields(asObject(tool), { function: { type: 'an object', required: true } }, `${place}.`);
  const { name, parameters, strict } = asObject(given);
  checkFields(
    asObject(given),
    {
      name: { type: 'a string', required: true },
      description: { type: 'a string' },
      parameters: { type: 'an object' },
      strict: { type: 'a boolean' },
    },
    `${place}.function.`,
  );
  if (!NAME.test(String(name))) {
    const message = `Invalid '${place}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
    refuse(message, { param: `${place}.function.name`, code: 'invalid_value' });
  }
  if (!isObject(parameters)) return { name: String(name) };
  const open =
    parameters.type === 'object' ? undefined : 'schema must be a JSON Schema of \'type: "object"\'.';
  const fault = strict === true ? findStrictFault(parameters) : open;
  if (fault !== undefined) {
    refuse(`Invalid schema for function '${name}': ${fault}`, {
      param: `${place}.function.parameters`,
      code: 'invalid_function_parameters',
    });
  }
  return { name: String(name), parameters };
}

function readChoice(
  choice: unknown,
  offered: readonly PromptTool[],
  allowed: boolean,
): Pick<PromptTools, 'choice' | 'offered'> {
  if (!isObject(choice)) return { offered, choice: checkWord(choice, MODES, 'tool_choice') as 'auto' };
  const types = allowed ? ['function', 'allowed_tools'] : ['function'];
  checkWord(choice.type ?? '', types, 'tool_choice.type');
  const nameOf = (tool: JsonObject): string => {
    const { name } = asObject(tool.function);
    if (typeof name === 'string' && offered.some((one) => one.name === name)) return name;
    const message = `Invalid value for 'tool_choice': Tool choice '${String(name)}' not found in 'tools' parameter.`;
    return refuse(message, { param: 'tool_choice' });
  };
  if (choice.type === 'function') return { offered, choice: { name: nameOf(choice) } };
  const { mode, tools } = asObject(choice.allowed_tools);
  checkWord(mode ?? '', ['auto', 'required'], 'tool_choice.allowed_tools.mode');
  const names = asArray(tools).map((tool) => nameOf(asObject(tool)));
  return { offered: offered.filter(({ name }) => names.includes(name)), choice: mode as 'auto' };
}
