/**
 * Whose address a request comes from. What a request says of itself (`X-Forwarded-For`) is believed only as
 * far as it was written by proxies that the operator trusts: the chain is read from its near end, and the
 * first address that is no trusted proxy's is the caller's.
 */
import { BlockList, isIP } from 'node:net';

/** An IPv4 address, or the first 64 bits of an IPv6 one: what one subscriber holds. A key for counting. */
type Address = string;

export type AddressReader = ReturnType<typeof createAddressReader>;

/** Hops read at most, however long a header a caller makes up. */
const MAX_HOPS = 32;

/**
 * @param trustedProxies addresses and CIDR blocks, such as `10.0.0.0/8` or `fd00::/8`.
 * @throws Error naming the entry that is neither.
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const entry of trustedProxies) trust(trusted, entry);
  const isTrusted = (ip: string) => trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

  function callerOf(remoteAddress: string, forwardedFor: string | undefined): string {
    let nearest = readIp(remoteAddress) ?? remoteAddress;
    if (forwardedFor === undefined) return nearest;
    const hops = forwardedFor.split(',').slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      if (isIP(nearest) === 0 || !isTrusted(nearest)) return nearest;
      const next = readIp(hop);
      if (next === undefined) return nearest;
      nearest = next;
    }
    return nearest;
  }

  return {
    /**
     * @param remoteAddress the peer of the connection.
     * @param forwardedFor the `X-Forwarded-For` header, several joined by commas.
     */
    addressOf: (remoteAddress: string, forwardedFor: string | undefined): Address =>
      networkOf(callerOf(remoteAddress, forwardedFor)),
  };
}

function trust(trusted: BlockList, entry: string): void {
  const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry.trim()) ?? [];
  const family = isIP(text) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  if (isIP(text) === 0 || Number(bits ?? most) > most) {
    throw new Error(`'${entry}' is neither an IP address nor a block such as 10.0.0.0/8`);
  }
  trusted.addSubnet(text, Number(bits ?? most), family);
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
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(oneSpelling(ip)) ?? [];
  if (high === undefined || low === undefined) return ip;
  const halves = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return halves.flatMap((half) => [half >> 8, half & 255]).join('.');
}

function networkOf(ip: string): Address {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail = ''] = oneSpelling(ip).split('::');
  const [left, right] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(8 - left!.length - right!.length).fill('0');
  return `${[...left!, ...zeros, ...right!].slice(0, 4).join(':')}::/64`;
}

/** The same spelling for all of a valid IPv6 address (WHATWG URL, "IPv6 serializer"): hexadecimal, `::` for zeros. */
function oneSpelling(ip: string): string {
  return new URL(`http://[${ip}]`).hostname.slice(1, -1);
}
