/**
 * What was counted or given back and has yet to be written elsewhere: to Redis that was away, or to the store.
 * Bounded: of more callers than it holds, the further ones are left out.
 */
import type { Caller, CallerId } from '../caller-id.ts';

interface CarriedCount {
  readonly caller: Caller;
  /** The hour that the places were taken in. */
  readonly hour: number;
  /** Negative where more was given back. */
  readonly amount: number;
}

export class CarryOver {
  readonly #maxEntries: number;
  readonly #entries = new Map<`${number}:${CallerId}`, CarriedCount>();

  constructor(maxEntries = 200_000) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @returns false where there was no room for it. */
  note(caller: Caller, hour: number, amount: number): boolean {
    const name = `${hour}:${caller.id}` as const;
    const entryBefore = this.#entries.get(name);
    const sum = (entryBefore?.amount ?? 0) + amount;
    if (sum === 0) this.#entries.delete(name);
    else if (entryBefore === undefined && this.#entries.size >= this.#maxEntries) return false;
    else this.#entries.set(name, { caller, hour, amount: sum });
    return true;
  }

  /** Takes out up to so many. Those that cannot be written are to be noted again. */
  take(most: number): CarriedCount[] {
    const taken: CarriedCount[] = [];
    for (const [name, entry] of this.#entries) {
      if (taken.length === most) break;
      taken.push(entry);
      this.#entries.delete(name);
    }
    return taken;
  }
}
