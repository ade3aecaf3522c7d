import type { Usage } from '../../../domain/chat.ts';
import { isObject, type JsonObject, readCount } from '../read-json.ts';

/**
 * Notes what the provider searched the web for, each of which is billed: https://ai.google.dev/gemini-api/docs/pricing.
 * @param written a candidate as the provider wrote it; the frames of a stream may say the same again.
 */
export function noteSearches(
  searches: Set<string>,
  { index, groundingMetadata: grounding }: JsonObject,
): void {
  if (!isObject(grounding) || !Array.isArray(grounding.webSearchQueries)) return;
  for (const query of grounding.webSearchQueries) searches.add(`${index ?? 0} ${query}`);
}

/**
 * Reads `usageMetadata`: thoughts are counted beside the candidates, tool prompts beside the prompt.
 * @param searches how many of them the answer shows.
 * @returns `undefined` where neither side can be read.
 */
export function readUsage(usage: unknown, searches: number): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = readCount(usage.promptTokenCount);
  const candidates = readCount(usage.candidatesTokenCount);
  const thoughts = readCount(usage.thoughtsTokenCount);
  if (prompt === undefined && candidates === undefined) return undefined;
  const cached = readCount(usage.cachedContentTokenCount);
  return {
    promptTokens: (prompt ?? 0) + (readCount(usage.toolUsePromptTokenCount) ?? 0),
    completionTokens: (candidates ?? 0) + (thoughts ?? 0),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(searches > 0 ? { searches } : {}),
  };
}
