import { GatewayError } from '../errors.ts';

export interface Circuit {
  /**
   * @returns normally where a call may be made.
   * @throws GatewayError `provider_unreachable` while the host counts as dead.
   */
  enter(origin: string): void;
  /** The host was reached. */
  reached(origin: string): void;
  /** The host could not be reached. */
  failed(origin: string): void;
}

export interface CircuitOptions {
  /** Failures in a row after which a host counts as dead. */
  readonly failures: number;
  /** Milliseconds until one call may try a dead host again; doubled for each failure of such a try. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Host {
  failures: number;
  pause: number;
  /** When one call may try again. */
  tryAt: number;
}

/**
 * Spares callers the wait for hosts that are dead: after so many failures in a row, calls fail at once,
 * but for one every so often that tries. One success closes the circuit. Only failures to connect
 * count; what a host answers never does.
 */
export function createCircuit(options: CircuitOptions): Circuit {
  const hosts = new Map<string, Host>();
  return {
    enter(origin) {
      const host = hosts.get(origin);
      if (host === undefined || host.failures < options.failures) return;
      const now = options.now();
      if (now < host.tryAt) {
        throw new GatewayError('provider_unreachable', 'The provider cannot be reached at the moment');
      }
      // This call is the one that tries; the others wait for what it finds.
      host.tryAt = now + host.pause;
    },
    reached(origin) {
      if (hosts.size > 0) hosts.delete(origin);
    },
    failed(origin) {
      const host = hosts.get(origin) ?? { failures: 0, pause: options.firstPause / 2, tryAt: 0 };
      host.failures += 1;
      if (host.failures >= options.failures) {
        host.pause = Math.min(host.pause * 2, options.longestPause);
        host.tryAt = options.now() + host.pause;
      }
      hosts.set(origin, host);
    },
  };
}
