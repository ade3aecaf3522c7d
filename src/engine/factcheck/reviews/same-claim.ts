/**
 * Whether two claims are the same in other words, so that what was decided on one holds for the other. Where that is not
 * sure, they are not: another figure, year, name, degree or direction makes another claim, and so does anything that
 * one of them says beyond the other.
 */
import { judgeByValues } from '../../judge/values/judge-by-values.ts';
import { readValues } from '../../judge/values/read-values.ts';
import { decideLanguage } from '../../text/guess-language.ts';
import { statementWords } from '../../text/statement-words.ts';
import { bareText } from '../../text/words-of.ts';
import type { KnownLanguage } from '../read/read-statement.ts';
import { type MeantWord, meantWords } from './canonical-words.ts';

/** Longer ones are the same only where they are written the same. UTF-16 units. */
const LONGEST = 600;
/** Phrases that stand before a subject. */
const MOST_IN_FRONT = 3;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** They make no difference to what is claimed. */
const LIGHT = set(
  'actual actually really official officially fact indeed total overall current currently already ever own year',
);
/** Before a person's name. */
const TITLES = set(
  'mr mrs ms miss dr prof professor president chancellor mayor senator governor minister king queen prince princess pope sir',
);
/** What is part of a place's name is no first name. */
const OF_PLACES = set(
  'north south east west northern southern eastern western new old great greater saint san santa los las el republic united central upper lower fort mount lake river port cape',
);
const BE = set('is are was were be been being got gets');
const NOW = set('is are has have');
const THEN = set('was were had');
const OWNED = set('a an the no its their his her');
const ADJUNCT = set('in on at during from for to with after before since until near under over as through');
const DIRECTIONS = set('from to into before after since until under over above below without against than');
const OF_NUMBERS = set('before after since until from to by');
const NEGATIONS = set('denied denies deny');

/** Marks of one kind that say the same. */
const SAME_MARKS: readonly ReadonlySet<string>[] = [
  set('all every each'),
  set('some several few'),
  set('most mostly largely mainly primarily generally usually typically'),
  set('only just merely exactly'),
  set('less fewer'),
  set(
    'may might could possibly perhaps maybe potentially seem seems seemed appear appears appeared apparently',
  ),
  set('likely probably presumably expected supposed'),
  set('will shall'),
  set('often'),
];
/** They are about figures, which are compared as values. */
const OF_FIGURES = set('nearly almost approximately roughly about up least half both');

/**
 * @param language of both, as guessed of one; other languages than English, German, French and Spanish are compared letter by
 *   letter.
 */
export function isSameClaim(one: string, other: string, language: string): boolean {
  if (one === other) return true;
  if (/[?？]\s*$/.test(one) !== /[?？]\s*$/.test(other) || !haveSameValues(one, other)) return false;
  if (bareText(one) === bareText(other)) return true;
  const sharedLanguage = decideLanguage(other) ?? language;
  if (!isKnown(sharedLanguage) || one.length > LONGEST || other.length > LONGEST) return false;
  const [a, b] = [
    meantWords(withoutValues(one), sharedLanguage),
    meantWords(withoutValues(other), sharedLanguage),
  ];
  return haveSameMarks(a, b) && haveSameTime(a, b) && saySame(a, b) && haveSameOrder(a, b);
}

/** Values are compared apart from words: "12,000" and "twelve thousand" have none in common. */
function withoutValues(text: string): string {
  return readValues(text).values.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}0${rest.slice(end)}`,
    text,
  );
}

function isKnown(language: string): language is KnownLanguage {
  return statementWords(language) !== undefined;
}

function haveSameValues(one: string, other: string): boolean {
  return judgeByValues(one, other).agrees && judgeByValues(other, one).agrees;
}

function haveSameMarks(a: readonly MeantWord[], b: readonly MeantWord[]): boolean {
  const marksOf = (words: readonly MeantWord[]): string =>
    words
      .flatMap(({ text, mark }) => {
        if (mark === undefined || mark === 'cause' || OF_FIGURES.has(text)) return [];
        if (mark === 'negation') return [`${mark} ${text === 'never' ? text : ''}`];
        if (mark === 'attribution') return [NEGATIONS.has(text) ? `${mark} denied` : mark];
        const group = SAME_MARKS.findIndex((words) => words.has(text));
        return [group < 0 ? text : `group ${group}`];
      })
      .sort()
      .join();
  return marksOf(a) === marksOf(b);
}

/** "Is the mayor" and "was the mayor", "has a port" and "had a port". */
function haveSameTime(a: readonly MeantWord[], b: readonly MeantWord[]): boolean {
  const timeOf = (words: readonly MeantWord[]): string => {
    const [now, then] = [NOW, THEN].map((forms) =>
      words.some(({ text }, at) => forms.has(text) && (BE.has(text) || isOwned(words[at + 1]))),
    );
    return now === then ? '' : now ? 'now' : 'then';
  };
  const [its, own] = [timeOf(a), timeOf(b)];
  return its === '' || own === '' || its === own;
}

/** What somebody has begins so; what somebody has done does not. */
const isOwned = (word: MeantWord | undefined): boolean =>
  word !== undefined && (word.kind === 'number' || OWNED.has(word.text));

const saysSomething = ({ kind, text }: MeantWord): boolean =>
  (kind === 'name' || kind === 'content') && !LIGHT.has(text);

/** Whether each says all that the other says, but for first names and titles: "Angela Merkel" is "Chancellor Merkel". */
function saySame(a: readonly MeantWord[], b: readonly MeantWord[]): boolean {
  const [beyondA, beyondB] = [saidBeyond(a, b), saidBeyond(b, a)];
  if (beyondA === undefined || beyondB === undefined) return false;
  // Mary Smith is not John Smith.
  return !beyondA.some((name) => beyondB.includes(name));
}

/**
 * @returns the names that have a first name or a title in one alone; `undefined` where it says more than that, or both
 *   have next to nothing in common.
 */
function saidBeyond(
  words: readonly MeantWord[],
  others: readonly MeantWord[],
): readonly string[] | undefined {
  const said = new Set(others.map(({ meaning }) => meaning));
  const names: string[] = [];
  let shared = 0;
  for (const [at, word] of words.entries()) {
    if (!saysSomething(word)) continue;
    if (said.has(word.meaning)) {
      shared += 1;
      continue;
    }
    const name = nameBehind(words, at);
    if (name === undefined || !said.has(name.meaning)) return undefined;
    if (!TITLES.has(word.text)) names.push(name.meaning);
  }
  return shared > 1 ? names : undefined;
}

/** @returns the name that a title or a first name stands before. */
function nameBehind(words: readonly MeantWord[], at: number): MeantWord | undefined {
  const word = words[at]!;
  if (TITLES.has(word.text)) return words.slice(at + 1, at + 4).findLast(({ kind }) => kind === 'name');
  const next = words[at + 1];
  const isFirstName = word.kind === 'name' && !OF_PLACES.has(word.text);
  return isFirstName && next?.kind === 'name' && next.gap === '' ? next : undefined;
}

/** Who did what to whom: the words that both have, in the order in which an active sentence would have them. */
function haveSameOrder(a: readonly MeantWord[], b: readonly MeantWord[]): boolean {
  const once = (words: readonly MeantWord[]) => {
    const all = words.filter(saysSomething).map(({ meaning }) => meaning);
    return new Set(all.filter((meaning) => all.indexOf(meaning) === all.lastIndexOf(meaning)));
  };
  const [inA, inB] = [once(a), once(b)];
  const orderOf = (words: readonly MeantWord[]): string =>
    inActiveOrder(withoutFront(words))
      .filter((word) => saysSomething(word) && inA.has(word.meaning) && inB.has(word.meaning))
      .map(({ meaning }) => meaning)
      .join();
  return orderOf(a) === orderOf(b) && haveSameDirections(a, b);
}

/** "In 1889, the tower was completed": what stands before the subject goes behind the rest. */
function withoutFront(words: readonly MeantWord[], most = MOST_IN_FRONT): readonly MeantWord[] {
  if (most === 0 || !ADJUNCT.has(words[0]?.text ?? '')) return words;
  const end = words.findIndex(({ gap }, at) => at > 0 && gap.includes(','));
  const until = end > 0 ? end : words.findIndex(({ text }, at) => at > 0 && /^(?:the|a|an|it)$/.test(text));
  return until > 0 ? withoutFront([...words.slice(until), ...words.slice(0, until)], most - 1) : words;
}

/** "Rome was taken by Alaric in 410" as "Alaric took Rome in 410". */
function inActiveOrder(words: readonly MeantWord[]): readonly MeantWord[] {
  const by = words.findIndex(({ text }) => text === 'by');
  const be = words.slice(0, Math.max(0, by)).findLastIndex(({ text }) => BE.has(text));
  const agent = words[by + 1];
  if (be < 1 || agent === undefined || !words.slice(be, by).some(saysSomething)) return words;
  const rest = words.findIndex(({ text }, at) => at > by + 1 && ADJUNCT.has(text));
  const end = rest < 0 ? words.length : rest;
  if (!words.slice(by + 1, end).some(saysSomething)) return words;
  return [...words.slice(by + 1, end), ...words.slice(be, by), ...words.slice(0, be), ...words.slice(end)];
}

/** "From Rome to Paris", "before the war". */
function haveSameDirections(a: readonly MeantWord[], b: readonly MeantWord[]): boolean {
  const directionsOf = (words: readonly MeantWord[]): string =>
    words
      .flatMap((word, at) => {
        if (!saysSomething(word) && word.kind !== 'number') return [];
        const from =
          words.slice(0, at).findLastIndex((one) => saysSomething(one) || one.kind === 'number') + 1;
        // What bounds a figure is compared with it, but for a time.
        const directions = word.kind === 'number' ? OF_NUMBERS : DIRECTIONS;
        const direction = words.slice(from, at).findLast(({ text }) => directions.has(text));
        return direction === undefined ? [] : [`${direction.text} ${word.meaning}`];
      })
      .sort()
      .join();
  return directionsOf(a) === directionsOf(b);
}
