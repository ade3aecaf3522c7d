/**
 * Counts in this process alone: nothing to install, and exact as long as one process serves. JavaScript runs
 * one turn at a time, so that looking and taking in one synchronous step is atomic.
 */
import type { Allowance, Plan } from '../../domain/plan.ts';
import { allowanceOf, hasRoom } from '../allowance.ts';
import type { Caller } from '../caller-id.ts';
import { CounterTable } from '../counter-table.ts';
import type { Attempt, LimitBackend } from '../limit-backend.ts';
import { type Moment, momentOf } from '../windows.ts';

/** The most callers told apart at once: at most 100 MB. */
export const MAX_CALLERS = 1_500_000;

export interface MemoryBackendOptions {
  readonly maxCallers?: number;
}

export function createMemoryBackend(options: MemoryBackendOptions = {}): LimitBackend {
  const counters = new CounterTable(options.maxCallers ?? MAX_CALLERS);
  return {
    async reserve(caller, plan, nowMs) {
      const moment = momentOf(nowMs);
      adoptFormer(counters, caller, moment);
      const counts = counters.read(caller.id, moment);
      if (!hasRoom(plan, counts)) return refusal(allowanceOf(plan, moment, counts));
      counters.add(caller.id, moment, 1);
      return new MemoryAttempt(counters, caller, plan, moment);
    },
    async peek(caller, plan, nowMs) {
      const moment = momentOf(nowMs);
      adoptFormer(counters, caller, moment);
      return allowanceOf(plan, moment, counters.read(caller.id, moment));
    },
    async close() {},
  };
}

/** Moves what was counted under a secret that has been replaced to the caller's id of today. */
function adoptFormer(counters: CounterTable, caller: Caller, moment: Moment): void {
  for (const formerId of caller.formerIds) {
    const counts = counters.read(formerId, moment);
    if (counts.month === 0) continue;
    counters.clear(formerId);
    counters.merge(caller.id, moment, counts);
  }
}

function refusal(allowance: Allowance): Attempt {
  return { passed: false, allowance, release: async () => allowance };
}

class MemoryAttempt implements Attempt {
  readonly passed = true;
  readonly allowance: Allowance;
  readonly #counters: CounterTable;
  readonly #caller: Caller;
  readonly #plan: Plan;
  readonly #moment: Moment;
  #held = true;

  constructor(counters: CounterTable, caller: Caller, plan: Plan, moment: Moment) {
    this.#counters = counters;
    this.#caller = caller;
    this.#plan = plan;
    this.#moment = moment;
    this.allowance = this.#look(moment);
  }

  async release(nowMs: number): Promise<Allowance> {
    if (this.#held) this.#counters.add(this.#caller.id, this.#moment, -1);
    this.#held = false;
    return this.#look(momentOf(nowMs));
  }

  #look(moment: Moment): Allowance {
    return allowanceOf(this.#plan, moment, this.#counters.read(this.#caller.id, moment));
  }
}
