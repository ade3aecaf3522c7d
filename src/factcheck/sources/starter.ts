/** The starter corpus as a source of evidence: what a gateway without any other source checks against. */
import { createMemoryIndex } from '../../corpus/memory-index.ts';
import type { EvidenceQuery, EvidenceSource, RetrievedItem } from './source.ts';
import type { StarterEntry } from './starter/read-entries.ts';

const NAME = 'starter';

export function createStarterSource(entries: readonly StarterEntry[]): EvidenceSource {
  const index = createMemoryIndex(entries);
  return {
    name: NAME,
    reach: 'local',
    async search({ text, limit }: EvidenceQuery): Promise<RetrievedItem[]> {
      return index.search(text, limit).map(({ entry }) => ({
        source: NAME,
        title: entry.title,
        url: `/starter/${entry.id}`,
        text: entry.text,
        seeAlso: entry.seeAlso,
      }));
    },
  };
}
