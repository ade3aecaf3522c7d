import type { Config } from '../gateway/config/read-config.ts';
import type { Store } from '../gateway/store/store.ts';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs a command's work over the gateway's database, and closes it afterwards. One that is not there is made; one
 * of another version is never changed.
 * @throws CommandFailed where the database cannot be used.
 */
export async function withStore(
  { readConfig, now }: Terminal,
  work: (store: Store, config: Config) => Promise<void>,
): Promise<void> {
  const config = await readConfig();
  const { openStore } = await import('../gateway/store/store.ts');
  const store = await openStore({ ...placeOf(config), now, waitMs: 0 }).catch(asCommandFailed);
  try {
    await work(store, config);
  } finally {
    await store.close();
  }
}

/** Where the database lies. */
export function placeOf({ dataDir, databaseUrl }: Config) {
  return { dataDir, databaseUrl };
}

export function asCommandFailed(error: Error): never {
  throw new CommandFailed(error.message);
}
