import type { Usage } from '../../../domain/chat.ts';
import { isObject, type JsonObject, readCount } from '../read-json.ts';

/**
 * What an item of an answer did in the web without searching it, which costs nothing beside its tokens:
 * https://developers.openai.com/api/docs/guides/tools-web-search.
 */
const NO_SEARCH: ReadonlySet<unknown> = new Set(['open_page', 'find_in_page']);

/** Whether an item of an answer is a search of the web, which is billed. */
export function isSearch({ type, action }: JsonObject): boolean {
  return type === 'web_search_call' && !(isObject(action) && NO_SEARCH.has(action.type));
}

/** Searches that xAI's bill counts: https://docs.x.ai/developers/pricing. OpenAI's counts none. */
function searchesIn(usage: JsonObject): number {
  const tools = usage.server_side_tool_usage_details;
  if (!isObject(tools)) return 0;
  return (readCount(tools.web_search_calls) ?? 0) + (readCount(tools.x_search_calls) ?? 0);
}

/**
 * Reasoning is part of `output_tokens`; where it is not, the total includes it.
 * @param shown how many searches the answer shows.
 * @returns `undefined` where neither side of the bill can be read.
 */
export function readUsage(usage: unknown, shown: number): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const input = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const total = readCount(usage.total_tokens) ?? 0;
  const ofInput = usage.input_tokens_details;
  const ofOutput = usage.output_tokens_details;
  const cached = isObject(ofInput) ? readCount(ofInput.cached_tokens) : undefined;
  const written = isObject(ofInput) ? readCount(ofInput.cache_write_tokens) : undefined;
  const reasoning = isObject(ofOutput) ? readCount(ofOutput.reasoning_tokens) : undefined;
  const searches = Math.max(shown, searchesIn(usage));
  return {
    promptTokens: input ?? 0,
    completionTokens: Math.max(output ?? 0, total - (input ?? 0)),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(written ? { cacheWriteTokens: written } : {}),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(searches > 0 ? { searches } : {}),
  };
}
