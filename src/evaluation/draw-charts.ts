/** Charts of a summary as SVG: no script, no font of its own, readable in print and without colour. */
import { BINS, SCORES, type Summary } from './summarize.ts';

export interface Chart {
  readonly name: string;
  readonly svg: string;
}

const WIDTH = 640;
const INK = '#1f2933';
const FAINT = '#d5dbe1';
const COLOURS = ['#1b6ca8', '#b3541e', '#3d7a3d'] as const;
const DASHES = ['', '6 3', '2 3'] as const;
const FONT = 'font-family="system-ui, sans-serif" font-size="12"';

export function drawCharts(summary: Summary): Chart[] {
  return [
    { name: 'scores', svg: drawScores(summary) },
    { name: 'categories', svg: drawCategories(summary) },
    ...(summary.comparison === undefined
      ? []
      : [{ name: 'matching', svg: drawMatching(summary.comparison.curve, summary.comparison.threshold) }]),
  ];
}

/** How the scores of the claims spread. */
function drawScores({ histograms, scores }: Summary): string {
  const [panel, height, base] = [190, 130, 190];
  const most = Math.max(1, ...SCORES.flatMap((name) => histograms[name]));
  const parts = SCORES.map((name, index) => {
    const left = 20 + index * (panel + 15);
    const bars = histograms[name].map((value, bin) => {
      const tall = (value / most) * height;
      const x = left + (bin * panel) / BINS;
      return `<rect x="${at(x + 1)}" y="${at(base - tall)}" width="${at(panel / BINS - 2)}" height="${at(tall)}" fill="${COLOURS[index]}"/>${value === 0 ? '' : count(x + panel / BINS / 2, base - tall - 3, value)}`;
    });
    const mean = left + panel * scores[name].mean;
    return [
      ...bars,
      line(left, base, left + panel, base, INK),
      line(mean, base - height - 18, mean, base, INK, '4 3'),
      label(left + panel / 2, 28, `${name}: mean ${scores[name].mean.toFixed(2)}`, 'middle'),
      label(left, base + 16, '0', 'start'),
      label(left + panel, base + 16, '1', 'end'),
    ].join('');
  });
  return frame(
    215,
    'Scores of the extracted claims',
    `How many claims have each score; at most ${most}.`,
    parts.join(''),
  );
}

function drawCategories({ categories }: Summary): string {
  const rows = [...categories].sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...rows.map(([, value]) => value));
  const parts = rows.map(([name, value], index) => {
    const y = 40 + index * 24;
    const wide = (value / most) * (WIDTH - 200);
    return (
      label(110, y + 13, name, 'end') +
      `<rect x="120" y="${y}" width="${at(wide)}" height="18" fill="${COLOURS[0]}"/>` +
      label(126 + wide, y + 13, String(value), 'start')
    );
  });
  return frame(
    60 + rows.length * 24,
    'Categories of the extracted claims',
    'How many claims are of each category.',
    parts.join(''),
  );
}

/** How precision, recall and F1 depend on when two claims count as the same. */
function drawMatching(
  curve: readonly {
    readonly threshold: number;
    readonly precision: number;
    readonly recall: number;
    readonly f1: number;
  }[],
  chosen: number,
): string {
  const [left, top, wide, tall] = [50, 40, WIDTH - 170, 220];
  const x = (threshold: number): number => left + threshold * wide;
  const y = (value: number): number => top + (1 - value) * tall;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      line(left, y(value), left + wide, y(value), FAINT) +
      label(left - 8, y(value) + 4, String(value), 'end'),
  );
  const ticks = curve.map(({ threshold }) =>
    label(x(threshold), top + tall + 18, threshold.toFixed(1), 'middle'),
  );
  const lines = (['precision', 'recall', 'f1'] as const).map((name, index) => {
    const points = curve.map((point) => `${at(x(point.threshold))},${at(y(point[name]))}`).join(' ');
    const key = top + 20 + index * 22;
    return (
      `<polyline points="${points}" fill="none" stroke="${COLOURS[index]}" stroke-width="2"${dash(DASHES[index]!)}/>` +
      line(left + wide + 16, key, left + wide + 44, key, COLOURS[index]!, DASHES[index]) +
      label(left + wide + 50, key + 4, name === 'f1' ? 'F1' : name, 'start')
    );
  });
  const mark = line(x(chosen), top, x(chosen), top + tall, INK, '4 3');
  return frame(
    top + tall + 50,
    'Extracted claims against reference claims',
    'Precision, recall and F1 by the similarity from which two claims count as the same.',
    [...grid, ...ticks, mark, ...lines, label(left + wide / 2, top + tall + 38, 'threshold', 'middle')].join(
      '',
    ),
  );
}

function frame(height: number, title: string, description: string, body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(title)}" ${FONT} fill="${INK}">` +
    `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>` +
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${body}</svg>\n`
  );
}

function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  colour: string,
  dashes: string | undefined = '',
): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${colour}" stroke-width="${dashes === '' ? 1 : 1.5}"${dash(dashes)}/>`;
}

function dash(dashes: string): string {
  return dashes === '' ? '' : ` stroke-dasharray="${dashes}"`;
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

function count(x: number, y: number, value: number): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="middle" font-size="8">${value}</text>`;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
