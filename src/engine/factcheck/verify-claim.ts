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
import { addUsage, type JsonModel } from '../../models/upstream/ask-json.ts';
import type { Purpose } from '../claims/read-request.ts';
import type { PairScorer } from '../judge/pair-scorer.ts';
import { bareText } from '../text/words-of.ts';
import { isOwn } from './choose/bearing-items.ts';
import { chooseItems, mergeItems, type ShownItem } from './choose/choose-items.ts';
import type { FenceWord } from './choose/fence-evidence.ts';
import { findVerbatim } from './choose/find-verbatim.ts';
import { openEvidenceSearch } from './find/find-evidence.ts';
import { type NativeOptions, openNativeEvidence } from './find/native-evidence.ts';
import type { Retrieval, Retrieve } from './ground-conversation.ts';
import { type Calibration, judgeName } from './judge/calibration.ts';
import type { Dates } from './judge/compose-question.ts';
import { openLocalJudge } from './judge/judge-locally.ts';
import { type Case, type CaseResult, openJudgeQueue } from './judge/judge-queue.ts';
import type { Judgement } from './judge/read-judgements.ts';
import { openTokenBudget } from './judge/token-budget.ts';
import {
  type CitationCache,
  citationKey,
  type ReadingCache,
  type VerdictCache,
  verdictKey,
} from './judge/verdict-cache.ts';
import { leavesOpen } from './read/needs-reading.ts';
import { openReader } from './read/open-reader.ts';
import { asWritten, type Reading, type Surroundings, statementsOf } from './read/reading.ts';
import { CONTEXT } from './sources/context.ts';
import { type ClaimOutcome, decides, type Fault, type Outcome } from './state/state-verdict.ts';

/** What verification needs, from the request and from the operator. */
export interface VerifierOptions {
  /** The judge: the caller's model, or its `judge_model`, asked with the caller's key; absent where no model is asked. */
  readonly model?: JsonModel | undefined;
  /** The gateway's own judge: what it decides, no model is asked. */
  readonly local?: PairScorer | undefined;
  /** Asked by the claim's text, and again with the judge's query: one line of at most 300 characters. */
  readonly retrieve: Retrieve;
  /** The request brought texts of its own: what the judge, having read them, asks next is no query for its search. */
  readonly context?: boolean;
  /** What was asked for in place of facts: then no claim is checked. */
  readonly skipReason?: Purpose | undefined;
  /** The most claims that are looked up; the others are not checked. */
  readonly maxClaims: number;
  /** The gateway's own judge holds those others against the texts that the request brought; only where it brought some. */
  readonly holdsRest?: boolean;
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
  readonly fenceWord: FenceWord;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** ISO 8601 date. */
  readonly today: () => string;
  /** The caller's: everything stops. */
  readonly signal: AbortSignal;
}

export type ClaimVerifier = ReturnType<typeof openClaimVerifier>;

/** What is known of a claim besides. */
export interface ClaimBackground {
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
const MOST_FURTHER_QUERIES = 2;

/** Verifies the claims of one request, side by side. */
export function openClaimVerifier(options: VerifierOptions, signal: AbortSignal) {
  const { judgeTimeoutMs: timeout } = options;
  const searcher = options.model?.searcher;
  const live = options.from === 'stream';
  const { verdicts, citations, callerId = '' } = options.cache ?? {};
  const judge = options.model === undefined ? '' : judgeName(options.model);
  const dates: Dates = { today: options.today(), text: options.textDate };
  const counts = {
    /** Calls to the judge, repairs included. */
    judgeCalls: 0,
    /** Calls that read claims. */
    readerCalls: 0,
    /** Judgements that came out of the cache. */
    cached: 0,
  };
  const budget = openTokenBudget(options.tokenBudget);
  const keyOf = (query: string): string => citationKey({ callerId, judge }, query);
  const native =
    searcher &&
    options.native &&
    openNativeEvidence({ ...options.native, target: searcher, budget, timeout, signal, citations, keyOf });
  const evidence = openEvidenceSearch({ ...options, native, signal });
  const own = options.local && openLocalJudge(options.local);
  const model = options.model && openModel(options.model);

  /** What asks the caller's model. */
  function openModel(model: JsonModel) {
    const shared = { ...options, model, budget, signal };
    const queue = openJudgeQueue({
      ...shared,
      dates,
      onCall: () => {
        counts.judgeCalls += 1;
      },
    });
    const reader = openReader({
      ...shared,
      live,
      timeoutMs: Math.min(timeout, options.deadlineMs * READING_TIME),
      onCall: () => {
        counts.readerCalls += 1;
      },
    });
    const ask = async (question: Omit<Case, 'onTurn'>, onTurn: () => void): Promise<ModelAnswer> => {
      // Another model may take the place of the judge.
      const keyNow = () => verdictKey({ callerId, judge: judgeName(model), dates, ...question });
      const cached = verdicts?.get(keyNow());
      if (cached !== undefined) {
        counts.cached += 1;
        return { judgements: cached, by: model.model.id };
      }
      const answer = await queue.judge({ ...question, onTurn });
      if (answer.judgements !== undefined) verdicts?.set(keyNow(), answer.judgements);
      return { ...answer, by: model.model.id };
    };
    return { queue, reader, ask };
  }

  /** @returns what the gateway's own judge says of each statement; `undefined` where it is not asked. */
  const judgeLocally = async (
    claim: Claim,
    reading: Reading,
    surroundings: ClaimBackground['surroundings'],
    items: readonly ShownItem[],
  ): Promise<readonly Outcome[] | undefined> => {
    if (own === undefined) return undefined;
    const before = surroundings?.().text.slice(0, claim.start) ?? '';
    return Promise.all(
      statementsOf(reading).map(async (text): Promise<Outcome> => {
        // Nobody need read it.
        if (findVerbatim(claim, text, items) !== undefined) {
          return { items, fault: 'judge-unsure', isVerbatim: true };
        }
        // Of what is left open, only the texts that the request brought speak for sure.
        const isOpen = leavesOpen({ ...claim, text }, before);
        const read = isOpen ? items.filter(({ item }) => isOwn(item)) : items;
        const judged = await own.judge(text, read, signal);
        return { ...judged, items: judged.judgement === undefined ? items : read };
      }),
    );
  };

  /**
   * Searches by the reading and by each of its parts.
   * @param isHeld whether it is held against what the request brought, and nothing else.
   */
  const lookUp = async (
    claim: Claim,
    reading: Reading,
    retrieval: Retrieval | undefined,
    isHeld: boolean,
  ) => {
    const texts = [...new Set([reading.text, ...statementsOf(reading)])];
    const found = await Promise.all(
      texts.map((text, index) => {
        const known = text === claim.text ? retrieval : undefined;
        // Sources outside are not asked.
        const query = isHeld ? text : undefined;
        return evidence.find({ ...claim, text }, query, { known, isPart: index > 0 });
      }),
    );
    const chosen = found.map(({ items }) => (isHeld ? items.filter(({ item }) => isOwn(item)) : items));
    const items = mergeItems(texts.map((text, index) => chooseItems(text, chosen[index] ?? [])));
    const decisions = (found[0]?.items ?? []).flatMap(({ item }) =>
      item.review === undefined ? [] : [item],
    );
    // A source that did not answer may hold what decides it.
    const isWhole = found.every(({ failed = [] }) =>
      failed.every(({ source }) => isHeld && source !== CONTEXT),
    );
    const answered = isWhole && found.some((one) => one.answered.length > 0);
    const fault: Fault = items.length > 0 ? 'no-time' : answered ? 'nothing-found' : 'no-source';
    return { items, fault, decisions };
  };

  /** @returns what the judge says once its queries have been searched for; what it said where they find nothing new. */
  const lookFurther = async (
    claim: Claim,
    reading: Reading,
    outcomes: readonly Outcome[],
    onJudging: () => void,
    { queue, ask }: ReturnType<typeof openModel>,
  ): Promise<readonly Outcome[]> => {
    const open = openStatements(claim, reading, outcomes);
    const queries = [...new Set(open.flatMap((one) => one.queries))].slice(0, MOST_FURTHER_QUERIES);
    if (queries.length === 0) return outcomes;
    queue.expect(1);
    const further = await Promise.all(queries.map((query) => evidence.find(claim, query)));
    const found = further.flatMap((one) => one.items).sort((a, b) => b.relevance - a.relevance);
    const shownBefore = namedFirst(
      outcomes[0]?.items ?? [],
      open.flatMap((one) => one.evidence),
    );
    const texts = open.map(({ text }) => text);
    const items = chooseItems(texts.join(' '), found, shownBefore);
    const [only, ...others] = texts as [string, ...string[]];
    const question = others.length === 0 ? { claim: only, parts: [] } : { claim: reading.text, parts: texts };
    const judging =
      items.length > 0 && ask({ ...question, context: reading.context, items, final: true }, onJudging);
    queue.expect(-1);
    if (!judging) return outcomes;
    const second = outcomesOf(await judging, texts, items);
    return outcomes.map((outcome, at) => {
      const again = second[open.findIndex(({ index }) => index === at)];
      return again?.judgement === undefined ? outcome : again;
    });
  };

  return {
    /**
     * @param onJudging called each time the judge begins to read the claim.
     * @param onOutcome called with the best that is known, whenever that changes.
     * @param localOnly whether the gateway's own judge alone is asked.
     */
    async verify(
      claim: Claim,
      { retrieval, surroundings }: ClaimBackground,
      onJudging: () => void,
      onOutcome: (outcome: ClaimOutcome) => void,
      localOnly = false,
    ): Promise<void> {
      const callersModel = localOnly ? undefined : model;
      const reading =
        surroundings === undefined || callersModel === undefined || claim.statement === true
          ? asWritten(claim)
          : await callersModel.reader.read(claim, surroundings);
      const statements = statementsOf(reading);

      callersModel?.queue.expect(1);
      const isHeld = options.context === true && (localOnly || claim.statement === true);
      const { items, fault, decisions } = await lookUp(claim, reading, retrieval, isHeld);
      // Whether an answer is faithful to what the request brought, no earlier decision says.
      const settledBy = options.context ? undefined : decisions.find(({ review }) => review?.verdict);
      const report = (outcomes: readonly Outcome[]): void =>
        onOutcome({ reading, outcomes, decisions, settledBy });
      report(statements.map(() => ({ items, fault })));
      if (settledBy !== undefined) {
        callersModel?.queue.expect(-1);
        return;
      }
      const local = items.length === 0 ? undefined : await judgeLocally(claim, reading, surroundings, items);
      // That nothing decides it, a model may see otherwise.
      const decided = local !== undefined && isDecided(local);
      const { text, parts, context } = reading;
      const judging =
        items.length > 0 &&
        !decided &&
        callersModel?.ask({ claim: text, parts, context, items, final: false }, onJudging);
      // The claim waits for the judge, or for nothing.
      callersModel?.queue.expect(-1);
      if (!judging || callersModel === undefined) {
        if (items.length > 0) report(local ?? statements.map(() => ({ items, fault: 'no-judge' })));
        return;
      }

      const outcomes = outcomesOf(await judging, statements, items);
      report(outcomes);
      report(await lookFurther(claim, reading, outcomes, onJudging, callersModel));
    },
    /** The next claim is not verified now. */
    skipNext: () => model?.queue.skipNext(),
    /** No more claims come. */
    hurry(): void {
      if (live) model?.reader.hurry();
      model?.queue.hurry();
    },
    /** What it took so far, for all claims. */
    report: () => ({
      /** Names of the sources that answered, each once, in order of use. */
      sources: evidence.sources(),
      /** What the judge's provider counted, of its own searches too; zeros where it was not asked. */
      usage: [model?.reader.usage(), native?.usage()].reduce(addUsage, model?.queue.usage()) ?? NO_USAGE,
      /** `searches`: times that the sources were asked; `native`: searches of the judge's own. */
      counts: { ...counts, searches: evidence.searches(), native: native?.calls() ?? 0 },
    }),
  };
}

const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0 };

/** Whether somebody said of every part that the evidence bears it out, or does not. */
export function isDecided(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ judgement, isVerbatim }) => isVerbatim || decides(judgement));
}

/** What the model said, and which model it was. */
type ModelAnswer = CaseResult & { readonly by: string };

function outcomesOf(
  { judgements, fault, by }: ModelAnswer,
  statements: readonly string[],
  items: readonly ShownItem[],
): readonly Outcome[] {
  return statements.map((_, index) => {
    const judgement = judgements?.[index];
    return judgement === undefined ? { items, fault: fault ?? 'judge-unusable' } : { items, judgement, by };
  });
}

/** The statements that the judge has asked more about: which they are, its queries, and what it has named. */
function openStatements(claim: Claim, reading: Reading, outcomes: readonly Outcome[]) {
  return statementsOf(reading).flatMap((text, index) => {
    const judgement = outcomes[index]?.judgement;
    if (judgement === undefined) return [];
    const queries = furtherQueries(judgement, [claim.text, text]);
    return queries.length === 0 ? [] : [{ text, index, queries, evidence: judgement.evidence }];
  });
}

/** Queries that are the claim again would find the same again. */
function furtherQueries(judgement: Judgement, searched: readonly string[]): readonly string[] {
  const { nextQueries, probability } = judgement;
  if (decides(judgement) && (probability ?? 0) >= SURE) return [];
  return nextQueries.filter((query) => !searched.some((text) => sameWords(query, text)));
}

function namedFirst(items: readonly ShownItem[], evidence: Judgement['evidence']): readonly ShownItem[] {
  const named = new Set(evidence.map(({ index }) => index));
  return [...items.filter((_, at) => named.has(at)), ...items.filter((_, at) => !named.has(at))];
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string): string => [...new Set(bareText(text).split(' '))].sort().join(' ');
  return words(a) === words(b);
}
