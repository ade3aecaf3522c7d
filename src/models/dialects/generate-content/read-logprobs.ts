import type { TokenLogprob } from '../../../domain/chat.ts';
import { isObject, readText } from '../read-json.ts';

const UTF_8 = new TextEncoder();

/**
 * Reads `logprobsResult`: the tokens that were chosen and, step by step, the most probable ones.
 * https://ai.google.dev/api/generate-content#LogprobsResult
 */
export function readLogprobs(result: unknown): readonly TokenLogprob[] {
  if (!isObject(result)) return [];
  const steps = list(result.topCandidates);
  return list(result.chosenCandidates).map((chosen, step) => {
    const top = steps[step];
    return { ...readToken(chosen), top_logprobs: isObject(top) ? list(top.candidates).map(readToken) : [] };
  });
}

/** What is 0 or empty may be missing. */
function readToken(candidate: unknown): Omit<TokenLogprob, 'top_logprobs'> {
  const { token: text, logProbability } = isObject(candidate) ? candidate : {};
  const token = readText(text) ?? '';
  const logprob = typeof logProbability === 'number' ? Math.min(0, logProbability) : 0;
  return { token, logprob, bytes: [...UTF_8.encode(token)] };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
