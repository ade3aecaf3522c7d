/** A body of the Responses API as its caller wrote it, with what the gateway adds to the conversation. */
import { type ChatRequest, textOf, type WrittenRequest } from '../../../domain/chat.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { withPieces } from '../write-json.ts';
import { writtenFields } from '../written-fields.ts';
import { takerOf } from './item-ids.ts';
import { asWritten, isEncrypted } from './reasoning-items.ts';
import { responsesFields } from './responses-schema.ts';

/** What the gateway does itself, and no provider is told of. */
const OWN_FIELDS = ['store', 'previous_response_id', 'background', 'conversation'];
const SENT: ReadonlySet<string> = new Set(
  Object.keys(responsesFields).filter((name) => !OWN_FIELDS.includes(name)),
);

/** What the gateway put beside an item is not the provider's; the model's word for the system's role is one of two. */
function bare(item: JsonObject, systemRole: string): JsonObject {
  const { extra_content: _extra, ...rest } = asWritten(item);
  return rest.role === 'system' || rest.role === 'developer' ? { ...rest, role: systemRole } : rest;
}

/** Whether an item can go back: of the reasoning, what this provider wrote, as far as it is all there. */
export function goesBack(item: JsonObject, provider: string): boolean {
  if (item.type !== 'reasoning') return true;
  const taker = typeof item.id === 'string' ? takerOf(item.id) : undefined;
  return isEncrypted(item) && (taker === undefined || taker === provider);
}

/**
 * @param systemRole of the words that the gateway adds.
 * @param provider key of the one that is asked.
 * @returns the fields that the caller wrote for the provider.
 */
export function writeAgain(
  { messages }: ChatRequest,
  written: WrittenRequest,
  systemRole: string,
  provider: string,
): JsonObject {
  const { body, sources } = written;
  const fields = writtenFields(written, SENT);
  const before: JsonObject[] = [];
  const behind = new Map<unknown, JsonObject[]>();
  let last: JsonObject | undefined;
  for (const message of messages) {
    const source = sources.get(message);
    if (source !== undefined) last = source;
    const text = textOf(message).toWellFormed();
    if (source !== undefined || message.role === 'tool' || text === '') continue;
    const item = { role: message.role === 'system' ? systemRole : message.role, content: text };
    if (last === undefined) before.push(item);
    else behind.set(last, [...(behind.get(last) ?? []), item]);
  }
  const input = body.input as string | readonly JsonObject[];
  if (typeof input === 'string' && before.length + behind.size === 0) return fields;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  return {
    ...fields,
    input: [
      ...before,
      // A text has no item of its own to be behind.
      ...items.flatMap((item) => [
        ...(goesBack(item, provider) ? [withPieces(bare(item, systemRole))] : []),
        ...(behind.get(typeof input === 'string' ? body : item) ?? []),
      ]),
    ],
  };
}
