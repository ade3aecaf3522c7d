/** What a caller's own body holds for a provider of its dialect. */
import type { WrittenRequest } from '../../domain/chat.ts';
import { isObject, type JsonObject } from '../../domain/json-object.ts';

/** @param sent the fields of those that the gateway reads which the provider is sent. */
export function writtenFields({ body, unread }: WrittenRequest, sent: ReadonlySet<string>): JsonObject {
  const fields = Object.entries(body).filter(
    ([name, value]) => (sent.has(name) && !isNeutral(value)) || unread.includes(name),
  );
  return Object.fromEntries(fields);
}

/**
 * @param options of a stream, as the caller wrote them.
 * @param ours what the gateway always sends.
 * @returns what the caller asks for and does not get, as values of `X-Claimgate-Adjusted`.
 */
export function adjustedOptions(options: unknown, ours: Readonly<Record<string, boolean>> = {}): string[] {
  if (!isObject(options)) return [];
  // Usage is what the gateway itself needs, and gives to those who ask for it.
  const others = Object.entries(ours).filter(([name, value]) => !value && options[name] === true);
  return others.map(([name, value]) => `stream_options.${name}=${value}`);
}

/** Clients write such values for fields that they do not use. */
function isNeutral(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** @param content of a message, as it is written. @returns the same with a text at its end. */
export function withTextBehind(content: unknown, text: string): unknown {
  if (Array.isArray(content)) return [...content, { type: 'text', text }];
  return typeof content === 'string' && content !== '' ? `${content}\n\n${text}` : text;
}
