/** Who is calling, and whether the key can be anybody's here. */
import { type ApiKey, isIssuedKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { KeyHolder } from './acceptance.ts';
import type { Caller, CallerIds } from './caller-id.ts';
import type { IssuedKeyCheck } from './issued-key-check.ts';
import { type CredentialPlaces, readCredential } from './read-credential.ts';
import type { RequestCounts } from './request-counts.ts';

export type CallerIdentification = ReturnType<typeof createCallerIdentification>;

interface CallerIdentificationOptions {
  readonly callerIds: Pick<CallerIds, 'callerOf'>;
  readonly issuedKeys: Pick<IssuedKeyCheck<never>, 'isKnown' | 'refresh' | 'require'>;
  readonly takeLookUp: RequestCounts['takeLookUp'];
  /** @throws GatewayError `api_key_invalid` for a key that can belong to nobody. */
  readonly screen: (key: ApiKey) => void;
  /** Whether it is one of the sandbox's keys, and there is a sandbox. */
  readonly isSandbox: (key: ApiKey) => boolean;
  /** Whether it is an operator's key for the admin API, which goes nowhere else. */
  readonly isAdmin: (caller: Caller) => boolean;
  /** Whose keys are served. */
  readonly callers: 'all' | 'issued';
}

const ISSUED_ALONE = 'This gateway serves only keys that its operator has issued';

export function createCallerIdentification(options: CallerIdentificationOptions) {
  const { callerIds, issuedKeys } = options;
  return {
    /** Whether nobody is served without a key: the gateway serves those alone that it issued. */
    needsKey: options.callers === 'issued',

    /**
     * @returns who the key makes the caller, whether it is served or not; `undefined` where there is no key.
     * @throws GatewayError 401 for a key that is malformed.
     */
    holderIn(places: CredentialPlaces): KeyHolder | undefined {
      const credential = readCredential(places);
      if (credential.kind === 'absent') return undefined;
      return { key: credential.key, caller: callerIds.callerOf(credential.key) };
    },

    /** @throws GatewayError 401 where nobody with this key is served. */
    requireServed({ key, caller }: KeyHolder): void {
      options.screen(key);
      if (options.isAdmin(caller)) throw new GatewayError('api_key_invalid');
      if (isIssuedKey(key)) issuedKeys.require(caller);
      else if (options.callers === 'issued' && !options.isSandbox(key)) {
        throw new GatewayError('api_key_invalid', undefined, { advice: ISSUED_ALONE });
      }
    },

    /**
     * Looks for a key that seems to be issued and is not known yet: another process may have just issued it. However many
     * keys an address makes up, the store is asked a few times. Never rejects.
     * @returns `undefined` where nothing is to be waited for.
     */
    lookUp(key: ApiKey, addressOf: () => string): Promise<void> | undefined {
      if (issuedKeys.isKnown(callerIds.callerOf(key))) return undefined;
      const wait = options.takeLookUp(addressOf());
      if (typeof wait === 'number') return undefined;
      return Promise.resolve(wait).then(
        (seconds) => (seconds === undefined ? issuedKeys.refresh() : undefined),
        () => {},
      );
    },
  };
}
