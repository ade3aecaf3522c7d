/** Tokens that one request's verification may use. A call is begun only where its most fits. */

export interface Reservation {
  /** @param used what the provider counted: the rest is free again. All of it where nobody knows. */
  settle(used: number): void;
  readonly tokens: number;
}

export interface TokenBudget {
  /** Tokens that are neither used nor reserved. */
  left(): number;
  /** Whether some are reserved that may become free. */
  isWaiting(): boolean;
  /** @returns undefined where so many are not left. */
  reserve(tokens: number): Reservation | undefined;
  /** @param listener called when a reservation was settled. */
  onSettled(listener: () => void): void;
}

/** @param limit tokens of prompts and answers; `Infinity` where there is none. */
export function openTokenBudget(limit: number): TokenBudget {
  const listeners: (() => void)[] = [];
  let left = limit;
  let open = 0;
  return {
    left: () => left,
    isWaiting: () => open > 0,
    reserve(tokens) {
      if (tokens > left) return undefined;
      left -= tokens;
      open += 1;
      let settled = false;
      return {
        tokens,
        settle(used) {
          if (settled) return;
          settled = true;
          open -= 1;
          left += tokens - used;
          for (const listener of listeners) listener();
        },
      };
    },
    onSettled(listener) {
      listeners.push(listener);
    },
  };
}
