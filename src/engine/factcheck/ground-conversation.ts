/**
 * Evidence for what the user said, retrieved before the model is called and given to it to answer from.
 * A source that is late or down is left out: the answer comes all the same.
 */
import type { Claim, Evidence, Stance } from '../../domain/claim.ts';
import { guessLanguage } from '../text/guess-language.ts';
import { bearingItems, bestOf, isOwn } from './choose/bearing-items.ts';
import { quoteItem } from './choose/quote-evidence.ts';
import { worthiestFirst } from './choose/select-claims.ts';
import type { RankedItem } from './find/rank-items.ts';
import { stanceOf } from './reviews/state-decision.ts';
import { kindOfItem } from './sources/registry.ts';
import type { RetrievedItem } from './sources/source.ts';

export interface Retrieval {
  /** The best first. */
  readonly items: readonly RankedItem[];
  /** Names of the sources that answered, in order of use. */
  readonly answered: readonly string[];
  /** Those that did not. */
  readonly failed?: readonly { readonly source: string }[];
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

/**
 * Looks in what the request itself brought for what answers a question; never rejects but where the signal aborts.
 *
 * @param language a tag.
 */
export type AskOwn = (question: string, language: string, signal: AbortSignal) => Promise<Retrieval>;

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
  /** Absent where the request brought nothing that the model that answers does not read anyway. */
  readonly ask?: AskOwn | undefined;
}

/**
 * What is far below the best only distracts where nobody judges it. What the request itself brought is shown all the same: a
 * further sentence in a passage lowers its relevance.
 */
const NEAR_THE_BEST = 0.65;
const ITEMS_OF_A_CLAIM = 3;
/** Characters of evidence in one prompt: about 1,500 tokens. */
const LONGEST_EVIDENCE = 6_000;

/**
 * @param claims those of one user message.
 * @param question what the message says beside them; `""` where that is nothing.
 */
export async function groundConversation(
  claims: readonly Claim[],
  options: GroundOptions,
  signal: AbortSignal,
  question: string = '',
): Promise<Grounding> {
  const chosen = worthiestFirst(claims).slice(0, options.maxClaims);
  const [answers, ...retrievals] = await Promise.all([
    question === ''
      ? undefined
      : options.ask?.(question, claims[0]?.language ?? guessLanguage(question), signal),
    ...chosen.map((claim) => options.retrieve(claim, signal)),
  ]);
  const sources = [...new Set([...retrievals, answers].flatMap((found) => found?.answered ?? []))];
  const byClaim = new Map(chosen.map((claim, index) => [claim.id, retrievals[index] as Retrieval]));
  const evidence = new Map<string, readonly Evidence[]>();
  /** Every item once, with its best relevance over the claims. */
  const shown = new Map<string, RankedItem>();
  const show = (ranked: RankedItem): void => {
    if (ranked.item.inConversation) return;
    const key = `${ranked.item.url}\n${ranked.item.text}`;
    const before = shown.get(key);
    if (before === undefined || before.relevance < ranked.relevance) shown.set(key, ranked);
  };
  for (const [index, claim] of chosen.entries()) {
    const relevant = relevantItems(retrievals[index]?.items ?? []);
    evidence.set(
      claim.id,
      relevant.map(({ item }) => toEvidence(item, quoteItem(item, claim.text), 'unjudged')),
    );
    relevant.forEach(show);
  }
  relevantItems(answers?.items ?? []).forEach(show);
  const given = withinBudget([...shown.values()].sort((a, b) => b.relevance - a.relevance));
  return { sources, retrievals: byClaim, evidence, given };
}

/**
 * @param ranked the best first.
 * @returns what is shown of the items where nobody judges them.
 */
export function relevantItems<T extends RankedItem>(ranked: readonly T[]): readonly T[] {
  const bearing = bearingItems(ranked);
  const near = NEAR_THE_BEST * bestOf(bearing);
  return bearing.filter(({ item, relevance }) => isOwn(item) || relevance >= near).slice(0, ITEMS_OF_A_CLAIM);
}

/** @param quote, stance of a text; a decision is quoted whole, and takes its own. */
export function toEvidence(item: RetrievedItem, quote: string, stance: Stance): Evidence {
  const { source, title, url, text, published, seeAlso, written, review } = item;
  const said = review === undefined ? quote : text;
  const at = written === undefined || said === '' ? -1 : text.indexOf(said);
  return {
    source,
    kind: kindOfItem(item),
    title,
    url,
    quote: at === -1 ? said : (written?.(at, at + said.length) ?? said),
    ...(published === undefined ? {} : { published }),
    ...(seeAlso === undefined ? {} : { see_also: seeAlso }),
    stance: review === undefined ? stance : stanceOf(review),
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
