import type { Usage } from '../../../domain/chat.ts';
import { isObject, readCount } from '../read-json.ts';

/**
 * Reasoning is part of `output_tokens`; where it is not, the total includes it.
 * @returns `undefined` where neither side of the bill can be read.
 */
export function readUsage(usage: unknown): Usage | undefined {
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
  return {
    promptTokens: input ?? 0,
    completionTokens: Math.max(output ?? 0, total - (input ?? 0)),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(written ? { cacheWriteTokens: written } : {}),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
