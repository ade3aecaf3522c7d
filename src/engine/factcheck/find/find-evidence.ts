/** Looks for a claim's evidence: in the request's sources, and by the judge's own web search. */
import type { Claim } from '../../../domain/claim.ts';
import type { Retrieval, Retrieve } from '../ground-conversation.ts';
import { CONTEXT } from '../sources/context.ts';
import type { openNativeEvidence } from './native-evidence.ts';

interface EvidenceSearchOptions {
  readonly retrieve: Retrieve;
  /** The request brought texts of its own. */
  readonly context?: boolean;
  readonly native: ReturnType<typeof openNativeEvidence> | undefined;
  readonly signal: AbortSignal;
}

export function openEvidenceSearch({ retrieve, context = false, native, signal }: EvidenceSearchOptions) {
  const sources = new Set<string>();
  let searches = 0;

  const search = (claim: Claim, query?: string): Promise<Retrieval> => {
    searches += 1;
    return retrieve(claim, signal, query, true).catch(() => ({ items: [], answered: [] }));
  };

  return {
    /**
     * Never rejects.
     *
     * @param query one of the judge's, instead of the claim's text.
     * @param options `known`: what was retrieved already; `isPart`: the judge does not search for parts.
     */
    async find(
      claim: Claim,
      query?: string,
      { known, isPart = false }: { readonly known?: Retrieval | undefined; readonly isPart?: boolean } = {},
    ): Promise<Retrieval> {
      // What the request brought may have been late when the model waited for it.
      const late = context && known?.answered.includes(CONTEXT) === false;
      const others = known !== undefined && !late ? known : await search(claim, query);
      const inside = isPart || (query !== undefined && context);
      const found = (inside ? undefined : await native?.add(query ?? claim.text, others)) ?? others;
      for (const source of found.answered) sources.add(source);
      return found;
    },
    /** Names of those that answered, each once, in order of use. */
    sources: () => [...sources],
    /** Times that the sources were asked. */
    searches: () => searches,
  };
}
