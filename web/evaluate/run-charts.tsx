import { type ReactElement, useMemo } from 'react';
import type { ScoredClaim } from '../api/types.ts';
import { isUnchecked, VERDICTS } from '../claims/claim-state.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';
import { Bars, Chart, Histogram } from './charts.tsx';
import type { Measure } from './measure-row.ts';
import { ReliabilityChart } from './reliability-chart.tsx';
import type { ModelRun } from './run.ts';
import { type CategoryShare, countCategories, countVerdicts, distribute } from './summarize-run.ts';

const { evaluate: words } = texts;

/** What one model made of the rows. Nothing until there is something to show. */
export function RunCharts({ model, measure }: { model: ModelRun; measure: Measure }): ReactElement | null {
  const { results } = model;
  if (results.every((result) => result === undefined)) return null;
  return measure === 'extraction' ? (
    <ExtractionCharts results={results} />
  ) : (
    <VerdictCharts results={results} />
  );
}

type Results = ModelRun['results'];

const SCORES = ['accuracy_score', 'completeness_score', 'coherence_score', 'confidence'] as const;

function ExtractionCharts({ results }: { results: Results }): ReactElement | null {
  const claims = useMemo(() => results.flatMap((result) => result?.scored ?? []), [results]);
  if (claims.length === 0) return null;
  const judged = claims.map(({ confidence, verifiable }) => ({ sure: confidence, right: verifiable }));
  return (
    <>
      <div className="charts charts-small">
        {SCORES.map((score) => (
          <ScoreChart key={score} score={score} claims={claims} />
        ))}
      </div>
      <div className="charts">
        <Categories shares={countCategories(claims)} />
        <ReliabilityChart title={words.reliability} judged={judged} labels={words.reliabilityOf.extraction} />
      </div>
    </>
  );
}

function ScoreChart({
  score,
  claims,
}: {
  score: (typeof SCORES)[number];
  claims: readonly ScoredClaim[];
}): ReactElement {
  const { counts, mean } = distribute(claims.map((claim) => claim[score]));
  const { title, more } = words.scores[score];
  return (
    <Chart title={title} note={more} figure={mean?.toFixed(2)}>
      <Histogram counts={counts} label={title} />
    </Chart>
  );
}

function VerdictCharts({ results }: { results: Results }): ReactElement {
  const claims = useMemo(() => results.flatMap((result) => result?.claims ?? []), [results]);
  const sure = claims.flatMap((claim) => (isUnchecked(claim) ? [] : (claim.verdict_confidence ?? [])));
  const { counts, mean } = distribute(sure);
  const often = useMemo(() => countVerdicts(results), [results]);
  const shown = often.found === 0 ? VERDICTS : [...VERDICTS, 'found' as const];
  return (
    <div className="charts">
      <Chart title={words.verdicts}>
        <Bars
          bars={shown.map((verdict) => ({
            label: texts.verdicts[verdict],
            value: often[verdict],
            mark: <VerdictMark state={verdict} />,
            tone: `verdict-${verdict}`,
          }))}
        />
      </Chart>
      <Chart title={words.confidences} figure={mean?.toFixed(2)}>
        <Histogram counts={counts} label={words.confidences} />
      </Chart>
      <Categories shares={countCategories(claims)} />
    </div>
  );
}

function Categories({ shares }: { shares: readonly CategoryShare[] }): ReactElement {
  return (
    <Chart title={words.categories}>
      <Bars
        bars={shares.map(({ category, count }) => ({
          label: texts.categories[category] ?? category,
          value: count,
        }))}
      />
    </Chart>
  );
}
