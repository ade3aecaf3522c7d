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
});
