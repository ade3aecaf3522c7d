/** Names of hosts, as a URL or a Host header has them. */

/**
 * @param host a name or an address, with or without a port; an IPv6 address may stand without brackets.
 * @returns the host in its canonical form: lower case, IPv6 shortened and in brackets, no port, no last dot.
 *   `undefined` where it is none.
 */
export function hostNameOf(host: string): string | undefined {
  if (!/^[^\s/?#@\\,]+$/.test(host)) return undefined;
  const url = `http://${/^[\da-f]*:[\da-f:.]*:/i.test(host) ? `[${host}]` : host}`;
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/\.$/, '');
}

/**
 * Whether a host, in its canonical form, is this machine and nothing else: a loopback address, or a name that
 * no name server may give another one (RFC 6761, 6.3).
 */
export function isLoopbackHost(hostname: string | undefined): boolean {
  return hostname !== undefined && /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}
