import type { Usage } from '../../../domain/chat.ts';
import { isObject, type JsonObject, readCount } from '../read-json.ts';

/**
 * Reads a bill. Cached tokens are counted beside `input_tokens`; thinking is counted in `output_tokens`.
 * @returns `undefined` where neither side can be read.
 */
export function readUsage(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = readCount(usage.cache_read_input_tokens);
  const cacheWrite = readCount(usage.cache_creation_input_tokens);
  const details = usage.output_tokens_details;
  const thinking = isObject(details) ? readCount(details.thinking_tokens) : undefined;
  return {
    promptTokens: (input ?? 0) + (cacheWrite ?? 0) + (cacheRead ?? 0),
    completionTokens: output ?? 0,
    ...(cacheRead === undefined ? {} : { cachedTokens: cacheRead }),
    ...(cacheWrite ? { cacheWriteTokens: cacheWrite } : {}),
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
  };
}

/**
 * The bill of a stream comes twice: at its start, and with the last delta, cumulative but with gaps.
 * @returns both as one, the later number winning where it is one.
 */
export function mergeUsage(first: JsonObject | undefined, last: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(last)) {
    if (value !== undefined && (value !== null || !(name in merged))) merged[name] = value;
  }
  return merged;
}
