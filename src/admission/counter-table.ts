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
import type { Moment } from './windows.ts';

const HOUR = 0;
const HOUR_COUNT = 1;
const MONTH = 2;
const MONTH_COUNT = 3;

export class CounterTable {
  readonly #table: CallerTable;
  /** What a shard's unknown callers begin with, in the same columns as a row. */
  readonly #floors = new Uint32Array(CallerTable.shards * 4);
  /** The newest month seen: rows of an older one are dead. */
  #month = 0;
  #evicted = 0;

  /** @param maxCallers the most callers that are told apart; 64 bytes each at most. */
  constructor(maxCallers: number) {
    this.#table = new CallerTable({
      columns: 4,
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

  read(id: CallerId, moment: Moment): Counts {
    const row = this.#table.find(id);
    return row === -1 ? this.#floorOf(id, moment) : this.#readRow(row, moment);
  }

  /**
   * Adds to the counts of the hour and of its month. Windows that have turned since are left alone, so that
   * what is given back late goes nowhere.
   * @param amount may be negative; a count never falls below zero.
   */
  add(id: CallerId, moment: Moment, amount: number): void {
    this.merge(id, moment, { hour: amount, month: amount });
  }

  /** As `add`, with an amount for each window. */
  merge(id: CallerId, moment: Moment, amounts: Counts): void {
    if (moment.month > this.#month) this.#month = moment.month;
    let row = this.#table.find(id);
    if (row === -1) {
      if (amounts.month <= 0) return;
      const floor = this.#floorOf(id, moment);
      row = this.#table.insert(id);
      this.#write(row, HOUR, moment.hour, floor.hour);
      this.#write(row, MONTH, moment.month, floor.month);
    }
    this.#addTo(row, HOUR, moment.hour, amounts.hour);
    this.#addTo(row, MONTH, moment.month, amounts.month);
  }

  /** Sets the counts as somebody who knows them better says. */
  set(id: CallerId, moment: Moment, counts: Counts): void {
    if (moment.month > this.#month) this.#month = moment.month;
    let row = this.#table.find(id);
    if (row === -1) row = this.#table.insert(id);
    this.#write(row, HOUR, moment.hour, counts.hour);
    this.#write(row, MONTH, moment.month, counts.month);
  }

  /** Forgets a caller. */
  clear(id: CallerId): void {
    const row = this.#table.find(id);
    if (row === -1) return;
    this.#table.set(row, HOUR_COUNT, 0);
    this.#table.set(row, MONTH_COUNT, 0);
  }

  #addTo(row: number, column: typeof HOUR | typeof MONTH, window: number, amount: number): void {
    const known = this.#table.get(row, column);
    if (window < known) return;
    const count = known === window ? this.#table.get(row, column + 1) : 0;
    this.#write(row, column, window, Math.max(0, count + amount));
  }

  #write(row: number, column: typeof HOUR | typeof MONTH, window: number, count: number): void {
    this.#table.set(row, column, window);
    this.#table.set(row, column + 1, count);
  }

  #readRow(row: number, moment: Moment): Counts {
    return {
      hour: this.#table.get(row, HOUR) === moment.hour ? this.#table.get(row, HOUR_COUNT) : 0,
      month: this.#table.get(row, MONTH) === moment.month ? this.#table.get(row, MONTH_COUNT) : 0,
    };
  }

  #floorOf(id: CallerId, moment: Moment): Counts {
    const at = CallerTable.shardOf(id) * 4;
    return {
      hour: this.#floors[at + HOUR] === moment.hour ? this.#floors[at + HOUR_COUNT]! : 0,
      month: this.#floors[at + MONTH] === moment.month ? this.#floors[at + MONTH_COUNT]! : 0,
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
