/** Dates as texts write them, and days that lie before or behind others. */

/** A day, `YYYY-MM-DD`. */
export type Day = string;

const DAY_MILLISECONDS = 86_400_000;
const MONTHS = new Map<string, ReadonlyMap<string, number>>();
/** Besides the names that CLDR has: "Sept. 12, 2023". */
const SHORT = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const ISO = /(?<![\d.-])((?:19|20)\d\d)-(\d{2})-(\d{2})(?!\d)/;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|º|er)?(?: of| de| del)? (\p{L}{3,12})\.?,?(?: de| del)? ((?:19|20)\d\d)(?!\d)/u;
const MONTH_FIRST = /(\p{L}{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)(?!\d)/u;
const CHINESE = /((?:19|20)\d\d)年(\d{1,2})月(\d{1,2})日/;
const NUMERIC = /(?<![\d./])(\d{1,2})([./])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/;

interface FoundDay {
  readonly day: Day;
  readonly start: number;
  readonly end: number;
}

/**
 * @param language of the names of its months, beside English.
 * @returns the first whole date; none where its day and its month may be taken for each other (`03/04/2024`).
 */
export function findDay(text: string, language: string): FoundDay | undefined {
  const iso = ISO.exec(text) ?? CHINESE.exec(text);
  if (iso) return found(iso, dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) {
    const month = monthOf(dayFirst[2]!, language);
    if (month) return found(dayFirst, dayOf(Number(dayFirst[3]), month, Number(dayFirst[1])));
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) {
    const month = monthOf(monthFirst[1]!, language);
    if (month) return found(monthFirst, dayOf(Number(monthFirst[3]), month, Number(monthFirst[2])));
  }
  const numeric = NUMERIC.exec(text);
  return numeric ? found(numeric, ofNumbers(numeric)) : undefined;
}

function found({ 0: { length }, index }: RegExpExecArray, day: Day | undefined): FoundDay | undefined {
  return day === undefined ? undefined : { day, start: index, end: index + length };
}

function ofNumbers([, first, mark, second, year]: RegExpExecArray): Day | undefined {
  const [one, other] = [Number(first), Number(second)];
  // With dots the day stands first, and where the month comes first a number above 12 shows it.
  if (mark === '.' || one > 12 || one === other) return dayOf(Number(year), other, one);
  return other > 12 ? dayOf(Number(year), one, other) : undefined;
}

function dayOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(date) : undefined;
}

function isoOf(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

function monthOf(word: string, language: string): number | undefined {
  const name = word.toLowerCase();
  return (
    monthsOf(language).get(name) ??
    monthsOf('en').get(name) ??
    (name.length <= 4 ? SHORT.indexOf(name.slice(0, 3)) + 1 || undefined : undefined)
  );
}

/** @returns whether a word, as it is written in a sentence, is the whole name of a month. */
export function isMonth(word: string, language: string): boolean {
  const isLower = word === word.toLowerCase();
  return monthsOf(language).has(word.toLowerCase()) && !(isLower && (language === 'en' || language === 'de'));
}

function monthsOf(language: string): ReadonlyMap<string, number> {
  let months = MONTHS.get(language);
  if (months === undefined) {
    // Within a date, as Polish declines it.
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    months = new Map(
      SHORT.map((_, month) => {
        const parts = format.formatToParts(Date.UTC(2024, month, 1));
        return [parts.find(({ type }) => type === 'month')?.value.toLowerCase() ?? '', month + 1] as const;
      }),
    );
    MONTHS.set(language, months);
  }
  return months;
}

/** @returns the day so many days later. */
export function addDays(day: Day, count: number): Day {
  return isoOf(new Date(Date.parse(day) + count * DAY_MILLISECONDS));
}

/** @returns `YYYY-MM`, so many months later. */
export function addMonths(day: Day, count: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return isoOf(new Date(Date.UTC(year, month - 1 + count, 1))).slice(0, 7);
}

/** @returns `YYYY`, so many years later. */
export function addYears(day: Day, count: number): string {
  return String(Number(day.slice(0, 4)) + count).padStart(4, '0');
}

/** @returns 0 for Sunday, up to 6. */
export function weekdayOf(day: Day): number {
  return new Date(Date.parse(day)).getUTCDay();
}

/** @returns the day of an ISO date or time, or `undefined` where there is none. */
export function readDay(date: string): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/.exec(date) ?? [];
  return year === undefined ? undefined : dayOf(Number(year), Number(month), Number(day));
}
