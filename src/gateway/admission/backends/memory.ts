/**
 * Counts in this process alone: nothing to install, and exact as long as one process serves. JavaScript runs
 * one turn at a time, so that looking and taking in one synchronous step is atomic. What was counted is
 * written to the store a moment later and read back at the next start.
 */
import type { Allowance, Plan } from '../../../domain/plan.ts';
import type { LimitCounts } from '../../store/limit-counts.ts';
import { allowanceOf, hasRoom } from '../allowance.ts';
import { type Caller, parseCallerId } from '../caller-id.ts';
import { CounterTable, HELD_HOURS } from '../counter-table.ts';
import {
  type Attempt,
  createAttempt,
  type LimitBackend,
  type LimitBackendOptions,
} from '../limit-backend.ts';
import { createMinuteCounts, type MinuteCounts } from '../minute-counts.ts';
import { type Moment, momentOf } from '../windows.ts';
import { CountCheckpoint } from './checkpoint-counts.ts';

type MemoryBackendOptions = Pick<
  LimitBackendOptions,
  'now' | 'counts' | 'maxCallers' | 'onCheckpointFailure'
>;

/** Places as data, so that a process can take them for another. */
export interface MemoryLimits extends LimitBackend {
  /** One place, where there is one. @param nowMs Unix milliseconds. @returns the moment that it was counted in. */
  take(caller: Caller, plan: Plan, nowMs: number): TakenPlace;
  /** Gives a place back, taken in that moment: to be called once. @returns the state afterwards. */
  giveBack(caller: Caller, plan: Plan, moment: Moment, nowMs: number): Allowance;
}

interface TakenPlace extends Pick<Attempt, 'passed' | 'allowance'> {
  readonly moment: Moment;
}

/** Reads back what an earlier process counted in this month, then counts on. */
export async function openMemoryBackend(options: MemoryBackendOptions): Promise<MemoryLimits> {
  const backend = new MemoryBackend(options);
  if (options.counts !== undefined) await backend.restore(options.counts, momentOf(options.now()));
  return backend;
}

class MemoryBackend implements MemoryLimits {
  readonly minutes: MinuteCounts = createMinuteCounts();
  readonly #counters: CounterTable;
  readonly #checkpoint: CountCheckpoint | undefined;
  readonly #onCheckpointFailure: (error: unknown) => void;

  constructor({ counts, maxCallers, onCheckpointFailure = () => {} }: MemoryBackendOptions) {
    this.#counters = new CounterTable(maxCallers);
    this.#onCheckpointFailure = onCheckpointFailure;
    if (counts !== undefined) this.#checkpoint = new CountCheckpoint(counts, onCheckpointFailure);
  }

  /** Whether what is counted outlives the process. */
  get healthy(): boolean {
    return this.#checkpoint?.failing !== true;
  }

  async restore(counts: LimitCounts, moment: Moment): Promise<void> {
    for await (const page of counts.load(moment.month)) {
      for (const row of page) {
        const counted = { hour: row.hourCount, month: row.monthCount };
        const isAhead = row.hour > moment.hour + HELD_HOURS;
        if (isAhead) this.#checkpoint?.bringBack(moment.hour);
        this.#counters.set(parseCallerId(row.callerId), isAhead ? moment : row, counted);
      }
    }
  }

  serves = async (): Promise<boolean> => true;

  async reserve(caller: Caller, plan: Plan, nowMs: number): Promise<Attempt> {
    const { passed, allowance, moment } = this.take(caller, plan, nowMs);
    return createAttempt(passed, allowance, async (laterMs) => this.giveBack(caller, plan, moment, laterMs));
  }

  take(caller: Caller, plan: Plan, nowMs: number): TakenPlace {
    const moment = this.#momentFor(caller, nowMs);
    const passed = hasRoom(plan, this.#counters.read(caller.id, moment));
    if (passed) this.#count(caller, moment, 1);
    return { passed, allowance: this.#look(caller, plan, moment), moment };
  }

  giveBack(caller: Caller, plan: Plan, moment: Moment, nowMs: number): Allowance {
    this.#count(caller, moment, -1);
    return this.#look(caller, plan, this.#momentFor(caller, nowMs));
  }

  async peek(caller: Caller, plan: Plan, nowMs: number): Promise<Allowance> {
    return this.#look(caller, plan, this.#momentFor(caller, nowMs));
  }

  async close(): Promise<void> {
    await this.#checkpoint?.flush().catch(this.#onCheckpointFailure);
  }

  #momentFor(caller: Caller, nowMs: number): Moment {
    this.#adoptFormer(caller, nowMs);
    return this.#counters.momentFor(caller.id, nowMs, ({ hour }) => this.#checkpoint?.bringBack(hour));
  }

  #look(caller: Caller, plan: Plan, moment: Moment): Allowance {
    return allowanceOf(plan, moment, this.#counters.read(caller.id, moment));
  }

  #count(caller: Caller, moment: Moment, amount: 1 | -1): void {
    this.#counters.add(caller.id, moment, amount);
    this.#checkpoint?.record(caller, moment.hour, amount);
  }

  /** What was counted under a secret that has been replaced goes to the caller's id of today. */
  #adoptFormer(caller: Caller, nowMs: number): void {
    for (const formerId of caller.formerIds) {
      const moment = this.#counters.momentFor(formerId, nowMs);
      const counts = this.#counters.drain(formerId, moment);
      if (counts === undefined || counts.month === 0) continue;
      this.#counters.add(caller.id, moment, counts.hour, counts.month);
      this.#checkpoint?.move(formerId, caller.id);
    }
  }
}
