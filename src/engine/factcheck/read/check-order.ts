/** Whether a sentence turns round what a claim says: who did it to whom, which way, when. */
import { saysSomething } from './check-additions.ts';
import { DETERMINERS, PREPOSITION } from './check-losses.ts';
import { type Compared, stemOf, type Word } from './read-statement.ts';

const BE = new Set('is are was were ist sind war waren est sont était fut es son era fue'.split(' '));
const THAN = new Set('than als que'.split(' '));
const IS = new Set('is are ist sind est sont es son'.split(' '));
const WAS = new Set('was were war waren était étaient fut era eran fue fueron'.split(' '));
const DIRECTIONS = new Set(
  'from to by before after until since over under above below near with without against than into von zu nach vor bis seit durch gegen ohne über unter als depuis avant après par vers contre sans hasta desde hacia por antes después contra sin que'.split(
    ' ',
  ),
);

/**
 * @param whole whether the sentence stands for the claim, or for a part of it.
 * @returns whether the claim's words stand in its order, behind the prepositions that say who did it to whom and
 *   which way, in its time, and the subject where its reference stood.
 */
export function keepsOrder(
  words: readonly Word[],
  { claim, language }: Compared,
  inserted: number,
  whole: boolean,
): boolean {
  if (!keepsDirections(words, claim, whole) || changesTime(words, claim)) return false;
  const said = claim.filter(saysSomething);
  const keys = said.map(keyOf);
  const own = words.filter(({ kind }) => kind === 'name' || kind === 'content');
  const once = own.filter(
    (word) => countOf(keys, keyOf(word)) === 1 && countOf(own.map(keyOf), keyOf(word)) === 1,
  );
  const fronted = frontedOf(claim);
  const placesOf = (some: readonly Word[]): number[] =>
    some.map((word) => keys.indexOf(keyOf(word))).filter((at) => !fronted.includes(said[at] as Word));
  const names = placesOf(
    once.filter((word) => word.kind === 'name' && said[keys.indexOf(keyOf(word))]?.kind === 'name'),
  );
  const places = placesOf(once);
  // "Mainz is a city" may be a part of "He lives in a city named Mainz"; "cats chase dogs" is none of "dogs chase cats".
  const equates = words.some(({ text }) => BE.has(text)) && !words.some(({ text }) => THAN.has(text));
  const begins = inserted > 0 || equates || places.every((at) => at >= (places[0] as number));
  const ascending = isAscending(names) && (whole ? isAscending(places) : begins);
  if (!ascending && !(language === 'en' && endsWithName(claim))) return false;
  // "She met Pierre": whom she means stands first.
  const reference = claim.findIndex(({ kind }) => kind === 'reference');
  const first = words.find((word) => saysSomething(word) && word.kind !== 'number');
  const place = claim.findIndex(({ kind, text }) => kind === 'name' && text === first?.text);
  return inserted === 0 || reference < 0 || place <= reference + 1 || equates;
}

/** The words of a phrase before the subject: "In Paris, she met Pierre" may end with it. */
function frontedOf(claim: readonly Word[]): readonly Word[] {
  if (!PREPOSITION.has(claim[0]?.text ?? '')) return [];
  const end = claim.findIndex(({ gap, kind }, at) => at > 0 && (gap.includes(',') || kind === 'reference'));
  return claim.slice(0, end < 0 ? 2 : end);
}

/** "The chair was Dan Jurafsky." */
function endsWithName(claim: readonly Word[]): boolean {
  return claim.some(({ text }, at) => BE.has(text) && claim[at + 1]?.kind === 'name');
}

const keyOf = ({ text }: Word): string => stemOf(text);

function countOf(keys: readonly string[], key: string): number {
  return keys.filter((one) => one === key).length;
}

/** "From Rome to Paris", "before 1990", "hit by a car": the word before each, its determiners left out. */
function keepsDirections(words: readonly Word[], claim: readonly Word[], whole: boolean): boolean {
  const before = (some: readonly Word[], at: number): string =>
    some.slice(0, at).findLast(({ text }) => !DETERMINERS.has(text) && text !== 'a' && text !== 'an')?.text ??
    '';
  return words.every((word, at) => {
    const places = claim.flatMap((one, place) => (one.text === word.text ? [place] : []));
    if (!saysSomething(word) || places.length !== 1) return true;
    const [its, own] = [before(claim, places[0] as number), before(words, at)];
    if (its === own || !(DIRECTIONS.has(its) || DIRECTIONS.has(own))) return true;
    if (whole) return false;
    // A part may begin with the word; another way is another statement.
    return DIRECTIONS.has(own)
      ? !DIRECTIONS.has(its) && claim.some(({ text }) => text === own)
      : !PREPOSITION.has(own) && (its !== 'by' || words.slice(0, at).every((one) => !saysSomething(one)));
  });
}

function isAscending(places: readonly number[]): boolean {
  return places.every((at, index) => index === 0 || at > (places[index - 1] as number));
}

/** "Is red" made "was red", or the other way round. */
function changesTime(words: readonly Word[], claim: readonly Word[]): boolean {
  const formBefore = (some: readonly Word[], at: number): string => {
    const from = some.slice(0, at).findLastIndex(saysSomething) + 1;
    return some.slice(from, at).find(({ text }) => BE.has(text))?.text ?? '';
  };
  return words.some((word, at) => {
    const place = saysSomething(word) ? claim.findIndex(({ text }) => text === word.text) : -1;
    const [its, own] = place < 0 ? ['', ''] : [formBefore(claim, place), formBefore(words, at)];
    return (IS.has(its) && WAS.has(own)) || (WAS.has(its) && IS.has(own));
  });
}
