import type { Usage } from '../../domain/chat.ts';
import { isObject, readCount } from '../read-json.ts';
import type { DialectSettings } from './settings.ts';

/**
 * xAI counts reasoning beside the completion and in the total. Should it ever count it inside, the total
 * tells: then nothing is added.
 */
function tokensApart(
  prompt: number,
  completion: number,
  reasoning: number,
  total: number | undefined,
): number {
  return total === prompt + completion ? 0 : reasoning;
}

/** @returns `undefined` where neither side of the bill can be read. */
export function readUsage(usage: unknown, settings: DialectSettings): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const prompt = readCount(usage.prompt_tokens);
  const completion = readCount(usage.completion_tokens);
  if (prompt === undefined && completion === undefined) return undefined;
  const ofPrompt = usage.prompt_tokens_details;
  const ofCompletion = usage.completion_tokens_details;
  const cached = isObject(ofPrompt) ? readCount(ofPrompt.cached_tokens) : undefined;
  const reasoning = isObject(ofCompletion) ? readCount(ofCompletion.reasoning_tokens) : undefined;
  const apart =
    settings.reasoningTokensApart && reasoning !== undefined
      ? tokensApart(prompt ?? 0, completion ?? 0, reasoning, readCount(usage.total_tokens))
      : 0;
  return {
    promptTokens: prompt ?? 0,
    completionTokens: (completion ?? 0) + apart,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
