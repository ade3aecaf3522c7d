/**
 * From the hash of a word to its row in a table, open-addressed: a look-up makes no string. Two numbers a slot, side by
 * side in memory: the hash, and the row plus one; 0 = the slot is empty.
 */
type WordTable = Int32Array;

/** @param hashes of words, each in the row of its place; of equal hashes the first counts. */
export function buildWordTable(hashes: Int32Array): WordTable {
  const size = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 1));
  const table = new Int32Array(size * 2);
  hashes.forEach((hash, row) => {
    const slot = slotOf(table, hash);
    if (table[slot + 1] === 0) table.set([hash, row + 1], slot);
  });
  return table;
}

/** @returns the word's row, or -1. */
export function findRow(table: WordTable, hash: number): number {
  return table[slotOf(table, hash) + 1]! - 1;
}

function slotOf(table: WordTable, hash: number): number {
  const last = table.length - 2;
  let slot = ((hash ^ (hash >>> 15)) << 1) & last;
  while (table[slot + 1] !== 0 && table[slot] !== hash) slot = (slot + 2) & last;
  return slot;
}
