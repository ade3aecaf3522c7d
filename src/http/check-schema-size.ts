import type { FieldFault } from '../errors.ts';
import { valueFault } from './validate.ts';

/** Members that JSON schemas may have in all: they are rewritten for the provider, and sent with every request. */
const MAX_SCHEMA_MEMBERS = 10_000;

interface PlacedSchema {
  readonly place: readonly (string | number)[];
  readonly schema: unknown;
}

/** @returns a fault for the first schema with which all together are too large. */
export function schemaFaults(schemas: readonly PlacedSchema[], field = 'parameters'): FieldFault[] {
  let left = MAX_SCHEMA_MEMBERS;
  for (const { place, schema } of schemas) {
    left -= countMembers(schema, left);
    if (left >= 0) continue;
    const most = MAX_SCHEMA_MEMBERS.toLocaleString('en');
    return [valueFault([...place, field], `schema has more than ${most} members`)];
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
