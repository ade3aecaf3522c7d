/**
 * Writes what one process counts in memory to the store, a moment later and many at once, so that a restart
 * forgets nothing and a killed process forgets the last second at most.
 */
import { COUNT_BATCH, type LimitCounts } from '../../store/limit-counts.ts';
import type { Caller, CallerId } from '../caller-id.ts';
import { HELD_HOURS } from '../counter-table.ts';
import { momentOfHour } from '../windows.ts';
import { CarryOver } from './carry-over.ts';

/** Milliseconds between a count and its being written. */
const DELAY_MS = 500;
/** Counts that wait to be written while the store is away; more are not written. */
const MOST_WAITING = 500_000;

export class CountCheckpoint {
  readonly #counts: LimitCounts;
  readonly #onFailure: (error: unknown) => void;
  readonly #unwritten = new CarryOver(MOST_WAITING);
  readonly #moves: { readonly from: CallerId; readonly to: CallerId }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #prunedTo = 0;
  #isFull = false;
  #failing = false;
  /** The latest hour that the store may have counts of. */
  #latestHour = Number.POSITIVE_INFINITY;
  /** The hour that counts of later ones are to be moved to, once the clock was set back. */
  #backTo: number | undefined;

  /** @param onFailure called when a write failed, which is tried again, and when too many counts wait. */
  constructor(counts: LimitCounts, onFailure: (error: unknown) => void) {
    this.#counts = counts;
    this.#onFailure = onFailure;
  }

  /** Whether the latest write failed. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Notes that requests were counted, or given back where negative. */
  record(caller: Caller, hour: number, amount: number): void {
    if (!this.#unwritten.note(caller, hour, amount) && !this.#isFull) {
      this.#isFull = true;
      this.#onFailure(new Error('Too many counts wait to be written to the store'));
    }
    this.#latestHour = Math.max(this.#latestHour, hour);
    this.#schedule();
  }

  /** Notes that what was counted under one id belongs to another. */
  move(from: CallerId, to: CallerId): void {
    this.#moves.push({ from, to });
    this.#schedule();
  }

  /** Notes that the clock was set back to this hour, and that counts of later ones belong there. */
  bringBack(hour: number): void {
    const latest = hour + HELD_HOURS;
    if (this.#latestHour <= latest) return;
    this.#latestHour = hour;
    this.#backTo = hour;
    for (const { caller, hour: counted, amount } of this.#unwritten.take(MOST_WAITING)) {
      this.#unwritten.note(caller, counted > latest ? hour : counted, amount);
    }
    this.#schedule();
  }

  /** Writes everything noted so far. Rejects where the store does; what it did not take is kept. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#flushing.then(() => this.#write());
    const note = (failing: boolean) => () => {
      this.#failing = failing;
    };
    this.#flushing = written.then(note(false), note(true));
    return written;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#onFailure(error);
        this.#schedule();
      });
    }, DELAY_MS).unref();
  }

  async #write(): Promise<void> {
    if (this.#backTo !== undefined) {
      const hour = this.#backTo;
      await this.#counts.bringBack(hour + HELD_HOURS, hour, momentOfHour(hour).month);
      this.#backTo = undefined;
    }
    // What is counted meanwhile waits for the next time.
    let latestMonth = 0;
    for (let batches = Math.ceil(this.#unwritten.size / COUNT_BATCH); batches > 0; batches--) {
      latestMonth = Math.max(latestMonth, await this.#writeBatch());
    }
    for (let move = this.#moves[0]; move !== undefined; move = this.#moves[0]) {
      await this.#counts.move(move.from, move.to);
      this.#moves.shift();
    }
    this.#isFull = false;
    if (latestMonth <= this.#prunedTo) return;
    await this.#counts.prune(latestMonth);
    this.#prunedTo = latestMonth;
  }

  /**
   * Hours may be written in any order: the store keeps the latest one. What it refuses is noted again.
   * @returns the latest month that was written.
   */
  async #writeBatch(): Promise<number> {
    const byHour = Map.groupBy(this.#unwritten.take(COUNT_BATCH), ({ hour }) => hour);
    let latestMonth = 0;
    for (const [hour, entries] of byHour) {
      const { month } = momentOfHour(hour);
      const changes = entries.map(({ caller, amount }) => ({ callerId: caller.id, amount }));
      try {
        await this.#counts.add(hour, month, changes);
      } catch (error) {
        for (const { caller, hour, amount } of [...byHour.values()].flat()) this.record(caller, hour, amount);
        throw error;
      }
      byHour.delete(hour);
      latestMonth = Math.max(latestMonth, month);
    }
    return latestMonth;
  }
}
