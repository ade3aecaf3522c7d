/** An item of a conversation, and where its caller wrote it. */
import type { Item } from './wire.ts';

export interface PlacedItem {
  readonly item: Item;
  /** In the body: `['previous_response_id']` for what an earlier response holds, else `['input', n]`. */
  readonly place: readonly (string | number)[];
}
