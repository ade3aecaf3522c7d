/** Scores a whole extraction: with the model where there is one, locally what it does not judge. */
import type { Usage } from '../domain/chat.ts';
import type { Extraction, ReportScorer, ScoredClaim } from '../domain/evaluation.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import { toRows } from './report-rows.ts';
import type { LocalScorer } from './score-in-thread.ts';
import { type ModelScores, scoreWithModel } from './score-with-model.ts';

export interface ScoredExtraction {
  readonly rows: readonly ScoredClaim[];
  readonly scorer: ReportScorer;
  readonly usage?: Usage;
  /** Why the model did not judge all of it. */
  readonly failure?: ModelScores['failure'];
}

export interface ScoreOptions {
  /** Absent where no model is to be asked. */
  readonly judge?: { readonly upstream: Upstream; readonly target: JsonTarget };
  readonly local: Pick<LocalScorer, 'score'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** @throws Error where the local scorer fails. */
export async function scoreExtraction(
  { judge, local, now }: ScoreOptions,
  extraction: Extraction,
  signal: AbortSignal,
): Promise<ScoredExtraction> {
  const { claims } = extraction;
  const judged: ModelScores =
    judge === undefined || claims.length === 0
      ? { scores: claims.map(() => undefined) }
      : await scoreWithModel(judge.upstream, judge.target, extraction, signal);
  const byModel = judged.scores.filter((score) => score !== undefined).length;
  const own = byModel < claims.length ? await local.score(extraction) : [];
  return {
    rows: toRows(
      extraction,
      claims.map((_claim, index) => (judged.scores[index] ?? own[index])!),
      now(),
    ),
    // Where there is nothing to score, no model was asked.
    scorer: byModel === 0 ? 'local' : byModel < claims.length ? 'mixed' : 'model',
    ...(judged.usage === undefined ? {} : { usage: judged.usage }),
    ...(judged.failure === undefined ? {} : { failure: judged.failure }),
  };
}
