/** What the gateway knows of the sandbox's keys as callers: their plans, and who may use them. */

import { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { Plan } from '../../domain/plan.ts';
import { isSandboxKey, SANDBOX_KEYS, SANDBOX_LIMITED_PLAN } from '../../sandbox/sandbox-keys.ts';
import type { CallerId, CallerIds } from '../admission/caller-id.ts';
import type { Config } from '../config/read-config.ts';

const SANDBOX_IS_OFF =
  'The sandbox is off here: it is on by default where the gateway listens on a loopback address without Redis and PostgreSQL. ' +
  'CLAIMGATE_SANDBOX=keys, or sandbox.enabled: true in the config, turns it on';

/** @param isOn whether there is a sandbox; without one, its keys are nobody's. */
export function createSandboxCallers(isOn: boolean) {
  const settingsOf = (key: ApiKey) => (isOn ? SANDBOX_KEYS.get(key.reveal()) : undefined);
  return {
    /** The sandbox's keys have plans of their own, whatever the plan directory says. */
    plans(plans: Config['plans'], callerIds: CallerIds): ReadonlyMap<CallerId, Plan> {
      if (!isOn) return new Map();
      return new Map(
        [...SANDBOX_KEYS].map(([key, { plan }]) => [
          callerIds.idOf(ApiKey.parse(key)!),
          plan === 'sandbox-limited' ? SANDBOX_LIMITED_PLAN : plans.get(plan)!,
        ]),
      );
    },

    /**
     * A key that begins with `sandbox` is one of the sandbox's, or nobody's: it never leaves the machine.
     * @throws GatewayError `api_key_invalid`.
     */
    screen(key: ApiKey): void {
      if (!isSandboxKey(key.reveal()) || settingsOf(key) !== undefined) return;
      // A key of the sandbox is publicly known: that it is one says nothing.
      const advice = !isOn && SANDBOX_KEYS.has(key.reveal()) ? { advice: SANDBOX_IS_OFF } : {};
      throw new GatewayError('api_key_invalid', undefined, advice);
    },

    /** Whether the key is one of the sandbox's, and there is one. */
    isSandbox: (key: ApiKey): boolean => settingsOf(key) !== undefined,

    /** Whether the key is one that the sandbox accepts: it is publicly known. */
    isPublic(key: ApiKey): boolean {
      const settings = settingsOf(key);
      return settings !== undefined && settings.scenario !== 'invalid' && settings.scenario !== 'revoked';
    },
  };
}
