/** Whether a sentence loses anything that a claim says, or that governs what it takes from it. */
import { IRREGULAR_PASTS } from '../../text/verbs.ts';
import { initialsOf, sameMark, saysSomething } from './check-additions.ts';
import { type Compared, vocabularyOf, type Word } from './read-statement.ts';

/** Words of a phrase that refers, such as "the well-known company". */
const MOST_REPLACED = 3;
export const DETERMINERS = new Set(
  'the this that these those such his her its their der die das dem den des dieser diese dieses diesem diesen ihr ihre sein seine le la les l ce cet cette ces son sa ses leur leurs el los las este esta estos estas su sus'.split(
    ' ',
  ),
);
const DEGREES = new Set('more most less least mehr plus moins más menos'.split(' '));
const JOINTS = new Set('and or nor und oder et ou y e o'.split(' '));
const STARTS_CLAUSE = new Set(
  'is are was were has have had ist sind war waren hat haben wurde wurden wird est sont était a ont es son era fue ha'.split(
    ' ',
  ),
);
const BREAKS = new Set(
  'but while whereas although though which aber während obwohl mais tandis pero mientras aunque'.split(' '),
);
const PASTS = new Set(IRREGULAR_PASTS);
export const PREPOSITION = new Set(
  'in on at by for from to of after before during since until with in an auf bei nach vor seit während im am en à au dans depuis pendant après avant desde durante tras'.split(
    ' ',
  ),
);

/**
 * @param words of a sentence, or of several together.
 * @param inserted how many of them stand for references; `undefined` where only names and numbers count.
 * @returns whether all that the claim says is among them: its content but for what references are replaced, each of
 *   its negations, conditions, attributions, quantities and hedges.
 */
export function keepsAll(
  words: readonly Word[],
  { claim, language }: Compared,
  inserted: number | undefined,
): boolean {
  const said = vocabularyOf(words, language);
  const missing = claim.filter((word) => saysSomething(word) && !said.has(word));
  const initials = initialsOf(words.filter(({ kind }) => kind !== 'function'));
  const lost = missing.filter(
    ({ kind, text }) => kind !== 'name' || !(text.length > 1 && initials.includes(text)),
  );
  if (inserted === undefined) return lost.every(({ kind }) => kind === 'content');
  if (!sameMarks(words, claim)) return false;
  if (lost.length === 0) return true;
  const replaced = inserted > 0 ? replaceable(claim, language) : new Set<Word>();
  return lost.length <= MOST_REPLACED && lost.every((word) => replaced.has(word));
}

function sameMarks(words: readonly Word[], claim: readonly Word[]): boolean {
  const marks = (some: readonly Word[]) => some.filter(({ mark }) => mark !== undefined && mark !== 'cause');
  const [own, its] = [marks(words), marks(claim)];
  return (
    its.every((mark) => own.some(({ text }) => sameMark(text, mark.text))) &&
    negations(own) === negations(its)
  );
}

function negations(words: readonly Word[]): number {
  return words.filter(({ mark }) => mark === 'negation').length;
}

/** Words within three of a determiner or a reference: what the phrase that refers is made of. */
function replaceable(claim: readonly Word[], language: Compared['language']): Set<Word> {
  const found = new Set<Word>();
  for (const [at, word] of claim.entries()) {
    if (!DETERMINERS.has(word.text) && word.kind !== 'reference') continue;
    for (const next of claim.slice(at + 1, at + 1 + MOST_REPLACED)) {
      // German writes all nouns like names.
      if (next.kind !== 'content' && !(language === 'de' && next.kind === 'name')) break;
      found.add(next);
    }
  }
  return found;
}

/**
 * @param words of a part of the claim.
 * @returns whether all that governs this part in the claim stands in it: conditions and attributions govern every
 *   part, negations and hedges what follows up to the clause's end, quantities the words behind them.
 */
export function keepsWhatGoverns(words: readonly Word[], { claim, language }: Compared): boolean {
  const said = vocabularyOf(words, language);
  const kept = (mark: Word): boolean => words.some(({ text }) => sameMark(text, mark.text));
  if (!keepsSubject(words, claim, language)) return false;
  return claim.every((word, at) => {
    if (word.mark === undefined || word.mark === 'cause' || kept(word)) return true;
    if (word.mark === 'condition' || word.mark === 'attribution') return false;
    const governed = word.mark === 'quantity' ? countedBy(claim, at) : ruledBy(claim, at);
    return !governed.some(
      (next) => said.has(next) && claim.filter(({ text }) => text === next.text).length === 1,
    );
  });
}

/** @returns whether negations, hedges and quantities are said of what the claim says them of. */
export function marksTheSame(
  words: readonly Word[],
  { claim, language }: Compared,
  inserted: number,
): boolean {
  const said = vocabularyOf(words, language);
  const replaced = inserted > 0 ? replaceable(claim, language) : new Set<Word>();
  return words.every(({ mark, text }) => {
    if (mark !== 'negation' && mark !== 'modality' && mark !== 'quantity') return true;
    const places = claim.flatMap((word, at) => (sameMark(word.text, text) ? [at] : []));
    return places.some((at) => {
      const governed = mark === 'quantity' ? countedBy(claim, at) : ruledBy(claim, at);
      const before = claim.slice(0, at).findLast(saysSomething);
      const ruled = governed.length > 0 || before === undefined ? governed : [before];
      return ruled.some((word) => said.has(word) || replaced.has(word));
    });
  });
}

/** What a quantity is said of: the words right behind it; of a degree ("more modern"), the next alone. */
function countedBy(claim: readonly Word[], at: number): Word[] {
  const from = claim.findIndex((word, place) => place > at && saysSomething(word));
  const first = claim[from];
  const second = claim[from + 1];
  if (first === undefined) return [];
  const phrase = second !== undefined && saysSomething(second) && !DEGREES.has(claim[at]?.text ?? '');
  return phrase ? [first, second] : [first];
}

/** What a negation or a hedge is said of, up to the clause's end: the next word, and the first of what is joined to it. */
function ruledBy(claim: readonly Word[], at: number): Word[] {
  const heads: Word[] = [];
  let isHead = true;
  for (let place = at + 1; place < claim.length; place++) {
    const word = claim[place] as Word;
    if (BREAKS.has(word.text) || /[;:—–]/.test(word.gap)) break;
    const joins = JOINTS.has(word.text);
    const next = claim[place + 1];
    if (joins && (next?.kind === 'reference' || STARTS_CLAUSE.has(next?.text ?? ''))) break;
    if (joins || word.gap.includes(',')) isHead = true;
    if (!isHead || !saysSomething(word)) continue;
    heads.push(word);
    isHead = false;
  }
  return heads;
}

/**
 * A part about fewer of the words of the claim's subject is about more things: "sheep in Wales" are not "sheep". And
 * what a fronted "when" says holds for each part.
 */
function keepsSubject(
  words: readonly Word[],
  claim: readonly Word[],
  language: Compared['language'],
): boolean {
  const first = claim.findIndex(
    ({ text, mark }, at) => at > 0 && (STARTS_CLAUSE.has(text) || mark === 'modality' || PASTS.has(text)),
  );
  const subject = claim.slice(0, Math.max(0, first));
  const simple = subject.every(({ gap, kind }, at) => (at === 0 || gap === '') && kind !== 'reference');
  const said = vocabularyOf(words, language);
  const opening = claim[0]?.text ?? '';
  const when = /^(?:when|whenever|wenn|quand|lorsque|cuando)$/.test(opening);
  if (when && !words.some(({ text }) => text === opening)) return false;
  if (!simple || subject.length > 8 || PREPOSITION.has(opening)) return true;
  const content = subject.filter(saysSomething);
  const shared = content.filter((word) => said.has(word));
  return (
    shared.length === 0 ||
    shared.length === content.length ||
    // "William O. Douglas" is Douglas.
    subject.every(({ kind, text }) => kind === 'name' || text.length === 1)
  );
}
