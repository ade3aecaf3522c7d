/**
 * At most so many events a minute and address, in bounded memory. An address's minute begins with its first
 * event, so that the turn of a clock minute gives nobody twice as many.
 */

const MINUTE_MS = 60_000;

interface AddressLimitOptions {
  /** Events an address may have within its minute. */
  readonly perMinute: number;
  /** The most addresses remembered; beyond it the oldest minute is forgotten. */
  readonly maxAddresses?: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Minute {
  startMs: number;
  count: number;
}

export function createAddressLimit({ perMinute, maxAddresses = 100_000, now }: AddressLimitOptions) {
  // All minutes are equally long and a new one goes to the end, so that the first is always the oldest.
  const minutes = new Map<string, Minute>();

  function current(address: string, nowMs: number): Minute | undefined {
    const minute = minutes.get(address);
    // The clock was set back: the count stays, for a minute from now at most.
    if (minute !== undefined && minute.startMs > nowMs) minute.startMs = nowMs;
    return minute !== undefined && nowMs - minute.startMs < MINUTE_MS ? minute : undefined;
  }

  function forgetOld(nowMs: number): void {
    for (const [address, minute] of minutes) {
      if (nowMs - minute.startMs < MINUTE_MS && minutes.size < maxAddresses) return;
      minutes.delete(address);
    }
  }

  /** @returns whole seconds until the address may have so many events, or `undefined` where it may. */
  function blocked(address: string, events = 1): number | undefined {
    const nowMs = now();
    const minute = current(address, nowMs);
    if ((minute?.count ?? 0) + events <= perMinute) return undefined;
    return Math.max(1, Math.ceil(((minute?.startMs ?? nowMs) + MINUTE_MS - nowMs) / 1000));
  }

  /** @returns how many more events the address may have within its minute. */
  function left(address: string): number {
    return perMinute - (current(address, now())?.count ?? 0);
  }

  /** Counts events, whether there is room for them or not. */
  function record(address: string, events = 1): void {
    const nowMs = now();
    const minute = current(address, nowMs);
    if (minute !== undefined) {
      minute.count += events;
      return;
    }
    minutes.delete(address);
    forgetOld(nowMs);
    minutes.set(address, { startMs: nowMs, count: events });
  }

  /** Counts events where there is room for them. @returns as `blocked`. */
  function take(address: string, events = 1): number | undefined {
    const seconds = blocked(address, events);
    if (seconds === undefined) record(address, events);
    return seconds;
  }

  return { blocked, left, record, take };
}
