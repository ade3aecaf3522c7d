/**
 * What in a claim differs from what a quote says, by their words alone: one number, date or name that has another
 * value in a sentence of the quote, while the words around it agree.
 */
import type { DatePart, Slot, Slotted, Stretch } from './read-slots.ts';

/** A stretch of the claim, and what stands in its place in a quote. */
export interface Counterpart {
  readonly wrong: Stretch;
  readonly quote: Slotted;
  readonly right: Stretch;
  /** Whether signs of a unit (`%`, `$`) are exchanged with their numbers. */
  readonly signs?: boolean | undefined;
}

/**
 * Behind such a word a value is no single one, unless the quote has the same word there: "over 7 million" and
 * 7,482,500 are no contradiction.
 */
const BOUNDS = new Set(
  `over than least most under nearly almost about around approximately roughly some up early late mid before after by
  since until till from to between post circa mehr als mindestens etwa rund fast vor nach seit bis plus de environ moins
  presque avant après depuis más menos casi unos antes después desde hasta`.split(/\s+/),
);

/** @returns the one place where the claim differs from the quotes; `undefined` where none is certain. */
export function alignClaim(claim: Slotted, quotes: readonly Slotted[]): Counterpart | undefined {
  const found = counterparts(claim, quotes);
  const [certain, another] = found.filter((one) => one.isCertain);
  if (certain === undefined) return differentWords(claim, quotes);
  const doubtful = found.some(
    ({ wrong, agreement: { before, behind } }) => wrong !== certain.wrong && Math.max(before, behind) >= 1,
  );
  return another === undefined && !doubtful ? certain : undefined;
}

/** @returns where the claim surely has another number, date or name than a quote. */
export function differencesOf(claim: Slotted, quotes: readonly Slotted[]): readonly Counterpart[] {
  return counterparts(claim, quotes).filter(({ isCertain }) => isCertain);
}

interface Candidate extends Counterpart {
  readonly slot: Slot;
  readonly agreement: Agreement;
}

/** This much better than the next one, or it might be either. */
const MARGIN = 0.3;

/** Claims that lack more say something else altogether; of a quote so many slots are looked at. */
const MOST_MISSING = 8;
const MOST_SLOTS = 100;

/** Of each slot of the claim that stands in no quote, what is likeliest to stand there in its place. */
function counterparts(claim: Slotted, quotes: readonly Slotted[]): (Candidate & { isCertain: boolean })[] {
  const missing = claim.slots.filter((slot) => !quotes.some((quote) => stands(claim, slot, quote)));
  if (missing.length > MOST_MISSING) return [];
  return missing.flatMap((slot) => {
    const [best, next] = candidatesFor(claim, slot, quotes).sort(
      (a, b) => scoreOf(b.agreement) - scoreOf(a.agreement),
    );
    if (best === undefined) return [];
    const rivals = missing
      .filter((one) => one !== slot && one.kind === slot.kind)
      .map((one) => agreementOf(claim, one, best.quote, best.slot));
    const least = scoreOf(best.agreement) - MARGIN;
    const isClear = [...rivals, ...(next === undefined ? [] : [next.agreement])].every(
      (one) => scoreOf(one) <= least,
    );
    return [{ ...best, isCertain: isClear && isCertain(slot, best.agreement, next === undefined) }];
  });
}

function candidatesFor(claim: Slotted, slot: Slot, quotes: readonly Slotted[]): Candidate[] {
  return quotes.flatMap((quote) =>
    quote.slots.slice(0, MOST_SLOTS).flatMap((other) => {
      if (other.kind !== slot.kind || stands(quote, other, claim)) return [];
      const parts = partsOf(claim, slot, quote, other);
      const agreement = agreementOf(claim, slot, quote, other);
      return parts === undefined ? [] : [{ quote, slot: other, ...parts, agreement }];
    }),
  );
}

/** How the words around two slots agree. */
interface Agreement {
  /** Words in a row that are the same on both sides of the slots, and a half where the claim begins or ends there. */
  readonly before: number;
  readonly behind: number;
  /** Whether one of those before is more than a function word. */
  readonly named: boolean;
  /** 0 to 1: of the claim's other words that say something, those that the quote's sentence has; and how many. */
  readonly share: number;
  readonly shared: number;
  /** Whether nothing of the claim is left. */
  readonly whole: boolean;
}

export function agreementOf(claim: Slotted, slot: Stretch, quote: Slotted, other: Stretch): Agreement {
  const before = runOf(claim, slot.from - 1, quote, other.from - 1, -1);
  const behind = runOf(claim, slot.to + 1, quote, other.to + 1, 1);
  const { from, to } = quote.sentences.find((sentence) => sentence.to >= other.from) ?? other;
  const has = new Set(quote.words.slice(from, to + 1).map(({ key }) => key));
  const others = claim.words.filter(({ content }, at) => content && (at < slot.from || at > slot.to));
  const shared = others.filter(({ key }) => has.has(key)).length;
  return {
    before,
    behind,
    named: claim.words.slice(slot.from - Math.floor(before), slot.from).some(({ content }) => content),
    share: shared / Math.max(1, others.length),
    shared,
    whole: Math.floor(before) + Math.floor(behind) === claim.words.length - (slot.to - slot.from + 1),
  };
}

function runOf(claim: Slotted, at: number, quote: Slotted, other: number, step: 1 | -1): number {
  let length = 0;
  while (claim.words[at + length * step] !== undefined) {
    if (claim.words[at + length * step]?.key !== quote.words[other + length * step]?.key) return length;
    length += 1;
  }
  return length + 0.5;
}

export function scoreOf({ before, behind, share }: Agreement): number {
  return before + behind + share;
}

/**
 * The bounds leave nearly nothing where nothing is wrong: measured by `bench/verify/plant-errors.ts`.
 *
 * @param alone whether the quotes have no other slot of the kind that might be meant.
 */
function isCertain({ kind }: Slot, agreement: Agreement, alone: boolean): boolean {
  const { before, behind, named, share, shared, whole } = agreement;
  if (whole) return shared >= 2;
  const agreed = before + behind;
  if (kind === 'name') return named && agreed >= 3 && shared >= 3;
  if (agreed >= 4) return true;
  if (!alone) return false;
  if (agreed < 1) return share >= 0.8 && shared >= 3;
  return kind === 'number' ? share >= 0.4 : shared >= 3 || (agreed >= 2 && share >= 0.8);
}

/** Whether a slot of the one text stands in the other too. */
function stands(own: Slotted, slot: Slot, other: Slotted): boolean {
  if (slot.kind === 'date')
    return other.slots.some(
      ({ date }) =>
        date.some((b) => slot.date.some((a) => same(a, b))) && differing(slot.date, date).length === 0,
    );
  const keys = new Set(other.words.map(({ key }) => key));
  return own.words.slice(slot.from, slot.to + 1).every(({ content, key }) => !content || keys.has(key));
}

function same(a: DatePart, b: DatePart): boolean {
  return a.part === b.part && a.value === b.value;
}

function differing(own: readonly DatePart[], other: readonly DatePart[]) {
  return own.flatMap((a) => {
    const b = other.find(({ part }) => part === a.part);
    return b === undefined || b.value === a.value ? [] : [{ a, b }];
  });
}

/** What of two slots of a kind would be exchanged; `undefined` where they cannot be. */
function partsOf(
  claim: Slotted,
  slot: Slot,
  quote: Slotted,
  other: Slot,
): Pick<Counterpart, 'wrong' | 'right'> | undefined {
  if (slot.kind === 'name')
    return isShortFor(claim, slot, quote, other) ? undefined : { wrong: slot, right: other };
  const bound = claim.words[slot.from - 1]?.key ?? '';
  if (BOUNDS.has(bound) && quote.words[other.from - 1]?.key !== bound) return undefined;
  if (slot.kind === 'number')
    return isSameUnit(claim, slot, quote, other) ? { wrong: slot, right: other } : undefined;
  return datePartsOf(slot, other);
}

/** Of two dates the one part that differs, or the whole of them where several do. */
export function datePartsOf(own: Slot, other: Slot): Pick<Counterpart, 'wrong' | 'right'> | undefined {
  const [first, ...more] = differing(own.date, other.date);
  if (first === undefined) return undefined;
  const complete = own.date.every(({ part }) => other.date.some((one) => one.part === part));
  if (more.length === 0 && first.a.named === first.b.named && (complete || first.a.part === 'year'))
    return { wrong: { from: first.a.at, to: first.a.at }, right: { from: first.b.at, to: first.b.at } };
  return complete ? { wrong: spanOf(own), right: spanOf(other) } : undefined;
}

function spanOf({ date }: Slot): Stretch {
  const places = date.map(({ at }) => at);
  return { from: Math.min(...places), to: Math.max(...places) };
}

function isSameUnit(claim: Slotted, a: Slot, quote: Slotted, b: Slot): boolean {
  if (a.unit === b.unit || a.unit === '' || b.unit === '') return true;
  return claim.dimensionOf(a.unit) === undefined && quote.dimensionOf(b.unit) === undefined;
}

/** "TX" and "Texas", "SRI" and "SSRI": the letters of the one in the other, in their order. */
function isShortFor(claim: Slotted, a: Stretch, quote: Slotted, b: Stretch): boolean {
  const [short, long] = [lettersOf(claim, a), lettersOf(quote, b)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

function lettersOf({ words }: Slotted, { from, to }: Stretch): string {
  return words
    .slice(from, to + 1)
    .map(({ key }) => key)
    .join('');
}

/** The most words of what differs, and the least of what agrees. */
const FEW = 3;
const ENOUGH = 0.6;

/**
 * Where claim and sentence are the same but for one short stretch, in any script. Common words in it may be others for
 * the same: "statue" and "work".
 */
function differentWords(claim: Slotted, quotes: readonly Slotted[]): Counterpart | undefined {
  const own = claim.words.map(({ key }) => key);
  for (const quote of quotes) {
    for (const sentence of quote.sentences) {
      const other = quote.words.slice(sentence.from, sentence.to + 1).map(({ key }) => key);
      let before = 0;
      while (before < own.length && own[before] === other[before]) before += 1;
      let behind = 0;
      while (behind < own.length - before && own.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
      const wrong = { from: before, to: own.length - 1 - behind };
      const right = { from: sentence.from + before, to: sentence.to - behind };
      if (before === 0 || before + behind < own.length * ENOUGH) continue;
      if (isUncommon(claim, wrong) && isUncommon(quote, right) && !isShortFor(claim, wrong, quote, right))
        return { wrong, quote, right };
    }
  }
  return undefined;
}

function isUncommon({ words }: Slotted, { from, to }: Stretch): boolean {
  return (
    to >= from &&
    to - from < FEW &&
    words
      .slice(from, to + 1)
      .every(({ content, capital, caseless, number }) => !number && (!content || capital || caseless))
  );
}
