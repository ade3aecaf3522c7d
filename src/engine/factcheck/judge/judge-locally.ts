/**
 * The gateway's own judge: a small model reads a claim beside the sentences of its evidence that share most with it.
 * It states a verdict only where it is sure; all else it leaves to others.
 */
import { setImmediate } from 'node:timers/promises';
import { guardScore } from '../../judge/guard-score.ts';
import type { PairScore, PairScorer } from '../../judge/pair-scorer.ts';
import { chooseExcerpts, type ReadExcerpt } from '../choose/choose-excerpts.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import { isOwnWord } from '../choose/find-verbatim.ts';
import { type Judged, LOCAL } from '../state/state-verdict.ts';
import { isTimeUp, withinLimit } from '../within-limit.ts';
import type { Judgement, NamedItem } from './read-judgements.ts';

export type LocalJudge = ReturnType<typeof openLocalJudge>;

/** What is this probable speaks against a verdict that is stated, though it states none itself. */
const OPPOSING = 0.6;

/** From this probability on, an excerpt says nothing of the claim. */
const UNRELATED = 0.8;

/** @returns milliseconds from now until what is not judged stays so. */
export function deadlineOf({ deadlineMs, loadingMs }: Pick<PairScorer, 'deadlineMs' | 'loadingMs'>): number {
  return deadlineMs + (loadingMs?.() ?? 0);
}

/** Opens the judge of one request. */
export function openLocalJudge(scorer: PairScorer) {
  let left = scorer.maxPairs;
  // However many claims come at once, each turn of the event loop chooses the excerpts of one.
  let turn: Promise<unknown> = Promise.resolve();
  const takeTurn = (): Promise<unknown> => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return {
    /**
     * Never rejects.
     *
     * @returns its judgement; where it states none, why.
     */
    async judge(statement: string, items: readonly ShownItem[], signal: AbortSignal): Promise<Judged> {
      await takeTurn();
      const excerpts = chooseExcerpts(statement, items);
      if (excerpts.length === 0) return { fault: 'judge-unsure' };
      if (excerpts.length > left) return { fault: 'judge-busy' };
      left -= excerpts.length;
      const pairs = excerpts.map(({ passage }) => ({ claim: statement, passage }));
      try {
        const scores = await withinLimit(signal, deadlineOf(scorer), (until) => scorer.score(pairs, until));
        const found = excerpts.flatMap((excerpt, at): ScoredExcerpt[] => {
          const score = scores[at];
          const pair = pairs[at];
          if (score === undefined || pair === undefined) return [];
          const { item } = items[excerpt.index] as ShownItem;
          const guarded = guardScore(pair, score, scorer.thresholds, isOwnWord(item, pair.passage));
          return [{ excerpt, score, guarded }];
        });
        // What was not read might say the opposite.
        if (found.length < excerpts.length) {
          return { fault: scorer.state() === 'ready' ? 'judge-busy' : 'no-judge' };
        }
        return decide(found, items);
      } catch (error) {
        return { fault: isTimeUp(error) ? 'judge-busy' : 'no-time' };
      }
    },
  };
}

interface ScoredExcerpt {
  readonly excerpt: ReadExcerpt;
  readonly score: PairScore;
  readonly guarded: ReturnType<typeof guardScore>;
}

function decide(all: readonly ScoredExcerpt[], items: readonly ShownItem[]): Judged {
  // What the request itself brought decides where it says anything.
  const own = all.filter(({ excerpt }) => items[excerpt.index]?.item.passage !== undefined);
  const found = own.some(({ guarded }) => guarded.verdict !== 'undecided') ? own : all;
  const supporting = found.filter(({ guarded }) => guarded.verdict === 'supported');
  const refuting = found.filter(({ guarded }) => guarded.verdict === 'refuted');
  if (supporting.length === 0 && refuting.length === 0) return sayNothing(found);
  if (supporting.length > 0 && refuting.length > 0) {
    // Two texts may contradict each other; one that seems to do so to itself was misread.
    const isApart = supporting.every((one) => refuting.every((other) => isOther(one, other, items)));
    if (!isApart) return { fault: 'judge-unsure' };
    return { judgement: judgementOf('conflicting', supporting, refuting), by: LOCAL };
  }
  const [verdict, behind, opposite] =
    supporting.length > 0
      ? (['supported', supporting, 'refuted'] as const)
      : (['refuted', refuting, 'supported'] as const);
  const opposed = found.some(
    (one) =>
      !behind.includes(one) && one.score[opposite] >= OPPOSING && !(verdict === 'refuted' && isReport(one)),
  );
  if (opposed) return { fault: 'judge-unsure' };
  return { judgement: judgementOf(verdict, supporting, refuting), by: LOCAL };
}

/** That somebody says so speaks for nothing. */
function isReport({ guarded }: ScoredExcerpt): boolean {
  return guarded.verdict === 'undecided' && guarded.isReport;
}

/** Where it is sure that nothing it read decides the claim, that is what it says. */
function sayNothing(found: readonly ScoredExcerpt[]): Judged {
  const probability = Math.min(...found.map(({ score }) => score.not_enough_info));
  if (probability < UNRELATED) return { fault: 'judge-unsure' };
  const { index, sentence } = (found[0] as ScoredExcerpt).excerpt;
  return {
    judgement: {
      verdict: 'not_enough_evidence',
      probability,
      evidence: [{ index, stance: 'neutral', words: sentence }],
      ...{ explanation: '', wrong: '', right: '', nextQueries: [] },
    },
    by: LOCAL,
  };
}

function isOther(one: ScoredExcerpt, other: ScoredExcerpt, items: readonly ShownItem[]): boolean {
  const [a, b] = [items[one.excerpt.index]?.item, items[other.excerpt.index]?.item];
  return (
    a === undefined || b === undefined || a.source !== b.source || a.title !== b.title || a.url !== b.url
  );
}

function judgementOf(
  verdict: Judgement['verdict'],
  supporting: readonly ScoredExcerpt[],
  refuting: readonly ScoredExcerpt[],
): Judgement {
  const named = new Map<number, NamedItem>();
  const sides = [...supporting, ...refuting].sort((a, b) => probabilityOf(b) - probabilityOf(a));
  for (const { excerpt, guarded } of sides) {
    const stance = guarded.verdict === 'supported' ? 'supports' : 'refutes';
    // Of an item, its surest part is quoted.
    if (!named.has(excerpt.index)) {
      named.set(excerpt.index, { index: excerpt.index, stance, words: excerpt.sentence });
    }
  }
  const differs = refuting.map(({ guarded }) => guarded).find(hasDifference)?.differs;
  return {
    verdict,
    probability:
      verdict === 'conflicting'
        ? Math.min(mostOf(supporting), mostOf(refuting))
        : Math.max(mostOf(supporting), mostOf(refuting)),
    evidence: [...named.values()],
    explanation: '',
    wrong: differs?.claim ?? '',
    right: differs?.passage ?? '',
    nextQueries: [],
  };
}

function mostOf(found: readonly ScoredExcerpt[]): number {
  return Math.max(0, ...found.map(probabilityOf));
}

function probabilityOf({ guarded }: ScoredExcerpt): number {
  return guarded.verdict === 'undecided' ? 0 : guarded.probability;
}

function hasDifference(
  guarded: ScoredExcerpt['guarded'],
): guarded is Exclude<ScoredExcerpt['guarded'], { verdict: 'undecided' }> {
  return guarded.verdict !== 'undecided' && guarded.differs !== undefined;
}
