/** The reliability diagram: how often sentences of a given probability are claims. */
import type { Validation } from '../../scripts/train-claims/validate.ts';
import { SET_NAMES } from '../../scripts/train-claims/write-card.ts';

const SIZE = 360;
const LEFT = 56;
const TOP = 16;
const COLORS: Readonly<Record<string, string>> = {
  policlaim: '#0b6e99',
  answers: '#c2410c',
  tweets: '#6d28d9',
};

function x(value: number): number {
  return Math.round((LEFT + value * SIZE) * 10) / 10;
}

function y(value: number): number {
  return Math.round((TOP + (1 - value) * SIZE) * 10) / 10;
}

/** @returns an SVG; an area of a dot is the share of the set's sentences in its bin. */
export function drawReliability(validation: Validation): string {
  const sets = validation.sets.filter(({ source }) => source in COLORS);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (value) =>
      `<path d="M${x(value)} ${y(0)}v5M${x(0)} ${y(value)}h-5" stroke="#57606a"/>` +
      `<text x="${x(value)}" y="${y(0) + 20}" text-anchor="middle">${value}</text>` +
      `<text x="${x(0) - 10}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const lines = sets.map(({ source, sentences, reliability }) => {
    const color = COLORS[source]!;
    const bins = reliability.filter(({ count }) => count >= 3);
    const points = bins.map(({ confidence, frequency }) => `${x(confidence)},${y(frequency)}`).join(' ');
    const dots = bins.map(({ confidence, frequency, count }) => {
      const radius = (Math.sqrt(count / sentences) * 18).toFixed(1);
      return `<circle cx="${x(confidence)}" cy="${y(frequency)}" r="${radius}" fill="${color}" fill-opacity="0.25" stroke="${color}"/>`;
    });
    return `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="1.5"/>${dots.join('')}`;
  });
  const legend = sets.map(({ source, seenGenre }, i) => {
    const at = y(1) + 18 + i * 20;
    return `<circle cx="${x(0) + 16}" cy="${at - 4}" r="5" fill="${COLORS[source]}"/><text x="${x(0) + 28}" y="${at}">${SET_NAMES[source]}, ECE ${seenGenre.ece.toFixed(3)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE + LEFT + 20} ${SIZE + TOP + 52}" font-family="system-ui, sans-serif" font-size="12" fill="#24292f">
<rect width="100%" height="100%" fill="#fff"/>
<rect x="${x(0)}" y="${y(1)}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#d0d7de"/>
<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#8c959f" stroke-dasharray="4 4"/>
${ticks.join('\n')}
${lines.join('\n')}
${legend.join('\n')}
<text x="${x(0.5)}" y="${y(0) + 40}" text-anchor="middle">probability given</text>
<text transform="translate(14 ${y(0.5)}) rotate(-90)" text-anchor="middle">share of claims</text>
</svg>
`;
}
