import type { SchemaTerms } from '../restate-schema.ts';

const TAKEN = new Set(
  (
    '$id $defs $ref $anchor type format title description default enum items prefixItems minItems maxItems ' +
    'minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'
  ).split(' '),
);

/**
 * What `responseJsonSchema` takes (https://ai.google.dev/api/generate-content#generationconfig). Everything else
 * is ignored there.
 */
export const SCHEMA_TERMS: SchemaTerms = {
  provider: 'Google',
  closed: false,
  takes: (keyword) => TAKEN.has(keyword),
  inOtherWords: (keyword, value) =>
    keyword === 'const' && (typeof value === 'string' || typeof value === 'number')
      ? ['enum', [value]]
      : undefined,
};
