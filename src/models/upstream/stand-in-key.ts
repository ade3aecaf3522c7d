/**
 * An issued key is in no request to a provider, not even before it is sent: what is translated has a stand-in, which
 * one of the operator's keys replaces.
 */
import { ApiKey, isIssuedKey, NO_KEY } from '../../domain/api-key.ts';
import type { ProviderRequest } from '../dialects/adapter.ts';
import type { Endpoint } from './endpoint.ts';
import { KEY_HEADERS } from './send-request.ts';

const STAND_IN = ApiKey.parse(NO_KEY)!;
/** The simulated provider's own. */
const SANDBOX = ApiKey.parse('sandbox')!;

/** @returns the key itself, where it is the caller's own. */
export function standInFor(key: ApiKey, { sandbox }: Pick<Endpoint, 'sandbox'>): ApiKey {
  if (!isIssuedKey(key)) return key;
  return sandbox ? SANDBOX : STAND_IN;
}

/** @returns the request with a key in the place of its stand-in. */
export function withKey<R extends Pick<ProviderRequest, 'headers'>>(request: R, key: ApiKey): R {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    KEY_HEADERS.has(name) && value.endsWith(NO_KEY) ? value.slice(0, -NO_KEY.length) + key.reveal() : value,
  ]);
  return { ...request, headers: Object.fromEntries(headers) };
}
