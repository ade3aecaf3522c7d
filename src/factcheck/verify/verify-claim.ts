/**
 * Verifies one claim, after FIRE (Xie et al. 2025):
 *
 * 1. It is read in its context, by a model where it does not stand alone (`open-reader.ts`).
 * 2. Evidence is looked for, by the reading and by each of its parts. Where nothing bears on the claim, that is
 *    the verdict, and no judge is asked: the same sources would be asked the same again.
 * 3. The judge gives its verdict by the numbers of the evidence, or asks for more. Claims that wait at the same
 *    time share a call (`judge-queue.ts`).
 * 4. What it asks for, two queries at most, is searched for, unless that was done already. Where something new is
 *    found, the judge is asked once more, for the last time; where not, its first judgement stands.
 */

import type { Usage } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import { bareText } from '../../text/words-of.ts';
import { addUsage, type JsonTarget } from '../../upstream/ask-json.ts';
import type { Upstream } from '../../upstream/call-provider.ts';
import type { Retrieval, Retrieve } from '../ground-conversation.ts';
import { CONTEXT } from '../sources/context.ts';
import { type Calibration, judgeName } from './calibration.ts';
import { chooseItems, mergeItems, type ShownItem } from './choose-items.ts';
import type { Dates } from './compose-question.ts';
import { type Answer, openJudgeQueue } from './judge-queue.ts';
import { type NativeOptions, openNativeEvidence } from './native-evidence.ts';
import { openReader } from './open-reader.ts';
import type { Judgement } from './read-judgements.ts';
import type { Reading, Surroundings } from './reading.ts';
import { type ClaimOutcome, type Fault, type Outcome, verdictOf } from './state-verdict.ts';
import { openTokenBudget } from './token-budget.ts';
import {
  type CitationCache,
  citationKey,
  type ReadingCache,
  type VerdictCache,
  verdictKey,
} from './verdict-cache.ts';

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
  /** Milliseconds that one call to the judge may take; one that reads claims, a quarter of the deadline at most. */
  readonly judgeTimeoutMs: number;
  /**
   * How the claims come: those of a text all at once; in a chat the user's first, then those of the answer, as it is
   * written where it is streamed, whose reader waits for the end. `answer` where it is absent.
   */
  readonly from?: 'text' | 'answer' | 'stream';
  /** When the text was written: ISO 8601 date, where it is known. */
  readonly textDate?: string | undefined;
  /** Tokens of all calls to the judge, prompts and answers. */
  readonly tokenBudget: number;
  /** The judge's own web search, where the request asks for it. */
  readonly native?: NativeOptions;
  /** Judgements of this caller, and what its own model found; none are kept where it is absent. */
  readonly cache?: {
    readonly verdicts: VerdictCache;
    readonly citations: CitationCache;
    readonly readings: ReadingCache;
    readonly callerId: string;
  };
  /** Those of all judges; the judge's own is looked up. */
  readonly calibrations?: readonly Calibration[];
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly nonce: () => string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** ISO 8601 date. */
  readonly today: () => string;
  /** The caller's: everything stops. */
  readonly signal: AbortSignal;
}

export type ClaimVerifier = ReturnType<typeof openClaimVerifier>;

/** What is known of a claim besides. */
export interface Known {
  /** What was retrieved for it already, by its own text. */
  readonly retrieval?: Retrieval | undefined;
  /** Where it stands; it is taken as it is where that is absent. */
  readonly surroundings?: (() => Surroundings) | undefined;
}

/** A judge that is so sure of a verdict needs no further query, even where it asks for one. */
const SURE = 0.9;
/** Of the deadline, the most that a call to the reader may take: what is late is judged as it is written. */
const READING_TIME = 0.25;
/** Further queries of one claim. */
const FURTHER = 2;

/** Verifies the claims of one request, side by side. */
export function openClaimVerifier(options: VerifierOptions, signal: AbortSignal) {
  const { target, retrieve, judgeTimeoutMs: timeout } = options;
  const live = options.from === 'stream';
  const { verdicts, citations, callerId = '' } = options.cache ?? {};
  const judge = judgeName(target);
  const dates: Dates = { today: options.today(), text: options.textDate };
  const counts = {
    /** Calls to the judge, repairs included. */
    judgeCalls: 0,
    /** Calls that read claims. */
    readerCalls: 0,
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
  const queue = openJudgeQueue({ ...options, live, dates, budget, onCall, signal });
  const reader = openReader({
    ...options,
    live,
    budget,
    timeoutMs: Math.min(timeout, options.deadlineMs * READING_TIME),
    onCall: () => {
      counts.readerCalls += 1;
    },
    signal,
  });

  const search = async (claim: Claim, query?: string): Promise<Retrieval> => {
    counts.searches += 1;
    return retrieve(claim, signal, query, true).catch(() => ({ items: [], answered: [] }));
  };

  /** @param query one of the judge's, instead of the claim's text. */
  const findEvidence = async (
    claim: Claim,
    query?: string,
    { known, isPart = false }: { readonly known?: Retrieval | undefined; readonly isPart?: boolean } = {},
  ): Promise<Retrieval> => {
    // What the request brought may have been late when the model waited for it.
    const late = options.context === true && known?.answered.includes(CONTEXT) === false;
    const others = known !== undefined && !late ? known : await search(claim, query);
    const inside = isPart || (query !== undefined && options.context === true);
    const found = (inside ? undefined : await native?.add(query ?? claim.text, others)) ?? others;
    for (const source of found.answered) sources.add(source);
    return found;
  };

  const ask = async (
    case_: Omit<Parameters<typeof queue.judge>[0], 'onTurn'>,
    onTurn: () => void,
  ): Promise<Answer> => {
    const key = verdictKey({ callerId, judge, dates, ...case_ });
    const known = verdicts?.get(key);
    if (known !== undefined) {
      counts.cached += 1;
      return { judgements: known };
    }
    const answer = await queue.judge({ ...case_, onTurn });
    if (answer.judgements !== undefined) verdicts?.set(key, answer.judgements);
    return answer;
  };

  return {
    /**
     * @param onJudging called each time the judge begins to read the claim.
     * @param note called with the best that is known, whenever that changes.
     */
    async verify(
      claim: Claim,
      { retrieval, surroundings }: Known,
      onJudging: () => void,
      note: (outcome: ClaimOutcome) => void,
    ): Promise<void> {
      const reading: Reading =
        surroundings === undefined ? asWritten(claim) : await reader.read(claim, surroundings);
      const { context } = reading;
      const statements = statementsOf(reading);
      const report = (outcomes: readonly Outcome[]): void => note({ reading, outcomes });

      queue.expect(1);
      const searched = [...new Set([reading.text, ...statements])];
      const found = await Promise.all(
        searched.map((text, index) => {
          const known = text === claim.text ? retrieval : undefined;
          return findEvidence({ ...claim, text }, undefined, { known, isPart: index > 0 });
        }),
      );
      const items = mergeItems(searched.map((text, index) => chooseItems(text, found[index]?.items ?? [])));
      const answered = found.some((one) => one.answered.length > 0);
      const fault: Fault = items.length > 0 ? 'no-time' : answered ? 'nothing-found' : 'no-source';
      report(statements.map(() => ({ items, fault })));
      const judging =
        items.length === 0
          ? undefined
          : ask({ claim: reading.text, parts: reading.parts, context, items, final: false }, onJudging);
      queue.expect(-1);
      if (judging === undefined) return;

      const outcomes = outcomesOf(await judging, statements, items);
      report(outcomes);
      const open = statements.flatMap((text, index) => {
        const judgement = outcomes[index]?.judgement;
        const queries = judgement === undefined ? [] : furtherQueries(judgement, [claim.text, text]);
        return queries.length === 0 ? [] : [{ text, index, queries, judgement: judgement as Judgement }];
      });
      const queries = [...new Set(open.flatMap((one) => one.queries))].slice(0, FURTHER);
      if (queries.length === 0) return;
      const further = await Promise.all(queries.map((query) => findEvidence(claim, query)));
      const named = namedFirst(
        items,
        open.flatMap(({ judgement }) => judgement.evidence),
      );
      const all = open.map(({ text }) => text);
      const best = further.flatMap((one) => one.items).sort((a, b) => b.relevance - a.relevance);
      const more = chooseItems(all.join(' '), best, named);
      if (more.length === 0) return;
      const [only, ...others] = all;
      const last = {
        claim: others.length === 0 ? (only as string) : reading.text,
        parts: others.length === 0 ? [] : all,
        ...{ context, items: more, final: true },
      };
      const second = outcomesOf(await ask(last, onJudging), all, more);
      report(
        outcomes.map((outcome, at) => {
          const again = second[open.findIndex(({ index }) => index === at)];
          return again?.judgement === undefined ? outcome : again;
        }),
      );
    },
    /** The next claim is not verified now. */
    pass: queue.pass,
    /** No more claims come. */
    hurry(): void {
      if (live) reader.hurry();
      queue.hurry();
    },
    /** What it took so far, for all claims. */
    report: () => ({
      /** Names of the sources that answered, each once, in order of use. */
      sources: [...sources],
      /** What the judge's provider counted, of its own searches too; zeros where it was not asked. */
      usage: [reader.usage(), native?.usage()].reduce(addUsage, queue.usage()) ?? NO_USAGE,
      /** `native`: searches of the judge's own. */
      counts: { ...counts, native: native?.calls() ?? 0 },
    }),
  };
}

const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

/** @returns the claim as it stands. */
export function asWritten({ text }: Claim): Reading {
  return { text, parts: [] };
}

/** What is judged by itself: the claim's parts, or the claim. */
export function statementsOf({ text, parts }: Reading): readonly string[] {
  return parts.length === 0 ? [text] : parts;
}

function outcomesOf(
  { judgements, fault }: Answer,
  statements: readonly string[],
  items: readonly ShownItem[],
): readonly Outcome[] {
  return statements.map((_, index) => {
    const judgement = judgements?.[index];
    return judgement === undefined ? { items, fault: fault ?? 'judge-unusable' } : { items, judgement };
  });
}

/** Queries that are the claim again would find the same again. */
function furtherQueries(judgement: Judgement, asked: readonly string[]): readonly string[] {
  const { nextQueries, probability } = judgement;
  if (verdictOf(judgement) !== 'not_enough_evidence' && (probability ?? 0) >= SURE) return [];
  return nextQueries.filter((query) => !asked.some((text) => sameWords(query, text)));
}

function namedFirst(items: readonly ShownItem[], evidence: Judgement['evidence']): readonly ShownItem[] {
  const named = new Set(evidence.map(({ index }) => index));
  return [...items.filter((_, at) => named.has(at)), ...items.filter((_, at) => !named.has(at))];
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string): string => [...new Set(bareText(text).split(' '))].sort().join(' ');
  return words(a) === words(b);
}
