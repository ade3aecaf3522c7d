export type Circuit = ReturnType<typeof createCircuit>;

export interface CircuitOptions {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  /**
   * Milliseconds that it must have been failing for as well, so that a short restart is left to the retries;
   * the next call then tries. Absent: the circuit opens at the last of the failures, and its pause begins.
   */
  readonly deadAfter?: number;
  /** Milliseconds between two calls that try: the longest that a host's return goes unseen. */
  readonly pause: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Called where a host that had failed was reached again. */
  readonly onReached?: ((name: string) => void) | undefined;
}

interface Host {
  failures: number;
  /** From when on the circuit may be open. */
  readonly deadAt: number;
  /** When one call may try again. */
  tryAt: number;
}

/**
 * Circuit breakers by host. Once a host has failed long enough, calls fail at once, but for one every so
 * often that tries; one success closes the circuit. The pause does not grow: a try costs next to nothing,
 * and a host that is back is to be served again at once.
 */
export function createCircuit({ failures, deadAfter, pause, now, onReached }: CircuitOptions) {
  const hosts = new Map<string, Host>();
  return {
    /**
     * Asks whether a call may be made. Where the circuit is open and this call may try, the others wait on.
     * @returns 0 where it may; else the milliseconds until one may.
     */
    enter(name: string): number {
      const host = hosts.get(name);
      if (host === undefined || host.failures < failures) return 0;
      const time = now();
      if (time < host.deadAt) return 0;
      if (time < host.tryAt) return host.tryAt - time;
      host.tryAt = time + pause;
      return 0;
    },
    /** A call succeeded. */
    reached(name: string): void {
      if (hosts.delete(name)) onReached?.(name);
    },
    /** A call failed. @param lasting the next would surely fail too: the circuit opens at once. */
    failed(name: string, lasting = false): void {
      const time = now();
      const host = hosts.get(name) ?? { failures: 0, deadAt: time + (deadAfter ?? 0), tryAt: 0 };
      const wasOpen = host.failures >= failures;
      host.failures = lasting ? Math.max(failures, host.failures + 1) : host.failures + 1;
      if (deadAfter === undefined && !wasOpen && host.failures >= failures) host.tryAt = time + pause;
      hosts.set(name, host);
    },
  };
}
