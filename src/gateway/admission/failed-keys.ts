/**
 * Keys that were refused, counted per address: callers who try out keys through the gateway are slowed down, and the
 * providers do not see the gateway as an attacker. What counts is a 401 of a provider's.
 *
 * A key that no provider has accepted lately is an attempt until its request has an outcome. Attempts under way
 * count as if they had failed, or as many as come at once would all pass. One that finds no room waits for an
 * outcome, rather than being refused: after a restart every key is unknown, and most are good.
 */
import { createAddressLimit } from './address-limit.ts';
import type { CallerId } from './caller-id.ts';

/** A request with a key of which nothing is known yet. Its first outcome counts. */
export interface KeyAttempt {
  /** The key was refused. */
  failed(): void;
  /** The key was accepted, or nothing was learned of it. */
  over(): void;
}

interface Waiting {
  readonly caller: CallerId;
  readonly resolve: (outcome: KeyAttempt | number) => void;
}

interface Line {
  underWay: number;
  /** In the order of arrival. */
  readonly waiting: Set<Waiting>;
}

export interface FailedKeys {
  /** A key that was known to be good was refused. */
  record(address: string): void;
  /**
   * Begins an attempt, once there is room for it.
   * @param onLeave is called at once, if ever, with a function to call if the caller leaves.
   * @returns the attempt; whole seconds until the address may try again.
   */
  begin(
    address: string,
    caller: CallerId,
    onLeave: (leave: () => void) => void,
  ): KeyAttempt | number | Promise<KeyAttempt | number>;
}

/** @param options.isKnown whether a caller's key has been accepted lately. */
export function createFailedKeys({
  perMinute = 30,
  isKnown,
  now,
}: {
  readonly perMinute?: number;
  readonly isKnown: (caller: CallerId) => boolean;
  readonly now: () => number;
}): FailedKeys {
  const limit = createAddressLimit({ perMinute, now });
  /** Addresses with an attempt under way. */
  const lines = new Map<string, Line>();

  /** @returns the attempt, or the seconds to wait; `undefined` where the outcome of others must be waited for. */
  const tryNow = (address: string, line: Line, caller: CallerId): KeyAttempt | number | undefined => {
    if (isKnown(caller)) return { failed: () => limit.record(address), over() {} };
    const seconds = limit.blocked(address);
    if (seconds !== undefined) return seconds;
    if (line.underWay >= limit.left(address)) return undefined;
    line.underWay++;
    let open = true;
    const end = (hasFailed: boolean): void => {
      if (!open) return;
      open = false;
      line.underWay--;
      if (hasFailed) limit.record(address);
      advance(address, line);
    };
    return { failed: () => end(true), over: () => end(false) };
  };

  const advance = (address: string, line: Line): void => {
    for (const waiting of line.waiting) {
      const outcome = tryNow(address, line, waiting.caller);
      if (outcome === undefined) continue;
      line.waiting.delete(waiting);
      waiting.resolve(outcome);
    }
    if (line.underWay === 0 && lines.get(address) === line) lines.delete(address);
  };

  return {
    record: limit.record,
    begin(address, caller, onLeave) {
      let line = lines.get(address);
      if (line === undefined) {
        line = { underWay: 0, waiting: new Set() };
        lines.set(address, line);
      }
      const outcome = tryNow(address, line, caller);
      if (line.underWay === 0) lines.delete(address);
      if (outcome !== undefined) return outcome;
      const { waiting } = line;
      return new Promise((resolve) => {
        const place: Waiting = { caller, resolve };
        waiting.add(place);
        onLeave(() => {
          if (waiting.delete(place)) resolve(1);
        });
      });
    },
  };
}
