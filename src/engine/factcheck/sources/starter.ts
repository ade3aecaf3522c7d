/** The starter corpus as a source of evidence: what a gateway without any other source checks against. */
import { createMemoryIndex } from '../../corpus/memory-index.ts';
import type { EvidenceQuery, EvidenceSource, RetrievedItem } from './source.ts';
import type { StarterEntry } from './starter/read-entries.ts';

const NAME = 'starter';

export function createStarterSource(entries: readonly StarterEntry[]): EvidenceSource {
  const items = entries.map(
    ({ id, title, text, seeAlso }): RetrievedItem => ({
      source: NAME,
      title,
      url: `/starter/${id}`,
      text,
      seeAlso,
    }),
  );
  const index = createMemoryIndex(items);
  const find = ({ text, limit }: EvidenceQuery): RetrievedItem[] =>
    index.search(text, limit).map(({ entry }) => entry);
  return { name: NAME, reach: 'local', find, edition: () => index, search: async (query) => find(query) };
}
