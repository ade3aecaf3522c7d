/** Money is counted in billionths of a US dollar, which are whole numbers, and stated in dollars. */
const NANOS = 1e9;

export const dollarsOf = (nanos: number): number => nanos / NANOS;

export const nanosIn = (dollars: number): number => Math.round(dollars * NANOS);

/** @returns the sum of amounts in dollars; `undefined` where one of them is not known. */
export function addDollars(...amounts: readonly (number | undefined)[]): number | undefined {
  let nanos = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    nanos += nanosIn(amount);
  }
  return dollarsOf(nanos);
}
