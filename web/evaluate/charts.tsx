import type { ReactElement } from 'react';

export interface Bar {
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
            {label}
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

export interface Point {
  /** Mean sureness of a bin, 0 to 1. */
  readonly sure: number;
  /** Share of it that is right, 0 to 1. */
  readonly right: number;
  readonly size: number;
}

/** The reliability diagram. */
export function Reliability({ points, label }: { points: readonly Point[]; label: string }): ReactElement {
  const place = (share: number): number => 20 + share * 170;
  const words = points
    .map(({ sure, right, size }) => `${Math.round(sure * 100)} %: ${Math.round(right * 100)} % (${size})`)
    .join('; ');
  return (
    <svg className="reliability" viewBox="0 0 210 205" role="img" aria-label={`${label}. ${words}`}>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <path d={`M20 ${190 - share * 170}h170M${place(share)} 20v170`} className="grid" />
          <text x={place(share)} y={203} textAnchor="middle">
            {share * 100}
          </text>
          <text x={16} y={193 - share * 170} textAnchor="end">
            {share * 100}
          </text>
        </g>
      ))}
      <path d="M20 190 190 20" className="perfect" />
      {points.map(({ sure, right, size }) => (
        <circle key={sure} cx={place(sure)} cy={190 - right * 170} r={4 + Math.min(8, Math.sqrt(size))} />
      ))}
    </svg>
  );
}
