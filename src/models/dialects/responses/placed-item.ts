/** The items of a conversation, and where their caller wrote them. */
import type { Item } from './wire.ts';

export interface PlacedItem {
  readonly item: Item;
  /** In the body: `['previous_response_id']` for what an earlier response holds, else `['input', n]`. */
  readonly place: readonly (string | number)[];
}

/** @param input of a body that may have faults. @returns its items; a text is the message of a user. */
export function placeItems(input: unknown): readonly PlacedItem[] {
  if (typeof input === 'string')
    return [{ item: { type: 'message', role: 'user', content: input }, place: ['input'] }];
  if (!Array.isArray(input)) return [];
  return input.map((item, at) => ({ item, place: ['input', at] }));
}
