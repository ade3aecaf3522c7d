import type { Model } from '../../../domain/catalogue.ts';
import type { ChatRequest, Tool } from '../../../domain/chat.ts';
import { unsupported } from '../fields.ts';
import { type HostedSearch, hostedSearchOf, leftOutOfSearch } from '../hosted-search.ts';
import { restateSchema } from '../restate-schema.ts';
import type { Turn } from '../to-turns.ts';
import { toMark } from './cache-control.ts';
import { JSON_ANSWER, JSON_ANSWER_TOOL } from './json-answer.ts';
import { SCHEMA_TERMS } from './schema-terms.ts';

interface Choice {
  readonly type: 'none' | 'auto' | 'any' | 'tool';
  readonly name?: string;
}

interface ToolFields {
  readonly tools?: readonly object[];
  readonly tool_choice?: object;
}

interface OfferedTools {
  readonly fields: ToolFields;
  /** Whether the model must call one of them. */
  readonly forced: boolean;
  /** Values of `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
}

/** What a function may be called. */
export const NAME = /^[A-Za-z0-9_-]{1,128}$/;
/** What the schema of a tool cannot have at its top, strict or not. */
const NOT_ON_TOP = ['anyOf', 'oneOf', 'allOf'];

/**
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools
 * @throws GatewayError `unsupported` for a name or a schema that Anthropic does not take.
 */
export function offerTools(request: ChatRequest, turns: readonly Turn[], model: Model): OfferedTools {
  const adjusted = new Set<string>();
  const { toolChoice: asked, parallelToolCalls } = request;
  const { forcedTools } = model.capabilities;
  // Where a call cannot be forced, it is at least a call of no other function.
  const isOffered = ({ name }: Tool): boolean =>
    asked?.type === 'allowed'
      ? asked.names.includes(name)
      : asked?.type !== 'function' || forcedTools || asked.name === name;
  const tools = (request.tools ?? []).flatMap((tool, index) =>
    isOffered(tool) ? [toTool(tool, index, adjusted)] : [],
  );
  const search = hostedSearchOf(request);
  const offersNone = tools.length === 0 && search === undefined;
  let choice = offersNone ? { type: 'none' as const } : toChoice(asked);
  // A history with calls is refused without tools.
  if (tools.length === 0) tools.push(...calledIn(turns));
  if (search !== undefined) {
    tools.push(toSearchTool(search));
    for (const word of leftOutOfSearch(search, SEARCH_PARTS)) adjusted.add(word);
  }

  const answersJson = request.responseFormat?.type === 'json_object' && !isForced(choice);
  const alone = answersJson && choice?.type === 'none';
  if (answersJson) {
    tools.push(JSON_ANSWER_TOOL);
    choice = alone ? { type: 'tool', name: JSON_ANSWER } : { type: 'any' };
  }
  if (isForced(choice) && !forcedTools) {
    adjusted.add(answersJson ? 'response_format=not_forced' : 'tool_choice=auto');
    choice = { type: 'auto' };
  }
  if (tools.length === 0) return { fields: {}, forced: false, adjusted: [] };
  const one = alone || (parallelToolCalls === false && choice?.type !== 'none');
  return {
    fields: {
      tools,
      ...(one
        ? { tool_choice: { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true } }
        : choice && { tool_choice: choice }),
    },
    forced: isForced(choice),
    adjusted: [...adjusted],
  };
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool */
function toSearchTool({
  search_context_size: _size,
  user_location: location,
  ...search
}: HostedSearch): object {
  return {
    ...{ type: 'web_search_20250305', name: 'web_search', ...search },
    ...(location === undefined ? {} : { user_location: { type: 'approximate', ...location } }),
  };
}
const SEARCH_PARTS = ['user_location', 'allowed_domains', 'blocked_domains', 'max_uses'] as const;

function toChoice(asked: ChatRequest['toolChoice']): Choice | undefined {
  // One of another type is refused, or goes on as it came.
  if (asked === undefined || asked.type === 'other') return undefined;
  if (asked.type === 'function') return { type: 'tool', name: asked.name };
  const mode = asked.type === 'allowed' ? asked.mode : asked.type;
  return { type: mode === 'required' ? 'any' : mode };
}

function isForced(choice: Choice | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool';
}

/** The functions that a conversation has called, which the model may call no more. */
function calledIn(turns: readonly Turn[]): object[] {
  const blocks = turns.flatMap(({ content }) => [...content]);
  const names = blocks.flatMap((block) => (block.type === 'tool_call' ? [block.name] : []));
  return [...new Set(names)].map((name) => ({ name, input_schema: { type: 'object' } }));
}

function toTool(
  { name, description, parameters, strict, cache }: Tool,
  index: number,
  adjusted: Set<string>,
): object {
  const place = `tools.${index}.function`;
  if (!NAME.test(name)) throw unsupported('tools', 'Anthropic', `The name of ${place}`);
  if (name === JSON_ANSWER) throw unsupported('tools', 'Anthropic', `A function named '${JSON_ANSWER}'`);
  const closed = strict === true ? { additionalProperties: false } : {};
  const given = { type: 'object', ...(parameters ?? { properties: {}, ...closed }) };
  const top = given.type === 'object' ? NOT_ON_TOP.find((keyword) => keyword in given) : 'type';
  if (top !== undefined) throw unsupported(`${place}.parameters.${top}`, 'Anthropic');
  if (strict !== true) return { name, description, input_schema: given, ...toMark(cache) };
  const at = ['tools', String(index), 'function', 'parameters'];
  const { schema, adjusted: restated } = restateSchema(given, SCHEMA_TERMS, at);
  for (const word of restated) adjusted.add(word);
  return { name, description, input_schema: schema, strict, ...toMark(cache) };
}
