import { METHODS } from '../models/google-models.ts';

const OTHER_VERSION = new RegExp(`^/v1/(models/[^?]+:(?:${METHODS.join('|')})(?:$|\\?.*$))`, 's');

/**
 * Clients of Google's API have either version in its addresses, `/v1` or `/v1beta`; below the first, models have another
 * meaning to everybody else.
 *
 * @param url as it came.
 * @returns the address that is served.
 */
export function servedAddress(url: string): string {
  if (!url.startsWith('/v1/models/')) return url;
  return url.replace(OTHER_VERSION, '/v1beta/$1');
}
