/**
 * Puts a caller's JSON schema in the terms of a provider that takes only a part of JSON Schema. What it does not take
 * (bounds, lengths, patterns) is said in the description instead, where the model reads it, and reported; what
 * cannot be said is refused. The answers then fit the schema that was asked for, as far as the provider can hold
 * the model to it. Nothing is dropped in silence.
 */
import type { ChatRequest } from '../../domain/chat.ts';
import { unsupported } from './fields.ts';
import { liftReferences, setReferenceApart } from './plain-references.ts';
import { isObject, type JsonObject } from './read-json.ts';

/** What a provider takes of JSON Schema. */
export interface SchemaTerms {
  /** The provider's name, for messages. */
  readonly provider: string;
  takes(keyword: string, value: unknown): boolean;
  /** The same rule in another keyword, where the provider has one. */
  inOtherWords(keyword: string, value: unknown): readonly [keyword: string, value: unknown] | undefined;
  /** Whether every object must be closed: `additionalProperties: false`. */
  readonly closed: boolean;
  /** Whether references reach no further than the definitions, and stand alone. */
  readonly plainReferences?: true;
}

interface RestatedSchema {
  readonly schema: JsonObject;
  /** Values of `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
}

/** Keywords that say nothing of the value. */
const SILENT = new Set(['$schema', '$id', '$comment']);
/** Keywords of rules; all others are notes for people. */
const RULES = new Set(
  (
    'additionalItems allOf const contains dependencies dependentRequired dependentSchemas else exclusiveMaximum ' +
    'exclusiveMinimum format if maxContains maxItems maxLength maxProperties maximum minContains minItems ' +
    'minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems propertyNames ' +
    'then unevaluatedItems unevaluatedProperties uniqueItems'
  ).split(' '),
);
/** Keywords that let an object have properties beside the named ones. */
const OPENING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];
/** Keywords beside which `type: object` does not stand for itself. */
const ELSEWHERE = ['$ref', 'anyOf', 'allOf', 'oneOf', 'enum', 'const'];

const SCHEMAS_BY_NAME = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const LISTS_OF_SCHEMAS = new Set(['anyOf', 'allOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else']);

type Place = readonly string[];
/** Where a response format has its schema. */
const OF_FORMAT: Place = ['response_format', 'json_schema', 'schema'];

type JsonSchemaFormat = Extract<NonNullable<ChatRequest['responseFormat']>, { readonly type: 'json_schema' }>;

/**
 * The schema of a response format, with the format's description where it has none of its own.
 * @throws GatewayError as `restateSchema` does.
 */
export function restateFormat(format: JsonSchemaFormat, terms: SchemaTerms): RestatedSchema {
  const { description, schema } = format;
  const keeps = description === undefined || schema.description !== undefined || '$ref' in schema;
  return restateSchema(keeps ? schema : { description, ...schema }, terms);
}

/**
 * @param base where the schema stands in the caller's request.
 * @throws GatewayError `unsupported`, naming the keyword and where it stands.
 */
export function restateSchema(
  schema: JsonObject,
  terms: SchemaTerms,
  base: Place = OF_FORMAT,
): RestatedSchema {
  const adjusted = new Set<string>();

  const restate = (asGiven: JsonObject, place: Place): JsonObject => {
    const given = terms.plainReferences ? setReferenceApart(asGiven) : asGiven;
    const taken: Record<string, unknown> = {};
    const described: string[] = [];
    for (const [name, rule] of Object.entries(given)) {
      if (SILENT.has(name)) continue;
      const reworded = terms.inOtherWords(name, rule);
      // Two rules cannot share one keyword.
      const fits = reworded !== undefined && (reworded[0] === name || !Object.hasOwn(given, reworded[0]));
      const [keyword, value] = fits ? reworded : [name, rule];
      if (terms.takes(keyword, value)) {
        taken[keyword] = restatePart(keyword, value, [...place, keyword]);
      } else if (keyword.startsWith('$')) {
        throw refuse([...place, keyword], terms);
      } else {
        described.push(`${keyword}: ${JSON.stringify(value)}`);
        if (RULES.has(keyword)) adjusted.add(`${base[0]}.${keyword}=described`);
      }
    }
    if (terms.closed && isObjectSchema(given)) {
      if (narrows(given, place, terms)) adjusted.add(`${base[0]}.additionalProperties=false`);
      taken.additionalProperties = false;
    }
    if (described.length > 0) {
      const words = `{${described.join(', ')}}`;
      taken.description = typeof taken.description === 'string' ? `${taken.description} ${words}` : words;
    }
    return taken;
  };

  const restateOne = (part: unknown, place: Place): unknown => (isObject(part) ? restate(part, place) : part);

  const restatePart = (keyword: string, value: unknown, place: Place): unknown => {
    if (keyword === '$ref' && terms.plainReferences) return references.refer(value);
    if (SCHEMAS_BY_NAME.has(keyword) && isObject(value)) {
      const parts = Object.entries(value).map(([name, part]) => [name, restateOne(part, [...place, name])]);
      return Object.fromEntries(parts);
    }
    if (LISTS_OF_SCHEMAS.has(keyword) && Array.isArray(value)) {
      return value.map((part, index) => restateOne(part, [...place, String(index)]));
    }
    return SCHEMAS.has(keyword) ? restateOne(value, place) : value;
  };

  const references = liftReferences(
    schema,
    (part) => restate(part, base),
    () => refuse([...base, '$ref'], terms),
  );
  return { schema: references.define(restate(schema, base)), adjusted: [...adjusted] };
}

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return isObject(properties) || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

/**
 * Whether closing an object leaves something out that the schema allows on purpose.
 * @throws GatewayError where it would leave out what the object is for: a dictionary would always be empty.
 */
function narrows(schema: JsonObject, place: Place, terms: SchemaTerms): boolean {
  const named = isObject(schema.properties) && Object.keys(schema.properties).length > 0;
  let open = false;
  for (const keyword of OPENING) {
    const value = schema[keyword];
    if (value === undefined || value === false) continue;
    const saysMore = isObject(value) && Object.keys(value).length > 0;
    if (saysMore || !named) throw refuse([...place, keyword], terms);
    open = true;
  }
  const saysNothing = !named && !OPENING.some((keyword) => keyword in schema);
  return open || (saysNothing && !ELSEWHERE.some((keyword) => keyword in schema));
}

function refuse(place: Place, { provider }: SchemaTerms) {
  return unsupported(place.map(forMessage).join('.'), provider);
}

/** Names are the caller's, and may be anything. */
function forMessage(name: string): string {
  return /^[\w$-]{1,32}$/.test(name) ? name : '…';
}
