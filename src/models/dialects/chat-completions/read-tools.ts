/** From the validated fields about tools to the gateway's own; the older `functions` are translated to them. */

import type { ChatRequest, Tool, ToolChoice } from '../../../domain/chat.ts';
import { type FieldFault, GatewayError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import type { CallRules } from '../adapter.ts';
import { readMark } from '../cache-marks.ts';
import { MAX_TOOL_MEMBERS, schemaFaults } from '../check-schema-size.ts';
import { valueFault } from '../field-faults.ts';
import { nameFaults } from './check-messages.ts';
import { type FunctionTool, MAX_TOOLS, type ToolBody } from './tool-schema.ts';

export function readTools(
  body: ToolBody,
): Pick<ChatRequest, 'tools' | 'otherTools' | 'toolChoice' | 'parallelToolCalls'> {
  const older = usesFunctions(body);
  const all = older ? [] : (body.tools ?? []);
  const tools = older ? (body.functions ?? []).map(readDeclaration) : all.filter(isFunction).map(readTool);
  const otherTools = all.flatMap((tool, at) =>
    isFunction(tool) ? [] : [{ type: tool.kind, place: `tools.${at}` }],
  );
  const toolChoice = older ? readFunctionCall(body.function_call) : readChoice(body.tool_choice);
  // A tool of another type may be named elsewhere.
  if (tools.length + otherTools.length === 0) return toolChoice?.type === 'other' ? { toolChoice } : {};
  // One call is all that a caller of the older form can read.
  const parallel = older ? false : body.parallel_tool_calls;
  return {
    ...(tools.length === 0 ? {} : { tools }),
    ...(otherTools.length === 0 ? {} : { otherTools }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallel == null ? {} : { parallelToolCalls: parallel }),
  };
}

/** Whether the caller offers `functions`, and reads calls in the older form. */
export function usesFunctions({ functions }: Pick<ToolBody, 'functions'>): boolean {
  return functions != null && functions.length > 0;
}

/** The older fields' names by those that they are translated to. */
const OLDER = new Map([
  ['tools', 'functions'],
  ['tool_choice', 'function_call'],
]);

/** @returns the error with its field named as a caller of the older `functions` wrote it. */
export function inOlderWords(error: unknown): unknown {
  const param = error instanceof GatewayError ? OLDER.get(error.param ?? '') : undefined;
  if (param === undefined) return error;
  const { code, message } = error as GatewayError;
  return new GatewayError(code, message.replace(/^tool\w+/, param), { param });
}

/** @returns values of `X-Claimgate-Adjusted` with their fields named as a caller of the older `functions` wrote them. */
export function adjustedInOlderWords(adjusted: readonly string[]): readonly string[] {
  return adjusted.map((value) => value.replace(/^tool\w+/, (name) => OLDER.get(name) ?? name));
}

function readTool(tool: FunctionTool): Tool {
  const { strict, ...declaration } = tool.function;
  return { ...readDeclaration(declaration), ...(strict === true ? { strict } : {}), ...readMark(tool) };
}

function isFunction(tool: NonNullable<ToolBody['tools']>[number]): tool is FunctionTool {
  return tool.type === 'function';
}

function readDeclaration({
  name,
  description,
  parameters,
}: NonNullable<ToolBody['functions']>[number]): Tool {
  return {
    name,
    ...(description == null || description === '' ? {} : { description: description.toWellFormed() }),
    ...(parameters == null || Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

function readChoice(choice: ToolBody['tool_choice']): ToolChoice | undefined {
  if (choice == null) return undefined;
  if (typeof choice === 'string') return { type: choice };
  if (choice.type === 'function') return { type: 'function', name: choice.function.name };
  if (choice.type === 'unread') return { type: 'other', kind: choice.kind };
  const { mode, tools } = choice.allowed_tools;
  return { type: 'allowed', mode, names: tools.map((tool) => tool.function.name) };
}

function readFunctionCall(call: ToolBody['function_call']): ToolChoice | undefined {
  if (call == null) return undefined;
  return typeof call === 'string' ? { type: call } : { type: 'function', name: call.name };
}

/** The faults of the fields about tools that their schema does not find, in a body that may have others. */
export function toolFaults(body: Readonly<Record<string, unknown>>, rulesOf: () => CallRules): FieldFault[] {
  // Most requests say nothing of tools.
  if (
    body.tools == null &&
    body.functions == null &&
    body.tool_choice == null &&
    body.function_call == null
  ) {
    return [];
  }
  const rules = rulesOf();
  const tools = declarations(body.tools, ['tools'], true);
  const functions = declarations(body.functions, ['functions'], false);
  const both =
    tools.length > 0 && functions.length > 0
      ? [valueFault(['functions'], 'tools and functions are both given')]
      : [];
  return [
    ...both,
    ...[tools, functions].flatMap(sameNames),
    ...[...tools, ...functions].flatMap(({ name, place }) => nameFaults(name, place, rules)),
    ...[tools, functions].flatMap((all) => schemaFaults(all, 'parameters', MAX_TOOL_MEMBERS)),
    ...choiceFaults(body.tool_choice, 'tool_choice', tools),
    ...choiceFaults(body.function_call, 'function_call', functions),
  ];
}

interface Declaration {
  readonly name: unknown;
  readonly place: readonly (string | number)[];
  readonly schema: unknown;
}

function declarations(list: unknown, place: readonly string[], wrapped: boolean): Declaration[] {
  if (!Array.isArray(list) || list.length > MAX_TOOLS) return [];
  return list.flatMap((tool: unknown, at): Declaration[] => {
    const declared = wrapped && isObject(tool) ? tool.function : tool;
    if (!isObject(declared)) return [];
    const own = wrapped ? [...place, at, 'function'] : [...place, at];
    return [{ name: declared.name, place: own, schema: declared.parameters }];
  });
}

function sameNames(offered: readonly Declaration[]): FieldFault[] {
  const seen = new Set<unknown>();
  return offered.flatMap(({ name, place }) => {
    if (typeof name === 'string' && seen.has(name))
      return [valueFault([...place, 'name'], 'another tool has this name')];
    seen.add(name);
    return [];
  });
}

const NOT_OFFERED = 'the request offers no such tool';

function choiceFaults(choice: unknown, field: string, offered: readonly Declaration[]): FieldFault[] {
  if (choice === 'required' && offered.length === 0)
    return [valueFault([field], 'the request offers no tools')];
  if (!isObject(choice)) return [];
  const isOffered = (name: unknown): boolean =>
    typeof name !== 'string' || offered.some((tool) => tool.name === name);
  const nameOf = (named: unknown): unknown =>
    isObject(named) && isObject(named.function) ? named.function.name : undefined;
  const { allowed_tools: allowed } = choice;
  if (isObject(allowed) && Array.isArray(allowed.tools)) {
    const names = new Set(offered.map(({ name }) => name));
    return allowed.tools.slice(0, MAX_TOOLS).flatMap((tool, at) => {
      const name = nameOf(tool);
      if (typeof name !== 'string' || names.has(name)) return [];
      return [valueFault([field, 'allowed_tools', 'tools', at, 'function', 'name'], NOT_OFFERED)];
    });
  }
  if (isOffered(choice.name) && isOffered(nameOf(choice))) return [];
  const place = field === 'tool_choice' ? [field, 'function', 'name'] : [field, 'name'];
  return [valueFault(place, NOT_OFFERED)];
}
