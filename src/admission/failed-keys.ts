/**
 * Keys that were refused, counted per address: who tries out keys through the gateway is slowed down, and
 * the providers do not see the gateway as an attacker. What counts is a 401 of the gateway's or of a
 * provider's. A caller whose key was accepted lately should not suffer from a neighbour behind the same
 * address: ask `accepted-keys.ts` first.
 */
import { type AddressLimit, createAddressLimit } from './address-limit.ts';

export type FailedKeys = Pick<AddressLimit, 'blocked' | 'record'>;

export const FAILED_KEYS_PER_MINUTE = 30;

export function createFailedKeys(options: {
  readonly perMinute?: number;
  readonly now: () => number;
}): FailedKeys {
  return createAddressLimit({ perMinute: options.perMinute ?? FAILED_KEYS_PER_MINUTE, now: options.now });
}
