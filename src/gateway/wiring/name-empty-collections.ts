import { collectionOfSource } from '../../domain/collection-name.ts';
import type { Config } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

/** @returns the collections that profiles take their documents from, as config names them; each once. */
export function collectionsInProfiles(profiles: Config['profiles']): readonly string[] {
  const named = Object.values(profiles).flatMap(({ documents_from: from = [] }) => from);
  return [...new Set(named)].filter((name) => collectionOfSource(name) !== '');
}

/** Says at the start which of them are empty: they may be filled later, or their names be wrong. Never rejects. */
export async function nameEmptyCollections(
  { profiles }: Pick<Config, 'profiles'>,
  { collections }: Pick<Store, 'collections'>,
  log: Log,
): Promise<void> {
  for (const name of collectionsInProfiles(profiles)) {
    const isEmpty = await collections
      .open(collectionOfSource(name)!)
      .isEmpty()
      .catch(() => false);
    if (isEmpty)
      log.warn({ collection: name }, 'a profile takes its documents from a collection that is empty');
  }
}
