/**
 * How many requests each caller holds in its current hour and month, in one process and in bounded memory.
 *
 * Rows lie in one Uint32Array a shard (open addressing, linear probing): a Map with ids as strings takes three times
 * the memory and stops the process for a tenth of a second whenever it grows; here a shard grows alone, in about a
 * millisecond. A row has the first 127 bits of the caller's id. Ids are HMACs, so that they need no hashing, and two
 * of a million callers share those bits with a probability of 1 in 10^26.
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
import { type Moment, momentOf, momentOfHour } from './windows.ts';

/** The words of a row: the id, then the latest windows with the count of each. */
const ID_WORDS = 4;
const HOUR = 4;
const MONTH = 6;
/** From a window's column to that of its count. */
const COUNT = 1;
const STAMP = 8;
const ROW = 9;
/** Set in the first word of every row that is used. */
const USED = 0x8000_0000;

const SHARDS = 256;
const FIRST_ROWS = 16;
/** The part of a shard's rows that is used at most, so that probing stays short. */
const FILLED = 0.75;
/** The part of the most rows that stays when a full shard gives counters up. */
const KEPT = 0.875;

/** About 75 MB. */
const MAX_CALLERS = 1_500_000;

/** A caller that was counted so many hours ahead of the clock stays there. */
export const HELD_HOURS: number = 1;

/** The windows that counts speak of. */
export type Windows = Pick<Moment, 'hour' | 'month'>;

interface Shard {
  cells: Uint32Array;
  /** Rows that are used, dead ones included. */
  used: number;
  /** A row without an id: what callers that the shard does not know begin with. */
  readonly floor: Uint32Array;
}

export class CounterTable {
  readonly #maxShardRows: number;
  readonly #shards = Array.from(
    { length: SHARDS },
    (): Shard => ({ cells: new Uint32Array(FIRST_ROWS * ROW), used: 0, floor: new Uint32Array(ROW) }),
  );
  /** The id that was looked up last. */
  readonly #idBytes = Buffer.alloc(32);
  readonly #id = new Uint32Array(this.#idBytes.buffer, this.#idBytes.byteOffset, ID_WORDS);
  /** The newest month seen: rows of an older one are dead. */
  #month = 0;
  #evicted = 0;

  /** @param maxCallers the most callers that are counted separately; about 100 bytes each at most. */
  constructor(maxCallers = MAX_CALLERS) {
    this.#maxShardRows = Math.max(8, Math.ceil(maxCallers / SHARDS));
  }

  /** How many live counters had to go for want of room since the start. */
  get evicted(): number {
    return this.#evicted;
  }

  /** Bytes that the rows take. */
  get bytes(): number {
    return this.#shards.reduce((sum, { cells }) => sum + cells.byteLength, 0);
  }

  read(id: CallerId, windows: Windows): Counts {
    const { shard, at, isKnown } = this.#find(id);
    return isKnown ? readCounts(shard.cells, at, windows) : readCounts(shard.floor, 0, windows);
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
    const { shard, at, isKnown } = this.#find(id);
    const ahead = isKnown ? shard.cells[at + HOUR]! - moment.hour : 0;
    if (ahead <= 0) return moment;
    if (ahead <= HELD_HOURS) return momentOfHour(moment.hour + ahead);
    onBroughtBack?.(moment);
    shard.cells[at + HOUR] = moment.hour;
    shard.cells[at + MONTH] = moment.month;
    this.#month = Math.min(this.#month, moment.month);
    return moment;
  }

  /**
   * Adds to the counts of the hour and of its month. Windows that have turned since are left alone, so that
   * what is given back late goes nowhere.
   * @param amount may be negative; a count never falls below zero.
   */
  add(id: CallerId, windows: Windows, amount: number, monthAmount = amount): void {
    this.#month = Math.max(this.#month, windows.month);
    let { shard, at, isKnown } = this.#find(id);
    if (!isKnown) {
      if (monthAmount <= 0) return;
      const floor = readCounts(shard.floor, 0, windows);
      at = this.#insert(shard);
      writeCounts(shard.cells, at, windows, floor);
    }
    addTo(shard.cells, at + HOUR, windows.hour, amount);
    addTo(shard.cells, at + MONTH, windows.month, monthAmount);
  }

  /**
   * Sets the counts to what another place knows better.
   * @param stamp a number of the user's own, kept beside the counts.
   */
  set(id: CallerId, windows: Windows, counts: Counts, stamp = 0): void {
    this.#month = Math.max(this.#month, windows.month);
    let { shard, at, isKnown } = this.#find(id);
    if (!isKnown) at = this.#insert(shard);
    writeCounts(shard.cells, at, windows, counts);
    shard.cells[at + STAMP] = stamp;
  }

  /** @returns the stamp of a known caller; 0 where its counts were only added to. */
  stampOf(id: CallerId): number | undefined {
    const { shard, at, isKnown } = this.#find(id);
    return isKnown ? shard.cells[at + STAMP] : undefined;
  }

  /** Takes a caller out, with its counts; `undefined` where it is not known. */
  drain(id: CallerId, windows: Windows): Counts | undefined {
    const { shard, at, isKnown } = this.#find(id);
    if (!isKnown) return undefined;
    const counts = readCounts(shard.cells, at, windows);
    shard.cells[at + HOUR + COUNT] = 0;
    shard.cells[at + MONTH + COUNT] = 0;
    return counts;
  }

  /** The shard is chosen by a byte of the id that its place in the shard does not depend on. */
  #find(id: CallerId): { shard: Shard; at: number; isKnown: boolean } {
    this.#idBytes.write(id, 'base64url');
    this.#id[0]! |= USED;
    const shard = this.#shards[this.#idBytes[4 * ID_WORDS]!]!;
    const at = this.#slotOf(shard.cells);
    return { shard, at, isKnown: shard.cells[at] !== 0 };
  }

  /** Where the row of the id lies, or the free one where it would go. */
  #slotOf(cells: Uint32Array): number {
    const id = this.#id;
    const mask = cells.length / ROW - 1;
    for (let slot = id[0]! & mask; ; slot = (slot + 1) & mask) {
      const at = slot * ROW;
      if (cells[at] === 0) return at;
      if (cells[at] !== id[0] || cells[at + 1] !== id[1]) continue;
      if (cells[at + 2] === id[2] && cells[at + 3] === id[3]) return at;
    }
  }

  /** Adds a row of zeros for the id, which has none, and makes room for it where it must. */
  #insert(shard: Shard): number {
    if (shard.used >= this.#rowLimit(shard)) {
      const id = this.#id.slice();
      this.#makeRoom(shard);
      this.#id.set(id);
    }
    const at = this.#slotOf(shard.cells);
    shard.cells.set(this.#id, at);
    shard.used++;
    return at;
  }

  #rowLimit({ cells }: Shard): number {
    return Math.min(this.#maxShardRows, (cells.length / ROW) * FILLED);
  }

  /** Drops the dead; where most are alive, doubles the shard, or gives up an eighth where it may not grow. */
  #makeRoom(shard: Shard): void {
    const old = shard.cells;
    const limit = this.#rowLimit(shard);
    const live: number[] = [];
    for (let at = 0; at < old.length; at += ROW) if (this.#isLive(old, at)) live.push(at);
    const grows = live.length > limit / 2 && limit < this.#maxShardRows;
    if (!grows && live.length > limit * KEPT) {
      live.sort((one, other) => old[other + MONTH + COUNT]! - old[one + MONTH + COUNT]!);
      for (const at of live.splice(Math.floor(limit * KEPT))) this.#evict(shard, at);
    }
    shard.cells = new Uint32Array(old.length * (grows ? 2 : 1));
    shard.used = live.length;
    for (const at of live) {
      this.#id.set(old.subarray(at, at + ID_WORDS));
      shard.cells.set(old.subarray(at, at + ROW), this.#slotOf(shard.cells));
    }
  }

  #isLive(cells: Uint32Array, at: number): boolean {
    return cells[at] !== 0 && cells[at + MONTH]! >= this.#month && cells[at + MONTH + COUNT] !== 0;
  }

  #evict({ cells, floor }: Shard, at: number): void {
    this.#evicted++;
    for (const column of [HOUR, MONTH]) {
      const window = cells[at + column]!;
      if (window < floor[column]!) continue;
      const floorCount = window === floor[column] ? floor[column + COUNT]! : 0;
      floor[column] = window;
      floor[column + COUNT] = Math.max(floorCount, cells[at + column + COUNT]!);
    }
  }
}

function readCounts(cells: Uint32Array, at: number, windows: Windows): Counts {
  return {
    hour: cells[at + HOUR] === windows.hour ? cells[at + HOUR + COUNT]! : 0,
    month: cells[at + MONTH] === windows.month ? cells[at + MONTH + COUNT]! : 0,
  };
}

function writeCounts(cells: Uint32Array, at: number, windows: Windows, counts: Counts): void {
  cells[at + HOUR] = windows.hour;
  cells[at + HOUR + COUNT] = counts.hour;
  cells[at + MONTH] = windows.month;
  cells[at + MONTH + COUNT] = counts.month;
}

/** @param at the cell of the window, beside which its count lies. */
function addTo(cells: Uint32Array, at: number, window: number, amount: number): void {
  const cellWindow = cells[at]!;
  // Given back for a window that the caller is no longer counted in, or, the clock set back, not any more.
  if (window < cellWindow || (window > cellWindow && amount < 0)) return;
  const count = cellWindow === window ? cells[at + COUNT]! : 0;
  cells[at] = window;
  cells[at + COUNT] = Math.max(0, count + amount);
}
