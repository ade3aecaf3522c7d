import { randomBytes } from 'node:crypto';
import { type Auditor, createAuditor } from '../gateway/admin/auditor.ts';
import { createKeyManagement } from '../gateway/admin/manage-keys.ts';
import { createTeamManagement } from '../gateway/admin/manage-teams.ts';
import { type CallerIds, createCallerIds } from '../gateway/admission/caller-id.ts';
import type { Config } from '../gateway/config/read-config.ts';
import type { Store } from '../gateway/store/store.ts';
import { isForeignSecret, openSecret } from '../gateway/wiring/open-secret.ts';
import { CommandFailed } from './command-failed.ts';
import { withStore } from './open-store.ts';
import type { Terminal } from './terminal.ts';

/** What the commands for keys work with, open for as long as one runs. */
export interface OpenKeys extends Terminal {
  readonly config: Config;
  readonly store: Store;
  readonly secret: string;
  readonly callerIds: CallerIds;
  readonly auditor: Auditor;
}

export type WithKeys = (work: (keys: OpenKeys) => Promise<void>) => Promise<void>;

/** @throws CommandFailed where the database or the secret cannot be used. */
export function openKeys(terminal: Terminal): WithKeys {
  return (work) =>
    withStore(terminal, async (store, config) => {
      const { text: secret } = await openSecret(config, store);
      const callerIds = createCallerIds(secret, config.oldSecrets);
      const auditor = createAuditor({ now: terminal.now, random: randomBytes });
      await work({ ...terminal, config, store, secret, callerIds, auditor });
    });
}

export function keysOf({ store, callerIds, auditor, now }: OpenKeys) {
  return createKeyManagement({ records: store.issuedKeys, callerIds, auditor, random: randomBytes, now });
}

export function teamsOf({ store, auditor, now }: OpenKeys) {
  return createTeamManagement({ records: store.teams, auditor, random: randomBytes, now });
}

/** @throws CommandFailed where the database is used under another secret, or the plan is not configured. */
export async function requirePlaceFor(
  { config, secret, store, callerIds, now }: OpenKeys,
  plans: readonly string[],
): Promise<void> {
  const unknown = plans.find((plan) => !config.plans.has(plan));
  if (unknown !== undefined) {
    throw new CommandFailed(
      `Unknown plan '${unknown}'. The plans are ${[...config.plans.keys()].join(', ')}`,
      2,
    );
  }
  if (await isForeignSecret(config.oldSecrets, secret, store)) {
    throw new CommandFailed(
      'CLAIMGATE_SECRET: the database is used with another secret, so no gateway would find this key. Use that secret. To switch to this one, start the server with it first',
    );
  }
  await store.secrets.note(callerIds.kid, now());
}
