/**
 * The gateway's own judge: a small model reads a claim beside the sentences of its evidence that share most with it.
 * It states a verdict only where it is sure; all else it leaves to others.
 */
import { setImmediate } from 'node:timers/promises';
import { guardScore } from '../../judge/guard-score.ts';
import type { Pair, PairScore, PairScorer } from '../../judge/pair-scorer.ts';
import { chooseExcerpts, type ReadExcerpt } from '../choose/choose-excerpts.ts';
import type { ShownItem } from '../choose/choose-items.ts';
import { isOwnWord } from '../choose/find-verbatim.ts';
import { type Judged, LOCAL } from '../state/state-verdict.ts';
import { isTimeUp, withinLimit } from '../within-limit.ts';
import type { Judgement, NamedItem } from './read-judgements.ts';

export type LocalJudge = ReturnType<typeof openLocalJudge>;

/** What is this probable speaks against a verdict that is stated, though it states none itself. */
const OPPOSING = 0.6;

/** From this probability on, a sentence refutes a claim by itself. */
const REFUTES = 0.5;

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
      const ends = performance.now() + deadlineOf(scorer);
      const score = (read: readonly Pair[]): ReturnType<PairScorer['score']> =>
        withinLimit(signal, ends - performance.now(), (until) => scorer.score(read, until));
      /** For a verdict that stands without it: nothing where no pair or no time is left. */
      const scoreOne = async (pair: Pair): Promise<PairScore | undefined> => {
        if (left === 0) return undefined;
        left -= 1;
        return score([pair]).then(
          ([one]) => one,
          () => undefined,
        );
      };
      try {
        const scores = await score(pairs);
        const found = excerpts.flatMap((excerpt, at): ScoredExcerpt[] => {
          const scored = scores[at];
          const pair = pairs[at];
          if (scored === undefined || pair === undefined) return [];
          const { item } = items[excerpt.index] as ShownItem;
          const guarded = guardScore(pair, scored, scorer.thresholds, isOwnWord(item, pair.passage));
          return [{ excerpt, score: scored, guarded }];
        });
        // What was not read might say the opposite.
        if (found.length < excerpts.length) {
          return { fault: scorer.state() === 'ready' ? 'judge-busy' : 'no-judge' };
        }
        const judged = decide(found, items);
        const verdict = 'judgement' in judged ? judged.judgement?.verdict : undefined;
        if (verdict !== 'refuted' && verdict !== 'conflicting') return judged;
        const refuting = await Promise.all(found.map((one) => quoteRefuting(statement, one, scoreOne)));
        return decide(refuting, items);
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

/** What shares most with a claim may be its true part: where that does not refute it by itself, all that was read is quoted. */
async function quoteRefuting(
  claim: string,
  scored: ScoredExcerpt,
  scoreOne: (pair: Pair) => Promise<PairScore | undefined>,
): Promise<ScoredExcerpt> {
  const { excerpt, guarded } = scored;
  const { sentence, around } = excerpt;
  if (guarded.verdict !== 'refuted' || sentence === around) return scored;
  const other = guarded.differs?.passage;
  const refutes =
    other === undefined
      ? ((await scoreOne({ claim, passage: sentence }))?.refuted ?? 0) >= REFUTES
      : sentence.includes(other);
  return refutes ? scored : { ...scored, excerpt: { ...excerpt, sentence: around } };
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
