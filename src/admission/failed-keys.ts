/**
 * Keys that were refused, counted per address: callers who try out keys through the gateway are slowed down, and the
 * providers do not see the gateway as an attacker. What counts is a 401 of a provider's.
 *
 * A key that no provider has accepted lately is an attempt until its request has an outcome. Attempts under way
 * count as if they had failed, or as many as come at once would all pass. One that finds no room waits for an
 * outcome, rather than being refused: after a restart every key is unknown, and most are good.
 */
import { createAddressLimit } from './address-limit.ts';

/** A request with a key of which nothing is known yet. Its first outcome counts. */
export interface KeyAttempt {
  /** The key was refused. */
  failed(): void;
  /** The key was accepted, or nothing was learned of it. */
  over(): void;
}

interface Waiting {
  readonly isKnown: () => boolean;
  readonly resolve: (outcome: KeyAttempt | number) => void;
}

interface Line {
  underWay: number;
  /** In the order of arrival. */
  readonly waiting: Set<Waiting>;
}

export type FailedKeys = ReturnType<typeof createFailedKeys>;

export function createFailedKeys({
  perMinute = 30,
  now,
}: {
  readonly perMinute?: number;
  readonly now: () => number;
}) {
  const limit = createAddressLimit({ perMinute, now });
  /** Addresses with an attempt under way. */
  const lines = new Map<string, Line>();

  /** @returns the attempt, or the seconds to wait; `undefined` where the outcome of others must be waited for. */
  const tryNow = (address: string, line: Line, isKnown: () => boolean): KeyAttempt | number | undefined => {
    if (isKnown()) return { failed: () => limit.record(address), over() {} };
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
      const outcome = tryNow(address, line, waiting.isKnown);
      if (outcome === undefined) continue;
      line.waiting.delete(waiting);
      waiting.resolve(outcome);
    }
    if (line.underWay === 0 && lines.get(address) === line) lines.delete(address);
  };

  return {
    record: limit.record,
    /**
     * Begins an attempt, once there is room for it.
     * @param isKnown whether the key has been accepted in the meantime.
     * @param onLeave is called at once with a function to call if the caller leaves.
     * @returns the attempt; whole seconds until the address may try again.
     */
    begin(
      address: string,
      isKnown: () => boolean,
      onLeave: (leave: () => void) => void,
    ): KeyAttempt | number | Promise<KeyAttempt | number> {
      let line = lines.get(address);
      if (line === undefined) {
        line = { underWay: 0, waiting: new Set() };
        lines.set(address, line);
      }
      const outcome = tryNow(address, line, isKnown);
      if (line.underWay === 0) lines.delete(address);
      if (outcome !== undefined) return outcome;
      const { waiting } = line;
      return new Promise((resolve) => {
        const place: Waiting = { isKnown, resolve };
        waiting.add(place);
        onLeave(() => {
          if (waiting.delete(place)) resolve(1);
        });
      });
    },
  };
}
