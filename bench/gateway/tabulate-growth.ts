/** What was measured of growth, as tables and as a chart. */
import { drawCurves } from '../draw-chart.ts';

export interface Point {
  readonly x: number;
  /** Microseconds of CPU a request. */
  readonly micros: number;
}

export interface Growth {
  readonly title: string;
  readonly xName: string;
  /** One of what x counts, where a request holds x of them. */
  readonly unit?: string;
  readonly series: ReadonlyMap<string, readonly Point[]>;
  readonly notes: readonly string[];
}

const figure = (value: number | undefined): string =>
  value === undefined ? '–' : value.toFixed(value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);

/** @returns the steepest rise between neighbours, as the exponent of x: 1 is linear. */
function steepest(points: readonly Point[]): string {
  const rises = points.slice(1).flatMap(({ x, micros }, i) => {
    const before = points[i] as Point;
    return before.x === 0
      ? []
      : [{ exponent: Math.log(micros / before.micros) / Math.log(x / before.x), from: before.x, to: x }];
  });
  const most = rises.sort((a, b) => b.exponent - a.exponent)[0];
  return most === undefined
    ? 'none'
    : `${most.exponent.toFixed(2)} (${most.from.toLocaleString('en')} to ${most.to.toLocaleString('en')})`;
}

export function tableOf({ title, xName, unit, series, notes }: Growth): string {
  const all = [...series];
  const xs = [...new Set(all.flatMap(([, points]) => points.map(({ x }) => x)))];
  const head = all.flatMap(([name]) => [
    `${name}, µs a request`,
    ...(unit === undefined ? [] : [`${name}, µs a ${unit}`]),
  ]);
  const rows = xs.map((x) => {
    const cells = all.flatMap(([, points]) => {
      const micros = points.find((point) => point.x === x)?.micros;
      return [
        figure(micros),
        ...(unit === undefined ? [] : [figure(micros === undefined ? undefined : micros / x)]),
      ];
    });
    return `| ${[x.toLocaleString('en'), ...cells].join(' | ')} |`;
  });
  const rises = all.map(([name, points]) => `${name} ${steepest(points)}`).join(', ');
  return `### ${title}

| ${[xName, ...head].join(' | ')} |
|${'---|'.repeat(head.length + 1)}
${rows.join('\n')}

Steepest between neighbours, as the power of x: ${rises}.
${notes.join('\n')}`;
}

/** @returns an SVG with a panel for each. */
export function chartOf(growths: readonly Growth[]): string {
  return drawCurves(
    growths.map(({ title, xName, series }) => ({
      title,
      xName,
      yName: 'µs a request',
      curves: [...series].map(([name, points]) => ({
        name: name.replaceAll('`', ''),
        points: points.map(({ x, micros }) => ({ x: Math.max(x, 1), y: micros })),
      })),
    })),
  );
}
