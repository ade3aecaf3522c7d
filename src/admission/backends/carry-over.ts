/**
 * What was counted or given back while Redis was away, kept until it can be told. Bounded: of more callers
 * than it holds, the further ones are not told.
 */
import type { Caller, CallerId } from '../caller-id.ts';

export interface CarriedCount {
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

  note(caller: Caller, hour: number, amount: number): void {
    const name = `${hour}:${caller.id}` as const;
    const sum = (this.#entries.get(name)?.amount ?? 0) + amount;
    if (sum === 0) this.#entries.delete(name);
    else if (this.#entries.has(name) || this.#entries.size < this.#maxEntries) {
      this.#entries.set(name, { caller, hour, amount: sum });
    }
  }

  /** Takes out up to so many. Who cannot tell one notes it again. */
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
