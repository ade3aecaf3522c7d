/** From the hash of a word to its row in a table, open-addressed: a look-up makes no string. */
interface WordTable {
  /** Two numbers a slot, side by side in memory: the hash, and the row plus one; 0 = the slot is empty. */
  readonly slots: Int32Array;
}

/** @param hashes of words, each in the row of its place; of equal hashes the first counts. */
export function buildWordTable(hashes: Int32Array): WordTable {
  const size = 2 ** Math.ceil(Math.log2(hashes.length * 2 + 1));
  const table = { slots: new Int32Array(size * 2) };
  hashes.forEach((hash, row) => {
    const slot = slotOf(table, hash);
    if (table.slots[slot + 1] !== 0) return;
    table.slots[slot] = hash;
    table.slots[slot + 1] = row + 1;
  });
  return table;
}

/** @returns the word's row, or -1. */
export function findRow(table: WordTable, hash: number): number {
  return table.slots[slotOf(table, hash) + 1]! - 1;
}

function slotOf({ slots }: WordTable, hash: number): number {
  const last = slots.length - 2;
  let slot = ((hash ^ (hash >>> 15)) << 1) & last;
  while (slots[slot + 1] !== 0 && slots[slot] !== hash) slot = (slot + 2) & last;
  return slot;
}
