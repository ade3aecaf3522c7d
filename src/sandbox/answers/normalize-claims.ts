/** The answer to a request for normalized claims: those that were found in the message. */
import type { Question } from './prompt.ts';

const FIELDS = ['verifiable', 'unresolved', 'claims', 'note'];

/** Knows the request by the fields of its schema. */
export function normalizeClaims({ prompt, claims }: Question): string | undefined {
  const { format } = prompt;
  if (format.type !== 'json_schema' || typeof format.schema !== 'object' || format.schema === null)
    return undefined;
  const { properties } = format.schema as { properties?: unknown };
  if (typeof properties !== 'object' || properties === null) return undefined;
  if (!FIELDS.every((field) => Object.hasOwn(properties, field))) return undefined;
  return JSON.stringify({
    verifiable: claims.length > 0,
    unresolved: [],
    claims: claims.slice(0, 3),
    note: claims.length > 0 ? '' : 'No claim here that could be verified.',
  });
}
