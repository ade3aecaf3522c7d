/** What the values of a text are values of: the words of their sentence, clause, row and column. */
import { endsWithQuestion } from '../../text/ends-with-question.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { stemWord } from '../../text/stem-word.ts';
import { isShortWord } from './language-of.ts';
import { type ReadText, readValues } from './read-values.ts';
import { FIGURE, isUnspacedUnit, type Token, WORD } from './scan-tokens.ts';
import type { ReadValue } from './value.ts';

export interface Clause {
  /** Its first token, and the one behind its last. */
  readonly from: number;
  readonly to: number;
}

export interface SentencePart extends Clause {
  readonly values: readonly ReadValue[];
  readonly clauses: readonly Clause[];
  /** Of a table's row, its cells; and the row that heads them. */
  readonly header?: SentencePart | undefined;
  readonly isRow: boolean;
  /** What is asked is not said. */
  readonly isQuestion: boolean;
  readonly respectively: boolean;
}

export interface Context extends ReadText {
  /** By token: what a word is compared by; empty for one that says nothing by itself, or that belongs to a value. */
  readonly keys: readonly string[];
  readonly sentences: readonly SentencePart[];
  /** The keys of a heading or title above the text. */
  readonly title: ReadonlySet<string>;
}

const PREFIX = 6;
const PRONOUNS = new Set(['i', 'a', 'y', 'o', 'e', 'à']);
const EMPTY_SIGNS = new Set([...'的了是在和有于与及为之其将被把对']);
const CLAUSE_MARKS = new Set([',', ';', ':', '—', '(', ')', '|', '\t', '，', '；', '：', '、', '؛', '،']);
const CLAUSE_WORDS = new Set(
  `and but while whereas or versus vs compared und aber während wahrend oder et mais tandis ou y pero mientras o e ma mentre mas enquanto en maar terwijl i ale
  ve ama و और लेकिन`.split(/\s+/),
);
const RESPECTIVELY = new Set([
  'respectively',
  'jeweils',
  'respectivement',
  'respectivamente',
  'rispettivamente',
  'respectievelijk',
  'odpowiednio',
  'sirasiyla',
]);

/** @returns what a word is compared by; empty where it says nothing by itself. */
export function keyOfWord({ key, capital }: Token, language: string): string {
  const unit = key.charCodeAt(0);
  // "Move M", "group B": one letter names what is meant.
  if (capital && key.length === 1 && !PRONOUNS.has(key)) return key;
  if (unit < 0x80 && language === 'en')
    return key.length === 1 || isShortWord(key, language) ? '' : stemWord(key);
  if (isUnspacedUnit(unit)) return EMPTY_SIGNS.has(key) ? '' : key;
  if (key.length === 1 || isShortWord(key, language)) return '';
  return key.length > PREFIX ? key.slice(0, PREFIX) : key;
}

/** @returns a text's values with all that says what they are of. */
export function readContext(text: string): Context {
  const read = readValues(asTable(text));
  return { ...addContext(read, read.language), text };
}

const LEAST_CELLS = 3;

/** Lines of CSV become rows of a table, each sign in its place. */
function asTable(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  for (const mark of [',', ';', '\t']) {
    const cells = lines.map((line) =>
      line.includes(mark) && !line.includes(`${mark} `) && !line.includes('|') ? line.split(mark).length : 0,
    );
    for (const [at, count] of cells.entries())
      if (count >= LEAST_CELLS && (cells[at - 1] === count || cells[at + 1] === count))
        lines[at] = lines[at]!.replaceAll(mark, '|');
  }
  return lines.join('\n');
}

/** @param language by whose rules its words are compared. */
export function addContext(read: ReadText, language: string): Context {
  const { text, tokens, values } = read;
  const keys = tokens.map((token) => (token.kind === WORD ? keyOfWord(token, language) : ''));
  for (const { from, to } of values) for (let at = from; at < to; at++) keys[at] = '';
  const sentences: SentencePart[] = [];
  let at = 0;
  let value = 0;
  let header: SentencePart | undefined;
  let title: ReadonlySet<string> = new Set();
  const spans = splitSentences(text);
  for (const [index, { start, end, kind }] of spans.entries()) {
    while (at < tokens.length && tokens[at]!.end <= start) at += 1;
    const from = at;
    while (at < tokens.length && tokens[at]!.start < end) at += 1;
    if (at === from) continue;
    while (value < values.length && values[value]!.from < from) value += 1;
    const first = value;
    while (value < values.length && values[value]!.from < at) value += 1;
    const isRow = kind === 'table' || isRowLike(tokens, from, at);
    const sentence: SentencePart = {
      from,
      to: at,
      values: values.slice(first, value),
      clauses: isRow ? cellsOf(tokens, from, at) : clausesOf(tokens, values.slice(first, value), from, at),
      header: isRow ? header : undefined,
      isRow,
      isQuestion: endsWithQuestion(text.slice(start, end)),
      respectively: tokens.slice(from, at).some(({ key }) => RESPECTIVELY.has(key)),
    };
    if (!isRow) header = undefined;
    else header ??= sentence;
    if (index === 0 && spans.length > 1 && (kind === 'heading' || isTitle(text, end, tokens, from, at)))
      title = new Set(keys.slice(from, at).filter((key) => key !== ''));
    sentences.push(sentence);
  }
  return { ...read, keys, sentences, title };
}

const LONGEST_TITLE = 12;

/** A short first line that does not end as a sentence. */
function isTitle(text: string, end: number, tokens: readonly Token[], from: number, to: number): boolean {
  return (
    to - from <= LONGEST_TITLE &&
    /^\s*\n/.test(text.slice(end, end + 3)) &&
    !/[.!?;,]/.test(tokens[to - 1]!.key)
  );
}

function isRowLike(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (tokens[at]!.key === '|') return true;
  return false;
}

function cellsOf(tokens: readonly Token[], from: number, to: number): Clause[] {
  const cells: Clause[] = [];
  let begin = tokens[from]!.key === '|' ? from + 1 : from;
  for (let at = begin; at <= to; at++) {
    if (at < to && tokens[at]!.key !== '|') continue;
    if (at < to || at > begin) cells.push({ from: begin, to: at });
    begin = at + 1;
  }
  return cells;
}

function clausesOf(
  tokens: readonly Token[],
  values: readonly ReadValue[],
  from: number,
  to: number,
): Clause[] {
  const clauses: Clause[] = [];
  let begin = from;
  let next = 0;
  for (let at = from; at < to; at++) {
    while (next < values.length && values[next]!.to <= at) next += 1;
    // Within a value nothing ends.
    if (next < values.length && values[next]!.from <= at) continue;
    const { key, kind } = tokens[at]!;
    if (!(CLAUSE_MARKS.has(key) || (kind !== FIGURE && CLAUSE_WORDS.has(key)))) continue;
    if (at > begin) clauses.push({ from: begin, to: at });
    begin = at + 1;
  }
  if (to > begin) clauses.push({ from: begin, to });
  return clauses;
}
