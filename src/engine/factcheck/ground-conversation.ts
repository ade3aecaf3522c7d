/**
 * Evidence for what the user said, retrieved before the model is called and given to it to answer from.
 * A source that is late or down is left out: the answer comes all the same.
 */
import type { Claim, Evidence, Stance } from '../../domain/claim.ts';
import { quoteItem } from './choose/quote-evidence.ts';
import { worthiestFirst } from './choose/select-claims.ts';
import type { RankedItem } from './find/rank-items.ts';
import { kindOf } from './sources/registry.ts';
import type { RetrievedItem } from './sources/source.ts';

export interface Retrieval {
  /** The best first. */
  readonly items: readonly RankedItem[];
  /** Names of the sources that answered, in order of use. */
  readonly answered: readonly string[];
}

/**
 * Looks for evidence on one claim; never rejects but where the signal aborts.
 *
 * @param query what to look for instead of the claim's text.
 * @param patient whether what the request brought is waited for beyond the deadline: no answer waits for it.
 */
export type Retrieve = (
  claim: Claim,
  signal: AbortSignal,
  query?: string,
  patient?: boolean,
) => Promise<Retrieval>;

export interface Grounding {
  /** Names of the sources that answered, each once. */
  readonly sources: readonly string[];
  /** All that was retrieved for each claim, by its id. */
  readonly retrievals: ReadonlyMap<string, Retrieval>;
  /** What bears on each claim, by its id. */
  readonly evidence: ReadonlyMap<string, readonly Evidence[]>;
  /** What the model that answers is given: what was relevant and it has not yet, the best first. */
  readonly given: readonly RetrievedItem[];
}

interface GroundOptions {
  readonly retrieve: Retrieve;
  /** The most claims that are looked up: those most worth checking. */
  readonly maxClaims: number;
}

/**
 * Items below this relevance bear on something else, and would only mislead; so do those far below the best.
 * Of what a corpus of the public sets finds, seven in eight texts that decide a claim reach this, and one in twenty
 * where the corpus has nothing on the claim.
 */
const RELEVANT = 0.4;
const BESIDE_THE_BEST = 0.65;
const ITEMS_OF_A_CLAIM = 3;
/** Characters of evidence in one prompt: about 1,500 tokens. */
const LONGEST_EVIDENCE = 6_000;

/** @param claims those of one user message. */
export async function groundConversation(
  claims: readonly Claim[],
  options: GroundOptions,
  signal: AbortSignal,
): Promise<Grounding> {
  const chosen = worthiestFirst(claims).slice(0, options.maxClaims);
  const retrievals = await Promise.all(chosen.map((claim) => options.retrieve(claim, signal)));
  const sources = [...new Set(retrievals.flatMap(({ answered }) => answered))];
  const byClaim = new Map(chosen.map((claim, index) => [claim.id, retrievals[index] as Retrieval]));
  const evidence = new Map<string, readonly Evidence[]>();
  /** Every item once, with its best relevance over the claims. */
  const shown = new Map<string, RankedItem>();
  for (const [index, claim] of chosen.entries()) {
    const relevant = relevantItems(retrievals[index]?.items ?? []);
    evidence.set(
      claim.id,
      relevant.map(({ item }) => toEvidence(item, quoteItem(item, claim.text), 'unjudged')),
    );
    for (const ranked of relevant) {
      if (ranked.item.inConversation) continue;
      const key = `${ranked.item.url}\n${ranked.item.text}`;
      const before = shown.get(key);
      if (before === undefined || before.relevance < ranked.relevance) shown.set(key, ranked);
    }
  }
  const given = withinBudget([...shown.values()].sort((a, b) => b.relevance - a.relevance));
  return { sources, retrievals: byClaim, evidence, given };
}

/** @param ranked the best first. */
export function relevantItems(ranked: readonly RankedItem[]): readonly RankedItem[] {
  const floor = Math.max(RELEVANT, bestOf(ranked) * BESIDE_THE_BEST);
  return ranked.filter(({ relevance }) => relevance >= floor).slice(0, ITEMS_OF_A_CLAIM);
}

/** @returns the greatest relevance of the items, 0 where there is none. */
export function bestOf(ranked: readonly RankedItem[]): number {
  return ranked.reduce((best, { relevance }) => Math.max(best, relevance), 0);
}

export function toEvidence(item: RetrievedItem, quote: string, stance: Stance): Evidence {
  const { source, title, url, text, published, seeAlso, written } = item;
  const at = written === undefined || quote === '' ? -1 : text.indexOf(quote);
  return {
    source,
    kind: kindOf(source),
    title,
    url,
    quote: at === -1 ? quote : (written?.(at, at + quote.length) ?? quote),
    ...(published === undefined ? {} : { published }),
    ...(seeAlso === undefined ? {} : { see_also: seeAlso }),
    stance,
  };
}

function withinBudget(ranked: readonly RankedItem[]): RetrievedItem[] {
  const items: RetrievedItem[] = [];
  let left = LONGEST_EVIDENCE;
  for (const { item } of ranked) {
    if (item.text.length > left) continue;
    left -= item.text.length + item.title.length;
    items.push(item);
  }
  return items;
}
