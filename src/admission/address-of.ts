/**
 * Whose address a request comes from. What a request says of itself (`X-Forwarded-For`) is believed only as
 * far as it was written by proxies that the operator trusts: the chain is read from its near end, and the
 * first address that is no trusted proxy's is the caller's.
 */
import { BlockList, isIP } from 'node:net';

/** An IPv4 address, or the first 64 bits of an IPv6 one: what one subscriber holds. A key for counting. */
export type Address = string;

export interface AddressReader {
  /**
   * @param remoteAddress the peer of the connection.
   * @param forwardedFor the `X-Forwarded-For` header, several joined by commas.
   */
  addressOf(remoteAddress: string, forwardedFor: string | undefined): Address;
}

/** Hops read at most, however long a header a caller makes up. */
const MAX_HOPS = 32;

/**
 * @param trustedProxies addresses and CIDR blocks, such as `10.0.0.0/8` or `fd00::/8`.
 * @throws Error naming the entry that is neither.
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const trusted = new BlockList();
  for (const entry of trustedProxies) trust(trusted, entry);
  const isTrusted = (ip: string) => trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

  function callerOf(remoteAddress: string, forwardedFor: string | undefined): string {
    let nearest = readIp(remoteAddress) ?? remoteAddress;
    if (forwardedFor === undefined || trustedProxies.length === 0) return nearest;
    const hops = forwardedFor.split(',').slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      if (isIP(nearest) === 0 || !isTrusted(nearest)) return nearest;
      const next = readIp(hop);
      if (next === undefined) return nearest;
      nearest = next;
    }
    return nearest;
  }

  return { addressOf: (remoteAddress, forwardedFor) => networkOf(callerOf(remoteAddress, forwardedFor)) };
}

function trust(trusted: BlockList, entry: string): void {
  const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
  const ip = isIP(text) === 0 ? undefined : text;
  const family = isIP(text) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  if (ip === undefined || Number(bits ?? most) > most) {
    throw new Error(`'${entry}' is neither an IP address nor a block such as 10.0.0.0/8`);
  }
  trusted.addSubnet(ip, Number(bits ?? most), family);
}

/** Takes off brackets, port and zone, and turns IPv4-mapped IPv6 into IPv4. `undefined` where no IP is left. */
function readIp(text: string): string | undefined {
  let ip = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(ip);
  if (bracketed !== null) ip = bracketed[1]!;
  else if (/^[\d.]+:\d+$/.test(ip)) ip = ip.slice(0, ip.indexOf(':'));
  ip = ip.replace(/%.*$/, '');
  const family = isIP(ip);
  if (family === 0) return undefined;
  return family === 6 ? unmapped(ip) : ip;
}

/** `::ffff:192.0.2.1`, in any spelling, is the IPv4 address 192.0.2.1 (RFC 4291, 2.5.5.2). */
function unmapped(ip: string): string {
  const groups = groupsOf(ip);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return ip;
  return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
}

function networkOf(ip: string): Address {
  if (isIP(ip) !== 6) return ip;
  const prefix = groupsOf(ip).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(ip: string): number[] {
  const hex = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) => {
    return `${((+a << 8) | +b).toString(16)}:${((+c << 8) | +d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = read(head);
  if (tail === undefined) return left;
  const right = read(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
