/** Whether a sentence adds to a claim anything but what the claim's references mean. */
import { CLASS, hashWord, isOf, lookUp, type WordClass } from '../../claims/lexicon.ts';
import { baseOf, IRREGULAR_PASTS } from '../../text/verbs.ts';
import { type Compared, stemOf, vocabularyOf, type Word } from './read-statement.ts';

/** Words from the text before the claim that are no names; in an item of a list, which has no subject, more. */
const MOST_COMMON = 4;
const MOST_COMMON_OF_FRAGMENT = 7;

/** What no reference means: judgements, degrees, causes, conditions, speech. */
const NEVER_INSERTED = (
  'opinion superlative comparative negation condition hedge causal speech mental may must will quantifier intensifier advice change rhetoric' as string
)
  .split(' ')
  .map((name) => CLASS[name as WordClass]);
const PASTS = new Set(IRREGULAR_PASTS);
/** Points at a time or a number that the text names. */
const POINTS_AT_TIME =
  /\b(?:(?:this|that|these|those|the|same) (?:very )?(?:same )?(?:year|time|day|date|month|week|century|decade|era|period|season|war|event|election|game|match|edition)s?|then|former|latter|(?:following|previous|next|preceding|subsequent) \p{L}+|later|earlier|before|after(?:wards)?)\b/u;
const DEFINITE: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(['the']),
  de: new Set('der die das dem den des'.split(' ')),
  fr: new Set('le la les l du des au aux'.split(' ')),
  es: new Set('el la los las del al'.split(' ')),
};
/** Words from a determiner to its noun. */
const DETERMINED = 2;
const OF = new Set('of von de du del'.split(' '));
const HE = /^(?:he|him|his|himself)$/;
const SHE = /^(?:she|her|hers|herself)$/;
const MALE = new Set(
  'mr king prince sir lord duke emperor father husband son brother man boy uncle grandfather'.split(' '),
);
const FEMALE = new Set(
  'mrs ms miss queen princess lady duchess empress actress mother wife daughter sister woman girl aunt grandmother'.split(
    ' ',
  ),
);
/** Sentences of these languages may leave their subject out. */
const DROPS_SUBJECT = new Set(['es']);
const FINITE =
  /^(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|shall|should|am|ist|sind|war|waren|hat|haben|hatte|wurde|wurden|wird|werden|est|sont|était|étaient|a|ont|avait|fut|furent|es|son|era|eran|fue|fueron|ha|han|tiene)$/u;

/**
 * @returns how many words it takes from the text before the claim; `undefined` where it has a word from nowhere, or
 *   one that no reference of the claim stands for.
 */
export function addsNothing(words: readonly Word[], compared: Compared): number | undefined {
  const { claim, context, language } = compared;
  const own = vocabularyOf(claim, language);
  const contextWords = vocabularyOf(context, language);
  if (addsMark(words, claim) || breaksNumber(words, [...claim, ...context])) return undefined;
  const fragment = isFragment(compared);
  let total = 0;
  let common = 0;
  for (let at = 0; at < words.length; at++) {
    const from = at;
    const run: Word[] = [];
    for (; at < words.length && !isOwn(words[at] as Word, own); at++) {
      const word = words[at] as Word;
      if (!saysSomething(word)) continue;
      if (!contextWords.has(word)) return undefined;
      run.push(word);
    }
    if (run.length === 0) continue;
    total += run.length;
    common += run.filter(({ kind }) => kind === 'content').length;
    if (!run.every((word) => mayStandForReference(word, fragment, language))) return undefined;
    if (!standsTogether(run, context) || isOfOtherSex(run, claim)) return undefined;
    const before = words.slice(0, from).findLast(saysSomething);
    const after = words.slice(at).find(saysSomething);
    const replaces =
      hasSlot(before, after, compared, fragment || dropsSubject(run, compared)) ||
      extendsName(run, before, after, context) ||
      claim.some((short) => isShortFor(short, run, context));
    if (!replaces || (run.some(isDate) && !mayName(run, words, from, at, claim))) return undefined;
  }
  const most = fragment ? MOST_COMMON_OF_FRAGMENT : MOST_COMMON;
  return common <= most ? total : undefined;
}

export function saysSomething({ kind }: Word): boolean {
  return kind === 'name' || kind === 'number' || kind === 'content';
}

const isOwn = (word: Word, own: { has(word: Word): boolean }): boolean =>
  saysSomething(word) && own.has(word);

function isDate({ kind, text }: Word): boolean {
  return kind === 'number' || isOf(lookUp(hashWord(text)), CLASS.calendar);
}

/** A negation, condition, hedge, quantity or cause that the claim does not have. */
function addsMark(words: readonly Word[], claim: readonly Word[]): boolean {
  const count = (some: readonly Word[], { text }: Word): number =>
    some.filter((word) => sameMark(word.text, text)).length;
  return words.some((word) => {
    if (word.mark === undefined) return false;
    const allowed = count(claim, word);
    return allowed === 0 || (word.mark === 'negation' && count(words, word) > allowed);
  });
}

export function sameMark(a: string, b: string): boolean {
  return a === b || stemOf(a) === stemOf(b);
}

/** A number with another unit behind it than in the text. */
function breaksNumber(words: readonly Word[], sources: readonly Word[]): boolean {
  return words.some((word, at) => {
    if (word.kind !== 'number') return false;
    const unit = unitOf(words, at);
    if (unit === undefined) return false;
    const units = sources.flatMap(({ text }, place) => (text === word.text ? [unitOf(sources, place)] : []));
    const namedUnits = units.filter((one) => one !== undefined);
    return namedUnits.length > 0 && !namedUnits.some((one) => stemOf(one) === stemOf(unit));
  });
}

function unitOf(words: readonly Word[], at: number): string | undefined {
  const next = words[at + 1];
  return next?.kind === 'content' && next.gap === '' ? next.text : undefined;
}

/** An item of a list: no verb that a sentence needs. */
function isFragment({ claim, ends }: Compared): boolean {
  const participle = /(?:ed|ing|né|née)$/.test(claim[0]?.text ?? '');
  return (participle || !ends) && !claim.slice(1).some(({ text }) => FINITE.test(text) || PASTS.has(text));
}

function mayStandForReference({ text, kind }: Word, fragment: boolean, language: string): boolean {
  if (kind !== 'content' || language !== 'en') return true;
  const slot = lookUp(hashWord(text));
  if (NEVER_INSERTED.some((wordClass) => isOf(slot, wordClass))) return false;
  return fragment || !(baseOf(text) !== text || /\p{L}{2}[^e]ed$/u.test(text));
}

/** "She" is no king. */
function isOfOtherSex(run: readonly Word[], claim: readonly Word[]): boolean {
  const male = claim.some(({ text }) => HE.test(text));
  const female = claim.some(({ text }) => SHE.test(text));
  return run.some(({ text }) => (female && !male && MALE.has(text)) || (male && !female && FEMALE.has(text)));
}

/** Names and numbers stand in the text as they follow one another here; other words near them. */
function standsTogether(run: readonly Word[], context: readonly Word[]): boolean {
  const said = context.filter(saysSomething);
  const follows = (a: Word, b: Word): boolean =>
    said.some(({ text }, at) => text === a.text && said[at + 1]?.text === b.text);
  const named = run.filter(({ kind }) => kind !== 'content');
  return named.every((word, at) => at === 0 || follows(named[at - 1] as Word, word));
}

/** A subject that the sentence leaves out is a name. */
function dropsSubject(run: readonly Word[], { language }: Compared): boolean {
  return DROPS_SUBJECT.has(language) && run.some(({ kind }) => kind === 'name');
}

/** Whether the claim has a reference between the words that the inserted ones stand between. */
function hasSlot(
  before: Word | undefined,
  after: Word | undefined,
  { claim, language }: Compared,
  open: boolean,
): boolean {
  const place = (word: Word): number =>
    claim.findIndex(({ text }) => text === word.text || stemOf(text) === stemOf(word.text));
  const from = before === undefined ? 0 : place(before);
  const to = after === undefined ? claim.length : place(after);
  if (before === undefined && open) return true;
  const [low, high] = from <= to ? [from, to] : [0, claim.length];
  // The determiner of the word before: "their music", "the field".
  const inner = claim.slice(Math.max(0, low - DETERMINED), high < 0 ? claim.length : high + 1);
  return inner.some((word, at) => {
    if (word.kind === 'reference') return true;
    const next = inner[at + 1];
    return (
      DEFINITE[language]?.has(word.text) === true &&
      next !== undefined &&
      (next.kind === 'content' || language === 'de')
    );
  });
}

/** "BPE", where the text says "Byte Pair Encoding (BPE)". */
function isShortFor({ text, kind }: Word, run: readonly Word[], context: readonly Word[]): boolean {
  return (
    kind === 'name' &&
    text === initialsOf(run) &&
    context.some((word, at) => word.text === run.at(-1)?.text && context[at + 1]?.text === text)
  );
}

export function initialsOf(words: readonly Word[]): string {
  return words.map(({ text }) => text.charAt(0)).join('');
}

/** A surname that gets its first name, and the like. */
function extendsName(
  run: readonly Word[],
  before: Word | undefined,
  after: Word | undefined,
  context: readonly Word[],
): boolean {
  if (!run.every(({ kind }) => kind === 'name')) return false;
  const pairs = (a: string | undefined, b: string | undefined): boolean =>
    context.some((word, at) => word.text === a && context[at + 1]?.text === b && context[at + 1]?.gap === '');
  return (
    (before?.kind === 'name' && pairs(before.text, run[0]?.text)) ||
    (after?.kind === 'name' && pairs(run.at(-1)?.text, after.text))
  );
}

/** A date is named only where the claim points at one, or where it belongs to a name. */
function mayName(
  run: readonly Word[],
  words: readonly Word[],
  from: number,
  to: number,
  claim: readonly Word[],
): boolean {
  if (POINTS_AT_TIME.test(claim.map(({ text }) => text).join(' '))) return true;
  const stretch = words.slice(Math.max(0, from - 1), to + 1).filter(({ text }) => !OF.has(text));
  return run.filter(isDate).every((date) => {
    const at = stretch.indexOf(date);
    return [stretch[at - 1], stretch[at + 1]].some((near) => near?.kind === 'name' && !isDate(near));
  });
}
