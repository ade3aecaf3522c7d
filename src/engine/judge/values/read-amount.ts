/** A number of a text before its unit is read: figures or words, with the scale behind them. */
import { SCALES, unitAt } from './name-tables.ts';
import { plainDigits, readFigure } from './read-figure.ts';
import { countOf, DOZENS, readWordNumber } from './read-words.ts';
import { FIGURE, isUnspacedUnit, type Token, WORD } from './scan-tokens.ts';

/** A text with its tokens. */
export interface Scan {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly language: string;
}

/** A number before its unit is known. */
export interface Amount {
  readonly value: number;
  readonly other: number | undefined;
  readonly step: number;
  readonly to: number;
  /** "one", "ein": counts only with a unit. */
  readonly article: boolean;
  readonly inWords: boolean;
  readonly mark?: string | undefined;
}

/** Letters that are a scale with money alone. */
const MONEY_SCALES = new Set(['m', 'b', 't', 'mm', 'mi', 'md', 'mn', 'cr', 'k', 'tn']);
const ABBREVIATIONS = new Set(['mio', 'mrd', 'tsd', 'bio', 'mln', 'mld', 'tys']);
/** Signs. */
export const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
};

export function plainAmount(value: number, to: number): Amount {
  return { value, other: undefined, step: 0.1, to, article: false, inWords: true };
}

/** ".5", "(.5", "$.5" */
export function isPoint(scan: Scan, at: number): boolean {
  const [token, next] = [scan.tokens[at]!, scan.tokens[at + 1]];
  return next?.kind === FIGURE && next.glued && (!token.glued || /[(\p{Sc}]/u.test(scan.tokens[at - 1]!.key));
}

/** "1.2.3", "192.168.0.1": no value. */
export function amountAt(scan: Scan, at: number, money = false): Amount | undefined {
  const tokens = scan.tokens;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (FRACTIONS[token.key] !== undefined) return plainAmount(FRACTIONS[token.key]!, at + 1);
  if (token.kind === WORD) {
    const words = readWordNumber(tokens, at, scan.language);
    if (words === undefined) return undefined;
    const half = halfBehind(scan, words.to, words.value);
    if (half !== undefined) return half;
    const step = words.value >= 1e4 ? 10 ** trailing(words.value) : 1;
    return {
      value: words.value,
      other: undefined,
      step,
      to: words.to,
      article: words.article,
      inWords: true,
    };
  }
  if (token.key === '.' && isPoint(scan, at)) {
    const digits = plainDigits(tokens[at + 1]!.key).slice(0, 15);
    return { ...plainAmount(Number(`0.${digits}`), at + 2), step: 10 ** -digits.length, inWords: false };
  }
  if (token.kind !== FIGURE) return undefined;
  const figure = readFigure(scan.text, token.start, scan.language);
  if (figure === undefined) return undefined;
  let to = at + 1;
  while (to < tokens.length && tokens[to]!.start < figure.end) to += 1;
  let { value, other, step } = figure;
  const next = tokens[to];
  if (next !== undefined && FRACTIONS[next.key] !== undefined) {
    value += FRACTIONS[next.key]!;
    to += 1;
  } else if (
    figure.plain &&
    next?.key === '/' &&
    next.glued &&
    tokens[to + 1]?.glued &&
    tokens[to + 1]!.kind === FIGURE
  ) {
    const below = readFigure(scan.text, tokens[to + 1]!.start, scan.language);
    if (below?.plain === true && below.value > value && below.value <= 100) {
      value /= below.value;
      to += 2;
    }
  }
  // "3.4.1" is no number, nor "1:2:3".
  if (
    tokens[to]?.glued &&
    /^[.:]$/.test(tokens[to]!.key) &&
    tokens[to + 1]?.glued &&
    tokens[to + 1]!.kind === FIGURE &&
    (tokens[to]!.key === '.' || !figure.plain)
  )
    return undefined;
  for (
    let scale = scaleAt(scan, to, money, false);
    scale !== undefined;
    scale = scaleAt(scan, to, money, true)
  ) {
    value *= scale.size;
    // What has a scale has no thousands: "1.234 Mio." is not 1,234 millions, but who knows.
    other = other === undefined ? undefined : other * scale.size;
    step *= scale.size;
    to = scale.to;
    const more = tokens[to];
    if (isUnspacedUnit(tokens[to - 1]!.key.charCodeAt(0)) && more?.kind === FIGURE && more.glued) {
      const rest = amountAt(scan, to);
      if (rest !== undefined && rest.value < scale.size)
        return { ...rest, value: value + rest.value, other: undefined };
    }
  }
  return { value, other, step, to, article: false, inWords: false, mark: figure.mark };
}

/** "and a half" behind a number. */
function halfBehind(scan: Scan, at: number, value: number): Amount | undefined {
  const keys = [0, 1, 2].map((more) => scan.tokens[at + more]?.key).join(' ');
  if (!/^(?:and a half|et demie?|y media?|e mezz[oa]|e mei[oa])/.test(keys)) return undefined;
  const to = at + (keys.startsWith('and') ? 3 : 2);
  const scale = scaleAt(scan, to, false, true);
  return plainAmount((value + 0.5) * (scale?.size ?? 1), scale?.to ?? to);
}

/** "million", "k" behind a number. */
export function scaleAt(
  scan: Scan,
  at: number,
  money: boolean,
  again: boolean,
): { size: number; to: number } | undefined {
  const token = scan.tokens[at];
  if (token?.kind !== WORD) return undefined;
  const word = countOf(token.key, scan.language);
  const counts = word !== undefined && (word >= 1000 || word === 100 || DOZENS.has(token.key));
  let size = counts ? word : undefined;
  if (size === undefined && !again) {
    size = SCALES.get(token.key);
    if (size !== undefined && MONEY_SCALES.has(token.key)) {
      const upper = token.glued && token.capital && token.key.length === 1;
      const plainK = token.key === 'k' && token.glued;
      const behind = moneyUnit(scan, at + 1);
      if (!(money || plainK || (upper && token.key !== 't') || behind)) return undefined;
      if (token.key === 'm' && !money && !behind && !upper) return undefined;
    }
  } else if (size === undefined && isUnspacedUnit(token.key.charCodeAt(0))) size = SCALES.get(token.key);
  if (size === undefined) return undefined;
  let to = at + 1;
  if (ABBREVIATIONS.has(token.key) && scan.tokens[to]?.key === '.' && scan.tokens[to + 1] !== undefined)
    to += 1;
  return { size, to };
}

function moneyUnit(scan: Scan, at: number): boolean {
  return unitAt(scan.text, scan.tokens, at)?.unit.dimension === 'money';
}

/** Zeros at the end of a whole number. */
function trailing(value: number): number {
  let zeros = 0;
  for (let rest = value; rest >= 10 && rest % 10 === 0; rest /= 10) zeros += 1;
  return zeros;
}
