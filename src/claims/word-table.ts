/** From the hash of a word to its row in a table, open-addressed: a look-up makes no string. */
export interface WordTable {
  readonly keys: Int32Array;
  /** Row plus one; 0 = the slot is empty. */
  readonly rows: Uint16Array;
}

/** @param hashes of at most 65,535 words, each in the row of its place; of equal hashes the first counts. */
export function buildWordTable(hashes: Int32Array): WordTable {
  const size = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 1));
  const table = { keys: new Int32Array(size), rows: new Uint16Array(size) };
  hashes.forEach((hash, row) => {
    const slot = slotOf(table, hash);
    if (table.rows[slot] !== 0) return;
    table.keys[slot] = hash;
    table.rows[slot] = row + 1;
  });
  return table;
}

/** @returns the word's row, or -1. */
export function findRow(table: WordTable, hash: number): number {
  return table.rows[slotOf(table, hash)]! - 1;
}

function slotOf({ keys, rows }: WordTable, hash: number): number {
  const last = keys.length - 1;
  let slot = (hash ^ (hash >>> 15)) & last;
  while (rows[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & last;
  return slot;
}
