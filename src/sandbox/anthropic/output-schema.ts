/** Reads `output_config` of a Messages request: structured output and effort. */
import type { AnswerFormat } from '../answers/prompt.ts';
import { isObject, type JsonObject } from '../json.ts';

/** Keywords that constrained output cannot hold a model to. Source: "Structured outputs", JSON Schema limitations. */
const NOT_SUPPORTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['integer', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['string', ['minLength', 'maxLength']],
  ['array', ['maxItems', 'uniqueItems']],
]);

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** @throws whatever `refuse` throws. */
export function readOutputConfig(
  given: unknown,
  refuse: (message: string) => never,
): { readonly format: AnswerFormat; readonly effort: string | undefined } {
  if (given === undefined || given === null) return { format: { type: 'text' }, effort: undefined };
  if (!isObject(given)) return refuse('output_config: Input should be an object');
  refuseOthers(given, ['effort', 'format'], 'output_config', refuse);
  const effort = given.effort ?? undefined;
  if (effort !== undefined && (typeof effort !== 'string' || !EFFORTS.includes(effort))) {
    return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  }
  return { format: readFormat(given.format, refuse), effort };
}

/** Anthropic refuses what it does not know, at every level. */
export function refuseOthers(
  object: JsonObject,
  known: readonly string[],
  place: string,
  refuse: (message: string) => never,
): void {
  for (const field of Object.keys(object)) {
    if (!known.includes(field)) {
      refuse(`${place === '' ? '' : `${place}.`}${field}: Extra inputs are not permitted`);
    }
  }
}

function readFormat(format: unknown, refuse: (message: string) => never): AnswerFormat {
  if (format === undefined || format === null) return { type: 'text' };
  const place = 'output_config.format';
  if (!isObject(format)) return refuse(`${place}: Input should be an object`);
  if (format.type !== 'json_schema') return refuse(`${place}.type: Input should be 'json_schema'`);
  refuseOthers(format, ['type', 'schema'], place, refuse);
  if (!isObject(format.schema)) return refuse(`${place}.schema: Field required`);
  const fault = findFault(format.schema);
  if (fault !== undefined) refuse(`${place}.schema: ${fault}`);
  return { type: 'json_schema', schema: format.schema };
}

function findFault(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('object') && schema.additionalProperties !== false) {
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  }
  for (const type of types) {
    const found = (NOT_SUPPORTED.get(String(type)) ?? []).filter((keyword) => keyword in schema);
    if (found.length > 0) return `For '${type}' type, properties ${found.join(', ')} are not supported`;
  }
  if (types.includes('array') && typeof schema.minItems === 'number' && schema.minItems > 1) {
    return "For 'array' type, 'minItems' values other than 0 or 1 are not supported";
  }
  const parts = [
    ...Object.values(isObject(schema.properties) ? schema.properties : {}),
    ...Object.values(isObject(schema.$defs) ? schema.$defs : {}),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
    schema.items,
  ];
  for (const part of parts) {
    const fault = findFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
