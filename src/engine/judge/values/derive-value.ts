/** Whether a value follows from others by one step of arithmetic. */
import type { ReadValue } from './value.ts';

/** So many values of a passage are combined. */
const MOST_COMBINED = 40;
/** Tokens. */
const NEAR = 25;
const TOLERANCE = 6e-3;

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function isPoint({ interval: { low, high } }: ReadValue): boolean {
  return low === high;
}

const COUNTED = new Set(['date', 'clock', 'weekday', 'ordinal', 'score']);

/** @returns whether two of the passage's values make the claim's: their sum, difference, product or share. */
export function isDerived(value: ReadValue, passage: readonly ReadValue[]): boolean {
  const wanted = value.interval.low === Number.NEGATIVE_INFINITY ? value.interval.high : value.interval.low;
  if (COUNTED.has(value.dimension) || !Number.isFinite(wanted) || wanted === 0) return false;
  const usable = passage.filter((one) => isPoint(one) && !COUNTED.has(one.dimension)).slice(0, MOST_COMBINED);
  for (const [index, a] of usable.entries()) {
    const x = a.interval.low;
    if (value.dimension === 'percent' && a.dimension === 'percent' && isClose(wanted, 100 - x)) return true;
    for (const b of usable.slice(index + 1)) {
      const y = b.interval.low;
      const alike = a.dimension === b.dimension;
      if (
        alike &&
        a.dimension === value.dimension &&
        (isClose(wanted, x + y) || isClose(wanted, Math.abs(x - y)))
      )
        return true;
      if (
        alike &&
        value.dimension === 'percent' &&
        (isClose(wanted, (100 * x) / y) || isClose(wanted, (100 * y) / x))
      )
        return true;
      // Products and shares of what stands far apart would make anything.
      if (Math.abs(a.from - b.from) > NEAR) continue;
      if (a.dimension === 'percent' || b.dimension === 'percent') {
        const [share, whole, other] = a.dimension === 'percent' ? [x, y, b] : [y, x, a];
        if (other.dimension !== value.dimension) continue;
        const part = (whole * share) / 100;
        if ([part, whole - part, whole + part].some((one) => isClose(wanted, one))) return true;
      } else if (a.dimension === value.dimension || b.dimension === value.dimension) {
        const counted = a.dimension === 'count' || b.dimension === 'count';
        if (counted && isClose(wanted, x * y)) return true;
      }
    }
  }
  return false;
}
