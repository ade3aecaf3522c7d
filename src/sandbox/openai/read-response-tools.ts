/**
 * Tools of the Responses API that chat completions do not have in its form: tools that take a text, tools in a namespace,
 * and tools that an item of the input adds. Each is read as a function, and its calls are written in its own form.
 */
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { checkFields, checkWord } from './chat-fields.ts';

/** How the calls of a tool are written. */
export interface ToolForm {
  readonly type: 'function' | 'custom';
  readonly name: string;
  readonly namespace?: string;
}

/** The provider runs them itself; a simulated model calls none. */
const HOSTED = ['web_search', 'web_search_preview', 'file_search', 'code_interpreter', 'image_generation'];

/** What a tool that takes a text is as a function. */
const TEXT = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };

/** The name of the function that stands for a tool. */
export function functionName(name: unknown, namespace: unknown): string {
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}__${name}` : String(name);
}

/** @returns the functions that the tools are, and the forms of those that are no plain functions, by their names. */
export function readResponseTools({ tools, input }: JsonObject): {
  readonly functions: unknown;
  readonly forms: ReadonlyMap<string, ToolForm>;
} {
  const forms = new Map<string, ToolForm>();
  const read = (given: unknown, place: string, namespace?: string): unknown[] => {
    if (!isObject(given) || HOSTED.includes(String(given.type))) return isObject(given) ? [] : [given];
    const { type, name, ...more } = given;
    const inside = namespace === undefined ? {} : { namespace };
    if (type === 'namespace' && namespace === undefined) {
      checkFields(given, { name: { type: 'a string', required: true } }, `${place}.`);
      return asArray(given.tools).flatMap((tool, at) => read(tool, `${place}.tools[${at}]`, String(name)));
    }
    if (type === 'custom') {
      const { format } = given;
      if (isObject(format)) checkWord(format.type ?? '', ['text', 'grammar'], `${place}.format.type`);
      const called = functionName(name, namespace);
      forms.set(called, { type, name: String(name), ...inside });
      return [{ type: 'function', function: { name: called, parameters: TEXT } }];
    }
    if (type !== 'function') return [given];
    const called = namespace === undefined ? name : functionName(name, namespace);
    if (namespace !== undefined) forms.set(String(called), { type, name: String(name), ...inside });
    return [{ type, function: { name: called, ...more } }];
  };
  const added = asArray(input).flatMap((item) => {
    return asObject(item).type === 'additional_tools' ? asArray(asObject(item).tools) : [];
  });
  if (!Array.isArray(tools) && added.length === 0) return { functions: tools, forms };
  const functions = [...asArray(tools), ...added].flatMap((tool, at) => read(tool, `tools[${at}]`));
  // Tools that the provider runs are tools, though there is no function.
  return { functions: functions.length === 0 && asArray(tools).length > 0 ? undefined : functions, forms };
}
