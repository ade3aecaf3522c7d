import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { Chart, Reliability } from './charts.tsx';
import { calibrate, type Judged } from './summarize-run.ts';

const { evaluate: words } = texts;
const percent = (share: number): number => Math.round(share * 100);

/** How sure, and how often right: drawn, and in words beside it. */
export function ReliabilityChart({
  title,
  judged,
  labels,
}: {
  title: string;
  judged: readonly Judged[];
  labels: (typeof words.reliabilityOf)['verdicts' | 'extraction'];
}): ReactElement | null {
  if (judged.length === 0) return null;
  const { points, error, excess } = calibrate(judged);
  const right = judged.filter((each) => each.right).length;
  return (
    <Chart title={title} note={labels.note(right, judged.length)} figure={error.toFixed(2)}>
      <div className="reliability-sides">
        <Reliability points={points} label={title} across={labels.across} up={labels.up} />
        <ul className="said">
          {points.map((point) => (
            <li key={point.sure}>{labels.point(percent(point.sure), percent(point.right), point.size)}</li>
          ))}
        </ul>
      </div>
      <p className="said-more">{words.excess(excess * 100)}</p>
    </Chart>
  );
}
