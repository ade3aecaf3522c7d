/** Tokens that one request's verification may use. A call is begun only where its most fits. */

export interface Reservation {
  /** @param used what the provider counted: the rest is free again. */
  settle(used: number): void;
}

export interface TokenBudget {
  /** Tokens that are neither used nor reserved. */
  left(): number;
  /** @returns undefined where so many are not left. */
  reserve(tokens: number): Reservation | undefined;
}

/** @param limit tokens of prompts and answers; `Infinity` where there is none. */
export function openTokenBudget(limit: number): TokenBudget {
  let left = limit;
  return {
    left: () => left,
    reserve(tokens) {
      if (tokens > left) return undefined;
      left -= tokens;
      let open = true;
      return {
        settle(used) {
          if (!open) return;
          open = false;
          left += tokens - used;
        },
      };
    },
  };
}
