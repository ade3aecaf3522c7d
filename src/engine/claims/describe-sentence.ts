/** The shape of a text: what it counts, how it begins, its subject and its first finite verb. */
import {
  addForm,
  addMasked,
  CLASSES_AT,
  features,
  SHAPE,
  STARTS_AT,
  SUBJECTS_AT,
  VERBS_AT,
} from './features.ts';
import { CLASS, highClasses, isOf, lowClasses, type WordClass } from './lexicon.ts';
import {
  ACRONYM,
  ED_FORM,
  ING_FORM,
  LINK,
  MONEY,
  NAME,
  NUMBER,
  PERCENT,
  PUNCTUATION,
  type Tokens,
  WORD,
  YEAR,
} from './read-tokens.ts';

const { shape } = features;
/** Salts of the features that say the same in coarse steps. */
const SHAPE_SALT = 0x1000193;
const START_SALT = 0x2000023;
const CLAUSE_SALT = 0x3000017;

/** Where a mark is counted, and where it is noted as the last. */
const COUNTED_AT = new Map<number, number>();
const ENDS_AT = new Map<number, number>();
for (const [marks, counted, ends] of [
  ['?？؟', SHAPE.questions, SHAPE.endsQuestion],
  ['!！', SHAPE.exclamations, SHAPE.endsExclamation],
  [':', SHAPE.colons, SHAPE.endsColon],
  ['.。।', undefined, SHAPE.endsStop],
  ['"“', SHAPE.quotes, undefined],
  [',，،、', SHAPE.commas, undefined],
  ['(', SHAPE.brackets, undefined],
] as const) {
  for (const mark of marks) {
    if (counted !== undefined) COUNTED_AT.set(mark.charCodeAt(0), counted);
    if (ends !== undefined) ENDS_AT.set(mark.charCodeAt(0), ends);
  }
}

const LOG = Float64Array.from({ length: 64 }, (_, i) => Math.log1p(i));
function logOf(count: number): number {
  return LOG[count < 63 ? count : 63]!;
}

/** None, one, two, up to four, up to eight, more; from the logarithm. */
function stepOf(value: number): number {
  return value <= 0 ? 0 : value < 0.7 ? 1 : value < 1.1 ? 2 : value < 1.7 ? 3 : value < 2.2 ? 4 : 5;
}

/** Writes the counts of a text into the shape, and in coarse steps into the features. */
export function describeCounts(read: Tokens): void {
  shape.fill(0);
  const length = countTokens(read);
  features.functionWords = shape[CLASSES_AT + CLASS.function]!;
  shape[SHAPE.emoji] = read.emoji;
  shape[SHAPE.hashtags] = read.hashtags;
  shape[SHAPE.mentions] = read.mentions;
  shape[SHAPE.addresses] = read.addresses;
  for (let at = 1; at < STARTS_AT; at++) {
    if (at > SHAPE.colons && at < CLASSES_AT) continue;
    const value = logOf(shape[at]!);
    shape[at] = value;
    addForm(SHAPE_SALT, at * 64 + stepOf(value));
  }
  const last = read.count > 0 && read.kind[read.count - 1] === PUNCTUATION ? read.hash[read.count - 1]! : 0;
  const ending = ENDS_AT.get(last);
  if (ending !== undefined) shape[ending] = 1;
  addForm(SHAPE_SALT, SHAPE.endsColon * 64 + (ending ?? (last === 0 ? 0 : 1)));

  const words = logOf(features.words);
  const upper = read.letters > 0 ? read.upper / (read.letters + 1) : 0;
  const mean = features.words > 0 ? length / features.words : 0;
  shape[SHAPE.words] = words;
  shape[SHAPE.upperShare] = upper;
  shape[SHAPE.wordLength] = mean;
  addForm(SHAPE_SALT, Math.min(15, Math.floor(words * 3)));
  addForm(SHAPE_SALT, SHAPE.upperShare * 64 + (upper > 0.5 ? 3 : upper > 0.2 ? 2 : upper > 0.08 ? 1 : 0));
  addForm(SHAPE_SALT, SHAPE.wordLength * 64 + Math.min(12, Math.round(mean * 1.5)));
}

/** @returns UTF-16 units of all words and numbers. */
function countTokens(read: Tokens): number {
  let words = 0;
  let length = 0;
  for (let i = 0; i < read.count; i++) {
    const [kind, form] = [read.kind[i]!, read.form[i]!];
    if (kind === PUNCTUATION) {
      const place = COUNTED_AT.get(read.hash[i]!);
      if (place !== undefined) shape[place]!++;
      continue;
    }
    words++;
    length += read.end[i]! - read.start[i]!;
    if (kind === NUMBER) {
      shape[SHAPE.numbers]!++;
      if (form === YEAR) shape[SHAPE.years]!++;
      else if (form === MONEY || form === PERCENT) shape[SHAPE.measures]!++;
      continue;
    }
    if (kind === NAME) shape[SHAPE.names]!++;
    else if (kind === ACRONYM) shape[SHAPE.acronyms]!++;
    else if (kind === WORD && form === ED_FORM) shape[SHAPE.past]!++;
    const slot = read.slot[i]!;
    if (slot < 0) continue;
    countClasses(CLASSES_AT, lowClasses(slot));
    countClasses(CLASSES_AT + 32, highClasses(slot));
  }
  features.words = words;
  return length;
}

function countClasses(from: number, classes: number): void {
  for (let bits = classes; bits !== 0; bits &= bits - 1) shape[from + 31 - Math.clz32(bits & -bits)]!++;
}

/** How the sentence begins, what its subject is, and what its first finite verb. */
export function describeClause(read: Tokens): void {
  let first = -1;
  for (let i = 0; i < read.count && i < 8; i++) {
    if (read.kind[i] === PUNCTUATION) continue;
    first = i;
    if (!isOf(read.slot[i]!, CLASS.discourse)) break;
  }
  if (first < 0) return;
  const start = startKind(read, first);
  let subject = 0;
  let verb = 0;
  let verbAt = -1;
  let words = 0;
  for (let i = first; i < read.count && words < 14; i++) {
    if (read.kind[i] === PUNCTUATION) continue;
    verb = verbKind(read, i, words > 0);
    if (verb > 0) {
      verbAt = i;
      break;
    }
    if (subject === 0) subject = subjectKind(read, i);
    words++;
  }
  if (verbAt > first && subject === 0) subject = 9;
  else if (verbAt === first) subject = subjectKind(read, first);
  shape[STARTS_AT + start] = 1;
  shape[SUBJECTS_AT + subject] = 1;
  shape[VERBS_AT + verb] = 1;
  addClause(read, first, verbAt, { start, subject, verb });
}

interface Clause {
  readonly start: number;
  readonly subject: number;
  readonly verb: number;
}

function addClause(read: Tokens, first: number, verbAt: number, { start, subject, verb }: Clause): void {
  const named = shape[SHAPE.names]! + shape[SHAPE.acronyms]! > 0;
  const facts = (shape[SHAPE.numbers]! > 0 ? 1 : 0) + (named ? 2 : 0);
  addForm(START_SALT, start);
  addForm(START_SALT, read.hash[first]!);
  addForm(CLAUSE_SALT, subject * 16 + verb);
  addForm(CLAUSE_SALT, 0x1000 + (subject * 16 + verb) * 4 + facts);
  addForm(CLAUSE_SALT, 0x3000 + subject * 4 + facts);
  addForm(CLAUSE_SALT, 0x4000 + verb);
  addForm(CLAUSE_SALT, 0x5000 + start * 4 + facts);
  if (verbAt >= 0 && verbAt + 1 < read.count) {
    const next = read.mask[verbAt + 1]!;
    addForm(CLAUSE_SALT, Math.imul(next, 31) + verb);
    addForm(CLAUSE_SALT, Math.imul(next, 37) + subject * 16 + verb);
  }
  const second = first + 1 < read.count ? read.mask[first + 1]! : 0;
  const third = first + 2 < read.count ? read.mask[first + 2]! : 0;
  addForm(START_SALT, Math.imul(read.mask[first]!, 31) + second);
  addForm(START_SALT, Math.imul(read.hash[first]!, 37) + second);
  addMasked(START_SALT, Math.imul(Math.imul(read.mask[first]!, 31) + second, 31) + third);
}

/** What a word is by its class, the first that fits; the numbers are places in the shape. */
type Kinds = readonly (readonly [wordClass: number, kind: number])[];
const kindsOf = (kinds: Partial<Record<WordClass, number>>): Kinds =>
  Object.entries(kinds).map(([name, kind]) => [CLASS[name as WordClass], kind]);
const VERBS = kindsOf({ beNow: 1, bePast: 2, have: 3, do: 4, will: 5, may: 6, must: 7 });
const PERSONS = kindsOf({ selfFirst: 2, selfPlural: 3, you: 4 });
const REFERENCES = kindsOf({ demonstrative: 6, existential: 7, third: 5, question: 8 });
const PERSON_STARTS = kindsOf({ question: 2, selfFirst: 5, selfPlural: 6, you: 7 });
const REFERENCE_STARTS = kindsOf({ demonstrative: 9, existential: 10 });
const OTHER_STARTS = kindsOf({
  condition: 17,
  article: 11,
  advice: 1,
  greeting: 4,
  quantifier: 13,
  numberWord: 13,
  opinion: 18,
  intensifier: 18,
  function: 16,
});

/** @returns 0 where none fits, or the lexicon does not have the word. */
function kindOf(slot: number, kinds: Kinds): number {
  for (let i = 0; i < kinds.length; i++) if (isOf(slot, kinds[i]![0])) return kinds[i]![1];
  return 0;
}

function startKind(read: Tokens, i: number): number {
  const kind = read.kind[i]!;
  if (kind === NUMBER) return 15;
  if (kind === LINK) return 20;
  const named = kind === NAME || kind === ACRONYM;
  const slot = read.slot[i]!;
  if (slot < 0) return named ? 14 : read.form[i] === ING_FORM ? 19 : 0;
  return (
    kindOf(slot, PERSON_STARTS) ||
    (named ? 0 : kindOf(slot, REFERENCE_STARTS)) ||
    (isOf(slot, CLASS.third) ? 8 : 0) ||
    (kindOf(slot, VERBS) > 0 ? 3 : 0) ||
    kindOf(slot, OTHER_STARTS) ||
    (read.form[i] === ING_FORM ? 19 : 12)
  );
}

function subjectKind(read: Tokens, i: number): number {
  if (read.kind[i] === NAME || read.kind[i] === ACRONYM) return 1;
  const slot = read.slot[i]!;
  return kindOf(slot, PERSONS) || kindOf(slot, REFERENCES);
}

/** 0 = not a finite verb by the lexicon or its ending. */
function verbKind(read: Tokens, i: number, within: boolean): number {
  const slot = read.slot[i]!;
  const known = kindOf(slot, VERBS);
  if (known > 0 || !within || read.kind[i] !== WORD) return known;
  return isOf(slot, CLASS.pastIrregular) || read.form[i] === ED_FORM ? 8 : 0;
}
