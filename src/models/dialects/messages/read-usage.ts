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
  const searches = searchesOf(usage);
  const thinking = isObject(details) ? readCount(details.thinking_tokens) : undefined;
  return {
    promptTokens: (input ?? 0) + (cacheWrite ?? 0) + (cacheRead ?? 0),
    completionTokens: output ?? 0,
    ...(cacheRead === undefined ? {} : { cachedTokens: cacheRead }),
    ...(cacheWrite ? { cacheWriteTokens: cacheWrite } : {}),
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
    ...(searches > 0 ? { searches } : {}),
  };
}

/** @returns how often the provider searched the web. */
export function searchesOf(usage: unknown): number {
  const tools: JsonObject = isObject(usage) && isObject(usage.server_tool_use) ? usage.server_tool_use : {};
  return readCount(tools.web_search_requests) ?? 0;
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
