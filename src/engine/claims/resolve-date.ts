/**
 * The day, month or year that a claim's relative date means: "yesterday", "on Monday", "three weeks ago". One that may mean
 * another is left alone: a wrong date is worse than none.
 */
import { classAt, DIGIT, isLetter } from '../text/characters.ts';
import { freeSpacing } from '../text/free-spacing.ts';
import { IRREGULAR_PASTS } from '../text/verbs.ts';
import { addDays, addMonths, addYears, type Day, isMonth, weekdayOf } from './read-date.ts';
import { type Distance, type RelativeWords, relativeWords, type Unit } from './relative-words.ts';

/** What a claim's words mean by the day of its text: a date, nothing relative, or what only a day would decide. */
export type RelativeDate = { readonly date: string } | 'open' | undefined;

/** What lies further back is not meant exactly. */
const FURTHEST: Readonly<Record<Unit, number>> = { day: 60, week: 52, month: 24, year: 30 };
/** Before "ten years ago": not exactly. */
const ABOUT = freeSpacing('u')`
  \b(?:over|than|about|around|some|nearly|almost|least|roughly|approximately|every
    |mehr als|über|fast|etwa|rund|knapp|plus de|près de|environ|más de|casi|unos|più di|quasi|circa
    |mais de|quase|meer dan|bijna|ongeveer|ponad|prawie|około
  )[ ]$
`;
/** Behind it: "ten years ago in 2015", "Monday, 5 May". */
const DATED =
  /^,? (?:(?:in|on|im|am|en|le|el|del|de|w) )?(?:(?:19|20)\d\d(?!\d)|(?:the )?(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of |de )?)?(?<month>\p{L}{3,12}))/u;
/** "today" also means nowadays: it is a day where something happened or will. */
const NOWADAYS: ReadonlySet<string> = new Set(
  'today heute aujourd’hui hoy oggi hoje vandaag dzisiaj dziś bugün اليوم आज 今天'.split(' '),
);

/** English in full, others by their usual pasts. */
const HAPPENED: Readonly<Record<string, RegExp>> = {
  en: new RegExp(String.raw`\b(?:was|were|had|did|\p{Ll}{2,}ed|${IRREGULAR_PASTS.join('|')})\b`, 'u'),
  de: /(?<!\p{L})(?:hat|haben|wurden?|waren?|ist|sind|\p{Ll}{3,}ten?)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:a|ont|est|sont|était|étaient)(?!\p{L})/u,
  es: /(?<!\p{L})(?:ha|han|fue|fueron|\p{Ll}{2,}(?:ó|aron|ieron))(?!\p{L})/u,
};
const WILL = /\b(?:will|shall|won['’]t|(?:is|are) (?:to|going to|expected to|set to|due to|scheduled to))\b/;

/** By the names of the days, as alternatives: one that is meant by itself, in its first group; with "last", in the second. */
const WEEKDAY_PATTERNS: Readonly<Record<string, (day: string) => string>> = {
  en: (day) =>
    String.raw`\b(?:[Oo]n |said |says |told (?:\p{L}+ ){1,3}?)(${day})\b(?!s| (?:to|through|and|or|evenings|nights|mornings)\b|[-–])|\b[Ll]ast (${day})\b`,
  de: (day) => String.raw`(?<!\p{L})[Aa]m (${day})(?!\p{L}|s)|(?<!\p{L})[Ll]etzten (${day})(?!\p{L})`,
  fr: (day) =>
    String.raw`(?<!\p{L}|(?:[Ll]e|[Cc]haque|[Tt]ous les|du|au) )(${day})(?= (?:matin|soir|après-midi)|[.,])|(?<!\p{L})(${day}) dernier`,
  es: (day) =>
    String.raw`(?<!\p{L})[Ee]l (${day})(?!\p{L}| (?:pasado|próximo))|(?<!\p{L})[Ee]l (${day}) pasado`,
};

interface Weekdays {
  readonly names: readonly string[];
  readonly pattern: RegExp;
  /** "Next Monday" may be one of two days: whoever knows the day of the text knows no more. */
  readonly ahead?: RegExp;
}

const WEEKDAYS = new Map<string, Weekdays>();

/** Built once a sentence asks for them: the formats take milliseconds, which no start has to wait for. */
function weekdaysOf(language: string): Weekdays | undefined {
  const patternOf = WEEKDAY_PATTERNS[language];
  if (patternOf === undefined) return undefined;
  let weekdays = WEEKDAYS.get(language);
  if (weekdays === undefined) {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    // 7 January 2024 was a Sunday.
    const names = Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(2024, 0, 7 + at)));
    const any = names.join('|');
    weekdays = {
      names,
      pattern: new RegExp(patternOf(any), 'gu'),
      ...(language === 'en'
        ? { ahead: new RegExp(String.raw`\b(?:[Nn]ext|[Tt]his|[Cc]oming) (?:${any})\b`) }
        : {}),
    };
    WEEKDAYS.set(language, weekdays);
  }
  return weekdays;
}

/**
 * @param claim as written. @param language as a tag.
 * @param day of the text, where that is known.
 */
export function resolveDate(claim: string, language: string, day: Day | undefined): RelativeDate {
  const words = relativeWords(language);
  if (words === undefined) return undefined;
  const dates = new Set<string>();
  let open = false;
  const note = (date: string | undefined): void => {
    if (date === undefined) open = true;
    else dates.add(date);
  };
  for (const distance of distancesIn(claim, language, words)) note(day && dateAt(day, distance));
  for (const date of weekdaysIn(claim, language, day)) note(date);
  const [date] = dates;
  if (dates.size === 1 && date !== '' && !open) return { date: date! };
  return open && day === undefined ? 'open' : undefined;
}

/** @returns `''` for a week, which is no day. */
function dateAt(day: Day, { unit, count, exact = false }: Distance & { readonly exact?: boolean }): string {
  if (unit === 'day') return addDays(day, count);
  if (unit === 'week') return exact ? addDays(day, 7 * count) : '';
  return unit === 'month' ? addMonths(day, count) : addYears(day, count);
}

function* distancesIn(
  claim: string,
  language: string,
  words: RelativeWords,
): Generator<Distance & { readonly exact?: boolean }> {
  // A capital within a sentence belongs to a name: "the film Yesterday".
  let text = (claim.slice(0, 1).toLowerCase() + claim.slice(1)).replaceAll("'", '’');
  for (const [phrase, distance] of words.fixed) {
    const at = text.indexOf(phrase);
    if (at < 0 || !isWhole(text, at, at + phrase.length)) continue;
    const behind = text.slice(at + phrase.length);
    // "The day before yesterday" is not "yesterday", too.
    text = text.slice(0, at) + ' '.repeat(phrase.length) + behind;
    if (isDated(behind, language)) continue;
    if (NOWADAYS.has(phrase) && !mayHappen(claim, behind, at, language)) continue;
    // "In the last year of the war", "the next year": not by the day of the text.
    if (language === 'en' && OF_ANOTHER.test(text.slice(0, at))) continue;
    // "This week's edition"
    if (distance.count === 0 && /^’s?\b/.test(behind)) continue;
    yield distance;
  }
  for (const { pattern, signs, unit } of words.ago) {
    if (!signs.some((sign) => text.includes(sign))) continue;
    for (const match of matchesOf(pattern, text)) {
      const number = match.slice(1).find((one) => one !== undefined) ?? '';
      const count = words.numbers.get(number) ?? Number(number);
      const before = text.slice(0, match.index);
      if (!(count <= FURTHEST[unit]) || ABOUT.test(before)) continue;
      if (isDated(text.slice(match.index + match[0].length), language)) continue;
      yield { unit, count: -count, exact: true };
    }
  }
}

/** As `matchAll` does, which makes a copy of the pattern each time. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) yield match;
}

const OF_ANOTHER = /\b(?:[Tt]he|its|his|her|their) $/;

/** In scripts without blanks between words, any place will do. */
function isWhole(text: string, from: number, to: number): boolean {
  const touches = (at: number): boolean => {
    const unit = text.charCodeAt(at);
    return (unit < 0x2e80 || unit >= 0xac00) && isWordClass(classAt(text, at));
  };
  return !(touches(from - 1) || touches(to));
}

const isWordClass = (kind: number): boolean => isLetter(kind) || kind === DIGIT;

function isDated(behind: string, language: string): boolean {
  const dated = DATED.exec(behind);
  return dated !== null && (dated.groups?.month === undefined || isMonth(dated.groups.month, language));
}

function mayHappen(text: string, behind: string, at: number, language: string): boolean {
  // "Today, most people …"
  if (at === 0 && /^[,，]/.test(behind)) return false;
  return HAPPENED[language]?.test(text) === true || (language === 'en' && WILL.test(text));
}

function* weekdaysIn(claim: string, language: string, day: Day | undefined): Generator<string | undefined> {
  const known = weekdaysOf(language);
  if (known?.names.some((name) => claim.includes(name)) !== true) return;
  if (day === undefined && known.ahead?.test(claim)) yield undefined;
  for (const match of matchesOf(known.pattern, claim)) {
    if (isDated(claim.slice(match.index + match[0].length), language)) continue;
    const weekday = known.names.indexOf(match[1] ?? match[2] ?? '');
    const isLast = match[1] === undefined;
    if (!isLast && language === 'en' && WILL.test(claim)) {
      yield day && addDays(day, ((weekday - weekdayOf(day) + 6) % 7) + 1);
    } else if (isLast || HAPPENED[language]!.test(claim)) {
      // "On Monday" may be the day itself, "last Monday" is not.
      const back = (weekdayOf(day ?? '2024-01-07') - weekday + 7) % 7;
      yield day && addDays(day, -(isLast && back === 0 ? 7 : back));
    }
  }
}
