import { describe, expect, it } from 'vitest';
import type { TextVector } from './vector.ts';
import { VectorTable } from './vector-table.ts';

const vector = (...values: number[]): TextVector => ({
  values: Int8Array.from(values),
  scale: 1 / 64,
});
const EAST = vector(64, 0);
const NORTH = vector(0, 64);

function fill(...places: readonly (readonly TextVector[] | undefined)[]): VectorTable {
  const table = new VectorTable();
  for (const vectors of places) table.add(vectors);
  return table;
}

describe('a table of vectors', () => {
  it('says how near the nearest vector of a place is; a place without any is none', () => {
    const table = fill([NORTH, EAST], undefined, [NORTH]);
    expect([0, 1, 2].map((place) => table.similarity(place, EAST))).toEqual([1, undefined, 0]);
    expect([table.size, table.held, table.rows]).toEqual([3, 2, 3]);
  });

  it('compares as many vectors in one go as it is told, and one place at least', () => {
    const table = fill([EAST, NORTH], [EAST], [NORTH, EAST, NORTH], undefined);
    const near = new Float64Array(4);
    expect(table.compare(EAST, 0, 3, near)).toBe(2);
    expect(table.compare(EAST, 0, 2, near)).toBe(1);
    expect(table.compare(EAST, 2, 1, near)).toBe(3);
    expect(table.compare(EAST, 0, 6, near)).toBe(4);
    expect([...near]).toEqual([1, 1, 1, -1]);
  });

  it('keeps what it has as it grows', () => {
    const table = fill(...Array.from({ length: 200 }, (_, place) => [place % 2 === 0 ? EAST : NORTH]));
    const near = new Float64Array(200);
    table.compare(EAST, 0, 200, near);
    expect([...near]).toEqual(Array.from({ length: 200 }, (_, place) => (place % 2 === 0 ? 1 : 0)));
  });
});
