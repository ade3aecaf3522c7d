/** Joins the secret and the database whose rows were filed under it. */
import { nameOfSecret } from '../admission/caller-id.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/read-config.ts';
import { makeSecret, readSecret, type Secret, secretFile } from '../config/read-secret.ts';
import type { TextSecret } from '../store/seal-text.ts';
import type { Store } from '../store/store.ts';

/**
 * The secret that is there, or a new one where the database holds nothing that was filed under another.
 * @throws ConfigError where the secret is gone and the database needs it.
 */
export async function openSecret(config: Pick<Config, 'dataDir' | 'secret'>, store: Store): Promise<Secret> {
  const found = readSecret(config);
  if (found !== undefined) return found;
  const isNeeded = await store.secrets.isNeeded();
  // Read again: another process may just have made it, and filed its first rows under it.
  const secret = readSecret(config);
  if (secret !== undefined) return secret;
  if (!isNeeded) return makeSecret(config);
  const file = secretFile(config);
  throw new ConfigError(
    `CLAIMGATE_SECRET: the secret is missing, and without it no key's plan, count or report in the database is found again. Restore ${file} from a backup, or set CLAIMGATE_SECRET to the secret that was used; to start anew without them, set CLAIMGATE_SECRET to a new one`,
  );
}

/**
 * Compares the secrets of the config with those that the database was used under.
 * @returns one line for the operator where something is found under none of them.
 */
export async function describeUnknownSecret(
  oldSecrets: Config['oldSecrets'],
  secret: string,
  store: Store,
  nowMs: number,
): Promise<string | undefined> {
  const { keys, plans, evaluations, issued } = await store.secrets.orphans(kidsOf(oldSecrets, secret), nowMs);
  if (keys === 0 && !(await isForeignSecret(oldSecrets, secret, store))) return undefined;
  const lost =
    keys === 0
      ? 'what was counted of each key is not found under this one'
      : `${keys} of its keys are not found under this one (${plans} with a plan, ${evaluations} evaluations, ${issued} issued)`;
  return `CLAIMGATE_SECRET: the database was used under another secret: ${lost}. Start with the secret that was used, or list it in CLAIMGATE_OLD_SECRETS`;
}

/** Whether the database was used under other secrets only: a gateway over it looks keys up under those. */
export async function isForeignSecret(
  oldSecrets: Config['oldSecrets'],
  secret: string,
  store: Store,
): Promise<boolean> {
  const used = await store.secrets.used();
  return used.size > 0 && !kidsOf(oldSecrets, secret).some((kid) => used.has(kid));
}

/**
 * Subkeys for texts of one kind, the current one first.
 * @param purpose names the kind; another one gives other subkeys.
 */
export function textSecretsOf(
  oldSecrets: Config['oldSecrets'],
  secret: string,
  purpose: string,
): [TextSecret, ...TextSecret[]] {
  const toSecret = (text: string): TextSecret => ({
    kid: nameOfSecret(text),
    subkey: deriveSubkey(text, purpose),
  });
  return [toSecret(secret), ...oldSecrets.map(toSecret)];
}

function kidsOf(oldSecrets: Config['oldSecrets'], secret: string): string[] {
  return [secret, ...oldSecrets].map(nameOfSecret);
}
