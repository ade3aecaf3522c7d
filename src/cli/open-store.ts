import type { Config } from '../gateway/config/read-config.ts';
import type { MeaningOptions } from '../gateway/store/corpus/search-meaning.ts';
import type { Store } from '../gateway/store/store.ts';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds in which a question's meaning is read: nobody waits here as in a chat. */
const PATIENCE = 10_000;

/**
 * Runs a command's work over the gateway's database, and closes it afterwards. One that is not there is made; one
 * of another version is never changed.
 * @throws CommandFailed where the database cannot be used.
 */
export async function withStore(
  { readConfig, now, stderr, readsMeaning = true }: Terminal,
  work: (store: Store, config: Config, meaning: MeaningOptions | undefined) => Promise<void>,
): Promise<void> {
  const config = await readConfig();
  const { openMeaning } = await import('../gateway/wiring/open-meaning.ts');
  const meaning = readsMeaning
    ? openMeaning(
        { retrieval: { ...config.retrieval, wait: PATIENCE } },
        (why) => stderr.write(`The model for vectors cannot be loaded: ${why}\n`),
        false,
      )
    : undefined;
  const { openStore } = await import('../gateway/store/store.ts');
  const store = await openStore({ ...placeOf(config), now, meaning, waitMs: 0 }).catch(asCommandFailed);
  try {
    await work(store, config, meaning);
  } finally {
    await store.close();
    meaning?.close();
  }
}

/** Where the database lies. */
export function placeOf({ dataDir, databaseUrl, corpusUrl }: Config) {
  return { dataDir, databaseUrl, corpusUrl };
}

export function asCommandFailed(error: Error): never {
  throw new CommandFailed(error.message);
}
