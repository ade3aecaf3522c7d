import { describe, expect, it } from 'vitest';
import type { Caller } from '../caller-id.ts';
import { CarryOver } from './carry-over.ts';

const caller = (id: string) => ({ id, formerIds: [] }) as unknown as Caller;
const taken = (carryOver: CarryOver) =>
  carryOver.take(10).map(({ caller: { id }, hour, amount }) => [id, hour, amount]);

describe('counts that are yet to be written', () => {
  it('is a sum for each caller and hour, and nothing where it comes to nothing', () => {
    const carryOver = new CarryOver();
    carryOver.note(caller('ann'), 7, 1);
    carryOver.note(caller('ann'), 7, 1);
    carryOver.note(caller('ann'), 8, 1);
    carryOver.note(caller('bob'), 7, 1);
    carryOver.note(caller('bob'), 7, -1);
    carryOver.note(caller('eve'), 7, -1);
    expect(taken(carryOver)).toEqual([
      ['ann', 7, 2],
      ['ann', 8, 1],
      ['eve', 7, -1],
    ]);
    expect(carryOver.size).toBe(0);
  });

  it('is bounded: of more callers than it holds, the further ones are left out', () => {
    const carryOver = new CarryOver(2);
    for (const id of ['ann', 'bob', 'eve', 'ann']) carryOver.note(caller(id), 7, 1);
    expect(taken(carryOver)).toEqual([
      ['ann', 7, 2],
      ['bob', 7, 1],
    ]);
  });

  it('says what it has no room for, and goes on with those that it has', () => {
    const carryOver = new CarryOver(1);
    expect(carryOver.note(caller('ann'), 7, 1)).toBe(true);
    expect(carryOver.note(caller('bob'), 7, 1)).toBe(false);
    expect(carryOver.note(caller('ann'), 8, 1)).toBe(false);
    // What comes to nothing needs no room, and makes some.
    expect(carryOver.note(caller('bob'), 7, 0)).toBe(true);
    expect(carryOver.note(caller('ann'), 7, 2)).toBe(true);
    expect(carryOver.note(caller('ann'), 7, -3)).toBe(true);
    expect(carryOver.size).toBe(0);
    expect(carryOver.note(caller('bob'), 7, 1)).toBe(true);
    expect(taken(carryOver)).toEqual([['bob', 7, 1]]);
  });

  it('is taken in parts, the first noted first', () => {
    const carryOver = new CarryOver();
    for (const id of ['ann', 'bob', 'eve']) carryOver.note(caller(id), 7, 1);
    const part = (most: number) => carryOver.take(most).map((entry) => entry.caller.id);
    expect([part(0), part(2), carryOver.size, part(2), part(2)]).toEqual([
      [],
      ['ann', 'bob'],
      1,
      ['eve'],
      [],
    ]);
  });
});
