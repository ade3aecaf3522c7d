/**
 * What a request of the Responses API goes on from: earlier responses, and items of theirs that it names. A few bytes
 * may name much: what the request becomes is held against the limits of a body before it is built.
 */
import type { ApiKey } from '../../../domain/api-key.ts';
import { type FieldFault, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import { MAX_MESSAGES } from '../../../models/dialects/chat-completions/message-schema.ts';
import { valueFault } from '../../../models/dialects/field-faults.ts';
import { isResponseId, responseIdOf } from '../../../models/dialects/responses/item-ids.ts';
import { isReference } from '../../../models/dialects/responses/item-schema.ts';
import { type PlacedItem, placeItems } from '../../../models/dialects/responses/placed-item.ts';
import type { ResponsesBody } from '../../../models/dialects/responses/responses-schema.ts';
import type { Item } from '../../../models/dialects/responses/wire.ts';
import type { KeptResponse, KeptResponses } from '../../responses/kept-response.ts';
import { type BodyLimits, countMedia } from '../body/read-body.ts';
import { measureJson } from '../measure-json.ts';

interface Conversation {
  /** All items, those of earlier responses first. */
  readonly items: readonly PlacedItem[];
  /** Those of the request itself, with what it names in place of the names. */
  readonly own: readonly Item[];
  /** All items as they were written; a text where the request has one and goes on from nothing. */
  readonly written: string | readonly Item[];
}

/**
 * @param body as the caller wrote it.
 * @param limits that the whole conversation must keep, as if it stood in the body.
 * @param take counts bytes that the request holds beside its body.
 * @throws ValidationError where an item is there twice, or where there are too many.
 * @throws GatewayError 404 where what it names is not there, or another caller's; 413 where it is too much together,
 *   naming the field.
 */
export async function findEarlier(
  kept: KeptResponses,
  key: ApiKey,
  { input, previous_response_id: previous }: ResponsesBody,
  body: unknown,
  limits: BodyLimits,
  take: (bytes: number) => void,
): Promise<Conversation> {
  const placed = placeItems(input);
  const seen = new Set<unknown>();
  refuseFaults(repeatedItems(placed, seen));
  const earlier = previous ? await findConversation(kept, key, previous) : [];
  seen.clear();
  for (const { item } of earlier) seen.add(item.id);
  refuseFaults(repeatedItems(placed, seen));
  const own = await resolveReferences(kept, key, placed);
  const items = [...earlier, ...own];
  refuseFaults(countFaults(items));
  // What the body holds itself was counted when it came.
  if (items.length > placed.length || own.some(({ item }, at) => item !== placed[at]?.item))
    take(requireRoom(items, limits));
  const raw = asWritten(own, placed, body);
  return {
    items,
    // What is kept is told apart by its type.
    own: raw.map((item, at) => ({ type: own[at]?.item.type, ...item })),
    written:
      typeof input === 'string' && earlier.length === 0
        ? input
        : [...earlier.map(({ item }) => item), ...raw],
  };
}

/** @returns the request's own items with all that the caller wrote in them. */
function asWritten(
  own: readonly PlacedItem[],
  placed: readonly PlacedItem[],
  body: unknown,
): readonly Item[] {
  const input = (body as { readonly input?: unknown }).input;
  return own.map(({ item }, at) => {
    const written: unknown = Array.isArray(input) ? input[at] : undefined;
    // What a reference names stands in its place.
    const isOwn = item === placed[at]?.item && isObject(written);
    return isOwn ? written : item;
  });
}

function refuseFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new ValidationError(faults);
}

/** @param seen ids of the items before; those of these items are added. */
function repeatedItems(placed: readonly PlacedItem[], seen: Set<unknown>): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const { item, place } of placed) {
    const { id } = item;
    if (id == null) continue;
    if (seen.has(id)) faults.push(valueFault([...place, 'id'], 'another item before has this id'));
    seen.add(id);
  }
  return faults;
}

function countFaults(items: readonly PlacedItem[]): FieldFault[] {
  const beyond = items[MAX_MESSAGES];
  if (beyond === undefined) return [];
  const most = MAX_MESSAGES.toLocaleString('en');
  return [valueFault(beyond.place.slice(0, 1), `the conversation has more than ${most} items`)];
}

/**
 * @returns about the bytes that the items have.
 * @throws GatewayError 413, naming the field with which the conversation is too large.
 */
function requireRoom(items: readonly PlacedItem[], { text, whole }: BodyLimits): number {
  let size = 0;
  let media = 0;
  for (const { item, place } of items) {
    size += measureJson(item, whole - size);
    media += countMedia({ input: [item] });
    if (size > whole || size - media > text) throw tooLarge(place);
  }
  return size;
}

function tooLarge(place: PlacedItem['place']): GatewayError {
  const [field] = place;
  return new GatewayError(
    'body_too_large',
    `${field}: the conversation is too large with what is named here`,
    {
      param: place.join('.'),
    },
  );
}

async function findConversation(kept: KeptResponses, key: ApiKey, id: string): Promise<PlacedItem[]> {
  const place = ['previous_response_id'];
  const responses = isResponseId(id) ? await naming(place, kept.conversation(key, id)) : undefined;
  if (responses === undefined) {
    throw new GatewayError('response_not_found', `Previous response with id '${id}' not found.`, {
      param: 'previous_response_id',
    });
  }
  return responses.flatMap(itemsOf).map((item) => ({ item, place }));
}

/** What is kept may be too large to be read at all. */
async function naming<T>(place: PlacedItem['place'], found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    throw error instanceof GatewayError && error.code === 'body_too_large' ? tooLarge(place) : error;
  });
}

/** What a response was asked with, and what it answered. */
function itemsOf({ input, response }: KeptResponse): readonly Item[] {
  return [...input, ...((response.output ?? []) as readonly Item[])];
}

/** Puts the items of kept responses that are named in place of their names. */
async function resolveReferences(
  kept: KeptResponses,
  key: ApiKey,
  placed: readonly PlacedItem[],
): Promise<readonly PlacedItem[]> {
  const ids = new Set<string>();
  for (const { item } of placed) {
    const response = isReference(item) ? responseIdOf(item.id as string) : undefined;
    if (response !== undefined) ids.add(response);
  }
  const found =
    ids.size === 0 ? new Map<string, KeptResponse>() : await naming(['input'], kept.find(key, [...ids]));
  const known = new Map<unknown, Item>();
  for (const response of found.values()) for (const item of itemsOf(response)) known.set(item.id, item);
  return placed.map(({ item, place }) => {
    if (!isReference(item)) return { item, place };
    const named = known.get(item.id);
    if (named !== undefined) return { item: named, place };
    throw new GatewayError('response_not_found', `Item with id '${String(item.id)}' not found.`, {
      param: place.join('.'),
    });
  });
}
