/** Tokens that one request's verification may use. A call is begun only where its most fits. */
import type { Usage } from '../../../domain/chat.ts';
import { isTimeUp, withinLimit } from '../within-limit.ts';

export type TokenBudget = ReturnType<typeof openTokenBudget>;

/** @param limit tokens of prompts and answers; `Infinity` where there is none. */
export function openTokenBudget(limit: number) {
  const listeners: (() => void)[] = [];
  let left = limit;
  let open = 0;
  return {
    /** Tokens that are neither used nor reserved. */
    left: () => left,
    /** Whether some are reserved that may become free. */
    isWaiting: () => open > 0,
    /** @param listener called when a call has ended. */
    onSettled: (listener: () => void): void => void listeners.push(listener),
    /**
     * Makes a call within the budget and a time limit.
     *
     * @param tokens the most that it may use: reserved; what the provider does not count is free afterwards.
     * @param timeout milliseconds.
     * @returns undefined where so many tokens are not left.
     */
    async spend<T extends { readonly usage?: Usage | undefined }>(
      tokens: number,
      timeout: number,
      signal: AbortSignal,
      call: (signal: AbortSignal) => Promise<T>,
    ): Promise<T | undefined> {
      if (tokens > left) return undefined;
      left -= tokens;
      open += 1;
      let used = tokens;
      try {
        const answer = await withinLimit(signal, timeout, call);
        if (answer.usage !== undefined) used = answer.usage.promptTokens + answer.usage.completionTokens;
        return answer;
      } catch (error) {
        // What was given up may have been counted; what was refused was not.
        if (!signal.aborted && !isTimeUp(error)) used = 0;
        throw error;
      } finally {
        open -= 1;
        left += tokens - used;
        for (const listener of listeners) listener();
      }
    },
  };
}
