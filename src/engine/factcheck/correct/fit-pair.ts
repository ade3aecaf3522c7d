/** Brings words of a claim and words of a quote into a form in which the one can take the other's place. */
import commonWords from '../../text/data/common-words.json' with { type: 'json' };
import { type Counterpart, datePartsOf } from './align-claim.ts';
import { type DatePart, type Slot, type Slotted, type Stretch, textOf } from './read-slots.ts';

/**
 * @returns the pair without what is the same on both sides, with the units where they differ, and with a neighbour
 *   where it would stand in the claim twice; `undefined` where the two are of different kinds.
 */
export function fitPair(claim: Slotted, pair: Counterpart): Counterpart | undefined {
  const fitted = fitSlots(claim, pair) ?? fitPhrases(claim, trim(claim, pair));
  return fitted === undefined ? undefined : widen(claim, fitted);
}

function fitPhrases(claim: Slotted, pair: Counterpart): Counterpart | undefined {
  const kinds = [kindOf(claim, pair.wrong), kindOf(pair.quote, pair.right)];
  const [own, other] = kinds;
  if (own === 'slot' || other === 'slot') return fitSlots(claim, pair);
  if (own !== other && (!kinds.includes('open') || kinds.includes('number'))) return undefined;
  return pair;
}

const COMMON = new Set(commonWords.join(' ').split(' '));

type Kind = 'slot' | 'number' | 'name' | 'open' | 'phrase';

/** What words are; `open` where nothing shows whether they are a name. */
function kindOf(text: Slotted, stretch: Stretch): Kind {
  const slot = slotOf(text, stretch);
  if (slot !== undefined && slot.kind !== 'name') return 'slot';
  const words = text.words.slice(stretch.from, stretch.to + 1).filter(({ content }) => content);
  if (words.some(({ number }) => number) && words[0]?.capital !== true) return 'number';
  if (text.caseless || words.every(({ caseless }) => caseless)) return 'open';
  if (!words.every(({ capital, number }) => capital || number)) return 'phrase';
  if (words.length > 1 || text.sentences.every(({ from }) => from !== stretch.from)) return 'name';
  // What begins a sentence has a capital, whatever it is.
  return COMMON.has(textOf(text, stretch).toLowerCase()) ? 'phrase' : 'open';
}

/** The slot that a stretch is, with its unit or short words beside it or not; or the date that it is a part of. */
function slotOf({ slots, words }: Slotted, { from, to }: Stretch): Slot | undefined {
  return slots.find((slot) => {
    if (slot.kind === 'date' && slot.from <= from && slot.to >= to) return true;
    if (slot.from < from || slot.to > to) return false;
    const beside = [...words.slice(from, slot.from), ...words.slice(slot.to + 1, to + 1)];
    // "This Mortal Coil": a short word with a capital may be a part of the name.
    return beside.every(({ content, capital, key }) => (content ? key === slot.unit : !capital));
  });
}

function fitSlots(claim: Slotted, pair: Counterpart): Counterpart | undefined {
  const { wrong, quote, right } = pair;
  const [own, other] = [slotOf(claim, wrong), slotOf(quote, right)];
  if (own === undefined || other === undefined) return undefined;
  if (own.kind === 'date' && other.kind === 'date') {
    // Of a date that differs elsewhere too, a part put right would make a third one.
    const said = beyond(own, wrong);
    const isOther = ({ part, value }: DatePart) =>
      other.date.some((one) => one.part === part && one.value !== value);
    if (said.some(isOther)) return undefined;
    const parts = datePartsOf(within(own, wrong), within(other, right));
    return parts === undefined ? undefined : { quote, ...parts };
  }
  if (own.kind === 'name' && other.kind === 'name') return { wrong: own, quote, right: other };
  const [a, b] = [claim.dimensionOf(own.unit), quote.dimensionOf(other.unit)];
  if (own.unit === other.unit) {
    if (own.kind !== other.kind && own.unit === '') return undefined;
    return fitCounted(claim, pair, own, other);
  }
  if (own.kind !== other.kind) return undefined;
  if (a === undefined && b === undefined) return { wrong: bare(own), quote, right: bare(other) };
  // "at the age of 73", and "37 years old".
  const special = ['percent', 'money', 'scale'];
  if ((own.unit === '' || other.unit === '') && ![a, b].some((one) => special.includes(one ?? '')))
    return { wrong: bare(own), quote, right: bare(other) };
  const scaled = [a, b].every((dimension) => dimension === undefined || dimension === 'scale');
  if (a !== b && !scaled) return undefined;
  return { wrong: withUnit(claim, own), quote, right: withUnit(quote, other), signs: true };
}

/** One page, and three pages: where what is counted is written in another way, it goes with its number. */
function fitCounted(
  claim: Slotted,
  { quote, signs }: Counterpart,
  own: Slot,
  other: Slot,
): Counterpart | undefined {
  const alone = { wrong: bare(own), quote, right: bare(other), signs };
  const [counted, another] = [countedIn(claim, own), countedIn(quote, other)];
  if (counted === undefined || another === undefined) return alone;
  if (counted.word === another.word && counted.apart === another.apart) return alone;
  if (counted.apart && another.apart) {
    return {
      wrong: { ...bare(own), to: own.to + 1 },
      quote,
      right: { ...bare(other), to: other.to + 1 },
      signs,
    };
  }
  // "3-page" stands beside "12 pages", but not beside one page.
  const isOne = ({ words }: Slotted, { from, to }: Slot) => from === to && words[from]?.key === '1';
  return isOne(claim, own) === isOne(quote, other) ? alone : undefined;
}

/** The word behind a number that is its unit, and whether a blank is between them. */
function countedIn({ text, words }: Slotted, { to, unit }: Slot) {
  const [number, next] = [words[to], words[to + 1]];
  if (number === undefined || next === undefined || unit === '' || next.key !== unit) return undefined;
  return {
    word: text.slice(next.start, next.end).toLowerCase(),
    apart: /^\s$/u.test(text.slice(number.end, next.start)),
  };
}

function bare({ from, to }: Stretch): Stretch {
  return { from, to };
}

/** A date's parts that lie in a stretch. */
function within(slot: Slot, { from, to }: Stretch): Slot {
  return { ...slot, date: slot.date.filter(({ at }) => at >= from && at <= to) };
}

function beyond(slot: Slot, { from, to }: Stretch): readonly DatePart[] {
  return slot.date.filter(({ at }) => at < from || at > to);
}

function withUnit({ words, dimensionOf }: Slotted, { from, to, unit }: Slot): Stretch {
  const next = dimensionOf(unit) !== undefined && words[to + 1]?.key === unit;
  return { from, to: next ? to + 1 : to };
}

/** Takes off the words at both ends that are the same, names aside. */
function trim(claim: Slotted, { wrong, quote, right, signs }: Counterpart): Counterpart {
  let [a, b, c, d] = [wrong.from, wrong.to, right.from, right.to];
  const same = (own: number, other: number): boolean => {
    const word = claim.words[own];
    return word?.key === quote.words[other]?.key && !(word?.content && (word.capital || word.number));
  };
  for (; a < b && c < d && same(a, c); a++) c += 1;
  for (; a < b && c < d && same(b, d); b--) d -= 1;
  return { wrong: { from: a, to: b }, quote, right: { from: c, to: d }, signs };
}

/** The most words that are taken in to say which place is meant. */
const MOST_TAKEN = 3;

function widen(claim: Slotted, pair: Counterpart): Counterpart {
  const { quote } = pair;
  let [wrong, right] = [pair.wrong, pair.right];
  for (let taken = 0; taken < MOST_TAKEN; taken++) {
    if (claim.text.split(textOf(claim, wrong, pair.signs)).length === 2) break;
    const grown = [
      [0, 1],
      [-1, 0],
    ].find(([before = 0, behind = 0]) => {
      const at = (stretch: Stretch) => (before !== 0 ? stretch.from - 1 : stretch.to + behind);
      const [own, other] = [claim.words[at(wrong)], quote.words[at(right)]];
      return (
        own !== undefined &&
        other !== undefined &&
        textOf(claim, one(at(wrong))) === textOf(quote, one(at(right)))
      );
    });
    if (grown === undefined) break;
    const [before = 0, behind = 0] = grown;
    wrong = { from: wrong.from + before, to: wrong.to + behind };
    right = { from: right.from + before, to: right.to + behind };
  }
  return { ...pair, wrong, right };
}

function one(at: number): Stretch {
  return { from: at, to: at };
}
