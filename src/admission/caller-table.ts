/**
 * A compact map from callers to a few 32-bit numbers each, for a million callers and more: open addressing
 * with linear probing over one Uint32Array a shard. A JS Map with the ids as strings takes three times the
 * memory and stops the process for a tenth of a second whenever it grows; here a shard grows alone, in about a
 * millisecond.
 *
 * An id is kept as its first 120 bits. Ids are HMACs, so that they need no hashing, and two of a million
 * callers share those bits with a probability of 1 in 10^24.
 */
import type { CallerId } from './caller-id.ts';

const SHARDS = 256;
const KEY_WORDS = 4;
/** Set in the first word of every used slot; an id's part is 30 bits. */
const USED = 0x4000_0000;
const FIRST_SLOTS = 16;
/** A row's handle is its shard above these bits and its slot below. */
const ROW_BITS = 22;
const ROW_MASK = (1 << ROW_BITS) - 1;

export interface CallerTableOptions {
  /** Numbers a row has. */
  readonly columns: number;
  /** The most rows that are kept; beyond it the rows of lowest rank go. */
  readonly maxRows: number;
  /** Whether a row says nothing any more and may go whenever room is needed. */
  readonly isDead: (row: number) => boolean;
  /** Which rows go first when the table is full of live ones: those of lowest rank, 0 to 2^32 - 1. */
  readonly rank: (row: number) => number;
  /** Called for each live row that has to go, while it can still be read. */
  readonly onEvict: (row: number) => void;
}

/** Rows are handles: valid until the next `insert`. */
export class CallerTable {
  readonly #options: CallerTableOptions;
  readonly #stride: number;
  readonly #maxShardRows: number;
  readonly #shards: Uint32Array[] = [];
  /** Used slots of each shard, dead ones included. */
  readonly #used = new Uint32Array(SHARDS);
  /** The id that was asked for last, as words. */
  readonly #sought = new Uint32Array(KEY_WORDS);

  constructor(options: CallerTableOptions) {
    this.#options = options;
    this.#stride = KEY_WORDS + options.columns;
    this.#maxShardRows = Math.max(8, Math.ceil(options.maxRows / SHARDS));
    for (let shard = 0; shard < SHARDS; shard++) this.#shards.push(this.#emptyShard(FIRST_SLOTS));
  }

  /** Which of the shards a caller belongs to, by bits of its id that its place in the shard does not depend on. */
  static shardOf(id: CallerId): number {
    return (bitsOf(id, 20) << 2) | (bitsOf(id, 21) >> 4);
  }

  static shardOfRow(row: number): number {
    return row >>> ROW_BITS;
  }

  static readonly shards = SHARDS;

  /** Bytes that the rows take. */
  get bytes(): number {
    return this.#shards.reduce((sum, cells) => sum + cells.byteLength, 0);
  }

  /** @returns the caller's row, or -1. */
  find(id: CallerId): number {
    this.#seek(id);
    const shard = CallerTable.shardOf(id);
    const slot = this.#slotFor(this.#shards[shard]!);
    return this.#shards[shard]![slot * this.#stride] === 0 ? -1 : (shard << ROW_BITS) | slot;
  }

  /** Adds a row of zeros for a caller that has none, and makes room for it where it must. */
  insert(id: CallerId): number {
    const shard = CallerTable.shardOf(id);
    if (this.#used[shard]! >= this.#rowLimit(this.#shards[shard]!)) this.#makeRoom(shard);
    const cells = this.#shards[shard]!;
    this.#seek(id);
    const slot = this.#slotFor(cells);
    cells.set(this.#sought, slot * this.#stride);
    this.#used[shard]!++;
    return (shard << ROW_BITS) | slot;
  }

  get(row: number, column: number): number {
    return this.#shards[row >>> ROW_BITS]![(row & ROW_MASK) * this.#stride + KEY_WORDS + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.#shards[row >>> ROW_BITS]![(row & ROW_MASK) * this.#stride + KEY_WORDS + column] = value;
  }

  #emptyShard(slots: number): Uint32Array {
    return new Uint32Array(slots * this.#stride);
  }

  /** How many rows a shard of this size takes: three quarters of its slots, so that probing stays short. */
  #rowLimit(cells: Uint32Array): number {
    return Math.min(this.#maxShardRows, (cells.length / this.#stride) * 0.75);
  }

  #seek(id: CallerId): void {
    for (let word = 0; word < KEY_WORDS; word++) {
      let bits = 0;
      for (let i = 0; i < 5; i++) bits = (bits << 6) | bitsOf(id, word * 5 + i);
      this.#sought[word] = word === 0 ? bits | USED : bits;
    }
  }

  /** The slot of the sought id, or the free one where it would go. */
  #slotFor(cells: Uint32Array): number {
    const first = this.#sought[0]!;
    const second = this.#sought[1]!;
    const third = this.#sought[2]!;
    const fourth = this.#sought[3]!;
    const mask = cells.length / this.#stride - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const at = slot * this.#stride;
      const found = cells[at];
      if (found === 0) return slot;
      if (found !== first || cells[at + 1] !== second) continue;
      if (cells[at + 2] === third && cells[at + 3] === fourth) return slot;
    }
  }

  /** Sweeps the dead; then, where most are alive, grows; then, where it may not grow, evicts an eighth. */
  #makeRoom(shard: number): void {
    const cells = this.#shards[shard]!;
    const slots = cells.length / this.#stride;
    const limit = this.#rowLimit(cells);
    const live = this.#liveRows(shard);
    if (live.length > limit * 0.5 && limit < this.#maxShardRows) this.#rebuild(shard, slots * 2, live);
    else if (live.length > limit * 0.875)
      this.#rebuild(shard, slots, this.#evict(live, Math.floor(limit * 0.875)));
    else this.#rebuild(shard, slots, live);
  }

  #liveRows(shard: number): number[] {
    const cells = this.#shards[shard]!;
    const rows: number[] = [];
    for (let at = 0, slot = 0; at < cells.length; at += this.#stride, slot++) {
      const row = (shard << ROW_BITS) | slot;
      if (cells[at] !== 0 && !this.#options.isDead(row)) rows.push(row);
    }
    return rows;
  }

  /** Evicts the rows of lowest rank until so many are left. @returns those. */
  #evict(rows: readonly number[], most: number): number[] {
    const ranks = Uint32Array.from(rows, this.#options.rank);
    const threshold = ranks.toSorted()[rows.length - most - 1]!;
    const kept: number[] = [];
    let excess = rows.length - most;
    for (const [i, row] of rows.entries()) {
      if (excess > 0 && ranks[i]! <= threshold) {
        this.#options.onEvict(row);
        excess--;
      } else kept.push(row);
    }
    return kept;
  }

  #rebuild(shard: number, slots: number, rows: readonly number[]): void {
    const old = this.#shards[shard]!;
    const cells = this.#emptyShard(slots);
    for (const row of rows) {
      const at = (row & ROW_MASK) * this.#stride;
      const kept = old.subarray(at, at + this.#stride);
      this.#sought.set(kept.subarray(0, KEY_WORDS));
      cells.set(kept, this.#slotFor(cells) * this.#stride);
    }
    this.#shards[shard] = cells;
    this.#used[shard] = rows.length;
  }
}

/** Six bits of an id's base64url character. */
function bitsOf(id: CallerId, position: number): number {
  const unit = id.charCodeAt(position);
  if (unit >= 97) return unit - 71;
  if (unit >= 65 && unit !== 95) return unit - 65;
  if (unit >= 48 && unit < 65) return unit + 4;
  return unit === 45 ? 62 : 63;
}
