/** Addresses that lead somewhere for whoever reads a report, wherever they are. */
import type { Evidence } from '../api/types.ts';
import { pageAddress } from './page-address.ts';

/** Loopback, private and link-local networks, and names without a dot: reachable from this machine or network alone. */
const NOT_PUBLIC =
  /^(?:localhost|[^.]*|.*\.(?:localhost|local|internal|lan|home\.arpa)|(?:0|10|127)\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[(?:::1?|f[cde].*)\])\.?$/i;

/** @returns as {@link pageAddress}, and `undefined` for a page that only this machine or its network reaches. */
export function publicAddress(url: string | undefined): string | undefined {
  const address = pageAddress(url);
  return address === undefined || NOT_PUBLIC.test(new URL(address).hostname) ? undefined : address;
}

/** Where more is said of the matter, for evidence whose own page cannot be reached: the starter corpus names an article. */
export function seeAlsoOf({ url, see_also: more }: Evidence): string | undefined {
  return publicAddress(url) === undefined ? publicAddress(more) : undefined;
}

/** The addresses that evidence can be looked up at, its own first. */
export function publicAddressesOf(item: Evidence): readonly string[] {
  return [publicAddress(item.url), seeAlsoOf(item)].filter((address) => address !== undefined);
}
