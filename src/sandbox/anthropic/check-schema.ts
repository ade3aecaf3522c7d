import { asObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import { schemaParts } from '../schema-parts.ts';

/** Keywords that constrained output cannot hold a model to. Source: "Structured outputs", JSON Schema limitations. */
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const NOT_SUPPORTED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['number', BOUNDS],
  ['integer', BOUNDS],
  ['string', ['minLength', 'maxLength']],
  ['array', ['maxItems', 'uniqueItems']],
]);

/** Refuses a schema that constrained output does not take: of an answer, or of a strict tool. */
export function checkSchema(schema: JsonObject, place: string): void {
  for (const [part] of schemaParts(schema, '')) checkPart(asObject(part), place);
}

function checkPart(schema: JsonObject, place: string): void {
  for (const type of Array.isArray(schema.type) ? schema.type : [schema.type]) {
    if (type === 'object' && schema.additionalProperties !== false) {
      refuse(`${place}: For 'object' type, 'additionalProperties' must be explicitly set to false`);
    }
    const found = (NOT_SUPPORTED.get(type) ?? []).filter((keyword) => keyword in schema);
    if (found.length > 0) {
      refuse(`${place}: For '${type}' type, properties ${found.join(', ')} are not supported`);
    }
    if (type === 'array' && Number(schema.minItems ?? 0) > 1) {
      refuse(`${place}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`);
    }
  }
}
