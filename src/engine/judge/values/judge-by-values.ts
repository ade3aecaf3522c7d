/** A claim's values held against those of a passage. */
import {
  type Agreement,
  agreementOf,
  isAlternative,
  type Placed,
  placesOf,
  weightsOf,
  wordsAround,
} from './align-values.ts';
import { isDerived } from './derive-value.ts';
import { addContext, type Context, readContext, type SentencePart } from './read-context.ts';
import { readValues } from './read-values.ts';
import { type Relation, relate } from './relate-values.ts';
import type { ReadValue, Value } from './value.ts';
import { verbatimValues } from './verbatim.ts';

export interface ValuePair {
  readonly claim: Value;
  readonly passage: Value;
  /** The words around both are nearly the same: the passage surely speaks of the same thing. */
  readonly sure: boolean;
}

export interface ValueComparison {
  /** Each value of the claim stands in the passage, for the same thing; true also where the claim has no value. */
  readonly agrees: boolean;
  /** Values of which the passage gives another one for the same thing. */
  readonly differs: readonly ValuePair[];
  /** Values of which the passage says nothing, or too little to tell. */
  readonly missing: readonly Value[];
  /** Of the missing ones, those of which the passage says that it is more or less: "3 hours" beside "longer than 3 hours". */
  readonly exceeded: readonly Value[];
  /** And dates that the passage has only of something else: "born in 1977" beside "born in 1904 and died in 1977". */
  readonly elsewhere: readonly Value[];
  /** Values that stand in both, for the same thing. */
  readonly same: readonly ValuePair[];
  /** Apart from values that are written in another way, the claim is a sentence of the passage, word for word. */
  readonly verbatim: boolean;
}

/** Longer texts are read to here. UTF-16 units. */
const LONGEST_CLAIM = 4_000;
const LONGEST_PASSAGE = 40_000;

/**
 * Compares values as values: `4,000` and `4000`, `3 May 2020` and `May 3, 2020`, 90 minutes and 1.5 hours are the same.
 * Where it is not clear that both speak of the same thing, a value is missing, never different.
 *
 * @param claim the first 4,000 units of it are read.
 * @param passage with its title as a line of its own before it, if it has one; the first 40,000 units of it are read.
 */
export function judgeByValues(claim: string, passage: string): ValueComparison {
  const read = readValues(claim.slice(0, LONGEST_CLAIM));
  if (read.values.length === 0) {
    // Most claims without a value end here.
    const verbatim =
      passage.includes(withoutEnd(claim)) &&
      verbatimValues(read, readContext(passage.slice(0, LONGEST_PASSAGE))).length > 0;
    return { agrees: true, differs: [], missing: [], exceeded: [], elsewhere: [], same: [], verbatim };
  }
  const other = readContext(passage.slice(0, LONGEST_PASSAGE));
  const own = addContext(read, other.language);
  return compare(own, other);
}

interface Candidate {
  readonly place: Placed;
  readonly relation: Relation;
  readonly agreement: Agreement;
  readonly score: number;
}

/** Whether a sentence has an amount that the other has not: a figure of 2022 says nothing of that of 2023. */
function saysMore(own: SentencePart, other: SentencePart): boolean {
  return own.values.some(
    (value) => value.dimension !== 'date' && !other.values.some((one) => relate(value, one) === 'same'),
  );
}

function withoutEnd(claim: string): string {
  let end = claim.length;
  while (end > 0 && ' .!?。'.includes(claim[end - 1]!)) end -= 1;
  return claim.slice(0, end);
}

/** So many values of a claim, and places of a passage, are compared. */
const MOST_VALUES = 40;
const MOST_PLACES = 400;

function compare(own: Context, other: Context): ValueComparison {
  const aligned = verbatimValues(own, other);
  const exact = aligned.find((values) =>
    own.values.every((value, at) => relate(value, values[at]!) === 'same'),
  );
  const [only] = aligned;
  if (exact !== undefined || (only !== undefined && aligned.length === 1 && !hasAlternatives(other, only)))
    return compareInOrder(own.values, exact ?? only!);
  return compareByContext(own, other);
}

/** "in 1978 or 1979" */
function hasAlternatives({ tokens }: Context, values: readonly ReadValue[]): boolean {
  return values.some((value) => isAlternative(tokens, value));
}

/** Of two sentences with the same words each value stands in the place of one. */
function compareInOrder(own: readonly ReadValue[], other: readonly ReadValue[]): ValueComparison {
  const relations = own.map((value, at) => relate(value, other[at]!));
  const pairsOf = (wanted: Relation, sure: boolean): ValuePair[] =>
    own.flatMap((value, at) =>
      relations[at] === wanted ? [{ claim: publicOf(value), passage: publicOf(other[at]!), sure }] : [],
    );
  const isOther = (at: number): boolean => relations[at] === 'different';
  const isDate = (at: number): boolean => own[at]!.dimension === 'date';
  // A figure of 2022 says nothing of that of 2023.
  if (
    own.some((_, at) => isOther(at) && isDate(at)) &&
    own.some((_, at) => !isDate(at) && relations[at] !== 'same')
  )
    for (const at of own.keys()) if (isOther(at)) relations[at] = 'open';
  const differing = own.filter((_, at) => isOther(at));
  // Several other values may be those of another case, unless they have only changed places.
  const exchanged = differing.every((value) => other.some((one) => relate(value, one) === 'same'));
  const differs = pairsOf('different', differing.length === 1 || exchanged);
  const missing = own.filter((_, at) => relations[at] === 'open' || relations[at] === 'apart').map(publicOf);
  const agrees = differs.length === 0 && missing.length === 0;
  return {
    agrees,
    differs,
    missing,
    exceeded: own
      .filter((value, at) => relations[at] === 'open' && isExceeded(value, other[at]!))
      .map(publicOf),
    elsewhere: [],
    same: pairsOf('same', true),
    verbatim: missing.length === 0,
  };
}

function compareByContext(own: Context, other: Context): ValueComparison {
  const places = placesOf(other)
    .filter(({ sentence }) => !sentence.isQuestion)
    .slice(0, MOST_PLACES);
  const around = new Map<string, ReadonlySet<string>>();
  const wordsOf = (place: Placed): ReadonlySet<string> => {
    // Of prose the words are those of the sentence.
    const key = place.sentence.isRow ? `${place.value.from}` : `s${place.sentence.from}`;
    let words = around.get(key);
    if (words === undefined) {
      words = wordsAround(other, place);
      around.set(key, words);
    }
    return words;
  };
  const claims = placesOf(own).slice(0, MOST_VALUES);
  const candidates = claims.map((place) => candidatesFor(own, place, other, places, wordsOf));
  // What is the same as one value of the claim stands in no other's place.
  const taken = new Set(
    candidates.flatMap((list) =>
      list.flatMap(({ relation, agreement, place }) =>
        relation === 'same' && agreement.noun >= 0 ? [place.value] : [],
      ),
    ),
  );
  const differs: ValuePair[] = [];
  const missing: ReadValue[] = own.values.slice(claims.length);
  const exceeded: ReadValue[] = [];
  const elsewhere: ReadValue[] = [];
  const same: ValuePair[] = [];
  const decisions = claims.map(({ value, sentence }, index) => {
    const found = decide(candidates[index]!, taken);
    if (found?.kind !== 'different') return found;
    if (value.dimension === 'date' && saysMore(sentence, found.candidate.place.sentence)) return undefined;
    // "54 of the houses had not burnt", where 14 of 68 had.
    return !found.sure && isDerived(value, other.values) ? undefined : found;
  });
  for (const [index, { value, sentence }] of claims.entries()) {
    const found = decisions[index];
    if (found === undefined) {
      missing.push(value);
      if (candidates[index]!.some(({ place }) => isExceeded(value, place.value))) exceeded.push(value);
      if (value.dimension === 'date' && isElsewhere(candidates[index]!, taken)) elsewhere.push(value);
      continue;
    }
    const { kind, candidate } = found;
    // Two sentences that differ in several values may be of two cases: "after 3,000 cycles 80 percent".
    const alone = decisions.every(
      (one, at) =>
        one?.kind !== 'different' ||
        at === index ||
        claims[at]!.sentence !== sentence ||
        one.candidate.place.sentence !== candidate.place.sentence,
    );
    (kind === 'same' ? same : differs).push({
      claim: publicOf(value),
      passage: publicOf(candidate.place.value),
      sure: found.sure && alone,
    });
  }
  const agrees = differs.length === 0 && missing.length === 0;
  return {
    agrees,
    differs,
    missing: missing.map(publicOf),
    exceeded: exceeded.map(publicOf),
    elsewhere: elsewhere.map(publicOf),
    same,
    verbatim: false,
  };
}

/** Whether a passage gives a claim's figure as what is not reached, or not kept to. */
function isExceeded(claim: ReadValue, { limit, interval, dimension }: ReadValue): boolean {
  if (claim.limit !== '' || claim.dimension !== dimension) return false;
  const end = limit === 'more' ? interval.low : limit === 'less' ? interval.high : undefined;
  return end !== undefined && end === claim.interval.low && end === claim.interval.high;
}

/** Whether a passage has a value only of what the claim does not speak of, and another one of what it does in that sentence. */
function isElsewhere(candidates: readonly Candidate[], taken: ReadonlySet<ReadValue>): boolean {
  const equal = candidates.filter(({ relation }) => relation === 'same');
  return (
    equal.length > 0 &&
    equal.every(
      ({ agreement, place }) =>
        agreement.contrast &&
        candidates.some((one) => isRival(one, taken) && one.place.sentence === place.sentence),
    )
  );
}

/** Whether a passage has another value in the place of the claim's, as far as the clauses of its sentence show. */
function isRival({ relation, agreement, place }: Candidate, taken: ReadonlySet<ReadValue>): boolean {
  return relation === 'different' && !agreement.contrast && !taken.has(place.value);
}

function publicOf({ start, end, text, dimension }: Value): Value {
  return { start, end, text, dimension };
}

interface Decision {
  readonly kind: 'same' | 'different';
  readonly candidate: Candidate;
  readonly sure: boolean;
}

function candidatesFor(
  own: Context,
  place: Placed,
  other: Context,
  places: readonly Placed[],
  wordsOf: (place: Placed) => ReadonlySet<string>,
): Candidate[] {
  const weights = weightsOf(own, place.sentence);
  return places.flatMap((one): Candidate[] => {
    let relation = relate(place.value, one.value);
    if (relation === 'apart') return [];
    const agreement = agreementOf(own, place, weights, other, one, wordsOf(one));
    if (relation === 'different' && (agreement.either || agreement.otherwise || agreement.otherName))
      relation = 'open';
    return [{ place: one, relation, agreement, score: scoreOf(agreement) }];
  });
}

function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const one of candidates) if (best === undefined || one.score > best.score) best = one;
  return best;
}

function decide(candidates: readonly Candidate[], taken: ReadonlySet<ReadValue>): Decision | undefined {
  const equal = candidates.filter(({ relation }) => relation === 'same');
  const fitting = equal.filter(({ agreement }) => !agreement.contrast && agreement.date >= 0);
  const open = bestOf(candidates.filter(({ relation }) => relation === 'open'));
  const different = bestOf(
    candidates.filter((one) => isRival(one, taken) && one.agreement.date >= 0 && one.agreement.noun >= 0),
  );
  // "Two cars and three beds" where the passage has three cars and two beds.
  const rival = different !== undefined && different.agreement.noun > 0;
  const same = bestOf(
    fitting.filter(({ agreement }) => (!rival || agreement.noun >= 0) && isRelated(agreement)),
  );
  if (
    same !== undefined &&
    (different === undefined ||
      same.score >= different.score - MARGIN ||
      same.place.sentence === different.place.sentence)
  )
    return { kind: 'same', candidate: same, sure: true };
  if (different === undefined) return undefined;
  if (fitting.length > 0 && same === undefined && different.agreement.coverage < 0.6) return undefined;
  if (open !== undefined && open.score >= different.score - MARGIN) return undefined;
  if (!isSameThing(different)) return undefined;
  return { kind: 'different', candidate: different, sure: isSurelySame(different) };
}

const MARGIN = 0.3;

function scoreOf({ coverage, backward, before, behind, noun, date }: Agreement): number {
  return coverage + 0.2 * backward + 0.12 * (before + behind) + 0.2 * noun + 0.3 * date;
}

/** An equal figure anywhere is no agreement: something around it has to be the same. */
function isRelated({ coverage, before, behind, noun, date }: Agreement): boolean {
  return coverage > 0.2 || before + behind > 0 || noun > 0 || date > 0;
}

/**
 * Whether the words around two values that differ show that they are of the same thing. The bounds are fitted on
 * sets of labelled pairs, so that of a hundred such values of claims that are true fewer than ten are called different.
 */
function isSameThing({ agreement, place: { value } }: Candidate): boolean {
  const { coverage, backward, before, behind, noun } = agreement;
  if (coverage < 0.55 || backward < (coverage >= 0.9 ? 0.1 : 0.2)) return false;
  const run = before + behind;
  if (value.dimension === 'count') return (noun > 0 || run >= 3) && (coverage >= 0.75 || run >= 2);
  if (OF_MANY.has(value.dimension)) return run >= 2 || (backward >= 0.6 && coverage >= 0.75);
  return run >= 1 || coverage >= 0.75 || noun > 0;
}

/** Texts have several of these that are of different things. */
const OF_MANY = new Set(['date', 'ordinal', 'weekday']);

function isSurelySame(candidate: Candidate): boolean {
  const { coverage, backward, before, behind, noun, label } = candidate.agreement;
  const run = before + behind;
  return !label && coverage >= 0.85 && backward >= 0.75 && (run >= 3 || (run >= 1 && noun > 0));
}
