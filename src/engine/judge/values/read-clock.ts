/** Times of day, in minutes since midnight. */
import { plainDigits } from './read-figure.ts';
import { FIGURE, type Token } from './scan-tokens.ts';

export interface Clock {
  readonly minutes: number;
  /** Whether it is clear which half of the day is meant. */
  readonly sure: boolean;
  readonly to: number;
}

const NAMED: Readonly<Record<string, number>> = {
  noon: 720,
  midday: 720,
  midnight: 0,
  mittag: 720,
  mitternacht: 0,
  minuit: 0,
  medianoche: 0,
  mezzanotte: 0,
};
const OCLOCK = new Set(['uhr', 'h', 'horas', 'heures', 'uur', 'godz', 'hrs', '点', '點', '时']);

function numberOf(token: Token | undefined): number {
  return token?.kind === FIGURE && token.key.length <= 2 ? Number(plainDigits(token.key)) : Number.NaN;
}

export function readClock(tokens: readonly Token[], at: number): Clock | undefined {
  const token = tokens[at]!;
  const named = NAMED[token.key];
  if (named !== undefined) return { minutes: named, sure: true, to: at + 1 };
  const hour = numberOf(token);
  if (!(hour <= 24)) return undefined;
  const [mark, second] = [tokens[at + 1], tokens[at + 2]];
  let minute = 0;
  let to = at + 1;
  let written = false;
  if (
    mark?.glued &&
    second?.glued &&
    second.kind === FIGURE &&
    second.key.length === 2 &&
    /^[:.h：]$/.test(mark.key)
  ) {
    minute = numberOf(second);
    if (!(minute < 60)) return undefined;
    to = at + 3;
    written = mark.key !== '.';
    // Seconds.
    if (tokens[to]?.key === ':' && tokens[to]!.glued && numberOf(tokens[to + 1]) < 60) to += 2;
    else if (
      mark.key === '.' &&
      tokens[to]?.glued &&
      /^[.,]$/.test(tokens[to]!.key) &&
      tokens[to + 1]?.kind === FIGURE &&
      tokens[to + 1]!.glued
    )
      return undefined;
  }
  const half = halfAt(tokens, to);
  if (half !== undefined && hour >= 1 && hour <= 12)
    return { minutes: ((hour % 12) + (half.afternoon ? 12 : 0)) * 60 + minute, sure: true, to: half.to };
  const next = tokens[to];
  if (next !== undefined && OCLOCK.has(next.key) && (next.key === 'uhr' || (written && next.key !== 'h')))
    return { minutes: hour * 60 + minute, sure: true, to: to + 1 };
  if (next?.key === 'o' && /^['’]$/.test(tokens[to + 1]?.key ?? '') && tokens[to + 2]?.key === 'clock')
    return { minutes: hour * 60, sure: hour > 12, to: to + 3 };
  return written
    ? {
        minutes: hour * 60 + minute,
        sure: hour > 12 || hour === 0 || (token.key.length === 2 && hour < 10),
        to,
      }
    : undefined;
}

function halfAt(tokens: readonly Token[], at: number): { afternoon: boolean; to: number } | undefined {
  const key = tokens[at]?.key;
  if (key === 'am' || key === 'pm')
    return tokens[at + 1]?.kind === FIGURE ? undefined : { afternoon: key === 'pm', to: at + 1 };
  if ((key === 'a' || key === 'p') && tokens[at + 1]?.key === '.' && tokens[at + 2]?.key === 'm')
    return { afternoon: key === 'p', to: tokens[at + 3]?.key === '.' ? at + 4 : at + 3 };
  return undefined;
}
