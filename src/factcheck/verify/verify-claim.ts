/**
 * Verifies one claim, after FIRE (Xie et al. 2025):
 *
 * 1. Evidence is looked for. Where nothing bears on the claim, that is the verdict, and no judge is asked: the
 *    same sources would be asked the same again.
 * 2. The judge gives its verdict by the numbers of the evidence, or asks one more query. Claims that wait at the
 *    same time share a call (`judge-queue.ts`).
 * 3. The query is asked, unless it is one that was asked already. Where it finds something new, the judge is
 *    asked once more, for the last time; where not, its first judgement stands.
 */
import type { Claim } from '../../domain/claim.ts';
import { bareText } from '../../text/words-of.ts';
import { addUsage, type JsonTarget } from '../../upstream/ask-json.ts';
import type { Upstream } from '../../upstream/call-provider.ts';
import type { Retrieval, Retrieve } from '../ground-conversation.ts';
import { CONTEXT } from '../sources/context.ts';
import { type Calibration, judgeName } from './calibration.ts';
import { chooseItems, type ShownItem } from './choose-items.ts';
import { openJudgeQueue } from './judge-queue.ts';
import { type NativeOptions, openNativeEvidence } from './native-evidence.ts';
import type { Judgement } from './read-judgements.ts';
import { type Judged, type Outcome, verdictOf } from './state-verdict.ts';
import { openTokenBudget } from './token-budget.ts';
import { type CitationCache, citationKey, type VerdictCache, verdictKey } from './verdict-cache.ts';

/** What verification needs, from the request and from the operator. */
export interface VerifierOptions {
  readonly upstream: Upstream;
  /** The judge: the caller's model, or its `judge_model`, asked with the caller's key. */
  readonly target: JsonTarget;
  /** Asked by the claim's text, and again with the judge's query: one line of at most 300 characters. */
  readonly retrieve: Retrieve;
  /** The request brought texts of its own: what the judge, having read them, asks next is no query for its search. */
  readonly context?: boolean;
  /** The most claims that are looked up; the others come out unchecked. */
  readonly maxClaims: number;
  /** The most calls to the judge at the same time. */
  readonly concurrency: number;
  /** Milliseconds from `finish()` until what is not judged stays so. */
  readonly deadlineMs: number;
  /** Milliseconds that one call to the judge may take. */
  readonly judgeTimeoutMs: number;
  /** Tokens of all calls to the judge, prompts and answers. */
  readonly tokenBudget: number;
  /** The judge's own web search, where the request asks for it. */
  readonly native?: NativeOptions;
  /** Judgements of this caller, and what its own model found; none are kept where it is absent. */
  readonly cache?: {
    readonly verdicts: VerdictCache;
    readonly citations: CitationCache;
    readonly callerId: string;
  };
  /** Those of all judges; the judge's own is looked up. */
  readonly calibrations?: readonly Calibration[];
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly nonce: () => string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The caller's: everything stops. */
  readonly signal: AbortSignal;
}

export type ClaimVerifier = ReturnType<typeof openClaimVerifier>;

/** A judge that is so sure of a verdict needs no further query, even where it asks for one. */
const SURE = 0.9;

/** Verifies the claims of one request, side by side. */
export function openClaimVerifier(options: VerifierOptions, signal: AbortSignal) {
  const { target, retrieve, judgeTimeoutMs: timeout } = options;
  const { verdicts, citations, callerId = '' } = options.cache ?? {};
  const judge = judgeName(target);
  const counts = {
    /** Calls to the judge, repairs included. */
    judgeCalls: 0,
    /** Times that the sources were asked. */
    searches: 0,
    /** Judgements that came out of the cache. */
    cached: 0,
  };
  const sources = new Set<string>();
  const budget = openTokenBudget(options.tokenBudget);
  const keyOf = (query: string): string => citationKey({ callerId, judge }, query);
  const native =
    options.native &&
    openNativeEvidence({ ...options.native, target, budget, timeout, signal, citations, keyOf });
  const onCall = (): void => {
    counts.judgeCalls += 1;
  };
  const queue = openJudgeQueue({ ...options, budget, onCall, signal });

  const search = async (claim: Claim, query?: string): Promise<Retrieval> => {
    counts.searches += 1;
    return retrieve(claim, signal, query, true).catch(() => ({ items: [], answered: [] }));
  };

  const findEvidence = async (claim: Claim, query?: string, known?: Retrieval): Promise<Retrieval> => {
    // What the request brought may have been late when the model waited for it.
    const late = options.context === true && known?.answered.includes(CONTEXT) === false;
    const others = known !== undefined && !late ? known : await search(claim, query);
    const inside = query !== undefined && options.context === true;
    const found = (inside ? undefined : await native?.add(query ?? claim.text, others)) ?? others;
    for (const source of found.answered) sources.add(source);
    return found;
  };

  const ask = async (
    claim: string,
    items: readonly ShownItem[],
    final: boolean,
    onTurn: () => void,
  ): Promise<Judged> => {
    const key = verdictKey({ callerId, judge, claim, items });
    const known = verdicts?.get(key);
    if (known !== undefined) {
      counts.cached += 1;
      return { judgement: known };
    }
    const judged = await queue.judge({ claim, items, final, onTurn });
    if (judged.judgement !== undefined) verdicts?.set(key, judged.judgement);
    return judged;
  };

  return {
    /**
     * @param known what was retrieved for the claim already, by its own text.
     * @param onJudging called each time the judge begins to read the claim.
     * @param note called with the best that is known, whenever that changes.
     */
    async verify(
      claim: Claim,
      known: Retrieval | undefined,
      onJudging: () => void,
      note: (outcome: Outcome) => void,
    ): Promise<void> {
      queue.expect(1);
      const found = await findEvidence(claim, undefined, known);
      const items = chooseItems(claim.text, found.items);
      if (items.length === 0)
        note({ items, fault: found.answered.length === 0 ? 'no-source' : 'nothing-found' });
      else note({ items, fault: 'no-time' });
      const judging = items.length === 0 ? undefined : ask(claim.text, items, false, onJudging);
      queue.expect(-1);
      if (judging === undefined) return;

      const judged = await judging;
      note({ items, ...judged });
      const { judgement } = judged;
      if (judgement === undefined || !wantsMore(judgement, claim.text)) return;
      const further = await findEvidence(claim, judgement.nextQuery);
      const more = chooseItems(claim.text, further.items, namedFirst(items, judgement));
      if (more.length === 0) return;
      const second = await ask(claim.text, more, true, onJudging);
      if (second.judgement !== undefined) note({ items: more, judgement: second.judgement });
    },
    /** What it took so far, for all claims. */
    report: () => ({
      /** Names of the sources that answered, each once, in order of use. */
      sources: [...sources],
      /** What the judge's provider counted, of its own searches too; zeros where it was not asked. */
      usage: addUsage(queue.usage(), native?.usage()) ?? { promptTokens: 0, completionTokens: 0 },
      /** `native`: searches of the judge's own. */
      counts: { ...counts, native: native?.calls() ?? 0 },
    }),
  };
}

/** A query that is the claim again would find the same again. */
function wantsMore(judgement: Judgement, claim: string): boolean {
  const { nextQuery, probability } = judgement;
  if (nextQuery === '' || sameWords(nextQuery, claim)) return false;
  return verdictOf(judgement) === 'not_enough_evidence' || (probability ?? 0) < SURE;
}

function namedFirst(items: readonly ShownItem[], { evidence }: Judgement): readonly ShownItem[] {
  const named = new Set(evidence.map(({ index }) => index));
  return [...items.filter((_, at) => named.has(at)), ...items.filter((_, at) => !named.has(at))];
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string): string => [...new Set(bareText(text).split(' '))].sort().join(' ');
  return words(a) === words(b);
}
