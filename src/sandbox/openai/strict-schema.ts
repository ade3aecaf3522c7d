import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { schemaParts } from '../schema-parts.ts';

/**
 * A strict schema closes every object and requires all of its properties.
 * @returns what is wrong with it.
 * Source: OpenAI's guide to structured outputs, "Supported schemas".
 */
export function findStrictFault(schema: JsonObject): string | undefined {
  if (schema.type !== 'object') return 'schema must be a JSON Schema of \'type: "object"\'.';
  for (const [part, place] of schemaParts(schema, '')) {
    const { type, properties, additionalProperties, required } = asObject(part);
    if (type !== 'object' && !isObject(properties)) continue;
    if (additionalProperties !== false) {
      return `In context=(${place}), 'additionalProperties' is required to be supplied and to be false.`;
    }
    const missing = Object.keys(asObject(properties)).find((name) => !asArray(required).includes(name));
    if (missing !== undefined) {
      return `In context=(${place}), 'required' is required to be an array including every key in properties. Missing '${missing}'.`;
    }
  }
  return undefined;
}
