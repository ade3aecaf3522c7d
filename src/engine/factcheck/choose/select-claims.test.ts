import { describe, expect, it } from 'vitest';
import { openSelection, worthiestFirst } from './select-claims.ts';

const claim = (check_worthiness: number) => ({ confidence: 0.99, check_worthiness });
const worths = (claims: readonly { check_worthiness: number }[]) =>
  claims.map(({ check_worthiness }) => check_worthiness);

/** @returns what was begun with while the text was being written, and what at its end. */
function choose(maxClaims: number, live: boolean, coming: readonly number[]) {
  const selection = openSelection<ReturnType<typeof claim>>(maxClaims, { live });
  const atOnce = worths(coming.map(claim).filter((one) => selection.take(one)));
  const { begin, leave } = selection.rest();
  return { atOnce, atEnd: worths(begin), left: worths(leave) };
}

describe('which claims are verified', () => {
  const RISING = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

  it('where all are known: those most worth checking, wherever they stand', () => {
    const { atOnce, atEnd, left } = choose(3, false, [0.2, 0.9, 0.1, 0.8, 0.3]);
    expect(atOnce).toEqual([]);
    expect(atEnd).toEqual([0.9, 0.8, 0.3]);
    expect(left).toEqual([0.2, 0.1]);
  });

  it('all of them where there is room, live or not', () => {
    for (const live of [true, false]) {
      const { atOnce, atEnd, left } = choose(6, live, RISING.toReversed());
      expect([...atOnce, ...atEnd].sort()).toEqual(RISING);
      expect(left).toEqual([]);
    }
  });

  it('in a live text: most of the room at once, then what is worthier than those before, the others at the end', () => {
    expect(choose(5, true, [0.2, 0.3, 0.1, 0.8, 0.5, 0.9, 0.4])).toEqual({
      atOnce: [0.2, 0.3, 0.1, 0.8, 0.9],
      atEnd: [],
      left: [0.5, 0.4],
    });
    expect(choose(5, true, [0.2, 0.3, 0.1, 0.8, 0.5, 0.4])).toEqual({
      atOnce: [0.2, 0.3, 0.1, 0.8],
      atEnd: [0.5],
      left: [0.4],
    });
  });

  it('in a long live text: what is among the worthiest tenth so far need not be the very best', () => {
    const before = [0.95, ...new Array(30).fill(0.2)];
    expect(choose(4, true, [...before, 0.9]).atOnce).toEqual([0.95, 0.2, 0.2, 0.9]);
    expect(choose(4, true, [...before, 0.1]).atOnce).toEqual([0.95, 0.2, 0.2]);
  });

  it('never more than are allowed, and never the first for being first where one is', () => {
    for (const maxClaims of [0, 1, 3, 7]) {
      for (const live of [true, false]) {
        const { atOnce, atEnd } = choose(maxClaims, live, [...RISING, ...RISING]);
        expect(atOnce.length + atEnd.length).toBe(maxClaims);
      }
    }
    expect(choose(1, true, [0.3, 0.2, 0.1])).toEqual({ atOnce: [], atEnd: [0.3], left: [0.2, 0.1] });
  });

  it('a foreseen claim takes its place whether it comes or not; one that is not begun with leaves no trace', () => {
    const selection = openSelection<ReturnType<typeof claim>>(2, { live: true });
    expect(selection.foresee(claim(0.5))).toBe(true);
    expect(selection.foresee(claim(0.4))).toBe(false);
    expect(selection.take(claim(0.3))).toBe(false);
    expect(selection.take(claim(0.2))).toBe(false);
    expect(worths(selection.rest().begin)).toEqual([0.3]);
  });

  it('without a score by confidence; of equals the earlier', () => {
    const [first, second, scored] = [{ confidence: 0.7 }, { confidence: 0.7 }, claim(0.6)];
    expect(worthiestFirst([scored, first, second])).toEqual([first, second, scored]);
    expect(worthiestFirst([scored, first, second])[0]).toBe(first);
  });
});
