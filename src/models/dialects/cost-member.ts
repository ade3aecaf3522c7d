import type { Usage } from '../../domain/chat.ts';
import { dollarsOf } from '../../domain/dollars.ts';
import { isObject } from '../../domain/json-object.ts';

/**
 * @param theirs the usage as the provider wrote it: what it says of its cost itself comes back as it came.
 * @returns a member of the usage that says what the answer cost, in US dollars; none where that is not known.
 */
export function costMember({ nanos }: Usage, theirs?: unknown): { readonly cost?: number } {
  const isSaid = isObject(theirs) && theirs.cost !== undefined;
  return nanos === undefined || isSaid ? {} : { cost: dollarsOf(nanos) };
}
