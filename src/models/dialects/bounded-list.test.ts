import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { boundedList, lookAtElements } from './bounded-list.ts';

const list = boundedList(z.number(), 3);
const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ code }) => code) ?? [];

describe('a list with a maximum', () => {
  it('may have as many elements as that', () => {
    expect(list.parse([1, 2, 3])).toEqual([1, 2, 3]);
    expect(list.parse([])).toEqual([]);
  });

  it('of one that is too long no element is looked at', () => {
    const looked = vi.fn(() => true);
    const watched = boundedList(z.unknown().refine(looked), 3);
    expect(new Set(faultsOf(watched, [1, 2, 3, 'four']))).toEqual(new Set(['too_big']));
    expect(looked).not.toHaveBeenCalled();
    expect(list.safeParse([1, 2, 3, 4]).error?.issues[0]).toMatchObject({
      code: 'too_big',
      origin: 'array',
      maximum: 3,
      inclusive: true,
    });
  });

  it('must have an element where one is asked for', () => {
    expect(faultsOf(boundedList(z.number(), 3, 1), [])).toEqual(['too_small']);
    expect(faultsOf(boundedList(z.number(), 3, 1), [1])).toEqual([]);
  });

  it('is a list', () => {
    for (const value of ['abc', null, 7, {}]) {
      expect(faultsOf(list, value)).toEqual(['invalid_type']);
    }
  });
});

describe('a look at so many elements', () => {
  const both = z.object({ a: boundedList(z.number(), 9), b: boundedList(z.number(), 9, 1) });
  const look = (most: number, value: unknown) => lookAtElements(most, () => both.safeParse(value));

  it('takes in all where there are no more', () => {
    const { found, all } = look(4, { a: [1, 2], b: [3, 4] });
    expect(all).toBe(true);
    expect(found.data).toEqual({ a: [1, 2], b: [3, 4] });
  });

  it('leaves out what is beyond, and says so', () => {
    const { found, all } = look(3, { a: [1, 2], b: [3, 4] });
    expect(all).toBe(false);
    expect(found.data).toEqual({ a: [1, 2], b: [3] });
  });

  it('looks at the first of each list in any case', () => {
    const { found, all } = look(1, { a: [1, 2], b: [3, 4] });
    expect(all).toBe(false);
    expect(found.data).toEqual({ a: [1], b: [3] });
  });

  it('ends with the look, even one that fails', () => {
    expect(() =>
      lookAtElements(1, () => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(list.parse([1, 2, 3])).toEqual([1, 2, 3]);
    look(1, { a: [1, 2], b: [3] });
    expect(look(4, { a: [1, 2], b: [3, 4] }).all).toBe(true);
  });
});
