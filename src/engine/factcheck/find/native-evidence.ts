/**
 * The judge's own web search as a source of evidence, named `native`: for callers who have no other. It is asked
 * where the other sources have nothing that answers the claim well, so many times a request and no more.
 *
 * Where the provider quotes a page (Anthropic), whole sentences of the quotation are evidence like any other.
 * Where it does not, what the searching model says of the page is shown to the judge as such; it is hearsay: it is
 * never quoted, and a verdict that rests on it alone is never sure (`confidence.ts`).
 */
import { readFileSync } from 'node:fs';
import type { Usage } from '../../../domain/chat.ts';
import type { NativeCitation } from '../../../models/dialects/web-search.ts';
import { addUsage, type JsonTarget } from '../../../models/upstream/ask-json.ts';
import type { NativeSearch } from '../../../models/upstream/native-search.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { bestOf } from '../choose/bearing-items.ts';
import type { HearsayItem } from '../choose/choose-items.ts';
import type { Retrieval } from '../ground-conversation.ts';
import type { TokenBudget } from '../judge/token-budget.ts';
import type { CitationCache } from '../judge/verdict-cache.ts';
import { cutClaim } from '../sources/cut-claim.ts';
import { readDate } from '../sources/read-date.ts';
import { type RankedItem, rankItems } from './rank-items.ts';

export const NATIVE = 'native';

export interface NativeOptions {
  readonly search: NativeSearch;
  /** The most searches of one request: the caller pays for each. */
  readonly maxCalls: number;
}

interface NativeEvidenceOptions extends NativeOptions {
  readonly target: JsonTarget;
  readonly budget: TokenBudget;
  /** What the caller's searches have found, by `keyOf` the query; nothing is kept where it is absent. */
  readonly citations: CitationCache | undefined;
  readonly keyOf: (query: string) => string;
  /** Milliseconds that one search may take. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

const INSTRUCTIONS = readFileSync(new URL('../prompts/native-search.v1.md', import.meta.url), 'utf8').trim();
/** From this relevance on, the other sources answer the claim. */
const ANSWERED = 0.75;
/** Tokens of one search's answer, thoughts included. */
const ANSWER_TOKENS = 2_000;
/** What a search needs at the most, as a rule: the provider decides how much of the pages the model reads. */
const SEARCH_TOKENS = 12_000;
/** What a model cites for a claim bears on it in any words. */
const LEAST_RELEVANCE = 0.4;

export function openNativeEvidence(options: NativeEvidenceOptions) {
  const { search, target, budget, timeout, citations: cache, keyOf, signal } = options;
  let calls = 0;
  let usage: Usage | undefined;

  const ask = async (text: string): Promise<readonly NativeCitation[] | undefined> => {
    const question = { instructions: INSTRUCTIONS, text, maxTokens: ANSWER_TOKENS };
    const result = await budget.spend(SEARCH_TOKENS, timeout, signal, (limited) => {
      calls += 1;
      return search.search(target, question, limited);
    });
    usage = addUsage(usage, result?.usage);
    return result?.citations;
  };

  return {
    /**
     * @param text the claim, or another query.
     * @param others what the other sources found.
     * @returns what they found and what the model's search found, the best first. Never rejects.
     */
    async add(text: string, others: Retrieval): Promise<Retrieval> {
      const answered = bestOf(others.items) >= ANSWERED;
      const query = cutClaim(text, target.key);
      if (answered || query === '' || !search.canSearch(target) || signal.aborted) return others;
      const key = keyOf(query);
      const cachedCitations = cache?.get(key);
      const citations =
        cachedCitations ?? (calls < options.maxCalls ? await ask(query).catch(() => undefined) : undefined);
      if (citations === undefined) return others;
      if (cachedCitations === undefined) cache?.set(key, citations);
      const items = [...others.items, ...toItems(citations, text)];
      return {
        ...others,
        items: items.sort((a, b) => b.relevance - a.relevance),
        answered: [...others.answered, NATIVE],
      };
    },
    calls: () => calls,
    usage: () => usage,
  };
}

/** @returns an item for each quotation that holds a whole sentence; for a page without one, its hearsay. */
export function toItems(citations: readonly NativeCitation[], claim: string): RankedItem[] {
  return citations.flatMap(({ url, title, cited, said, age }) => {
    const published = readDate(age);
    const page = { source: NATIVE, title, url, ...(published === undefined ? {} : { published }) };
    const quotations = cited.map(wholeSentences).filter((text) => text !== '');
    if (quotations.length > 0) return quotations.map((text) => rank({ ...page, text }, text, claim));
    const hearsay = said.join(' ');
    const item: HearsayItem = { ...page, text: '', hearsay };
    return hearsay === '' ? [] : [rank(item, hearsay, claim)];
  });
}

function rank(item: RankedItem['item'], text: string, claim: string): RankedItem {
  const [ranked] = rankItems(claim, 'en', [[{ ...item, text }]]);
  return { item, relevance: Math.max(LEAST_RELEVANCE, ranked?.relevance ?? 0) };
}

/**
 * A quotation may be cut at either end, and a "not" with it: what does not begin like a sentence, or not end like
 * one, is left out.
 */
function wholeSentences(text: string): string {
  const whole = splitSentences(text).filter(({ start, end }) => {
    const sentence = text.slice(start, end);
    return BEGINS.test(sentence) && ENDS.test(sentence);
  });
  const first = whole[0];
  const last = whole.at(-1);
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}

const BEGINS = /^[^\p{L}\p{N}]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const ENDS = /(?<!\.\.)[.!?。！？।؟]["'”’»)\]]*$/u;
