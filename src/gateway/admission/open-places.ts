/** How many requests of one caller are open at once: each may hold several connections to providers. */
import type { CallerId } from './caller-id.ts';

export interface OpenPlaces {
  /** @returns what gives the place back, to be called once; `undefined` where the caller has no place left. */
  take(caller: CallerId): (() => void) | undefined | Promise<(() => void) | undefined>;
}

/** @param perCaller places of each caller. */
export function createOpenPlaces(perCaller: number) {
  const taken = new Map<CallerId, number>();
  return {
    take(caller: CallerId): (() => void) | undefined {
      const count = taken.get(caller) ?? 0;
      if (count >= perCaller) return undefined;
      taken.set(caller, count + 1);
      return () => {
        const left = (taken.get(caller) ?? 1) - 1;
        if (left === 0) taken.delete(caller);
        else taken.set(caller, left);
      };
    },
  } satisfies OpenPlaces;
}
