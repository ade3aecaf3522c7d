/** A figure as it is written anywhere: its digits, and what separates them. */
import { CHARACTER_CLASS, DIGIT, DIGIT_ZEROS } from '../../text/characters.ts';

export interface Figure {
  readonly value: number;
  /** What it is where the separator means the other thing: "1.234" is 1234 or 1.234. */
  readonly other?: number | undefined;
  /** UTF-16 offset behind it. */
  readonly end: number;
  /** The size of its last digit: 0.1 for "2.5". */
  readonly step: number;
  /** Digits alone. */
  readonly plain: boolean;
  /** The point or comma that may be the other thing; else empty. */
  readonly mark?: string;
}

/** Languages that write a decimal comma. */
const COMMA = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr']);

function digitOf(unit: number): number {
  if (unit <= 0x39) return unit - 0x30;
  for (const zero of DIGIT_ZEROS) if (unit >= zero && unit < zero + 10) return unit - zero;
  return 0;
}

/** @returns digits of any script as those of ASCII. */
export function plainDigits(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length; at++) plain += digitOf(text.charCodeAt(at));
  return plain;
}

const GROUP_ONLY = new Set([...`'’٬_\u00a0\u202f\u2009\u2007 `]);
const DECIMAL_ONLY = '٫';
const MIDDLE_DOT = '·';
const SEPARATORS = new Set([...GROUP_ONLY, '.', ',', DECIMAL_ONLY, MIDDLE_DOT, '．', '，']);
const MOST_GROUPS = 12;
const MOST_DIGITS = 30;

function isDigit(text: string, at: number): boolean {
  return at < text.length && CHARACTER_CLASS[text.charCodeAt(at)] === DIGIT;
}

/**
 * @param start where its first digit stands.
 * @param language of the text: what a point or a comma before three digits is first of all.
 * @returns the figure; `undefined` where it is longer than any number.
 */
export function readFigure(text: string, start: number, language: string): Figure | undefined {
  const groups: string[] = [];
  const marks: string[] = [];
  const ends: number[] = [];
  let at = start;
  while (groups.length < MOST_GROUPS) {
    const from = at;
    while (isDigit(text, at)) at += 1;
    if (at - from > MOST_DIGITS) return undefined;
    groups.push(plainDigits(text.slice(from, at)));
    ends.push(at);
    const mark = text[at];
    if (mark === undefined || !SEPARATORS.has(mark) || !isDigit(text, at + 1)) break;
    marks.push(
      mark === '．'
        ? '.'
        : mark === MIDDLE_DOT
          ? DECIMAL_ONLY
          : mark === '，'
            ? ','
            : mark === '’'
              ? "'"
              : mark,
    );
    at += 1;
  }
  marks.length = groups.length - 1;
  // From the longest reading to the shortest: what does not fit as a whole is several figures.
  for (let count = groups.length; count > 0; count--) {
    const figure = combine(
      groups.slice(0, count),
      marks.slice(0, count - 1),
      ends[count - 1]!,
      COMMA.has(language),
    );
    if (figure !== undefined) return groups.length === 1 ? withSpaced(text, figure) : figure;
    // "1,2,3" and "1.2.3" are lists, dates, addresses and versions: none of it is read as a number with decimals.
    if (count === groups.length && count > 2 && new Set(marks).size === 1 && !GROUP_ONLY.has(marks[0]!))
      count = 2;
  }
  return undefined;
}

const SPACED = /^, (\d{3})(?!\d)/;

/** "40, 000": a blank behind the separator, or a list. */
function withSpaced(text: string, figure: Figure): Figure {
  if (figure.value >= 1000 || text[figure.end] !== ',') return figure;
  const more = SPACED.exec(text.slice(figure.end, figure.end + 6))?.[1];
  if (more === undefined) return figure;
  const joined = figure.value * 1000 + Number(more);
  return more === '000' ? { ...figure, value: joined, end: figure.end + 5 } : { ...figure, other: joined };
}

function combine(
  groups: readonly string[],
  marks: readonly string[],
  end: number,
  comma: boolean,
): Figure | undefined {
  const digits = groups.join('');
  if (marks.length === 0) return { value: Number(digits), end, step: 1, plain: true };
  const last = marks.at(-1)!;
  const decimal = decimalOf(groups, marks);
  const value =
    decimal === undefined ? undefined : Number(`${groups.slice(0, -1).join('')}.${groups.at(-1)}`);
  const grouped = last !== DECIMAL_ONLY && marks.every((mark) => mark === last) && isGrouped(groups);
  if (grouped) {
    const whole = Number(digits);
    if (value === undefined) return { value: whole, end, step: 1, plain: false };
    const isWhole = (last === ',') !== comma;
    return isWhole
      ? { value: whole, other: value, end, step: 1, plain: false, mark: last }
      : { value, other: whole, end, step: 0.001, plain: false, mark: last };
  }
  if (value === undefined) return undefined;
  return { value, end, step: 10 ** -groups.at(-1)!.length, plain: false };
}

/** Whether the last mark is a decimal one and those before it separate thousands. */
function decimalOf(groups: readonly string[], marks: readonly string[]): true | undefined {
  const last = marks.at(-1)!;
  if (GROUP_ONLY.has(last)) return undefined;
  if (marks.length === 1) return true;
  const before = marks.slice(0, -1);
  return before.every((mark) => mark === before[0] && mark !== last) && isGrouped(groups.slice(0, -1))
    ? true
    : undefined;
}

/** Groups of three, or as in India one of three behind groups of two. */
function isGrouped(groups: readonly string[]): boolean {
  const [first = '', ...more] = groups;
  if (first.length > 3 || first.startsWith('0') || more.at(-1)?.length !== 3) return false;
  const inner = more.slice(0, -1);
  return (
    inner.every(({ length }) => length === 3) ||
    (first.length < 3 && inner.every(({ length }) => length === 2))
  );
}
