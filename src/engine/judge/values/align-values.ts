/** Whether a value of a claim and one of a passage are of the same thing: by the words around both. */
import commonWords from '../../text/data/common-words.json' with { type: 'json' };
import { type Clause, type Context, keyOfWord, type SentencePart } from './read-context.ts';
import { relate } from './relate-values.ts';
import { foldWord, type Token } from './scan-tokens.ts';
import type { ReadValue } from './value.ts';

/** A value with the sentence that it stands in. */
export interface Placed {
  readonly value: ReadValue;
  readonly sentence: SentencePart;
  readonly clause: Clause;
}

/** How much says that two values are of the same thing. */
export interface Agreement {
  /** 0 to 1: of what the claim's sentence says beside its values, what the passage's sentence says too. */
  readonly coverage: number;
  /** 0 to 1: the other way round, of the passage's clause. */
  readonly backward: number;
  /** Words in a row that are the same before and behind. */
  readonly before: number;
  readonly behind: number;
  /** What is counted: 1 the same, -1 another thing, 0 where one does not say. */
  readonly noun: number;
  /** The day or year that both speak of: 1 the same, -1 another, 0 where one does not say or several are near. */
  readonly date: number;
  /** Another clause of the sentence speaks of what the claim speaks of, and this one of something else. */
  readonly contrast: boolean;
  /** "three or four": one of several. */
  readonly either: boolean;
  /** The claim names somebody or something that is not named here, and here another one is. */
  readonly otherName: boolean;
  /** The figure is a part of a name: "Scope 1". */
  readonly label: boolean;
  /** One is by how much something changed or differs, the other is not; or one sentence denies. */
  readonly otherwise: boolean;
}

/** @returns every value of a text with its place. */
export function placesOf(context: Context): Placed[] {
  return context.sentences.flatMap((sentence) =>
    sentence.values.map((value) => ({ value, sentence, clause: clauseOf(sentence, value) })),
  );
}

function clauseOf({ clauses, from, to }: SentencePart, value: ReadValue): Clause {
  return clauses.find((clause) => clause.from <= value.from && value.from < clause.to) ?? { from, to };
}

/** The words that say what a place of the passage is about: its sentence; of a row its label and its column's head. */
export function wordsAround(context: Context, { sentence, value, clause }: Placed): Set<string> {
  const words = new Set(context.title);
  const add = ({ from, to }: Clause): void => {
    for (let at = from; at < to; at++) if (context.keys[at] !== '') words.add(context.keys[at]!);
  };
  if (!sentence.isRow) {
    add(sentence);
    return words;
  }
  add(clause);
  add(sentence.clauses[0] ?? sentence);
  const column = columnOf(sentence, value);
  const head = sentence.header?.clauses[column];
  if (head !== undefined) add(head);
  return words;
}

function columnOf({ clauses }: SentencePart, { from }: ReadValue): number {
  return clauses.findIndex((cell) => cell.from <= from && from < cell.to);
}

/** The date that a value is of: the only one of its clause, its column, its row or its sentence. */
function dateOf(_context: Context, place: Placed): ReadValue | 'several' | undefined {
  const { sentence, clause, value } = place;
  const dates = sentence.values.filter((one) => one.dimension === 'date' && one !== value);
  if (sentence.isRow) {
    const head = sentence.header?.clauses[columnOf(sentence, value)];
    const of = (cell: Clause | undefined, values: readonly ReadValue[]): ReadValue | undefined =>
      cell && values.find((one) => one.dimension === 'date' && cell.from <= one.from && one.from < cell.to);
    return of(head, sentence.header?.values ?? []) ?? of(sentence.clauses[0], sentence.values);
  }
  if (dates.length <= 1) return dates[0];
  const near = dates.filter(({ from }) => clause.from <= from && from < clause.to);
  if (near.length === 1) return near[0];
  const distances = (near.length > 0 ? near : dates)
    .map((date) => ({ date, far: date.from < value.from ? value.from - date.to : date.from - value.to }))
    .sort((a, b) => a.far - b.far);
  return distances[0]!.far + 1 < distances[1]!.far ? distances[0]!.date : 'several';
}

function dateAgreement(claim: Context, own: Placed, passage: Context, other: Placed): number {
  if (own.value.dimension === 'date') return 0;
  const [a, b] = [dateOf(claim, own), dateOf(passage, other)];
  if (a === undefined || b === undefined || a === 'several' || b === 'several') return 0;
  const relation = relate(a, b);
  if (relation === 'same') return 1;
  if (relation === 'different') return -1;
  return 0;
}

const OR = new Set(['or', 'oder', 'ou', 'o', 'lub', 'veya', 'او', 'أو', 'या', '或']);
const BY = new Set([
  'by',
  'um',
  'de',
  'di',
  'met',
  'another',
  'additional',
  'extra',
  'weitere',
  'remaining',
  'other',
]);
const COMPARING = new Set(
  `more less fewer cheaper longer shorter higher lower larger smaller older younger later earlier better worse taller heavier
  lighter faster slower bigger wider deeper mehr weniger länger kürzer billiger teurer höher niedriger später früher
  plus moins más menos piu meno mais meer minder`.split(/\s+/),
);
/** "by 5 percent", "5 percent more": a difference. */
function isChange({ tokens, language }: Context, { value }: Placed): boolean {
  const before = tokens[value.from - 1]?.key ?? '';
  const by = BY.has(before) && (language !== 'en' || before !== 'de');
  if (by && !['de', 'di', 'met'].includes(before)) return true;
  for (let at = value.to; at < value.to + 3; at++) if (COMPARING.has(tokens[at]?.key ?? '')) return true;
  return false;
}

const DENYING = new Set(
  `not no never none nobody nothing neither without cannot t except instead nicht kein keine keinen keiner nie ohne statt ne pas
  sans jamais nunca sin non senza mai nao sem niet geen nooit zonder nie bez degil yok لا لم ليس नहीं 不 没 无`.split(
    /\s+/,
  ),
);
function denies({ tokens }: Context, { from, to }: Clause): boolean {
  for (let at = from; at < to; at++) if (DENYING.has(tokens[at]!.key)) return true;
  return false;
}

function namesAnother(
  words: ReadonlyMap<string, number>,
  { tokens, keys, language }: Context,
  { sentence }: Placed,
  around: ReadonlySet<string>,
): boolean {
  if (language === 'de') return false;
  let missing = false;
  for (const [word, weight] of words) if (weight > 1 && !around.has(word)) missing = true;
  if (!missing) return false;
  for (let at = sentence.from + 1; at < sentence.to; at++)
    if (tokens[at]!.capital && keys[at] !== '' && !words.has(keys[at]!)) return true;
  return false;
}

/** A bare figure behind a word with a capital that does not begin the sentence. */
function isLabel({ tokens }: Context, { value, sentence }: Placed): boolean {
  const before = tokens[value.from - 1];
  return value.dimension === 'count' && before?.capital === true && value.from - 1 >= sentence.from;
}

/** "three or four" */
export function isAlternative(tokens: readonly Token[], { from, to }: ReadValue): boolean {
  return OR.has(tokens[from - 1]?.key ?? '') || OR.has(tokens[to]?.key ?? '');
}

const MOST_NOUNS = 2;
const REACH = 5;

/** What is counted: the words that say something behind a value, before a short word ends them. */
function nounsOf({ keys, tokens }: Context, { value, sentence }: Placed): string[] {
  const nouns: string[] = [];
  for (let at = value.to; at < Math.min(sentence.to, value.to + REACH) && nouns.length < MOST_NOUNS; at++) {
    const key = keys[at]!;
    if (key !== '') nouns.push(key);
    else if (
      nouns.length > 0 ||
      !/^(?:of|the|de|der|des|di|von|our|its|their|-|‑|个|名|位|条)$/.test(tokens[at]!.key)
    )
      break;
  }
  return nouns;
}

const LONGEST_RUN = 4;

function runOf(claim: Context, at: number, passage: Context, other: number, step: 1 | -1): number {
  let length = 0;
  while (length < LONGEST_RUN) {
    const [own, its] = [claim.tokens[at + length * step], passage.tokens[other + length * step]];
    if (own === undefined || own.key !== its?.key) return length;
    length += 1;
  }
  return length;
}

/** @param words of the claim's sentence, with their weights; `around` those of the passage's place. */
export function agreementOf(
  claim: Context,
  own: Placed,
  words: ReadonlyMap<string, number>,
  passage: Context,
  other: Placed,
  around: ReadonlySet<string>,
): Agreement {
  let [total, found] = [0, 0];
  for (const [word, weight] of words) {
    total += weight;
    if (around.has(word)) found += weight;
  }
  let [clauseTotal, clauseFound] = [0, 0];
  for (let at = other.clause.from; at < other.clause.to; at++) {
    const key = passage.keys[at]!;
    if (key === '') continue;
    clauseTotal += 1;
    if (words.has(key)) clauseFound += 1;
  }
  const [nouns, theirs] = [nounsOf(claim, own), nounsOf(passage, other)];
  const noun =
    nouns.length === 0 || theirs.length === 0 ? 0 : nouns.some((one) => theirs.includes(one)) ? 1 : -1;
  return {
    coverage: total === 0 ? 0 : found / total,
    backward: clauseTotal === 0 ? 1 : clauseFound / clauseTotal,
    before: runOf(claim, own.value.from - 1, passage, other.value.from - 1, -1),
    behind: runOf(claim, own.value.to, passage, other.value.to, 1),
    noun,
    date: dateAgreement(claim, own, passage, other),
    contrast: isContrasted(own, words, passage, other),
    otherName: namesAnother(words, passage, other, around),
    label: noun <= 0 && isLabel(claim, own) && isLabel(passage, other),
    otherwise:
      isChange(claim, own) !== isChange(passage, other) ||
      denies(claim, own.clause) !== denies(passage, other.clause),
    either: isAlternative(passage.tokens, other.value),
  };
}

/** "Adults pay 12 euros, children 8": what one clause says of its own is not said of the other's. */
function isContrasted(
  own: Placed,
  words: ReadonlyMap<string, number>,
  passage: Context,
  other: Placed,
): boolean {
  const { sentence, clause } = other;
  if (sentence.isRow || sentence.clauses.length < 2 || sentence.values.length < 2) return false;
  const within = new Set(passage.keys.slice(clause.from, clause.to));
  let foreign = false;
  for (const key of within) if (key !== '' && !words.has(key)) foreign = true;
  if (!foreign) return false;
  return sentence.clauses.some((one) => {
    const rival = sentence.values.some(
      (value) =>
        value.from >= one.from &&
        value.from < one.to &&
        value !== other.value &&
        value.dimension === own.value.dimension,
    );
    if (!rival) return false;
    for (let at = one.from; at < one.to; at++) {
      const key = passage.keys[at]!;
      if (key !== '' && words.has(key) && !within.has(key)) return true;
    }
    return false;
  });
}

const COMMON = new Set(commonWords.join(' ').split(' '));
/** Verbs that only tie a value to what it is of. */
const WEAK = new Set(
  `amount amounts cost costs begin begins start starts last lasts take takes need needs needed require requires required
  contain contains include includes weigh weighs measure measures run runs make makes get gets give gives given pay pays
  use uses used available allowed there total set offer offers come comes go goes stand stands lie lies reach reached hold
  holds value number made found stated beträgt kostet beginnt dauert braucht gilt liegt endet enthält umfasst wiegt zahlt
  belaufen coûte dure commence pèse mesure cuesta dura empieza pesa mide costa inizia misura kosten duurt begint`
    .split(/\s+/)
    .flatMap((word) => ['en', 'de'].map((language) => keyOfWord({ key: foldWord(word) } as Token, language))),
);

/** @returns the words of a sentence of the claim that say something, each with its weight: names count double. */
export function weightsOf(claim: Context, sentence: SentencePart): Map<string, number> {
  const words = new Map<string, number>(
    claim.title.size === 0 ? [] : [...claim.title].map((key) => [key, 0.5]),
  );
  for (let at = sentence.from; at < sentence.to; at++) {
    const key = claim.keys[at]!;
    if (key === '') continue;
    const name =
      claim.tokens[at]!.capital &&
      claim.language !== 'de' &&
      (at > sentence.from || !COMMON.has(claim.tokens[at]!.key));
    words.set(key, name ? 2 : WEAK.has(key) ? 0.4 : 1);
  }
  return words;
}
