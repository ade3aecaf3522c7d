/** How two values of the same thing stand to one another. */
import type { DateParts, Interval, ReadValue } from './value.ts';

/**
 * `same`: what the passage says makes what the claim says true. `different`: both cannot be. `open`: neither, as where
 * one is only a rounding of the other, or says less. `apart`: they are of different kinds.
 */
export type Relation = 'same' | 'different' | 'open' | 'apart';

/** Of a figure's size, that conversions between units may be off by. */
const ROUNDING = 2e-3;
/** "about 10" may be this much off, of its size; beyond the second it is another value. */
const ABOUT = 0.1;
const FAR_FROM = 0.3;
/** Months and years are no number of days. */
const CALENDAR = 0.035;
const MONTH = 2_629_800;

/** @param claim what is claimed. @param passage what the passage says. */
export function relate(claim: ReadValue, passage: ReadValue): Relation {
  if (claim.dimension !== passage.dimension) return relateKinds(claim, passage);
  if (claim.dimension === 'date') return relateDates(claim, passage);
  if (claim.unit !== passage.unit) {
    const [[own, per], [other, otherPer]] = [claim.unit.split('/'), passage.unit.split('/')];
    // "$99 a month" beside "$99".
    if (own !== other || (per !== undefined && otherPer !== undefined)) return 'apart';
    if (per === undefined && relateAmounts(claim, passage) === 'different') return 'open';
  }
  if (claim.dimension === 'clock') return relateClocks(claim, passage);
  return relateAmounts(claim, passage);
}

/** A year with a noun behind it may be a count, "20 degrees" are °C or °F. */
function relateKinds(claim: ReadValue, passage: ReadValue): Relation {
  const kinds = [claim.dimension, passage.dimension];
  if (kinds.includes('date') && kinds.includes('count')) {
    const [date, count] = claim.dimension === 'date' ? [claim, passage] : [passage, claim];
    return date.bare && count.interval.low === date.date?.from ? 'same' : 'apart';
  }
  if (kinds.includes('degree') && kinds.includes('temperature'))
    return relateAmounts(claim, passage) === 'same' ? 'same' : 'open';
  if (kinds.includes('count') && kinds.includes('ordinal')) return 'apart';
  // A table's figures have their unit elsewhere.
  if (kinds.includes('count') && relateAmounts(claim, passage) === 'same') return 'open';
  return 'apart';
}

function relateClocks(claim: ReadValue, passage: ReadValue): Relation {
  if (claim.bound !== passage.bound) return 'open';
  if (
    claim.interval.low === passage.interval.low &&
    (claim.other === undefined) === (passage.other === undefined)
  )
    return 'same';
  const readings = (value: ReadValue): number[] => [
    value.interval.low,
    ...(value.other === undefined ? [] : [value.other.low]),
  ];
  const others = readings(passage);
  return readings(claim).some((one) => others.includes(one))
    ? claim.other !== undefined || passage.other !== undefined
      ? 'same'
      : 'open'
    : 'different';
}

function relateAmounts(claim: ReadValue, passage: ReadValue): Relation {
  if (claim.limit !== '' && claim.limit === passage.limit) return relateLimits(claim, passage);
  const first = relateIntervals(claim.interval, passage.interval, claim, passage);
  // Figures that are written alike are read alike.
  if (first === 'same' || claim.mark === passage.mark) return first;
  const crossed = [
    claim.other && relateIntervals(claim.other, passage.interval, claim, passage),
    passage.other && relateIntervals(claim.interval, passage.other, claim, passage),
  ];
  if (crossed.includes('same')) return 'same';
  return crossed.includes('open') ? 'open' : first;
}

/** "at most 14 days" and "at most 30 days" are two rules; "over 300" and "over 500" may both be true. */
function relateLimits(claim: ReadValue, passage: ReadValue): Relation {
  const [a, b] = [claim, passage].map(({ interval: { low, high } }) =>
    Number.isFinite(low) ? low : high,
  ) as [number, number];
  const relation = relatePoints(a, b, toleranceOf(claim, passage), claim, passage);
  const isRule = claim.limit === 'most' || claim.limit === 'least';
  return relation === 'different' && !isRule ? 'open' : relation;
}

function isClose(a: number, b: number, part: number): boolean {
  return a === b || (Number.isFinite(a - b) && Math.abs(a - b) <= part * Math.max(Math.abs(a), Math.abs(b)));
}

/** Exact where both are in the same unit, which the figures themselves show. */
function toleranceOf(claim: ReadValue, passage: ReadValue): number {
  const convertible =
    claim.dimension !== 'count' && claim.dimension !== 'money' && claim.dimension !== 'percent';
  return convertible && ratioIsOdd(claim, passage) ? ROUNDING * 3 : 1e-9;
}

/** Whether the units differ by no power of ten: miles and kilometres. */
function ratioIsOdd(claim: ReadValue, passage: ReadValue): boolean {
  if (claim.dimension === 'time' || claim.step === 0 || passage.step === 0) return false;
  const power = Math.log10(claim.step / passage.step);
  return Math.abs(power - Math.round(power)) > 1e-6;
}

function relateIntervals(own: Interval, other: Interval, claim: ReadValue, passage: ReadValue): Relation {
  const tolerance = toleranceOf(claim, passage);
  const [isPoint, isOtherPoint] = [own.low === own.high, other.low === other.high];
  if (isPoint && isOtherPoint) return relatePoints(own.low, other.low, tolerance, claim, passage);
  const within = (a: number, b: number): boolean => a < b || isClose(a, b, tolerance);
  if (isRange(own) && isRange(other)) {
    if (isClose(own.low, other.low, tolerance) && isClose(own.high, other.high, tolerance)) return 'same';
    return own.high < other.low || other.high < own.low ? 'different' : 'open';
  }
  const touches = isClose(own.low, other.high, tolerance) || isClose(own.high, other.low, tolerance);
  if (touches && (own.open || other.open)) return claim.isFar || passage.isFar ? 'different' : 'open';
  if ((own.high < other.low || other.high < own.low) && !touches)
    return isNearby(own, other, claim, passage) ? 'open' : 'different';
  const inside = within(own.low, other.low) && within(other.high, own.high);
  if (!inside) return 'open';
  // "over 10" is not what "at least 10" says.
  if (
    own.open &&
    !other.open &&
    (isClose(own.low, other.low, tolerance) || isClose(own.high, other.high, tolerance))
  )
    return 'open';
  return 'same';
}

/** "10 to 12": no bound and no point. */
function isRange({ low, high }: Interval): boolean {
  return low !== high && Number.isFinite(low) && Number.isFinite(high);
}

/** An "about" beside a bound. */
function isNearby(own: Interval, other: Interval, claim: ReadValue, passage: ReadValue): boolean {
  if (!claim.about && !passage.about) return false;
  return isClose(own.low, other.high, FAR_FROM) || isClose(own.high, other.low, FAR_FROM);
}

function relatePoints(
  a: number,
  b: number,
  tolerance: number,
  claim: ReadValue,
  passage: ReadValue,
): Relation {
  if (isClose(a, b, tolerance)) return 'same';
  if (
    claim.dimension === 'time' &&
    Math.max(a, b) >= MONTH &&
    Math.min(a, b) >= 86_400 &&
    isCalendar(a) !== isCalendar(b)
  )
    return isClose(a, b, CALENDAR) ? 'same' : 'different';
  if (claim.dimension === 'time' && tolerance < 1 && isClose(a, b, 1e-6)) return 'same';
  if (claim.about !== passage.about) {
    if (isClose(a, b, ABOUT)) return 'same';
    return isClose(a, b, FAR_FROM) ? 'open' : 'different';
  }
  // What is converted is rounded: 5 miles and 8 km.
  if (
    ratioIsOdd(claim, passage) &&
    isClose(a, b, (claim.step + passage.step) / 2 / Math.max(Math.abs(a), Math.abs(b), 1e-12))
  )
    return 'same';
  return relateRounded(a, b, claim, passage);
}

function isCalendar(seconds: number): boolean {
  return seconds >= MONTH && Math.abs(seconds / MONTH - Math.round(seconds / MONTH)) < 1e-6;
}

/** Whether one is the other with fewer digits: 3.5 million for 3,482,117, but not 400 for 401. */
function relateRounded(a: number, b: number, claim: ReadValue, passage: ReadValue): Relation {
  const roundsTo = (rough: number, exact: number, step: number): boolean =>
    step > 0 && Math.abs(rough - exact) < step / 2;
  const [own, other] = [roughness(a, claim), roughness(b, passage)];
  if (own > other && roundsTo(a, b, own)) return claim.step >= 1000 || claim.step < 1 ? 'same' : 'open';
  if (other > own && roundsTo(b, a, other)) return 'open';
  return 'different';
}

/** The size of the last digit that says something: of whole numbers from a thousand on, zeros at the end say little. */
function roughness(value: number, { step, dimension }: ReadValue): number {
  if (step <= 0) return 0;
  if (dimension === 'count' || dimension === 'money') {
    let size = step;
    const digits = Math.abs(value);
    while (size >= 1 && size < digits / 10 && isWhole(digits / (size * 10)) && digits >= 1000) size *= 10;
    return size >= 1000 || step !== 1 ? size : step;
  }
  return step;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9;
}

function relateDates(claim: ReadValue, passage: ReadValue): Relation {
  const [own, other] = [claim.date as DateParts, passage.date as DateParts];
  let relation = relateParts(own, other);
  if (relation === 'different') {
    const swapped = [swap(own), swap(other)];
    // Which is the day and which the month nobody can tell.
    if (swapped[0] !== undefined && relateParts(swapped[0], other) === 'same') relation = 'open';
    if (swapped[1] !== undefined && relateParts(own, swapped[1]) === 'same') relation = 'open';
  } else if (relation === 'same' && own.swappable !== other.swappable && (own.swappable || other.swappable))
    relation = 'open';
  if (claim.bound !== passage.bound && relation === 'same') return 'same';
  if (relation === 'different' && (claim.bound !== passage.bound || claim.about || passage.about))
    return 'open';
  return relation;
}

function swap(date: DateParts): DateParts | undefined {
  return date.swappable === true ? { ...date, month: date.day, day: date.month } : undefined;
}

/** Part by part: another year, month or day is another date; what the passage leaves out is open. */
function relateParts(own: DateParts, other: DateParts): Relation {
  let open = false;
  if (own.from !== undefined && other.from !== undefined) {
    const [to, otherTo] = [own.to ?? own.from, other.to ?? other.from];
    if (own.span && other.span && (own.from !== other.from || to !== otherTo)) return 'different';
    if (otherTo < own.from || other.from > to) return 'different';
    if (!(own.from <= other.from && otherTo <= to)) open = true;
  } else if (own.from !== undefined) open = true;
  if (own.month !== undefined && other.month !== undefined) {
    const [to, otherTo] = [own.lastMonth ?? own.month, other.lastMonth ?? other.month];
    if (otherTo < own.month || other.month > to)
      return own.from === undefined && own.day === undefined && other.day !== undefined
        ? 'open'
        : 'different';
    if (!(own.month <= other.month && otherTo <= to)) open = true;
  } else if (own.month !== undefined) {
    // Another day of the same month cannot be told from none; a month without a year fits a bare year.
    open = true;
  }
  if (own.day !== undefined && other.day !== undefined) {
    if (own.day !== other.day) return 'different';
  } else if (own.day !== undefined) open = true;
  if (own.from === undefined && own.month === undefined) open = true;
  const shared =
    (own.from !== undefined && other.from !== undefined) ||
    (own.month !== undefined && other.month !== undefined);
  if (!shared) return 'apart';
  return open ? 'open' : 'same';
}
