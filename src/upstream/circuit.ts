import { GatewayError } from '../errors.ts';

export interface Circuit {
  /**
   * @returns normally where a call may be made.
   * @throws GatewayError `provider_unreachable` while the host counts as dead.
   */
  enter(origin: string): void;
  /** @returns milliseconds until a call may be made; 0 where it may now, and this call is the one that tries. */
  waitFor(origin: string): number;
  /** The host was reached. */
  reached(origin: string): void;
  /** The host could not be reached. */
  failed(origin: string): void;
}

export interface CircuitOptions {
  /** Failures in a row from which on a host may count as dead. */
  readonly failures: number;
  /** Milliseconds that it must have been failing for, so that a short restart is left to the retries. */
  readonly deadAfter: number;
  /** Milliseconds between two calls that try a dead host: the longest that its return goes unseen. */
  readonly pause: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Host {
  failures: number;
  failingSince: number;
  /** When one call may try again. */
  tryAt: number;
}

/**
 * Spares callers the wait for hosts that are dead: once a host has failed long enough, calls fail at once,
 * but for one every so often that tries. One success closes the circuit. Only failures to connect count;
 * what a host answers never does. The pause does not grow: a try costs next to nothing, and a provider
 * that is back is to be served again at once.
 */
export function createCircuit(options: CircuitOptions): Circuit {
  const { failures, deadAfter, pause, now } = options;
  const hosts = new Map<string, Host>();
  const waitFor = (origin: string): number => {
    const host = hosts.get(origin);
    if (host === undefined || host.failures < failures) return 0;
    const time = now();
    if (time - host.failingSince < deadAfter) return 0;
    if (time < host.tryAt) return host.tryAt - time;
    // This call is the one that tries; the others do not wait for what it finds.
    host.tryAt = time + pause;
    return 0;
  };
  return {
    waitFor,
    enter(origin) {
      if (waitFor(origin) > 0) {
        throw new GatewayError('provider_unreachable', 'The provider cannot be reached at the moment');
      }
    },
    reached(origin) {
      if (hosts.size > 0) hosts.delete(origin);
    },
    failed(origin) {
      const host = hosts.get(origin);
      if (host === undefined) hosts.set(origin, { failures: 1, failingSince: now(), tryAt: 0 });
      else host.failures += 1;
    },
  };
}
