import type { Usage } from '../../../domain/chat.ts';
import { isObject, readCount } from '../read-json.ts';
import type { DialectSettings } from './settings.ts';

/** @returns `undefined` where neither side of the bill can be read. */
export function readUsage(usage: unknown, settings: DialectSettings): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = readCount(usage.prompt_tokens);
  const completion = readCount(usage.completion_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const ofPrompt = usage.prompt_tokens_details;
  const ofCompletion = usage.completion_tokens_details;
  const cached = isObject(ofPrompt) ? readCount(ofPrompt.cached_tokens) : undefined;
  const written = isObject(ofPrompt) ? readCount(ofPrompt.cache_write_tokens) : undefined;
  const reasoning = isObject(ofCompletion) ? readCount(ofCompletion.reasoning_tokens) : undefined;
  // xAI counts reasoning beside the completion and in the total. Where the total leaves no room, it is inside.
  const isInside = readCount(usage.total_tokens) === (prompt ?? 0) + (completion ?? 0);
  const apart = settings.reasoningTokensApart && !isInside ? (reasoning ?? 0) : 0;
  return {
    promptTokens: prompt ?? 0,
    completionTokens: (completion ?? 0) + apart,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(written ? { cacheWriteTokens: written } : {}),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
