/**
 * Writes what one process counts in memory to the store, a moment later and many at once, so that a restart
 * forgets nothing and a killed process forgets the last second at most.
 */
import { COUNT_BATCH, type CountChange, type LimitCounts } from '../store/limit-counts.ts';
import type { CallerId } from './caller-id.ts';
import { HELD_HOURS, type Windows } from './counter-table.ts';

export interface CheckpointOptions {
  readonly counts: LimitCounts;
  /** Milliseconds between a count and its being written; half a second unless said otherwise. */
  readonly delayMs?: number;
  /** The most callers an hour whose counts wait to be written while the store is away; more are not written. */
  readonly maxWaiting?: number;
  /** Told when a writing failed, which is tried again, and when there is no more room for what waits. */
  readonly onFailure?: (error: unknown) => void;
}

/** The changes of one hour that are not written yet. */
interface Page {
  readonly windows: Windows;
  readonly amounts: Map<CallerId, number>;
}

export class CountCheckpoint {
  readonly #options: CheckpointOptions;
  readonly #pages = new Map<number, Page>();
  readonly #moves: { readonly from: CallerId; readonly to: CallerId }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #prunedTo = 0;
  #full = false;
  #failing = false;
  /** The latest hour that the store may have counts of. */
  #latestHour = Number.POSITIVE_INFINITY;
  /** Where counts of later hours are to be moved, once the clock was set back. */
  #backTo: Windows | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
  }

  /** Whether the latest writing failed. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Notes that requests were counted, or given back where negative. */
  record(caller: CallerId, windows: Windows, amount: number): void {
    let page = this.#pages.get(windows.hour);
    if (page === undefined) {
      page = { windows, amounts: new Map() };
      this.#pages.set(windows.hour, page);
    }
    const known = page.amounts.get(caller);
    if (known === undefined && page.amounts.size >= (this.#options.maxWaiting ?? 500_000)) {
      this.#tellFull();
      return;
    }
    page.amounts.set(caller, (known ?? 0) + amount);
    this.#latestHour = Math.max(this.#latestHour, windows.hour);
    this.#schedule();
  }

  /** Notes that what was counted under one id belongs to another. */
  move(from: CallerId, to: CallerId): void {
    this.#moves.push({ from, to });
    this.#schedule();
  }

  /** Notes that the clock was set back to these windows, and that counts of later ones belong there. */
  bringBack({ hour, month }: Windows): void {
    if (this.#latestHour <= hour + HELD_HOURS) return;
    this.#latestHour = hour;
    this.#backTo = { hour, month };
    for (const page of [...this.#pages.values()].filter(({ windows }) => windows.hour > hour + HELD_HOURS)) {
      this.#pages.delete(page.windows.hour);
      for (const [caller, amount] of page.amounts) this.record(caller, this.#backTo, amount);
    }
    this.#schedule();
  }

  /** Writes everything noted so far. Rejects where the store does; what it did not take is kept. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing
      .catch(() => {})
      .then(() => this.#write())
      .then(
        () => {
          this.#failing = false;
        },
        (error: unknown) => {
          this.#failing = true;
          throw error;
        },
      );
    return this.#flushing;
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#options.onFailure?.(error);
        this.#schedule();
      });
    }, this.#options.delayMs ?? 500);
    this.#timer.unref();
  }

  #tellFull(): void {
    if (!this.#full) this.#options.onFailure?.(new Error('Too many counts wait to be written to the store'));
    this.#full = true;
  }

  async #write(): Promise<void> {
    if (this.#backTo !== undefined) {
      const { hour, month } = this.#backTo;
      await this.#options.counts.bringBack(hour + HELD_HOURS, hour, month);
      this.#backTo = undefined;
    }
    const pages = [...this.#pages.values()].sort((a, b) => a.windows.hour - b.windows.hour);
    for (const page of pages) {
      this.#pages.delete(page.windows.hour);
      await this.#writePage(page);
    }
    for (let move = this.#moves[0]; move !== undefined; move = this.#moves[0]) {
      await this.#options.counts.move(move.from, move.to);
      this.#moves.shift();
    }
    this.#full = false;
    await this.#pruneBefore(pages.at(-1)?.windows.month ?? 0);
  }

  /** What the store refuses, and all after it, goes back among what is to be written. */
  async #writePage({ windows, amounts }: Page): Promise<void> {
    const changes: CountChange[] = [];
    for (const [callerId, amount] of amounts) if (amount !== 0) changes.push({ callerId, amount });
    for (let start = 0; start < changes.length; start += COUNT_BATCH) {
      try {
        await this.#options.counts.add(
          windows.hour,
          windows.month,
          changes.slice(start, start + COUNT_BATCH),
        );
      } catch (error) {
        for (const { callerId, amount } of changes.slice(start))
          this.record(callerId as CallerId, windows, amount);
        throw error;
      }
    }
  }

  async #pruneBefore(month: number): Promise<void> {
    if (month <= this.#prunedTo) return;
    await this.#options.counts.prune(month);
    this.#prunedTo = month;
  }
}
