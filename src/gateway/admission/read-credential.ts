/** Finds the caller's key among the places it may stand in. Pure. */
import { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';

export interface CredentialPlaces {
  /** The body's `api_key`; absent where the body has none, or `null`. */
  readonly bodyKey?: string | undefined;
  /** A place that holds the key alone, a header as a rule, where the endpoint has one. It wins over `Authorization`. */
  readonly ownHeader?: string | undefined;
  /** The `Authorization` header as it came. */
  readonly authorization?: string | undefined;
  /** Which place wins where both are filled. */
  readonly order: 'body-first' | 'header-first';
}

type Credential = { readonly kind: 'key'; readonly key: ApiKey } | { readonly kind: 'absent' };

const ABSENT: Credential = { kind: 'absent' };

/**
 * An `Authorization` of another scheme than Bearer holds no key and counts as absent.
 * @throws GatewayError `api_key_required` where a key is present but blank, `api_key_invalid` where it is
 *   over 512 characters or has control or non-ASCII characters.
 */
export function readCredential(places: CredentialPlaces): Credential {
  const bearer = places.authorization === undefined ? undefined : bearerToken(places.authorization);
  const header = places.ownHeader ?? bearer;
  const text = places.order === 'body-first' ? (places.bodyKey ?? header) : (header ?? places.bodyKey);
  if (text === undefined) return ABSENT;
  if (text.trim() === '') throw new GatewayError('api_key_required');
  const key = ApiKey.parse(text.replace(/^ +| +$/g, ''));
  if (key === undefined) throw new GatewayError('api_key_invalid');
  return { kind: 'key', key };
}

/** What follows the scheme, `''` for a blank header, `undefined` for another scheme (RFC 9110, 11.1: any case). */
function bearerToken(header: string): string | undefined {
  const text = header.trim();
  if (text === '' || /^bearer$/i.test(text)) return '';
  return /^bearer[ \t]+(.*)$/is.exec(text)?.[1];
}
