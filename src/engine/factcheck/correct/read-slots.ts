/** The words of a text, and what in it can be wrong by itself: its numbers, dates and names. */
import { functionWords } from '../../text/function-words.ts';
import { guessLanguage } from '../../text/guess-language.ts';
import { foldAccents, plainNumber, readTokens } from '../../text/read-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { stemWord } from '../../text/stem-word.ts';
import { dimensionOf, type Terms, termsOf } from './months-and-units.ts';

export interface Word {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** What it is compared by. */
  readonly key: string;
  /** Whether it says what the text is about. */
  readonly content: boolean;
  readonly capital: boolean;
  /** Of a script that has no capitals. */
  readonly caseless: boolean;
  readonly number: boolean;
}

/** The words `from` to `to`, the last one included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface DatePart {
  readonly part: 'year' | 'month' | 'day';
  readonly value: number;
  /** Whether it is a month's name. */
  readonly named: boolean;
  /** Its word. */
  readonly at: number;
}

export interface Slot extends Stretch {
  readonly kind: 'number' | 'date' | 'name';
  /** Of a number what is counted (`%`, `metr`, `peopl`); `""` where nothing stands there. */
  readonly unit: string;
  /** Of a date, what it names. */
  readonly date: readonly DatePart[];
}

export interface Slotted {
  readonly text: string;
  readonly words: readonly Word[];
  readonly slots: readonly Slot[];
  /** Whether its capitals say nothing: it has none, or each noun has one. */
  readonly caseless: boolean;
  /** Its sentences that have words. */
  readonly sentences: readonly Stretch[];
  /** The dimension that a unit measures (`length`); `undefined` for what is none. */
  readonly dimensionOf: (unit: string) => string | undefined;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** @returns the text's words; runs of a script without blanks in the words that a dictionary sees in them. */
function readWords(text: string, empty: readonly ReadonlySet<string>[]): Word[] {
  return readTokens(text, { unspaced: true })
    .flatMap(({ text: written, start, kind }) =>
      kind === 'unspaced'
        ? Array.from(segmenter.segment(written), ({ segment, index }) => ({
            written: segment,
            start: start + index,
          }))
        : [{ written, start }],
    )
    .map(({ written, start }) => {
      const number = /^\p{N}/u.test(written);
      const lower = foldAccents(written.toLowerCase());
      return {
        start,
        end: start + written.length,
        key: number ? plainNumber(lower) : stemWord(lower),
        content: number || !empty.some((words) => words.has(lower) || words.has(written.toLowerCase())),
        capital: /^\p{Lu}/u.test(written),
        caseless: /^\p{Lo}/u.test(written),
        number,
      };
    });
}

/** Short words within dates and names. */
const OF = new Set('of de del della di da do dos du des van von der den la le y'.split(' '));

/** One letter for each word and one for what is between it and the next, so that dates are found by patterns. */
const MARKS: Readonly<Record<string, string>> = { 年: 'y', 년: 'y', 月: 'm', 월: 'm', 日: 'd', 일: 'd' };
const DATES = [
  ...['Y:y(?:[: ]D:m(?:[: ]D:d)?)?', 'D:m[: ]D:d', 'Y-D-D', 'D-D-Y'],
  ...['D (?:f )?M (?:f )?Y', 'M D Y', 'Y M D', 'D (?:f )?M', 'M D', 'M (?:f )?Y', 'Y'],
];
const DATE = new RegExp(DATES.join('|'), 'y');
const CURRENCY = /\p{Sc}\s?$/u;
const SIGN_BEHIND = /^\s?[%‰°٪]/u;

function roleOf({ key, number, start, end }: Word, terms: Terms, unit: string): string {
  if (!number) return MARKS[key] ?? (terms.months.has(key) ? 'M' : OF.has(key) ? 'f' : 'w');
  if (/^[1-9]$|^[12]\d$|^3[01]$|^0[1-9]$/.test(key)) return 'D';
  const plain = key.length === end - start && /^(?:1\d{3}|20\d{2}|2100)$/.test(key);
  return plain && !/^[\p{Sc}%‰°٪]/u.test(unit) && (unit in MARKS || !terms.units.has(unit)) ? 'Y' : 'N';
}

function gapOf(between: string): string {
  if (between === '') return ':';
  if (/^[-./‑–]$/u.test(between)) return '-';
  return /^[.,]?\s$/u.test(between) ? ' ' : '|';
}

/** What is counted: a sign, or the word behind. */
function unitOf(text: string, words: readonly Word[], at: number): string {
  const word = words[at] as Word;
  const sign =
    SIGN_BEHIND.exec(text.slice(word.end, word.end + 2))?.[0] ??
    CURRENCY.exec(text.slice(Math.max(0, word.start - 2), word.start))?.[0];
  if (sign !== undefined) return sign.trim();
  const next = words[at + 1];
  const close = next !== undefined && /^[\s-]?$/u.test(text.slice(word.end, next.start));
  return close && next.content && !next.number ? next.key : '';
}

function readDates(text: string, words: readonly Word[], terms: Terms): Slot[] {
  const roles = words
    .map((word, at) => {
      const next = words[at + 1]?.start ?? text.length;
      return roleOf(word, terms, unitOf(text, words, at)) + gapOf(text.slice(word.end, next).slice(0, 3));
    })
    .join('');
  const dates: Slot[] = [];
  for (let from = 0; from < words.length; from++) {
    DATE.lastIndex = 2 * from;
    const pattern = DATE.exec(roles)?.[0];
    if (pattern === undefined) continue;
    const to = from + Math.floor(pattern.length / 2);
    const date = range(from, to).flatMap((at): DatePart[] => {
      const { key } = words[at] as Word;
      const role = roles[2 * at];
      if (role === 'Y') return [{ part: 'year', value: Number(key), named: false, at }];
      if (role === 'M') return [{ part: 'month', value: terms.months.get(key) as number, named: true, at }];
      if (role !== 'D') return [];
      // Of two numbers, the one behind the year, or before the mark of a month, is the month.
      const isMonth = roles[2 * at + 2] === 'm' || (pattern.startsWith('Y-D') && at === from + 1);
      return [{ part: isMonth ? 'month' : 'day', value: Number(key), named: false, at }];
    });
    dates.push({ kind: 'date', from, to, unit: from === to ? unitOf(text, words, to) : '', date });
    from = to;
  }
  return dates;
}

/** Whether a number at an end of a stretch is all of it: not the 19 of "COVID-19", nor a half of "11·9". */
function isWhole({ text, words }: Pick<Slotted, 'text' | 'words'>, { from, to }: Stretch): boolean {
  const [first, last] = [words[from] as Word, words[to] as Word];
  const before = text.slice(Math.max(0, first.start - 2), first.start);
  const behind = text.slice(last.end, last.end + 2);
  return (
    !(
      first.number &&
      (first.key.length === 4 ? /(?:\p{Lu}[-‑]|[.,·:/^_])$/u : /(?:[\p{L}\p{M}][-‑]|[.,·:/^_])$/u).test(
        before,
      )
    ) &&
    !(last.number && /^(?:[.,·:/^_]\p{N}|['’]s)/u.test(behind)) &&
    !/^['’](?!s)\p{L}/u.test(behind)
  );
}

/** What may stand between the words of a name. */
const WITHIN_NAME = /^(?:[ \u00a0]|[-'’&.]| & )$/u;

/** Runs of words with capitals; one at the beginning of a sentence is none by its capital alone. */
function readNames(text: string, words: readonly Word[], first: ReadonlySet<number>): Slot[] {
  const names: Slot[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!words[at]!.capital || !words[at]!.content) continue;
    let to = at;
    while (to + 1 < words.length) {
      const [word, next] = [words[to]!, words[to + 1]!];
      const between = text.slice(word.end, next.start);
      const initial = between === '. ' && word.end - word.start === 1;
      if (!initial && !WITHIN_NAME.test(between)) break;
      if (next.capital && next.content) to += 1;
      else if (!next.content && words[to + 2]?.capital === true && words[to + 2]!.content) {
        // "Bank of England": a short word in small letters.
        if (next.capital || !/^[ ]$/.test(text.slice(next.end, words[to + 2]!.start))) break;
        if (!OF.has(next.key)) break;
        to += 2;
      } else break;
    }
    // "(NLP)" is short for what stands before it.
    const isGloss = text[words[at]!.start - 1] === '(' && text[words[to]!.end] === ')';
    if ((to > at || !first.has(at)) && !isGloss)
      names.push({ kind: 'name', from: at, to, unit: '', date: [] });
    at = to;
  }
  return names;
}
export function readSlots(text: string): Slotted {
  const language = guessLanguage(text);
  const words = readWords(text, [functionWords('en'), functionWords(language)]);
  const terms = termsOf(language);
  const sentences = sentencesOf(text, words);
  const dates = readDates(text, words, terms);
  const taken = new Set(dates.flatMap(({ from, to }) => range(from, to)));
  const numbers = words.flatMap(({ number }, at): Slot[] =>
    number && !taken.has(at) && isWhole({ text, words }, { from: at, to: at })
      ? [{ kind: 'number', from: at, to: at, unit: unitOf(text, words, at), date: [] }]
      : [],
  );
  const names = readNames(text, words, new Set(sentences.map(({ from }) => from))).filter(
    ({ from, to }) => !range(from, to).some((at) => taken.has(at)),
  );
  return {
    text,
    words,
    sentences,
    caseless: language === 'de' || !words.some(({ capital }) => capital),
    slots: [...dates, ...numbers, ...names].sort((a, b) => a.from - b.from),
    dimensionOf: (unit) => dimensionOf(unit, terms),
  };
}

function sentencesOf(text: string, words: readonly Word[]): Stretch[] {
  const sentences: Stretch[] = [];
  let from = 0;
  for (const { end } of splitSentences(text)) {
    let to = from;
    while (to < words.length && words[to]!.start < end) to += 1;
    if (to > from) sentences.push({ from, to: to - 1 });
    from = to;
  }
  return sentences;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const MINUS = /(?<![^\s(])[-−]$/u;

/** @returns where the words of a stretch stand, with what is between them; with signs of units if wanted. */
export function placeOf(
  { text, words }: Slotted,
  { from, to }: Stretch,
  signs = false,
): { readonly start: number; readonly end: number } {
  const [first, last] = [words[from] as Word, words[to] as Word];
  const ahead = text.slice(Math.max(0, first.start - 2), first.start);
  const sign = first.number ? (MINUS.exec(ahead) ?? (signs ? CURRENCY.exec(ahead) : null)) : null;
  const behind = last.number && signs ? SIGN_BEHIND.exec(text.slice(last.end, last.end + 2)) : null;
  return { start: first.start - (sign?.[0].length ?? 0), end: last.end + (behind?.[0].length ?? 0) };
}

/** @returns the words of a stretch, with what is between them; with signs of units if wanted. */
export function textOf(text: Slotted, stretch: Stretch, signs = false): string {
  const { start, end } = placeOf(text, stretch, signs);
  return text.text.slice(start, end);
}

/**
 * @returns where words stand in a text, whatever their case, marks and separators; where they do not, without the
 *   short words at their ends.
 */
export function findWords(text: Slotted, phrase: string): Stretch[] {
  const { words } = readSlots(phrase);
  const whole = findRun(text, words);
  const first = words.findIndex(({ content }) => content);
  if (whole.length > 0 || first === -1) return whole;
  return findRun(text, words.slice(first, words.findLastIndex(({ content }) => content) + 1));
}

/** @returns the places of words that follow one another; of a number, not where it is a part of one. */
export function findRun(text: Slotted, keys: readonly Pick<Word, 'key'>[]): Stretch[] {
  if (keys.length === 0) return [];
  return text.words.flatMap((_, from) => {
    const to = from + keys.length - 1;
    if (!keys.every(({ key }, at) => text.words[from + at]?.key === key)) return [];
    return isWhole(text, { from, to }) ? [{ from, to }] : [];
  });
}
