/**
 * Evidence as the set gives it: the claim's own items answer the claim itself, and all items of the set answer
 * a further query.
 */
import { createMemoryIndex } from '../../src/engine/corpus/memory-index.ts';
import type { RankedItem } from '../../src/engine/factcheck/find/rank-items.ts';
import { rankItems } from '../../src/engine/factcheck/find/rank-items.ts';
import type { Retrieve } from '../../src/engine/factcheck/ground-conversation.ts';
import type { RetrievedItem } from '../../src/engine/factcheck/sources/source.ts';
import type { ClaimSet } from './read-claims.ts';

/** The set says that its items belong to the claim: what a search engine would put first. */
const GIVEN = 0.5;
const FURTHER = 6;

export function giveEvidence({ groups }: ClaimSet): Retrieve {
  const own = new Map(groups.flat().map(({ id, evidence }) => [id, evidence]));
  const all = new Map<string, RetrievedItem>();
  for (const items of own.values()) for (const item of items) all.set(`${item.url}\n${item.text}`, item);
  const index = createMemoryIndex([...all.values()]);
  return async (claim, _signal, query) => {
    const items =
      query === undefined
        ? rank(claim.text, own.get(claim.id) ?? []).map(({ item, relevance }) => ({
            item,
            relevance: Math.max(GIVEN, relevance),
          }))
        : rank(
            query,
            index.search(query, FURTHER).map(({ entry }) => entry),
          );
    return { items, answered: ['web'] };
  };
}

function rank(text: string, items: readonly RetrievedItem[]): readonly RankedItem[] {
  // Items of a set may lack an address: the text distinguishes them.
  const named = items.map((item, at) => (item.url === '' ? { ...item, url: `urn:item:${at}` } : item));
  return rankItems(text, 'en', [named]);
}
