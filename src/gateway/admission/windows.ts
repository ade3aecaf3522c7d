/** The two windows that requests are counted in: clock hours and calendar months, UTC. Pure arithmetic. */

const HOUR_MS = 3_600_000;

/** The hour and month that a point in time lies in. An hour lies in exactly one month. */
export interface Moment {
  /** Hours since 1970. */
  readonly hour: number;
  /** Year and month as one number that reads and sorts well: 202611. */
  readonly month: number;
  /** Unix seconds at which the next hour begins. */
  readonly hourResets: number;
  /** Unix seconds at which the next month begins. */
  readonly monthResets: number;
}

/** @returns the day of a point in time as one number, UTC: 20261105. @param nowMs Unix milliseconds. */
export function dayOf(nowMs: number): number {
  return Number(new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', ''));
}

/** @returns Unix seconds at which a day (20261105) or a month (202611) is over. */
export function endOf(period: number): number {
  const isDay = period > 999_999;
  const month = isDay ? Math.floor(period / 100) : period;
  const [year, index] = [Math.floor(month / 100), (month % 100) - 1];
  return (isDay ? Date.UTC(year, index, (period % 100) + 1) : Date.UTC(year, index + 1)) / 1_000;
}

/** @param nowMs Unix milliseconds. */
export function momentOf(nowMs: number): Moment {
  return momentOfHour(Math.floor(nowMs / HOUR_MS));
}

/** @param hour hours since 1970. */
export function momentOfHour(hour: number): Moment {
  const date = new Date(hour * HOUR_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return {
    hour,
    month: year * 100 + month + 1,
    hourResets: (hour + 1) * 3600,
    monthResets: Date.UTC(year, month + 1) / 1000,
  };
}

/**
 * What callers learn of a window that is used up: when the next one begins (RFC 3339), and whole seconds until then.
 *
 * @param reset Unix seconds.
 * @param nowMs Unix milliseconds.
 */
export function describeReset(
  reset: number,
  nowMs: number,
): { readonly begins: string; readonly seconds: number } {
  return {
    begins: new Date(reset * 1_000).toISOString().replace('.000Z', 'Z'),
    seconds: Math.max(1, Math.ceil(reset - nowMs / 1_000)),
  };
}
