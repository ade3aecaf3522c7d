/**
 * Evidence for one claim: the chosen sources are asked side by side under one deadline; what came is made one
 * list, ranked across sources. A source that is late or down is left out and named; the others' items still
 * come.
 */

import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../../domain/api-key.ts';
import type { ClaimCategory } from '../../../domain/claim.ts';
import { readLanguage } from '../../text/languages.ts';
import { isOwn } from '../choose/bearing-items.ts';
import { cutClaim } from '../sources/cut-claim.ts';
import { type EvidenceCache, evidenceKey } from '../sources/evidence-cache.ts';
import {
  type EvidenceQuery,
  type EvidenceSource,
  NOTHING_HELD,
  type RetrievedItem,
  type SearchWatch,
  type SourceError,
} from '../sources/source.ts';
import { readError } from '../sources/source-failure.ts';
import { withinLimit } from '../within-limit.ts';
import { decisionsFirst } from './decisions-first.ts';
import { type RankedItem, rankItems } from './rank-items.ts';

/** A source in its place among the others. */
export interface ChosenSource {
  readonly source: EvidenceSource;
  /** The categories of claims that it is asked about; all of them where absent. */
  readonly categories?: ReadonlySet<ClaimCategory>;
}

/** Items that are wanted for one claim, before the best of them are chosen. */
export const WANTED_ITEMS: number = 16;

export interface RetrieveRequest {
  readonly claimText: string;
  readonly category: ClaimCategory;
  /** Language tag; English where it is not on the list of `languages.ts`. */
  readonly language: string;
  /** Names of the sources that may be asked. */
  readonly sources: ReadonlySet<string>;
  /** Sources of this request alone, asked before the others. */
  readonly own?: readonly ChosenSource[];
  /** Whether `own` sources are waited for beyond the deadline. */
  readonly patient?: boolean;
  /** The most items wanted. */
  readonly limit: number;
  /** The caller's: no part of it goes outside. */
  readonly key?: ApiKey;
  /** What was found in memory is remembered for this caller alone: none can tell by the time what another asked. */
  readonly callerId?: string;
  /** Called with each text that is sent to a source outside, and the source's name. */
  readonly onSend?: (text: string, source: string) => void;
}

/** For logs, metrics and what is said of a source's state; nothing of a claim is in it. */
export interface SourceWatch {
  /** Milliseconds are those that the search took; absent where it was known. */
  onAnswer?(answer: {
    readonly source: string;
    readonly cached: boolean;
    readonly milliseconds?: number;
  }): void;
  onFailure?(failure: {
    readonly source: string;
    readonly fault: SourceError['fault'];
    /** Holds no key and no claim. */
    readonly message: string;
    readonly milliseconds: number;
    /** Whether it was really asked: one that is left alone, or asked too often, is not. */
    readonly asked: boolean;
  }): void;
}

interface RetrieverOptions {
  /** In the order of config. */
  readonly sources: readonly ChosenSource[];
  /** For sources outside; local ones are asked each time. */
  readonly cache: EvidenceCache;
  /** The server's, under which queries are filed in the cache. */
  readonly secret: string;
  readonly watch?: SourceWatch;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Items that each source is asked for, so that ranking has a choice: one outside takes time and money for each. */
const PER_SOURCE = 8;
const PER_LOCAL_SOURCE = 16;
/** Milliseconds that the request's own sources may take where they are waited for; the caller's signal ends it before. */
const LONGEST_WAIT = 600_000;
/** How long what was found on a claim is remembered, in milliseconds, and for how many claims. */
const REMEMBERED_FOR = 60_000;
const MOST_REMEMBERED = 2_000;
/** A source inside is given the whole claim, but not a whole book. */
const MAX_LOCAL = 2_000;
/** The share of its time that a source may wait for what texts mean, and milliseconds where it is waited for. */
const MEANING_TIME = 1 / 6;
const MEANING_WAIT = 10_000;

/** What came of a search. */
interface Retrieved {
  /** The best first. */
  readonly items: readonly RankedItem[];
  /** Names of the sources, in the order of config. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
  readonly failed: readonly { readonly source: string; readonly fault: SourceError['fault'] }[];
}

export function createRetriever(options: RetrieverOptions) {
  const { sources, cache, secret, watch, now } = options;
  /** What was found in memory, and what it was found in. */
  const memory = new LRUCache<string, { editions: readonly unknown[]; retrieved: Retrieved }>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_FOR,
  });

  const ask = async (
    source: EvidenceSource,
    query: EvidenceQuery,
    signal: AbortSignal,
    searching: SearchWatch,
  ) => {
    // What the operator has is asked each time: it may have changed, and nobody pays for it.
    if (source.reach !== 'outside') {
      return { items: await source.search(query, signal, searching), cached: false };
    }
    const key = evidenceKey(secret, source.name, query);
    const cached = await cache.get(key);
    if (cached !== undefined) return { items: cached, cached: true };
    signal.throwIfAborted();
    const items = await source.search(query, signal, searching);
    // Nobody waits for the cache.
    void cache.set(key, items);
    return { items, cached: false };
  };

  return {
    /**
     * Never takes longer than the deadline, where it is not patient, and never rejects but for the abort.
     *
     * @param signal the caller's; aborts every source at any stage.
     * @param deadline milliseconds from now.
     * @returns what was found, and the names of sources in the order of config: a source that found nothing in
     *   time, or was in the cache, answered too.
     * @throws the signal's reason, where it aborts.
     */
    async retrieve(request: RetrieveRequest, signal: AbortSignal, deadline: number): Promise<Retrieved> {
      signal.throwIfAborted();
      const began = now();
      const local = queryFor(request, request.claimText.slice(0, MAX_LOCAL), PER_LOCAL_SOURCE);
      let outside: EvidenceQuery | undefined;
      const queryOf = ({ reach }: EvidenceSource): EvidenceQuery => {
        if (reach === 'local') return local;
        outside ??= queryFor(request, cutClaim(request.claimText, request.key), PER_SOURCE);
        return outside;
      };
      const chosen = [...(request.own ?? []), ...sources]
        .filter(
          ({ source, categories }) =>
            request.sources.has(source.name) && (categories?.has(request.category) ?? true),
        )
        .map(({ source }) => ({ source, query: queryOf(source) }))
        .filter(({ query }) => query.text !== '');
      const editions = chosen.map(({ source }) => source.edition?.());
      const memoryKey =
        request.callerId === undefined || editions.includes(undefined)
          ? undefined
          : JSON.stringify([
              request.callerId,
              request.claimText,
              request.language,
              request.limit,
              ...chosen.map(({ source }) => source.name),
            ]);
      const remembered = memoryKey === undefined ? undefined : memory.get(memoryKey);
      if (remembered?.editions.every((edition, at) => edition === editions[at])) {
        for (const source of remembered.retrieved.answered) watch?.onAnswer?.({ source, cached: false });
        return remembered.retrieved;
      }
      const patient = new Set(request.patient ? request.own?.map(({ source }) => source) : []);
      const answer = (source: string, items: readonly RetrievedItem[], cached: boolean) => {
        if (items !== NOTHING_HELD) watch?.onAnswer?.({ source, cached, milliseconds: now() - began });
        return { source, items };
      };
      const askWithin = ({ source, query }: (typeof chosen)[number]) => {
        const { name } = source;
        const found = source.find?.(query);
        if (found !== undefined) return answer(name, found, false);
        let asked = source.reach === 'local';
        const searching: SearchWatch = {
          onAsk: () => {
            asked = true;
          },
          onSend: () => request.onSend?.(query.text, name),
        };
        const patience = patient.has(source) ? MEANING_WAIT : Math.max(0, deadline) * MEANING_TIME;
        return withinLimit(signal, patient.has(source) ? LONGEST_WAIT : Math.max(0, deadline), (limited) =>
          ask(source, source.reach === 'local' ? { ...query, patience } : query, limited, searching),
        ).then(
          ({ items, cached }) => answer(name, items, cached),
          (error: unknown) => {
            const { fault, message } = readError(error, signal);
            if (fault !== 'aborted') {
              watch?.onFailure?.({ source: name, fault, message, milliseconds: now() - began, asked });
            }
            return { source: name, fault };
          },
        );
      };
      const outcomes = await Promise.all(chosen.map(askWithin));
      signal.throwIfAborted();
      const answers = outcomes
        .filter((outcome) => 'items' in outcome)
        .filter(({ items }) => items !== NOTHING_HELD);
      const lists = answers.map(({ items }) => items);
      const retrieved = {
        items: decisionsFirst(
          chooseBest(rankItems(request.claimText, request.language, lists), request.limit),
        ),
        asked: chosen.map(({ source }) => source.name),
        answered: answers.map(({ source }) => source),
        failed: outcomes.filter((outcome) => 'fault' in outcome),
      };
      if (memoryKey !== undefined && retrieved.failed.length === 0)
        memory.set(memoryKey, { editions, retrieved });
      return retrieved;
    },
  };
}

/** So many passages of the request's own are kept, however well others rank. */
const MOST_OWN = 3;

/** @param ranked the best first, as is what is returned. */
function chooseBest(ranked: readonly RankedItem[], limit: number): readonly RankedItem[] {
  const own = new Set(ranked.filter(({ item }) => isOwn(item)).slice(0, MOST_OWN));
  let left = limit - own.size;
  return ranked.filter((one) => own.has(one) || left-- > 0);
}

function queryFor(request: RetrieveRequest, text: string, limit: number): EvidenceQuery {
  // The language may become part of a host's name: only one of the list does.
  return { text, language: readLanguage(request.language) ?? 'en', limit };
}
