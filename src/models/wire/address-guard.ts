/**
 * Keeps requests to hosts of others away from the machine's own networks. The check is made where the
 * connection is: an address literal before it is used, a name when it has been resolved, with the very
 * addresses that the connection goes to. A name that resolves to something else the next time (DNS
 * rebinding) gains nothing.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { WireError } from './wire-error.ts';

/** The host, or what its name resolves to, is an address that is not to be connected to. */
export class AddressRefused extends WireError {
  constructor() {
    super('unreachable', 'the address is private, and config does not name the host');
    this.name = 'AddressRefused';
  }
}

export type AddressGuard = ReturnType<typeof createAddressGuard>;

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface AddressGuardOptions {
  /** Hosts that config names: these may be anywhere. */
  readonly named: Iterable<string>;
  /** The system's resolver unless said otherwise. */
  readonly resolve?: Resolve;
}

export function createAddressGuard({ named, resolve = systemLookup }: AddressGuardOptions) {
  const trusted = new Set([...named].map(bare));
  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const usable = trusted.has(bare(hostname)) ? found : found.filter((one) => isPublic(one.address));
      const first = usable[0];
      if (first === undefined) done(new AddressRefused(), []);
      else if (options.all === true) done(null, usable);
      else done(null, first.address, first.family);
    });
  };
  return {
    /**
     * @param hostname as in a URL; an IPv6 address may stand in brackets.
     * @throws AddressRefused where it is an address literal that is not public.
     */
    screen(hostname: string): void {
      const host = bare(hostname);
      if (isIP(host) !== 0 && !trusted.has(host) && !isPublic(host)) throw new AddressRefused();
    },
    /** For `net.connect`; gives public addresses alone. */
    lookup,
  };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/**
 * Special-purpose addresses of IPv4, and those of IPv6 that lie among the global ones:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-special-registry.
 */
const NOT_PUBLIC = new BlockList();
/**
 * What may be public of IPv6: the global unicast addresses (https://www.iana.org/assignments/ipv6-address-space), and the
 * two blocks that stand for addresses of IPv4. All else is reserved, or a network's own.
 */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
GLOBAL.addSubnet('64:ff9b::', 96, 'ipv6');
GLOBAL.addSubnet('::ffff:0:0', 96, 'ipv6');
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4');
  // The same by way of NAT64, which networks without IPv4 reach all of it through.
  NOT_PUBLIC.addSubnet(`64:ff9b::${network}`, 96 + bits, 'ipv6');
}
for (const [network, bits] of [
  // IETF protocol assignments: Teredo, benchmarking, ORCHID and others.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: where it ends cannot be seen from the address.
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6');
}

/** @param address IPv4 or IPv6; what is neither counts as not public. */
export function isPublic(address: string): boolean {
  // A zone (`fe80::1%eth0`) belongs to link-local addresses alone.
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  if (family === 6 && !GLOBAL.check(address, 'ipv6')) return false;
  // IPv4 addresses mapped into IPv6 (`::ffff:10.0.0.1`) are held against the IPv4 networks.
  return !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
