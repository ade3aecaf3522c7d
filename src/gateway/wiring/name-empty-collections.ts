import { collectionOfSource } from '../../domain/collection-name.ts';
import type { Config } from '../config/read-config.ts';
import type { Corpus } from '../store/corpus/corpus.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

/** @returns the collections that profiles take their documents from, by the names that config has for them. */
export function openCollectionsOfProfiles(
  { profiles }: Pick<Config, 'profiles'>,
  { collections }: Pick<Store, 'collections'>,
): ReadonlyMap<string, Corpus> {
  const opened = new Map<string, Corpus>();
  for (const { documents_from: named = [] } of Object.values(profiles)) {
    for (const name of named) {
      const collection = collectionOfSource(name);
      if (collection) opened.set(name, collections.open(collection));
    }
  }
  return opened;
}

/** Says at the start which of them are empty: they may be filled later, or their names be wrong. Never rejects. */
export async function nameEmptyCollections(
  config: Pick<Config, 'profiles'>,
  store: Pick<Store, 'collections'>,
  log: Log,
): Promise<void> {
  for (const [name, collection] of openCollectionsOfProfiles(config, store)) {
    if (await collection.isEmpty().catch(() => false))
      log.warn({ collection: name }, 'a profile takes its documents from a collection that is empty');
  }
}
