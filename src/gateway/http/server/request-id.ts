import { holdsKey } from '../../../domain/api-key.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** How providers' keys begin: a key sent as an id by mistake must not be written anywhere. */
const KEY_LIKE = /^(?:sk|rk|pk|xai)-|^AIza|^tgp_/;

/**
 * The caller's request id where it is one that can be written down, else a new one.
 *
 * @param header `X-Request-Id` as it came.
 * @param secrets what the id must not hold: keys given with the request; asked where there is a header.
 */
export function requestId(
  header: string | string[] | undefined,
  secrets: () => readonly (string | undefined)[],
  newId: () => string,
): string {
  if (typeof header !== 'string' || !WELL_FORMED.test(header) || KEY_LIKE.test(header)) return newId();
  const isHeld = (secret: string | undefined): boolean =>
    secret !== undefined && holdsKey(header, secret.replace(/^bearer\s+/i, '').trim());
  return secrets().some(isHeld) ? newId() : header;
}
