/**
 * Keeps other sites' pages away from a gateway on a loopback address. Such a page may point a name of its own to
 * 127.0.0.1 (DNS rebinding) and then read the answers; but its requests name that host.
 */
import type { AddressInfo } from 'node:net';
import { hostNameOf, isLoopbackHost } from '../../../domain/host-name.ts';

/** @returns whether requests with this Host header are for this gateway. */
export type ServesHost = (host: string) => boolean;

/** @param names hosts beside the loopback ones: the configured host and `server.hosts`. */
export function createHostGuard(names: readonly string[]): ServesHost {
  const known = new Set(names.map(hostNameOf));
  // Most callers write the same one each time.
  let last: string | undefined;
  return (host) => {
    if (host === last) return true;
    const name = hostNameOf(host);
    const serves = name !== undefined && (isLoopbackHost(name) || known.has(name));
    if (serves) last = host;
    return serves;
  };
}

/** Whether what is listened on can be reached from this machine alone. */
export function isLoopbackListener(address: AddressInfo | string | null): boolean {
  return typeof address === 'object' && address !== null && isLoopbackHost(hostNameOf(address.address));
}
