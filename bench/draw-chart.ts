/** Charts of measured figures, as SVG: curves on logarithmic axes, and bars. */

const COLORS = ['#0b6e99', '#c2410c', '#6d28d9', '#15803d'];
const INK = '#24292f';
const svg = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="${INK}">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const round = (value: number): number => Math.round(value * 10) / 10;

export interface Curve {
  readonly name: string;
  /** Both above 0. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Panel {
  readonly title: string;
  readonly xName: string;
  readonly yName: string;
  readonly curves: readonly Curve[];
}

const WIDTH = 300;
const HEIGHT = 190;
const LEFT = 52;
const TOP = 30;
const STEP_X = WIDTH + LEFT + 24;
const STEP_Y = HEIGHT + TOP + 44;
const COLUMNS = 2;

/** A power of ten in few characters. */
function power(exponent: number): string {
  const units = ['', 'k', 'M', 'G'];
  const value = 10 ** (exponent - 3 * Math.floor(exponent / 3));
  return exponent < 0 ? String(round(10 ** exponent)) : `${value}${units[Math.floor(exponent / 3)]}`;
}

/** @returns the whole powers of ten around values. */
function decades(values: readonly number[]): [number, number] {
  const logs = values.map(Math.log10);
  const low = Math.floor(Math.min(...logs) + 1e-9);
  return [low, Math.max(low + 1, Math.ceil(Math.max(...logs) - 1e-9))];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

function drawPanel({ title, xName, yName, curves }: Panel, index: number): string {
  const points = curves.flatMap((curve) => curve.points);
  const [x0, x1] = decades(points.map(({ x }) => x));
  const [y0, y1] = decades(points.map(({ y }) => y));
  const across = (log: number): number => round(LEFT + ((log - x0) / (x1 - x0)) * WIDTH);
  const up = (log: number): number => round(TOP + (1 - (log - y0) / (y1 - y0)) * HEIGHT);
  const grid = [
    ...range(x0, x1).map(
      (log) =>
        `<path d="M${across(log)} ${TOP}v${HEIGHT}" stroke="#eaeef2"/><text x="${across(log)}" y="${TOP + HEIGHT + 15}" text-anchor="middle">${power(log)}</text>`,
    ),
    ...range(y0, y1).map(
      (log) =>
        `<path d="M${LEFT} ${up(log)}h${WIDTH}" stroke="#eaeef2"/><text x="${LEFT - 6}" y="${up(log) + 4}" text-anchor="end">${power(log)}</text>`,
    ),
  ];
  // As steep as what grows with x.
  const rise = Math.min(x1 - x0, y1 - y0);
  const linear = `<path d="M${across(x1 - rise)} ${up(y0)}L${across(x1)} ${up(y0 + rise)}" stroke="#8c959f" stroke-dasharray="4 4"/>`;
  const lines = curves.map(({ points }, i) => {
    const at = points.map(({ x, y }) => [across(Math.log10(x)), up(Math.log10(y))]);
    const dots = at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.5" fill="${COLORS[i]}"/>`).join('');
    return `<polyline points="${at.map((one) => one.join(',')).join(' ')}" fill="none" stroke="${COLORS[i]}" stroke-width="1.5"/>${dots}`;
  });
  const legend = curves.map(
    ({ name }, i) =>
      `<text x="${LEFT + 8}" y="${TOP + 15 + i * 14}" fill="${COLORS[i]}">${escaped(name)}</text>`,
  );
  return `<g transform="translate(${(index % COLUMNS) * STEP_X} ${Math.floor(index / COLUMNS) * STEP_Y})">
<text x="${LEFT}" y="18" font-weight="600">${escaped(title)}</text>
${[...grid, linear, ...lines, ...legend].join('\n')}
<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 31}" text-anchor="middle">${escaped(xName)}</text>
<text transform="translate(12 ${TOP + HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(yName)}</text>
</g>`;
}

/** @returns panels of curves, both axes logarithmic; a dashed line is as steep as linear growth. */
export function drawCurves(panels: readonly Panel[]): string {
  return svg(COLUMNS * STEP_X, Math.ceil(panels.length / COLUMNS) * STEP_Y, panels.map(drawPanel));
}

export interface Bars {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const BAR = 20;
const NAMES = 150;
const LENGTH = 430;

/**
 * @returns bars from 0, each with its value. A bar that is much longer than the third longest is cut, with a mark,
 * so that the others stay readable.
 */
export function drawBars(charts: readonly Bars[]): string {
  let top = 0;
  const parts = charts.map(({ title, bars }) => {
    const sorted = bars.map(({ value }) => value).sort((a, b) => b - a);
    const longest = Math.min(sorted[0] ?? 1, 3 * (sorted[2] ?? sorted[0] ?? 1));
    const rows = bars.map(({ name, value }, i) => {
      const y = top + 28 + i * BAR;
      const length = round((Math.min(value, longest) / longest) * LENGTH);
      const cut =
        value > longest
          ? `<path d="M${NAMES + length - 16} ${y + 16}l6 -18M${NAMES + length - 11} ${y + 16}l6 -18" stroke="#fff" stroke-width="2"/>`
          : '';
      const color = name.startsWith('Claimgate') ? COLORS[0] : '#8c959f';
      return (
        `<text x="${NAMES - 8}" y="${y + 11}" text-anchor="end">${escaped(name)}</text>` +
        `<rect x="${NAMES}" y="${y}" width="${length}" height="14" fill="${color}"/>${cut}` +
        `<text x="${NAMES + length + 6}" y="${y + 11}">${value.toFixed(2)}</text>`
      );
    });
    const text = `<text x="8" y="${top + 18}" font-weight="600">${escaped(title)}</text>\n${rows.join('\n')}`;
    top += 28 + bars.length * BAR + 12;
    return text;
  });
  return svg(NAMES + LENGTH + 60, top, parts);
}
