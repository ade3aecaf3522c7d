/** What the simulated models of the sandbox judge by: the gateway's own judge. */
import type { ShownItem } from '../../engine/factcheck/choose/choose-items.ts';
import { openLocalJudge } from '../../engine/factcheck/judge/judge-locally.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import type { JudgeClaim, SentItem } from '../../sandbox/answers/prompt.ts';

/** By kind, a source of what the request or the operator brought; all other texts are others' word. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['context', 'context'],
  ['own_document', 'corpus'],
]);
const OTHER = 'starter';
const DATE = /^\d{4}(?:-|$)/;

/** @param scorer absent where the gateway's own judge is not open. */
export function judgeForSandbox(scorer: PairScorer | undefined): JudgeClaim {
  return async (claim, items) => {
    if (scorer === undefined || scorer.state() !== 'ready') return undefined;
    const judge = openLocalJudge(scorer);
    const { judgement } = await judge.judge(claim, items.map(toShown), new AbortController().signal);
    return judgement;
  };
}

function toShown({ heading, text }: SentItem, index: number): ShownItem {
  const named = DATE.test(heading.at(-1) ?? '') ? heading.slice(0, -1) : heading;
  const source = SOURCES.get(named.at(-1) ?? '') ?? OTHER;
  const title = named.length > 1 ? (named[0] ?? '') : '';
  return {
    item: { source, title, url: '', text, ...(source === 'context' ? { passage: index } : {}) },
    ...{ relevance: 1, excerpt: text, start: 0, hash: String(index) },
  };
}
