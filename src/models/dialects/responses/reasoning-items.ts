/**
 * The reasoning behind a call travels with the call, as the items that the provider sent, and goes back unchanged: it
 * is encrypted, because nothing is stored (https://platform.openai.com/docs/guides/reasoning#encrypted-reasoning-items).
 */
import type { ExtraContent, ToolCall } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import { responseIdOf } from './item-ids.ts';

/** What `include` asks for with it. */
export const ENCRYPTED = 'reasoning.encrypted_content';

/** Whether an item, of the provider's or a caller's, can be given back: one that is named alone is stored nowhere. */
export function isEncrypted(item: unknown): item is JsonObject & { readonly encrypted_content: string } {
  return isObject(item) && item.type === 'reasoning' && typeof item.encrypted_content === 'string';
}

/** @param provider its key. */
export function extraOf(provider: string, items: readonly JsonObject[]): ExtraContent {
  return { [provider]: { reasoning: items } };
}

/** Where items stand whose provider is not known: the one that is asked gets them. */
export const ANY_PROVIDER = 'responses';

/** @returns the items that came with a call; none where they are lost, or are another provider's. */
export function reasoningOf({ extra }: ToolCall, provider: string): readonly JsonObject[] {
  const own = extra?.[provider] ?? extra?.[ANY_PROVIDER];
  const kept = isObject(own) ? own.reasoning : undefined;
  return Array.isArray(kept) && kept.every(isEncrypted) ? kept : [];
}

/** Whether reasoning is all that a call came with. */
export function isReasoning(extra: ExtraContent): boolean {
  return Object.values(extra).every((own) => isObject(own) && Array.isArray(own.reasoning));
}

/** @returns a caller's item as its provider takes it: an id of the gateway's own says nothing there. */
export function asWritten(item: JsonObject): JsonObject {
  const { id, ...rest } = item;
  return typeof id === 'string' && responseIdOf(id) === undefined ? item : rest;
}

const BETWEEN = '\n\n';

/** @returns what an item shows of the thinking: its summary, or where the provider hides nothing, the thinking itself. */
export function shownIn({ summary, content }: JsonObject): string {
  const texts = (parts: unknown): string[] =>
    (Array.isArray(parts) ? parts : []).flatMap((part) =>
      isObject(part) && typeof part.text === 'string' && part.text !== '' ? [part.text] : [],
    );
  const summaries = texts(summary);
  return (summaries.length > 0 ? summaries : texts(content)).join(BETWEEN);
}
