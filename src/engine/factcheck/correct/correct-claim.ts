/**
 * What is wrong in a refuted claim, and what stands in its place in the evidence: both are copied, neither is written.
 * What the judge proposes is found in claim and quote, word for word, and held against both; where it does not hold,
 * the words of claim and quote decide, or nothing does.
 */
import type { Correction, Evidence } from '../../../domain/claim.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { INVISIBLE_CHARACTERS } from '../sources/plain-text.ts';
import { withoutLinks } from '../state/clean-explanation.ts';
import { agreementOf, alignClaim, type Counterpart, differencesOf, scoreOf } from './align-claim.ts';
import { fitPair } from './fit-pair.ts';
import {
  findRun,
  findWords,
  placeOf,
  readSlots,
  type Slotted,
  type Stretch,
  textOf,
  type Word,
} from './read-slots.ts';
import { type PlainText, withoutMarkup } from './without-markup.ts';

/** What the judge says is wrong in a claim, and what is right: any words at all. */
export interface ProposedPair {
  readonly wrong: string;
  readonly right: string;
}

/** UTF-16 units: of what is exchanged, of claims and proposals that are read, and of what is read of a quote. */
const LONGEST = 80;
const LONGEST_CLAIM = 2_000;
const LONGEST_PROPOSAL = 300;
const LONGEST_QUOTE = 4_000;
/** Places of the same words in a quote that are looked at, and those that are tried. */
const MOST_PLACES = 20;
const MOST_TRIED = 3;

/**
 * @param originalText the claim as it stands in its text.
 * @param proposed what the judge said, the likeliest first; pairs that do not hold are passed over.
 * @param evidence the claim's, as it is returned; only quotes that refute count.
 * @returns the correction; `undefined` where nothing is certain.
 */
export function correctionFor(
  originalText: string,
  proposed: readonly ProposedPair[],
  evidence: readonly Evidence[],
): Correction | undefined {
  const refuting = evidence.filter(({ stance, quote }) => stance === 'refutes' && quote !== '');
  if (refuting.length === 0 || originalText.length > LONGEST_CLAIM) return undefined;
  const plain = withoutMarkup(originalText);
  const claim = readSlots(plain.text);
  const plainQuotes = refuting.map(({ quote }) => withoutMarkup(quote.slice(0, LONGEST_QUOTE)));
  const quotes = plainQuotes.map(({ text }) => readSlots(text));
  /** Words with a mark of a form among them would leave half of it behind. */
  const isWritten = (text: PlainText, words: Slotted, stretch: Stretch, signs: boolean | undefined) => {
    const { start, end } = placeOf(words, stretch, signs);
    return text.written(start, end) === text.text.slice(start, end);
  };
  const pairs = proposed
    .filter(({ wrong, right }) => Math.max(wrong.length, right.length) <= LONGEST_PROPOSAL)
    .flatMap((pair) => placesOf(claim, pair, quotes));
  for (const pair of [...pairs, alignClaim(claim, quotes)]) {
    const fitted = pair === undefined ? undefined : fitPair(claim, pair);
    if (fitted === undefined || !holds(claim, fitted, quotes)) continue;
    const { wrong, quote, right, signs } = fitted;
    const at = quotes.indexOf(quote);
    if (!isWritten(plain, claim, wrong, signs)) continue;
    if (!isWritten(plainQuotes[at] as PlainText, quote, right, signs)) continue;
    const words = written(claim, fitted);
    if (originalText.split(words.wrong).length !== 2) continue;
    const { source, url } = refuting[at] as Evidence;
    return { ...words, source, url };
  }
  return undefined;
}

const SIGN = /[%‰°٪\p{Sc}]/u;

/** Where a proposed pair stands in claim and quotes, the likeliest place first. */
function placesOf(claim: Slotted, { wrong, right }: ProposedPair, quotes: readonly Slotted[]): Counterpart[] {
  const [own, another] = findWords(claim, wrong);
  // Of two places, nobody knows which is meant.
  if (own === undefined || another !== undefined) return [];
  const signs = SIGN.test(wrong) && SIGN.test(right);
  return quotes
    .flatMap((quote) => {
      const places = findWords(quote, right).slice(0, MOST_PLACES);
      return places.map((at) => ({ wrong: own, quote, right: at, signs }));
    })
    .map((pair) => ({ pair, score: scoreAt(claim, pair) }))
    .sort((a, b) => b.score - a.score)
    .map(({ pair }) => pair)
    .slice(0, MOST_TRIED);
}

function scoreAt(claim: Slotted, { wrong, quote, right }: Counterpart): number {
  return scoreOf(agreementOf(claim, wrong, quote, right));
}

function written(
  claim: Slotted,
  { wrong, quote, right, signs }: Counterpart,
): Pick<Correction, 'wrong' | 'right'> {
  return { wrong: textOf(claim, wrong, signs), right: textOf(quote, right, signs) };
}

function holds(claim: Slotted, pair: Counterpart, quotes: readonly Slotted[]): boolean {
  const { wrong, right } = written(claim, pair);
  return (
    wrong !== right &&
    isPlain(wrong) &&
    isPlain(right) &&
    claim.text.split(wrong).length === 2 &&
    saysAnother(claim, pair) &&
    readsWell(claim, pair) &&
    !standsElsewhere(claim, pair) &&
    !isConfirmed(claim, pair, quotes) &&
    // What else differs would stay wrong.
    differencesOf(claim, quotes).every(
      (one) => meets(one.wrong, pair.wrong) && one.quote === pair.quote && meets(one.right, pair.right),
    )
  );
}

const SIGN_AT_END = /(?:[%‰°٪]\s?\p{L}?|\p{Sc})$/u;
const SIGN_AT_START = /^(?:[-\u2212]|\p{Sc})/u;

/** Whether the claim says its unit once with what is right: the words and signs around it are not said twice, nor lost. */
function readsWell(claim: Slotted, { wrong, quote, right, signs }: Counterpart): boolean {
  const [own, other] = [wordsIn(claim, wrong), wordsIn(quote, right)];
  const [before, behind] = [claim.words[wrong.from - 1]?.key, claim.words[wrong.to + 1]?.key];
  const twice = (beside: string | undefined, at: 0 | -1) =>
    beside !== undefined && other.length > 1 && other.at(at)?.key === beside && own.at(at)?.key !== beside;
  const { start, end } = placeOf(claim, wrong, signs);
  const text = textOf(quote, right, signs);
  const signTwice =
    (SIGN_AT_START.test(text) &&
      /[-\u2212\p{Sc}]\s?["'“”‘’(]*$/u.test(claim.text.slice(Math.max(0, start - 4), start))) ||
    (SIGN_AT_END.test(text) && /^["'“”‘’)]*\s?[%‰°٪\p{Sc}]/u.test(claim.text.slice(end, end + 4)));
  const unit = own.length > 1 ? claim.dimensionOf(own.at(-1)?.key ?? '') : undefined;
  const keeps =
    unit === undefined || SIGN.test(text) || other.some(({ key }) => quote.dimensionOf(key) !== undefined);
  return (
    !twice(before, 0) && !twice(behind, -1) && !signTwice && keeps && fitsName(claim, { wrong, quote, right })
  );
}

/** Whether a part of a name takes the place of the same part of another: "Tom Berg" is no first name of "Ana Ruiz". */
function fitsName(claim: Slotted, { wrong, quote, right }: Counterpart): boolean {
  const rest = (text: Slotted, { from, to }: Stretch): readonly string[] => {
    const name = text.slots.find((slot) => slot.kind === 'name' && slot.from <= from && slot.to >= to);
    if (name === undefined) return ['', ''];
    const keys = (first: number, last: number) =>
      text.words
        .slice(first, last)
        .filter(({ content }) => content)
        .map(({ key }) => key)
        .join(' ');
    return [keys(name.from, from), keys(to + 1, name.to + 1)];
  };
  const left = rest(claim, wrong);
  return claim.caseless || left.join('') === '' || left.join('\n') === rest(quote, right).join('\n');
}

function meets(a: Stretch, b: Stretch): boolean {
  return a.from <= b.to && b.from <= a.to;
}

function wordsIn({ words }: Slotted, { from, to }: Stretch): readonly Word[] {
  return words.slice(from, to + 1);
}

const NEGATIONS = new Set(
  `not never no none nor neither cannot without t noth nobodi nicht kein keine keinen keiner nie niemal ohne ne pas jamai
  sans nunca sin jamás ninguno ninguna ningún não nem sem non senza niet geen nooit inte aldrig не нет никогда ни без
  nie bez لا لم لن ليس ما नहीं न`.split(/\s+/),
);
const CAN_NOT = /[不没沒未非無无別别]|ない|なし|ません|않|없|아니|ไม่/u;

/** Whether the words that differ say something by themselves, and neither side denies what the other asserts. */
function saysAnother(claim: Slotted, { wrong, quote, right }: Counterpart): boolean {
  const [own, other] = [wordsIn(claim, wrong), wordsIn(quote, right)];
  const denies = (words: readonly Word[], text: string) =>
    words.some(({ key }) => NEGATIONS.has(key)) || CAN_NOT.test(text);
  const left = (words: readonly Word[], rest: readonly Word[]) =>
    words.some(({ content, key }) => content && !rest.some((word) => word.key === key));
  return (
    left(own, other) &&
    left(other, own) &&
    denies(own, textOf(claim, wrong)) === denies(other, textOf(quote, right))
  );
}

/** Whether the claim would say the same twice; a number of something else is another one. */
function standsElsewhere(claim: Slotted, { wrong, quote, right }: Counterpart): boolean {
  const unit = ({ to }: Stretch) => claim.words[to + 1]?.key;
  const words = wordsIn(quote, right);
  return findRun(claim, words).some(
    (place) => !meets(place, wrong) && !(words.every(({ number }) => number) && unit(place) !== unit(wrong)),
  );
}

/** Words by which a text denies what it repeats. */
const DENIALS = new Set([
  ...NEGATIONS,
  ...'fals myth incorrect wrong instead rather mislead untru hoax debunk'.split(' '),
]);

/** So much better must the words around what is right agree than those around what is wrong, where a quote has both. */
const MARGIN = 1;

/** Whether a quote has the claim's own words in their place, nearly as well as those that would replace them. */
function isConfirmed(claim: Slotted, pair: Counterpart, quotes: readonly Slotted[]): boolean {
  const { before, behind } = agreementOf(claim, pair.wrong, pair.quote, pair.right);
  const least = before + behind < 1 ? -1 : scoreAt(claim, pair) - MARGIN;
  return quotes.some((quote) => {
    if (quote.words.some(({ key }) => DENIALS.has(key))) return false;
    const places = findRun(quote, wordsIn(claim, pair.wrong)).slice(0, MOST_PLACES);
    return places.some((right) => scoreAt(claim, { wrong: pair.wrong, quote, right }) > least);
  });
}

const MARKUP = /[*_`<>[\]{}|#~\\^=@\n\r\u2028\u2029]/u;

/** Whether words can be shown and put into a text: few, of one sentence, with no marks of a form, links or open brackets. */
function isPlain(words: string): boolean {
  return (
    words.length <= LONGEST &&
    !MARKUP.test(words) &&
    words.search(INVISIBLE_CHARACTERS) === -1 &&
    withoutLinks(words) === words &&
    splitSentences(words).length === 1 &&
    words.split('(').length === words.split(')').length &&
    /^[^"“”„«»]*(?:["“„«][^"“”„«»]*["”“»][^"“”„«»]*)*$/u.test(words)
  );
}
