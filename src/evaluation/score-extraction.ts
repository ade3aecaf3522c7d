/** Scores a whole extraction: with the model where there is one, locally what it does not judge. */
import type { Extraction, ReportScorer, ScoredClaim } from '../domain/evaluation.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { toRows } from './report-rows.ts';
import type { LocalScorer } from './score-in-thread.ts';
import { type ModelScores, scoreWithModel } from './score-with-model.ts';

/** `usage` and `failure` are the model's. */
export interface ScoredExtraction extends Omit<ModelScores, 'scores'> {
  readonly rows: readonly ScoredClaim[];
  readonly scorer: ReportScorer;
}

interface ScoreOptions {
  /** `undefined` where no model is to be asked. */
  readonly judge: { readonly upstream: Upstream; readonly target: JsonTarget } | undefined;
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
  const { length } = extraction.claims;
  const { scores: judged, ...rest }: ModelScores =
    judge === undefined || length === 0
      ? { scores: [] }
      : await scoreWithModel(judge.upstream, judge.target, extraction, signal);
  const byModel = judged.filter((score) => score !== undefined).length;
  const own = byModel < length ? await local.score(extraction) : [];
  const scores = Array.from({ length }, (_, index) => (judged[index] ?? own[index])!);
  return {
    rows: toRows(extraction, scores, now()),
    // Where there is nothing to score, no model was asked.
    scorer: byModel === 0 ? 'local' : byModel < length ? 'mixed' : 'model',
    ...rest,
  };
}
