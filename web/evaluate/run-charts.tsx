import { type ReactElement, useMemo } from 'react';
import type { ScoredClaim } from '../api/types.ts';
import { isUnchecked, VERDICTS } from '../claims/claim-state.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';
import { Bars, Chart, Histogram, Reliability } from './charts.tsx';
import type { Run } from './run-store.ts';
import {
  type CategoryShare,
  calibrate,
  compareVerdicts,
  countCategories,
  countVerdict,
  distribute,
  type Judged,
} from './summarize-run.ts';

const { evaluate: words } = texts;

/** Nothing until there is something to show. */
export function RunCharts({ run }: { run: Run }): ReactElement | null {
  if (run.results.every((result) => result === undefined)) return null;
  return run.measure === 'extraction' ? <ExtractionCharts run={run} /> : <VerdictCharts run={run} />;
}

const SCORES = ['accuracy_score', 'completeness_score', 'coherence_score', 'confidence'] as const;

function ExtractionCharts({ run: { results } }: { run: Run }): ReactElement | null {
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
        <Calibration judged={judged} words={words.reliabilityOf.extraction} />
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

function VerdictCharts({ run }: { run: Run }): ReactElement {
  const { results } = run;
  const claims = useMemo(() => results.flatMap((result) => result?.claims ?? []), [results]);
  const sure = claims.flatMap((claim) => (isUnchecked(claim) ? [] : (claim.verdict_confidence ?? [])));
  const { counts, mean } = distribute(sure);
  const shown = countVerdict(results, 'found') === 0 ? VERDICTS : [...VERDICTS, 'found' as const];
  return (
    <div className="charts">
      <Chart title={words.verdicts}>
        <Bars
          bars={shown.map((verdict) => ({
            label: texts.verdicts[verdict],
            value: countVerdict(results, verdict),
            mark: <VerdictMark state={verdict} />,
            tone: `verdict-${verdict}`,
          }))}
        />
      </Chart>
      <Chart title={words.confidences} figure={mean?.toFixed(2)}>
        <Histogram counts={counts} label={words.confidences} />
      </Chart>
      <Categories shares={countCategories(claims)} />
      <Calibration judged={compareVerdicts(run)} words={words.reliabilityOf.verdicts} />
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

function Calibration({
  judged,
  words: labels,
}: {
  judged: readonly Judged[];
  words: (typeof words.reliabilityOf)['verdicts' | 'extraction'];
}): ReactElement | null {
  if (judged.length === 0) return null;
  const { points, error } = calibrate(judged);
  const right = judged.filter((each) => each.right).length;
  return (
    <Chart title={words.reliability} note={labels.note(right, judged.length)} figure={error.toFixed(2)}>
      <Reliability points={points} label={words.reliability} across={labels.across} up={labels.up} />
    </Chart>
  );
}
