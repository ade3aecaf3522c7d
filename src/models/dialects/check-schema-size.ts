import type { FieldFault } from '../../domain/errors.ts';
import { valueFault } from './field-faults.ts';

/** Members of the schema of an answer: it is rewritten for the provider, and sent with every request. */
export const MAX_FORMAT_MEMBERS: number = 10_000;
/** Members of the schemas of all tools of a request. */
export const MAX_TOOL_MEMBERS: number = 50_000;

interface PlacedSchema {
  readonly place: readonly (string | number)[];
  readonly schema: unknown;
}

/**
 * @param field that holds the schema.
 * @returns a fault for the first schema with which all together have more than `most` members.
 */
export function schemaFaults(schemas: readonly PlacedSchema[], field: string, most: number): FieldFault[] {
  let left = most;
  for (const { place, schema } of schemas) {
    left -= countMembers(schema, left);
    if (left >= 0) continue;
    const problem = `schema has more than ${most.toLocaleString('en')} members`;
    return [valueFault([...place, field], schemas.length === 1 ? problem : `${problem}, with those before`)];
  }
  return [];
}

/** Fields and elements in all; counts no further than one beyond the most. */
function countMembers(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name in value) {
    count += 1 + countMembers((value as Record<string, unknown>)[name], most - count - 1);
    if (count > most) break;
  }
  return count;
}
