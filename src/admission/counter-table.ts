/**
 * How many requests each caller holds in its current hour and month, in one process and in bounded memory.
 *
 * When the table is full of live counters, those of the lowest counts are given up. So that nobody gains by
 * it, their shard remembers the highest count that it gave up in the current hour and month, and a caller
 * that it does not know begins there instead of at zero (the estimate of Metwally, Agrawal and El Abbadi,
 * "Efficient computation of frequent and top-k elements in data streams", 2005: never below the truth).
 * Never more than a limit pass, therefore; a flood of over a million paying callers may cost a newcomer a
 * few of its requests.
 */
import type { Counts } from './allowance.ts';
import type { CallerId } from './caller-id.ts';
import { CallerTable } from './caller-table.ts';
import { type Moment, momentOf, momentOfHour } from './windows.ts';

const HOUR = 0;
const HOUR_COUNT = 1;
const MONTH = 2;
const MONTH_COUNT = 3;
const STAMP = 4;

/** About 75 MB. */
const MAX_CALLERS = 1_500_000;

/** A caller that was counted so many hours ahead of the clock stays there. */
export const HELD_HOURS = 1;

/** The windows that counts speak of. */
export type Windows = Pick<Moment, 'hour' | 'month'>;

export class CounterTable {
  readonly #table: CallerTable;
  /** What a shard's unknown callers begin with, in the same columns as a row. */
  readonly #floors = new Uint32Array(CallerTable.shards * 4);
  /** The newest month seen: rows of an older one are dead. */
  #month = 0;
  #evicted = 0;

  /** @param maxCallers the most callers that are counted separately; about 100 bytes each at most. */
  constructor(maxCallers = MAX_CALLERS) {
    this.#table = new CallerTable({
      columns: 5,
      maxRows: maxCallers,
      isDead: (row) => this.#table.get(row, MONTH) < this.#month || this.#table.get(row, MONTH_COUNT) === 0,
      rank: (row) => this.#table.get(row, MONTH_COUNT),
      onEvict: (row) => this.#raiseFloor(row),
    });
  }

  /** How many live counters had to go for want of room since the start. */
  get evicted(): number {
    return this.#evicted;
  }

  get bytes(): number {
    return this.#table.bytes;
  }

  read(id: CallerId, windows: Windows): Counts {
    const row = this.#table.find(id);
    return row === -1 ? this.#floorOf(id, windows) : this.#readRow(row, windows);
  }

  /**
   * The moment that a caller is counted in: the clock's, unless the clock was set back. A caller that was counted
   * in the next hour already stays there, so that a small correction at the turn gives nobody a window twice. One
   * that is further ahead comes back with its counts: nobody gains by it, and nobody is kept out for long by a
   * clock that was wrong.
   *
   * @param onBroughtBack called before a caller's counts are moved to an earlier hour.
   */
  momentFor(id: CallerId, nowMs: number, onBroughtBack?: (moment: Moment) => void): Moment {
    const moment = momentOf(nowMs);
    const row = this.#table.find(id);
    const ahead = row === -1 ? 0 : this.#table.get(row, HOUR) - moment.hour;
    if (ahead <= 0) return moment;
    if (ahead <= HELD_HOURS) return momentOfHour(moment.hour + ahead);
    onBroughtBack?.(moment);
    this.#table.set(row, HOUR, moment.hour);
    this.#table.set(row, MONTH, moment.month);
    this.#month = Math.min(this.#month, moment.month);
    return moment;
  }

  /**
   * Adds to the counts of the hour and of its month. Windows that have turned since are left alone, so that
   * what is given back late goes nowhere.
   * @param amount may be negative; a count never falls below zero.
   */
  add(id: CallerId, windows: Windows, amount: number): void {
    this.merge(id, windows, { hour: amount, month: amount });
  }

  /** As `add`, with an amount for each window. */
  merge(id: CallerId, windows: Windows, amounts: Counts): void {
    if (windows.month > this.#month) this.#month = windows.month;
    let row = this.#table.find(id);
    if (row === -1) {
      if (amounts.month <= 0) return;
      const floor = this.#floorOf(id, windows);
      row = this.#table.insert(id);
      this.#write(row, HOUR, windows.hour, floor.hour);
      this.#write(row, MONTH, windows.month, floor.month);
    }
    this.#addTo(row, HOUR, windows.hour, amounts.hour);
    this.#addTo(row, MONTH, windows.month, amounts.month);
  }

  /** Sets the counts as somebody who knows them better says. */
  set(id: CallerId, windows: Windows, counts: Counts): void {
    if (windows.month > this.#month) this.#month = windows.month;
    let row = this.#table.find(id);
    if (row === -1) row = this.#table.insert(id);
    this.#write(row, HOUR, windows.hour, counts.hour);
    this.#write(row, MONTH, windows.month, counts.month);
  }

  /** Takes a caller out, with its counts; `undefined` where it is not known. */
  drain(id: CallerId, windows: Windows): Counts | undefined {
    const row = this.#table.find(id);
    if (row === -1) return undefined;
    const counts = this.#readRow(row, windows);
    this.#table.set(row, HOUR_COUNT, 0);
    this.#table.set(row, MONTH_COUNT, 0);
    return counts;
  }

  /** A number of the user's own beside a known caller's counts; 0 at first. */
  stampOf(id: CallerId): number | undefined {
    const row = this.#table.find(id);
    return row === -1 ? undefined : this.#table.get(row, STAMP);
  }

  stamp(id: CallerId, value: number): void {
    const row = this.#table.find(id);
    if (row !== -1) this.#table.set(row, STAMP, value);
  }

  #addTo(row: number, column: typeof HOUR | typeof MONTH, window: number, amount: number): void {
    const known = this.#table.get(row, column);
    // Given back for a window that the caller is no longer counted in, or, the clock set back, not any more.
    if (window < known || (window > known && amount < 0)) return;
    const count = known === window ? this.#table.get(row, column + 1) : 0;
    this.#write(row, column, window, Math.max(0, count + amount));
  }

  #write(row: number, column: typeof HOUR | typeof MONTH, window: number, count: number): void {
    this.#table.set(row, column, window);
    this.#table.set(row, column + 1, count);
  }

  #readRow(row: number, windows: Windows): Counts {
    return {
      hour: this.#table.get(row, HOUR) === windows.hour ? this.#table.get(row, HOUR_COUNT) : 0,
      month: this.#table.get(row, MONTH) === windows.month ? this.#table.get(row, MONTH_COUNT) : 0,
    };
  }

  #floorOf(id: CallerId, windows: Windows): Counts {
    const at = CallerTable.shardOf(id) * 4;
    return {
      hour: this.#floors[at + HOUR] === windows.hour ? this.#floors[at + HOUR_COUNT]! : 0,
      month: this.#floors[at + MONTH] === windows.month ? this.#floors[at + MONTH_COUNT]! : 0,
    };
  }

  #raiseFloor(row: number): void {
    this.#evicted++;
    const at = CallerTable.shardOfRow(row) * 4;
    for (const column of [HOUR, MONTH]) {
      const window = this.#table.get(row, column);
      const count = this.#table.get(row, column + 1);
      const floorWindow = this.#floors[at + column]!;
      if (window < floorWindow) continue;
      const floor = window === floorWindow ? this.#floors[at + column + 1]! : 0;
      this.#floors[at + column] = window;
      this.#floors[at + column + 1] = Math.max(floor, count);
    }
  }
}
