import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, packVectors, similarityOf, toVector, unpackVectors } from './vector.ts';
import { VectorTable } from './vector-table.ts';

const numbers = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 })
  .filter((all) => all.some((one) => Math.abs(one) > 1e-3));
const cosineOf = (a: readonly number[], b: readonly number[]): number => {
  const dot = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, number, at) => sum + number * other[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('a vector', () => {
  it('says how near two texts are, about as well as its numbers did', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(similarityOf(toVector(a), toVector(b))).toBeCloseTo(cosineOf(a, b), 1);
        expect(similarityOf(toVector(a), toVector(a))).toBeCloseTo(1, 1);
      }),
    );
  });

  it('is the same when it has been kept beside others, and none to another model', () => {
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 5 }), (some) => {
        const vectors = some.map(toVector);
        const kept = Buffer.from(packVectors(vectors, 0xfedcba98));
        const read = unpackVectors(kept, 0xfedcba98);
        expect(read?.map(({ values }) => values)).toEqual(vectors.map(({ values }) => values));
        for (const [at, { scale }] of vectors.entries()) expect(read?.[at]?.scale).toBeCloseTo(scale, 6);
        expect(unpackVectors(kept, 0xfedcba97)).toBeUndefined();
        expect(unpackVectors(kept.subarray(0, -1), 0xfedcba98)).toBeUndefined();
      }),
    );
    expect(unpackVectors(null, 1)).toBeUndefined();
    expect(unpackVectors(new Uint8Array(3), 1)).toBeUndefined();
  });

  it('of nothing is near nothing', () => {
    expect(similarityOf(toVector([0, 0]), toVector([1, 1]))).toBe(0);
  });
});

describe('a table of passages', () => {
  it('says of each how near its nearest sentence is, in whichever pieces it is asked', () => {
    const passage = fc.option(fc.array(numbers, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(
        fc.array(passage, { minLength: 1, maxLength: 100 }),
        numbers,
        fc.integer({ min: 1, max: 50 }),
        (rows, question, piece) => {
          const asked = toVector(question);
          const table = new VectorTable();
          for (const row of rows) table.add(row?.map(toVector));
          const found = new Float64Array(rows.length);
          for (let place = 0; place < table.size; ) {
            const next = table.compare(asked, place, piece, found);
            expect(next).toBeGreaterThan(place);
            place = next;
          }
          expect([table.size, table.held]).toEqual([rows.length, rows.filter(Boolean).length]);
          expect(table.rows).toBe(rows.flatMap((row) => row ?? []).length);
          for (const [place, row] of rows.entries()) {
            const expected = row === null ? undefined : nearest(row.map(toVector), asked);
            if (expected === undefined) {
              expect([table.similarity(place, asked), found[place]]).toEqual([undefined, -1]);
            } else expect(found[place]).toBeCloseTo(expected, 4);
          }
        },
      ),
    );
  });
});
