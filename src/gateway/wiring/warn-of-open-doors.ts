import type { Config } from '../config/read-config.ts';
import type { Log } from '../telemetry/log.ts';

/** Says at the start what the operator has opened to everybody. */
export function warnOfOpenDoors({ corpus, sources }: Pick<Config, 'corpus' | 'sources'>, log: Log): void {
  if (corpus.public) {
    log.warn("corpus.public is on: everybody who can connect may read the operator's own documents");
  }
  for (const { name, archive } of sources) {
    if (archive?.public) {
      log.warn(`sources.${name}.public is on: everybody who can connect may read what is in this archive`);
    }
  }
}
