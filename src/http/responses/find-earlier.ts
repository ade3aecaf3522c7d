/** What a request of the Responses API goes on from: earlier responses, and items of theirs that it names. */
import type { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../errors.ts';
import type { KeptResponse, KeptResponses } from '../../responses/kept-response.ts';
import { isResponseId, responseIdOf } from './item-ids.ts';
import { isReference } from './item-schema.ts';
import { type PlacedItem, placeItems } from './placed-item.ts';
import type { ResponsesBody } from './responses-schema.ts';
import type { Item } from './wire.ts';

interface Conversation {
  /** All items, those of earlier responses first. */
  readonly items: readonly PlacedItem[];
  /** Those of the request itself, with what it names in place of the names. */
  readonly own: readonly Item[];
}

/** @throws GatewayError 404 where what it names is not there, or another caller's. */
export async function findEarlier(
  kept: KeptResponses,
  key: ApiKey,
  { input, previous_response_id: previous }: ResponsesBody,
): Promise<Conversation> {
  const placed = placeItems(input);
  const [earlier, own] = await Promise.all([
    previous ? findConversation(kept, key, previous) : [],
    resolveReferences(kept, key, placed),
  ]);
  return { items: [...earlier, ...own], own: own.map(({ item }) => item) };
}

async function findConversation(kept: KeptResponses, key: ApiKey, id: string): Promise<PlacedItem[]> {
  const responses = isResponseId(id) ? await kept.conversation(key, id) : undefined;
  if (responses === undefined) {
    throw new GatewayError('response_not_found', `Previous response with id '${id}' not found.`, {
      param: 'previous_response_id',
    });
  }
  const place = ['previous_response_id'];
  return responses.flatMap(itemsOf).map((item) => ({ item, place }));
}

/** What a response was asked with, and what it answered. */
function itemsOf({ input, response }: KeptResponse): readonly Item[] {
  return [...input, ...((response.output ?? []) as readonly Item[])];
}

/** Puts the items that are named in place of their names: those of the same input, and of kept responses. */
async function resolveReferences(
  kept: KeptResponses,
  key: ApiKey,
  placed: readonly PlacedItem[],
): Promise<readonly PlacedItem[]> {
  if (!placed.some(({ item }) => isReference(item))) return placed;
  const known = new Map<unknown, Item>();
  const add = (item: Item): void => {
    if (item.id != null) known.set(item.id, item);
  };
  const ids = new Set<string>();
  for (const { item } of placed) {
    if (!isReference(item)) add(item);
    else {
      const response = responseIdOf(item.id as string);
      if (response !== undefined) ids.add(response);
    }
  }
  const found = ids.size === 0 ? new Map<string, KeptResponse>() : await kept.find(key, [...ids]);
  for (const response of found.values()) itemsOf(response).forEach(add);
  return placed.map(({ item, place }) => {
    if (!isReference(item)) return { item, place };
    const named = known.get(item.id);
    if (named !== undefined) return { item: named, place };
    throw new GatewayError('response_not_found', `Item with id '${String(item.id)}' not found.`, {
      param: place.join('.'),
    });
  });
}
