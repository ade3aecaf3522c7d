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
import { addUsage } from '../../upstream/ask-json.ts';
import type { Retrieval } from '../ground-conversation.ts';
import { judgeName } from './calibration.ts';
import { chooseItems, type ShownItem } from './choose-items.ts';
import { openJudgeQueue } from './judge-queue.ts';
import { openNativeEvidence } from './native-evidence.ts';
import type { Judgement } from './read-judgements.ts';
import { type Judged, type Outcome, verdictOf } from './state-verdict.ts';
import { openTokenBudget } from './token-budget.ts';
import { citationKey, verdictKey } from './verdict-cache.ts';
import type { Verification } from './verified-claim.ts';
import type { VerifierOptions } from './verifier-options.ts';

/** Verifies the claims of one request, side by side. */
export interface ClaimVerifier {
  /**
   * @param known what was retrieved for the claim already, by its own text.
   * @param onJudging called each time the judge begins to read the claim.
   * @param note called with the best that is known, whenever that changes.
   */
  verify(
    claim: Claim,
    known: Retrieval | undefined,
    onJudging: () => void,
    note: (outcome: Outcome) => void,
  ): Promise<void>;
  /** What it took so far, for all claims. */
  report(): Pick<Verification, 'sources' | 'usage' | 'counts'>;
}

const CONCURRENCY = 3;
const JUDGE_TIMEOUT = 30_000;
/** A judge that is so sure of a verdict needs no further query, whatever it asks for. */
const SURE = 0.9;

export function openClaimVerifier(options: VerifierOptions, signal: AbortSignal): ClaimVerifier {
  const { upstream, target, retrieve, nonce, now, judgeTimeoutMs: timeout = JUDGE_TIMEOUT } = options;
  const { verdicts, citations, callerId = '' } = options.cache ?? {};
  const judge = judgeName(target);
  const counts = { judgeCalls: 0, searches: 0, cached: 0 };
  const sources = new Set<string>();
  const budget = openTokenBudget(options.tokenBudget);
  const native =
    options.native &&
    openNativeEvidence({
      ...options.native,
      target,
      budget,
      timeout,
      signal,
      ...(citations && {
        cache: {
          get: (query) => citations.get(citationKey({ callerId, judge }, query)),
          set: (query, found) => citations.set(citationKey({ callerId, judge }, query), found),
        },
      }),
    });
  const onCall = (): void => {
    counts.judgeCalls += 1;
  };
  const concurrency = options.concurrency ?? CONCURRENCY;
  const queue = openJudgeQueue({
    upstream,
    target,
    budget,
    timeout,
    nonce,
    onCall,
    concurrency,
    now,
    signal,
  });

  const search = async (claim: Claim, query?: string): Promise<Retrieval> => {
    counts.searches += 1;
    return retrieve(claim, signal, query).catch(() => ({ items: [], answered: [] }));
  };

  const findEvidence = async (claim: Claim, query?: string, known?: Retrieval): Promise<Retrieval> => {
    const others = known ?? (await search(claim, query));
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
    async verify(claim, known, onJudging, note) {
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
    report: () => ({
      sources: [...sources],
      usage: addUsage(queue.usage(), native?.usage()) ?? { promptTokens: 0, completionTokens: 0 },
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
  const words = (text: string): string =>
    [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))].sort().join(' ');
  return words(a) === words(b);
}
