/** Reads and checks the tools of a Messages request as Anthropic's API does. */
import type { PromptTool, PromptTools } from '../answers/prompt.ts';
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { checkSchema } from './check-schema.ts';
import type { ClaudeRules } from './claude-models.ts';
import { refuseOthers } from './refuse-others.ts';

interface ReadTools {
  readonly tools?: PromptTools;
  /** A tool for answers in JSON that the model has to call, or may: it answers with that. */
  readonly jsonTool?: string;
}

const TOOL_FIELDS =
  `allowed_callers cache_control defer_loading description eager_input_streaming input_examples input_schema name strict
  type`.split(/\s+/);
const CHOICES = ['auto', 'any', 'tool', 'none'];

/** @param thinks whether the model will think. */
export function readTools(body: JsonObject, rules: ClaudeRules, thinks: boolean): ReadTools {
  const { tools: given, tool_choice: chosen } = body;
  // Whether it searches is the model's choice: it does not.
  const own = asArray(given).filter((tool) => !/^web_search_\d+$/.test(String(asObject(tool).type)));
  const all = own.map((tool, index) => readTool(asObject(tool), `tools.${index}.custom`));
  const found = readReferences(body.messages);
  const offered = all.filter((_, index) => !isDeferred(own[index]) || found.has(all[index]!.name));
  if (all.length > 0 && own.every(isDeferred)) {
    refuse('At least one tool must have defer_loading=false. All tools cannot be deferred.');
  }
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) refuse('tools: Tool names must be unique.');
  if (offered.length === 0) {
    if (chosen !== undefined && asArray(given).length === 0)
      refuse('tool_choice: tool_choice may only be specified while providing tools.');
    return {};
  }
  const { type, name, single } = readChoice(chosen);
  if (type === 'tool' && !names.includes(name))
    refuse(`tool_choice: Tool '${name}' not found in provided tools`);
  if (type === 'any' || type === 'tool') {
    if (!rules.forcedTools) refuse('tool_choice forces tool use is not compatible with this model.');
    if (thinks) refuse('Thinking may not be enabled when tool_choice forces tool use.');
  }
  const answersJson = (tool: PromptTool): boolean =>
    isForJson(tool) && (type !== 'tool' || tool.name === name);
  const jsonTool = type === 'none' ? undefined : offered.find(answersJson)?.name;
  if (jsonTool === undefined) {
    const choices = { any: 'required', auto: 'auto', none: 'none', tool: { name } } as const;
    return { tools: { offered, choice: choices[type], parallel: !single } };
  }
  const others = offered.filter((tool) => tool.name !== jsonTool);
  const choice = type === 'tool' ? 'none' : 'auto';
  return { jsonTool, tools: { offered: others, choice, parallel: !single } };
}

/** A tool that the model knows once a search has found it (docs: agents-and-tools/tool-use/tool-search-tool). */
function isDeferred(tool: unknown): boolean {
  return asObject(tool).defer_loading === true;
}

/** The names of tools that results of searches refer to. */
function readReferences(messages: unknown): ReadonlySet<unknown> {
  const blocks = asArray(messages).flatMap((message) => asArray(asObject(message).content));
  const parts = blocks.flatMap((block) => asArray(asObject(block).content)).map(asObject);
  return new Set(parts.filter(({ type }) => type === 'tool_reference').map((part) => part.tool_name));
}

/** Named for JSON, and open to whatever an answer holds. */
function isForJson({ name, parameters }: PromptTool): boolean {
  const { additionalProperties, properties } = asObject(parameters);
  return /json/i.test(name) && additionalProperties === true && properties === undefined;
}

function readTool(tool: JsonObject, place: string): PromptTool {
  const { type = 'custom', name, input_schema: schema, strict = false } = tool;
  if (type !== 'custom') return refuse('tools: the sandbox does not simulate tools of the server');
  refuseOthers(tool, TOOL_FIELDS, `${place}.`);
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(name)) {
    return refuse(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  }
  if (!isObject(schema)) return refuse(`${place}.input_schema: Field required`);
  if (schema.type !== 'object') refuse(`${place}.input_schema.type: Input should be 'object'`);
  if ('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema) {
    refuse(`${place}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`);
  }
  if (strict === true) checkSchema(schema, `${place}.input_schema`);
  return { name, parameters: schema };
}

function readChoice(given: unknown) {
  const { type = 'auto', name = '', disable_parallel_tool_use: single = false } = asObject(given);
  if (typeof type !== 'string' || !CHOICES.includes(type)) {
    return refuse("tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'");
  }
  const fields = ['type', ...(type === 'tool' ? ['name'] : [])];
  if (type !== 'none') fields.push('disable_parallel_tool_use');
  refuseOthers(asObject(given), fields, 'tool_choice.');
  return { type: type as 'auto' | 'any' | 'tool' | 'none', name: String(name), single: single === true };
}
