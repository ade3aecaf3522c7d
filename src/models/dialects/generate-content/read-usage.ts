import type { Usage } from '../../../domain/chat.ts';
import { isObject, readCount } from '../read-json.ts';

/**
 * Reads `usageMetadata`: thoughts are counted beside the candidates, tool prompts beside the prompt.
 * @returns `undefined` where neither side can be read.
 */
export function readUsage(usage: unknown): Usage | undefined {
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
  };
}
