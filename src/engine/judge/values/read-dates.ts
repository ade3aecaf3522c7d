/** Dates, from a whole one to a century: what each names, and what it leaves open. */
import { MONTHS, ORDINALS } from './name-tables.ts';
import { plainDigits } from './read-figure.ts';
import { FIGURE, MARK, type Token, WORD } from './scan-tokens.ts';
import type { DateParts } from './value.ts';

export interface FoundDate {
  readonly date: DateParts;
  /** Behind its last token. */
  readonly to: number;
}

const DATE_MARKS = new Set(['.', '/', '-', '‑']);
const OF = new Set(['of', 'de', 'del', 'di', 'du', 'do', 'da', 'di', 'the', ',', '.', "'"]);
const BEFORE_MONTH = new Set(
  `in of since last early late until till this next by during every from through mid before after between and to
  im seit bis ab vor nach ende anfang mitte en de fin debut depuis avant apres desde hasta entre a nel dal fino di em
  até desde vanaf tot w od do`.split(/\s+/),
);
/** Month names that are common words as well. */
const ALSO_WORDS = new Set([
  'may',
  'march',
  'mar',
  'mart',
  'mars',
  'set',
  'out',
  'sie',
  'lis',
  'lip',
  'oca',
  'gen',
  'mag',
  'mai',
  'ago',
  'jan',
  'mei',
]);
const DAY_ENDINGS = new Set(['st', 'nd', 'rd', 'th', 'er', 'e', 'º', 'ª', 'o', 'ο']);
const CENTURY = new Set([
  'century',
  'jahrhundert',
  'jahrhunderts',
  'siecle',
  'siglo',
  'secolo',
  'seculo',
  'eeuw',
  'wiek',
  'wieku',
  'yuzyil',
]);
const QUARTER = new Set(['quarter', 'quartal', 'trimestre', 'kwartaal']);
const ROMAN = /^(?:x{0,2}(?:ix|iv|v?i{0,3}))$/;

function numberOf(token: Token | undefined): number {
  return token?.kind === FIGURE && token.key.length <= 4 ? Number(plainDigits(token.key)) : Number.NaN;
}

export function yearOf(token: Token | undefined): number | undefined {
  if (token?.kind !== FIGURE || token.key.length !== 4) return undefined;
  const year = numberOf(token);
  return year >= 1000 && year <= 2199 ? year : undefined;
}

function dayOf(token: Token | undefined): number | undefined {
  const day = numberOf(token);
  return token !== undefined && token.key.length <= 2 && day >= 1 && day <= 31 ? day : undefined;
}

/** Whether a figure goes on behind a token: "3.5", "1,000". */
function goesOn(tokens: readonly Token[], at: number): boolean {
  const [mark, next] = [tokens[at], tokens[at + 1]];
  return (
    mark?.kind === MARK && mark.glued && next?.kind === FIGURE && next.glued && '.,:/'.includes(mark.key)
  );
}

/** @returns the date that begins at a token; `undefined` where none does. */
export function readDate(tokens: readonly Token[], at: number, language: string): FoundDate | undefined {
  const token = tokens[at]!;
  if (token.kind === FIGURE)
    return readNumeric(tokens, at) ?? readHan(tokens, at) ?? readDayFirst(tokens, at);
  if (token.kind !== WORD) return undefined;
  if (MONTHS.has(token.key)) return readMonthFirst(tokens, at, language);
  if (token.key === 'q') return readQuarter(tokens, at);
  const ordinal = ORDINALS.get(token.key);
  if (ordinal !== undefined) {
    if (QUARTER.has(tokens[at + 1]?.key ?? '')) return quarter(tokens, ordinal, at + 2);
    if (CENTURY.has(tokens[at + 1]?.key ?? '')) return { date: century(ordinal), to: at + 2 };
  }
  const roman = tokens[at + 1]?.key ?? '';
  if (CENTURY.has(token.key) && roman !== '' && ROMAN.test(roman))
    return { date: century(romanOf(roman)), to: at + 2 };
  return undefined;
}

function readNumeric(tokens: readonly Token[], at: number): FoundDate | undefined {
  const to = at + 5;
  if (tokens.length < to) return undefined;
  const [a, m, b, n, c] = tokens.slice(at, to) as [Token, Token, Token, Token, Token];
  if (!DATE_MARKS.has(m.key) || n.key !== m.key || b.kind !== FIGURE || c.kind !== FIGURE) return undefined;
  if (!m.glued || !b.glued || !n.glued || !c.glued || goesOn(tokens, to)) return undefined;
  const [first, second, third] = [numberOf(a), numberOf(b), numberOf(c)] as const;
  // "T10:00:00Z" of a timestamp is left to the clock.
  if (tokens[to]?.key === '.' && tokens[to + 1]?.glued === true && tokens[to + 1]?.kind === FIGURE)
    return undefined;
  const date = (year: number, month: number, day: number, swappable = false): FoundDate | undefined =>
    month >= 1 && month <= 12 && day >= 1 && day <= 31
      ? { date: { from: year, to: year, month, day, swappable }, to }
      : undefined;
  if (yearOf(a) !== undefined) return date(first, second, third);
  const year = yearOf(c) ?? (c.key.length === 2 ? third + (third < 70 ? 2000 : 1900) : undefined);
  if (year === undefined || (c.key.length === 2 && m.key === '-' && b.key.length < 2)) return undefined;
  // A month has at most 12: else the order shows which is the day. With points the day stands first.
  if (m.key === '.' || first > 12) return date(year, second, first);
  if (second > 12) return date(year, first, second);
  return date(year, first, second, first !== second);
}

function readHan(tokens: readonly Token[], at: number): FoundDate | undefined {
  const mark = tokens[at + 1]?.key;
  const year = yearOf(tokens[at]);
  if ((mark === '年' || mark === '년') && year !== undefined) {
    const month = numberOf(tokens[at + 2]);
    if (!/^[月월]$/.test(tokens[at + 3]?.key ?? '')) return { date: { from: year, to: year }, to: at + 2 };
    const day = numberOf(tokens[at + 4]);
    return /^[日号일]$/.test(tokens[at + 5]?.key ?? '')
      ? { date: { from: year, to: year, month, day }, to: at + 6 }
      : { date: { from: year, to: year, month }, to: at + 4 };
  }
  if ((mark === '月' || mark === '월') && /^[日号일]$/.test(tokens[at + 3]?.key ?? ''))
    return { date: { month: numberOf(tokens[at]), day: numberOf(tokens[at + 2]) }, to: at + 4 };
  return undefined;
}

/** Passes over what may stand between the parts of a date. */
function pass(tokens: readonly Token[], at: number): number {
  let index = at;
  for (let passed = 0; passed < 2 && OF.has(tokens[index]?.key ?? ''); passed++) index += 1;
  return index;
}

function yearBehind(tokens: readonly Token[], at: number): { year: number | undefined; to: number } {
  const place = pass(tokens, at);
  const year = yearOf(tokens[place]);
  if (year === undefined || goesOn(tokens, place + 1) || tokens[place + 1]?.key === '%')
    return { year: undefined, to: at };
  return { year, to: place + 1 };
}

/** "3 May 2020", "3. Mai", "3rd of May", "19th century". */
function readDayFirst(tokens: readonly Token[], at: number): FoundDate | undefined {
  let next = at + 1;
  if (tokens[next]?.kind === WORD && tokens[next]!.glued && DAY_ENDINGS.has(tokens[next]!.key)) next += 1;
  else if ((tokens[next]?.key === '.' || tokens[next]?.key === 'º') && tokens[next]!.glued) next += 1;
  const number = numberOf(tokens[at]);
  if (next > at + 1 && number <= 21 && CENTURY.has(tokens[next]?.key ?? ''))
    return { date: century(number), to: next + 1 };
  if (next > at + 1 && number <= 4 && QUARTER.has(tokens[next]?.key ?? ''))
    return quarter(tokens, number, next + 1);
  const day = dayOf(tokens[at]);
  if (day === undefined) return undefined;
  const place = pass(tokens, next);
  if (tokens[place]?.kind !== WORD || (tokens[place - 1]?.key === ',' && place > next)) return undefined;
  const month = MONTHS.get(tokens[place]!.key);
  if (month === undefined) return undefined;
  if (ALSO_WORDS.has(tokens[place]!.key) && !tokens[place]!.capital && tokens[place]!.key === 'may')
    return undefined;
  const { year, to } = yearBehind(tokens, place + 1);
  return { date: { from: year, to: year, month, day }, to };
}

/** "May 3, 2020", "May 2020", "in May". */
function readMonthFirst(tokens: readonly Token[], at: number, language: string): FoundDate | undefined {
  const month = MONTHS.get(tokens[at]!.key)!;
  let next = at + 1;
  if (tokens[next]?.key === '.') next += 1;
  const year = yearBehind(tokens, next);
  if (year.year !== undefined) return { date: { from: year.year, to: year.year, month }, to: year.to };
  if (tokens[next]?.key === 'the') next += 1;
  const day = dayOf(tokens[next]);
  if (day !== undefined && !goesOn(tokens, next + 1) && tokens[next + 1]?.key !== '%') {
    let behind = next + 1;
    if (tokens[behind]?.glued && DAY_ENDINGS.has(tokens[behind]!.key)) behind += 1;
    const own = yearBehind(tokens, behind);
    const wordMonth = ALSO_WORDS.has(tokens[at]!.key) && !tokens[at]!.capital;
    if (!wordMonth) return { date: { from: own.year, to: own.year, month, day }, to: own.to };
  }
  const before = tokens[at - 1]?.key ?? '';
  const named =
    language === 'de' || language === 'en' ? tokens[at]!.capital : !ALSO_WORDS.has(tokens[at]!.key);
  return named && BEFORE_MONTH.has(before) ? { date: { month }, to: at + 1 } : undefined;
}

function readQuarter(tokens: readonly Token[], at: number): FoundDate | undefined {
  const number = tokens[at + 1]?.glued ? numberOf(tokens[at + 1]) : Number.NaN;
  return number >= 1 && number <= 4 && tokens[at + 1]!.key.length === 1
    ? quarter(tokens, number, at + 2)
    : undefined;
}

function quarter(tokens: readonly Token[], number: number, at: number): FoundDate | undefined {
  if (!(number >= 1 && number <= 4)) return undefined;
  const { year, to } = yearBehind(tokens, at);
  return { date: { from: year, to: year, month: 3 * number - 2, lastMonth: 3 * number }, to };
}

function century(number: number): DateParts {
  return { from: 100 * (number - 1), to: 100 * number - 1 };
}

function romanOf(roman: string): number {
  const sizes: Record<string, number> = { x: 10, v: 5, i: 1 };
  let total = 0;
  for (let at = 0; at < roman.length; at++) {
    const [own, next] = [sizes[roman[at]!]!, sizes[roman[at + 1] ?? ''] ?? 0];
    total += own < next ? -own : own;
  }
  return total;
}

const TIME_WORDS = new Set(
  `in since of by from until till before after year years around about circa early late mid to and between during for the
  im jahr jahre seit bis ab von vor nach en annee an depuis avant apres de desde hasta ano nel anno dal del em desde
  roku w od do jaar sinds van yilinda`.split(/\s+/),
);
const QUANTITY = new Set(
  'over nearly almost approximately roughly least most than has have had with contains contain employs sold hat haben'.split(
    ' ',
  ),
);

/** A year by itself, a span of them, or a decade; `bare` where nothing but its four digits says so. */
export function readYear(
  tokens: readonly Token[],
  at: number,
): (FoundDate & { readonly bare: boolean }) | undefined {
  const year = yearOf(tokens[at]);
  if (year === undefined || (goesOn(tokens, at + 1) && tokens[at + 1]!.key !== '/')) return undefined;
  const [next, then] = [tokens[at + 1], tokens[at + 2]];
  const before = tokens[at - 1]?.key ?? '';
  if (next?.glued && (next.key === 's' || next.key === 'er') && year % 10 === 0)
    return { date: { from: year, to: year + (year % 100 === 0 ? 99 : 9) }, to: at + 2, bare: false };
  if (next?.key === "'" || next?.key === '’')
    if (then?.glued && then.key === 's' && year % 10 === 0 && tokens[at - 1]?.key === 'the')
      return { date: { from: year, to: year + 9 }, to: at + 3, bare: false };
  if (next !== undefined && /^[-–—/‑]$/.test(next.key) && then?.kind === FIGURE && !goesOn(tokens, at + 3)) {
    const last =
      yearOf(then) ??
      (then.key.length === 2 && next.glued && then.glued ? year - (year % 100) + numberOf(then) : undefined);
    if (last !== undefined && last > year)
      return { date: { from: year, to: last, span: true }, to: at + 3, bare: false };
  }
  if (next?.kind === WORD && next.glued && !/[年년]/.test(next.key)) return undefined;
  const isNoun = next?.kind === WORD && !next.capital;
  if (isNoun && QUANTITY.has(before)) return undefined;
  if (year < 1400 && !TIME_WORDS.has(before)) return undefined;
  return { date: { from: year, to: year }, to: at + 1, bare: isNoun && !TIME_WORDS.has(before) };
}
