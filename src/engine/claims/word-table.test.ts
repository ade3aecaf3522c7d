import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWordTable, findRow } from './word-table.ts';

describe('the table of words', () => {
  it('finds the row of each hash it was built from, and of no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), fc.integer(), (hashes, other) => {
        const table = buildWordTable(Int32Array.from(hashes));
        hashes.forEach((hash, row) => {
          expect(findRow(table, hash)).toBe(row);
        });
        expect(findRow(table, other)).toBe(hashes.indexOf(other));
      }),
    );
  });

  it('keeps the first of words that share a hash', () => {
    expect(findRow(buildWordTable(Int32Array.of(7, 9, 7)), 7)).toBe(0);
  });
});
