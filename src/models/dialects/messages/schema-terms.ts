import type { SchemaTerms } from '../restate-schema.ts';

const TAKEN = new Set(
  (
    'type properties required items enum const anyOf allOf $ref $defs definitions title description default ' +
    'additionalProperties'
  ).split(' '),
);
const FORMATS = new Set('date-time time date duration email hostname uri ipv4 ipv6 uuid'.split(' '));

/**
 * What structured output takes (https://platform.claude.com/docs/en/build-with-claude/structured-outputs).
 * Everything else is refused there with a 400.
 */
export const SCHEMA_TERMS: SchemaTerms = {
  provider: 'Anthropic',
  closed: true,
  takes(keyword, value) {
    if (keyword === 'format') return FORMATS.has(value as string);
    if (keyword === 'minItems') return value === 0 || value === 1;
    return TAKEN.has(keyword);
  },
  inOtherWords: (keyword, value) =>
    keyword === 'oneOf' && Array.isArray(value) ? ['anyOf', value] : undefined,
};
