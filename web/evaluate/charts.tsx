import type { ReactElement, ReactNode } from 'react';
import { texts } from '../texts.ts';
import { BINS, type Distribution, type Point } from './summarize-run.ts';

export function Chart({
  title,
  note,
  figure,
  children,
}: {
  title: string;
  note?: string;
  /** The one number that the chart comes to. */
  figure?: string | undefined;
  children: ReactNode;
}): ReactElement {
  return (
    <section className="panel chart" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {figure === undefined ? null : <span className="chart-figure">{figure}</span>}
      </header>
      {note === undefined ? null : <p className="faint small">{note}</p>}
      {children}
    </section>
  );
}

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly mark?: ReactElement;
  readonly tone?: string;
}

/** Bars that lie, each with its number: readable without the picture. */
export function Bars({ bars }: { bars: readonly Bar[] }): ReactElement {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <dl className="bars">
      {bars.map(({ label, value, mark, tone }) => (
        <div key={label}>
          <dt>
            {mark}
            <span>{label}</span>
          </dt>
          <dd>
            <i className="bar-track">
              <i className={`bar ${tone ?? ''}`} style={{ width: `${(value / most) * 100}%` }} />
            </i>
            <span>{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How shares from 0 to 1 are spread, in columns. */
export function Histogram({
  counts,
  label,
}: {
  counts: Distribution['counts'];
  label: string;
}): ReactElement {
  const most = Math.max(1, ...counts);
  const words = counts
    .map((count, bin) => (count === 0 ? '' : texts.evaluate.bin(bin / BINS, (bin + 1) / BINS, count)))
    .filter((word) => word !== '')
    .join('; ');
  return (
    <div className="histogram" role="img" aria-label={`${label}. ${words}`}>
      <div className="columns">
        {counts.map((count, bin) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place.
          <i key={bin} className={count === 0 ? 'column none' : 'column'}>
            {count === 0 ? null : <b>{count}</b>}
            <i style={{ height: `${(count / most) * 100}%` }} />
          </i>
        ))}
      </div>
      <div className="ticks" aria-hidden="true">
        <span>0</span>
        <span>0.5</span>
        <span>1</span>
      </div>
    </div>
  );
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The reliability diagram: how sure one was, across; how often one was right, up. */
export function Reliability({
  points,
  label,
  across,
  up,
}: {
  points: readonly Point[];
  label: string;
  across: string;
  up: string;
}): ReactElement {
  const x = (share: number): number => 40 + share * 200;
  const y = (share: number): number => 210 - share * 200;
  const words = points
    .map(({ sure, right, size }) => `${texts.claims.percent(sure)}: ${texts.claims.percent(right)} (${size})`)
    .join('; ');
  return (
    <svg className="reliability" viewBox="0 0 250 250" role="img" aria-label={`${label}. ${words}`}>
      {TICKS.map((share) => (
        <g key={share}>
          <path d={`M40 ${y(share)}h200M${x(share)} 10v200`} className="grid" />
          <text x={x(share)} y={224} textAnchor="middle">
            {share * 100}
          </text>
          <text x={34} y={y(share) + 3} textAnchor="end">
            {share * 100}
          </text>
        </g>
      ))}
      <text x={140} y={242} textAnchor="middle" className="axis">
        {across}
      </text>
      <text x={0} y={0} textAnchor="middle" className="axis" transform="translate(11 110) rotate(-90)">
        {up}
      </text>
      <path d="M40 210 240 10" className="perfect" />
      {points.length > 1 ? (
        <path
          className="curve"
          d={`M${points.map(({ sure, right }) => `${x(sure)} ${y(right)}`).join('L')}`}
        />
      ) : null}
      {points.map(({ sure, right, size }) => (
        <circle key={sure} cx={x(sure)} cy={y(right)} r={3.5 + Math.min(7, Math.sqrt(size) / 1.6)} />
      ))}
    </svg>
  );
}
