/** Reads `response_format` of a chat request, and checks a strict schema as OpenAI's API does. */
import type { AnswerFormat } from '../answers/prompt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { nameType, type Refuse } from './chat-fields.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** @throws whatever `refuse` throws. */
export function readResponseFormat(body: JsonObject, refuse: Refuse): AnswerFormat {
  const format = body.response_format ?? { type: 'text' };
  if (!isObject(format)) {
    return refuse({
      message: `Invalid type for 'response_format': expected an object, but got ${nameType(format)} instead.`,
      param: 'response_format',
      code: 'invalid_type',
    });
  }
  switch (format.type) {
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json_object' };
    case 'json_schema':
      return { type: 'json_schema', schema: readSchema(format.json_schema, refuse) };
    default:
      return refuse({
        message: `Invalid value: '${String(format.type)}'. Supported values are: 'json_object', 'json_schema', and 'text'.`,
        param: 'response_format.type',
        code: 'invalid_value',
      });
  }
}

function readSchema(given: unknown, refuse: Refuse): JsonObject {
  const param = 'response_format.json_schema';
  if (!isObject(given)) {
    return refuse({
      message: `Missing required parameter: '${param}'.`,
      param,
      code: 'missing_required_parameter',
    });
  }
  const { name, schema = {} } = given;
  if (name === undefined) {
    return refuse({
      message: `Missing required parameter: '${param}.name'.`,
      param: `${param}.name`,
      code: 'missing_required_parameter',
    });
  }
  if (typeof name !== 'string' || !NAME.test(name)) {
    return refuse({
      message: `Invalid '${param}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param: `${param}.name`,
      code: 'invalid_value',
    });
  }
  if (!isObject(schema)) {
    return refuse({
      message: `Invalid type for '${param}.schema': expected an object, but got ${nameType(schema)} instead.`,
      param: `${param}.schema`,
      code: 'invalid_type',
    });
  }
  if (given.strict === true) {
    const fault = findStrictFault(schema, []);
    if (fault !== undefined) {
      refuse({
        message: `Invalid schema for response_format '${name}': ${fault}`,
        param: 'response_format',
        code: null,
      });
    }
  }
  return schema;
}

/**
 * A strict schema closes every object and requires all of its properties.
 * Source: OpenAI's guide to structured outputs, "Supported schemas".
 */
function findStrictFault(schema: unknown, path: readonly string[]): string | undefined {
  if (!isObject(schema)) return undefined;
  const context = `In context=(${path.map((step) => `'${step}'`).join(', ')})`;
  if (path.length === 0 && schema.type !== 'object') {
    return `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(schema.type ?? null)}'.`;
  }
  if (isObject(schema.properties) || schema.type === 'object') {
    if (schema.additionalProperties !== false) {
      return `${context}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      if (required.includes(name)) continue;
      return `${context}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${name}'.`;
    }
  }
  return findFaultBelow(schema, path);
}

function findFaultBelow(schema: JsonObject, path: readonly string[]): string | undefined {
  for (const holder of ['properties', '$defs', 'definitions']) {
    const named = schema[holder];
    if (!isObject(named)) continue;
    for (const [name, part] of Object.entries(named)) {
      const fault = findStrictFault(part, [...path, holder, name]);
      if (fault !== undefined) return fault;
    }
  }
  const options = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  for (const [index, option] of options.entries()) {
    const fault = findStrictFault(option, [...path, 'anyOf', String(index)]);
    if (fault !== undefined) return fault;
  }
  return findStrictFault(schema.items, [...path, 'items']);
}
