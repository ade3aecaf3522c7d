import type { SchemaTerms } from '../restate-schema.ts';

const TAKEN = new Set(
  (
    '$id $defs $ref $anchor type format title description default enum items prefixItems minItems maxItems ' +
    'minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'
  ).split(' '),
);

const OLD_DEFINITIONS = '#/definitions/';

/** What has another name there: `const`, `allOf` of one schema, and the definitions of older drafts. */
function inOtherWords(keyword: string, value: unknown): readonly [string, unknown] | undefined {
  if (keyword === 'const' && (typeof value === 'string' || typeof value === 'number'))
    return ['enum', [value]];
  if (keyword === 'allOf' && Array.isArray(value) && value.length === 1) return ['anyOf', value];
  if (keyword === 'definitions') return ['$defs', value];
  if (keyword === '$ref' && typeof value === 'string' && value.startsWith(OLD_DEFINITIONS)) {
    return ['$ref', `#/$defs/${value.slice(OLD_DEFINITIONS.length)}`];
  }
  return undefined;
}

/**
 * What `responseJsonSchema` takes (https://ai.google.dev/api/generate-content#generationconfig). Everything else
 * is ignored there.
 */
export const SCHEMA_TERMS: SchemaTerms = {
  provider: 'Google',
  closed: false,
  plainReferences: true,
  takes: (keyword) => TAKEN.has(keyword),
  inOtherWords,
};

/**
 * What `parametersJsonSchema` takes (https://ai.google.dev/api/caching#FunctionDeclaration): JSON Schema, of which
 * no keyword is excluded. Only what points outside the schema or changes its dialect cannot be sent.
 */
export const PARAMETER_TERMS: SchemaTerms = {
  provider: 'Google',
  closed: false,
  plainReferences: true,
  takes: (keyword, value) =>
    keyword === '$ref' ? String(value).startsWith('#') : !keyword.startsWith('$') || TAKEN.has(keyword),
  inOtherWords,
};
