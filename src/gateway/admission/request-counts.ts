/** What is counted over all requests of a gateway beside its plans. Where several processes serve, one counts for all. */
import { type AcceptedKeys, createAcceptedKeys } from './accepted-keys.ts';
import { createAddressLimit } from './address-limit.ts';
import { createFailedKeys, type FailedKeys } from './failed-keys.ts';
import { createOpenPlaces, type OpenPlaces } from './open-places.ts';

export interface RequestCounts {
  readonly openPlaces: OpenPlaces;
  readonly acceptedKeys: AcceptedKeys;
  readonly failedKeys: FailedKeys;
  /**
   * Counts a text that is searched for claims without a key.
   * @returns whole seconds until the address may ask again; `undefined` where it may.
   */
  takeDetection(address: string, characters: number): number | undefined | Promise<number | undefined>;
  /** Counts a look into the store for a key that is not known. @returns likewise. */
  takeLookUp(address: string): number | undefined | Promise<number | undefined>;
  /** Counts a document that is read. @returns likewise. */
  takeDocument(address: string): number | undefined | Promise<number | undefined>;
}

interface RequestLimits {
  readonly failedKeysPerMinute: number;
  readonly openRequestsPerCaller: number;
  readonly detectPerMinute: number;
  readonly detectCharactersPerMinute: number;
  readonly documentsPerMinute: number;
}

/** @param now Unix milliseconds. */
export function createRequestCounts(limits: RequestLimits, now: () => number) {
  const acceptedKeys = createAcceptedKeys({ now });
  const texts = createAddressLimit({ perMinute: limits.detectPerMinute, now });
  const characters = createAddressLimit({ perMinute: limits.detectCharactersPerMinute, now });
  const lookUps = createAddressLimit({ perMinute: limits.failedKeysPerMinute, now });
  const documents = createAddressLimit({ perMinute: limits.documentsPerMinute, now });
  return {
    openPlaces: createOpenPlaces(limits.openRequestsPerCaller),
    acceptedKeys,
    failedKeys: createFailedKeys({
      perMinute: limits.failedKeysPerMinute,
      isKnown: acceptedKeys.acceptedLately,
      now,
    }),
    takeDetection: (address: string, length: number) =>
      texts.take(address) ?? characters.take(address, length),
    takeLookUp: (address: string) => lookUps.take(address),
    takeDocument: (address: string) => documents.take(address),
  } satisfies RequestCounts;
}
