import type { ChatRequest, Tool } from '../../../domain/chat.ts';
import { leftOutTools, unsupported } from '../fields.ts';
import { hostedSearchOf, leftOutOfSearch } from '../hosted-search.ts';
import type { JsonObject } from '../read-json.ts';
import { restateSchema } from '../restate-schema.ts';
import { PARAMETER_TERMS } from './schema-terms.ts';

/** https://ai.google.dev/api/caching#FunctionDeclaration */
export const NAME = /^[A-Za-z_][\w.:-]{0,63}$/;

/** Whether a function may have this name at Google. */
export function isFunctionName(name: string): boolean {
  return NAME.test(name);
}

/** Whether the answer must call a function. */
export function mustCall(choice: ChatRequest['toolChoice']): boolean {
  if (choice?.type === 'allowed') return choice.mode === 'required';
  return choice?.type === 'required' || choice?.type === 'function';
}

/**
 * @returns `tools` and `toolConfig` of a request's functions, and of a search.
 * @throws GatewayError `unsupported` for a name or a schema that Google does not take.
 */
export function toTools(request: ChatRequest): {
  readonly fields: { readonly tools?: readonly object[]; readonly toolConfig?: object };
  readonly adjusted: readonly string[];
} {
  const { tools, toolChoice } = request;
  const search = hostedSearchOf(request);
  if (tools === undefined) {
    if (search === undefined) return { fields: {}, adjusted: [] };
    // https://ai.google.dev/gemini-api/docs/google-search: it has no options.
    return { fields: { tools: [{ googleSearch: {} }] }, adjusted: leftOutOfSearch(search, []) };
  }
  const functionCallingConfig = toCallingConfig(tools, toolChoice);
  return {
    fields: {
      tools: [{ functionDeclarations: tools.map(toDeclaration) }],
      ...(functionCallingConfig === undefined ? {} : { toolConfig: { functionCallingConfig } }),
    },
    // Most models refuse a search beside functions.
    adjusted: search === undefined ? [] : leftOutTools(['web_search']),
  };
}

function toDeclaration({ name, description, parameters }: Tool, index: number): object {
  if (!isFunctionName(name)) throw unsupported('tools', 'Google', `tools.${index}.function.name '${name}'`);
  return {
    name,
    description,
    parametersJsonSchema: parameters === undefined ? undefined : toParameters(parameters, index),
  };
}

/** The schema must describe an object, and say so; arguments are nothing else. */
function toParameters(parameters: JsonObject, index: number): JsonObject {
  const place = ['tools', String(index), 'function', 'parameters'];
  const { type = 'object' } = parameters;
  if (type !== 'object') throw unsupported([...place, 'type'].join('.'), 'Google');
  const { schema } = restateSchema(parameters, PARAMETER_TERMS, place);
  // Nothing may stand beside a reference.
  return '$ref' in schema ? schema : { type, ...schema };
}

/**
 * https://ai.google.dev/gemini-api/docs/function-calling#function_calling_modes. VALIDATED is AUTO whose calls hold to
 * their schemas, and like ANY it takes names.
 */
function toCallingConfig(tools: readonly Tool[], choice: ChatRequest['toolChoice']): object | undefined {
  if (choice?.type === 'none') return { mode: 'NONE' };
  const mode = mustCall(choice) ? 'ANY' : 'VALIDATED';
  if (choice?.type === 'function') return { mode, allowedFunctionNames: [choice.name] };
  if (choice?.type === 'allowed') return { mode, allowedFunctionNames: choice.names };
  if (mode === 'ANY' || tools.some(({ strict }) => strict === true)) return { mode };
  return choice === undefined ? undefined : { mode: 'AUTO' };
}
