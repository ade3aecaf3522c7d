/**
 * Rows of tables, as they come in chats, mails and files: Markdown, HTML, tabs, CSV, columns set apart by blanks. A table's head
 * says nothing by itself; a row is read with it.
 */
import { classAt, SPACE } from '../text/characters.ts';
import type { Sentence } from '../text/scan-sentences.ts';

export interface Row {
  /** What the cells say, without marks. Empty where there is nothing in one. */
  readonly cells: readonly string[];
  /** What its columns are called; empty where nothing says it. */
  readonly header: readonly string[];
}

/** A row, a title (a row of one cell), or what only belongs to a table: its head, its tags. */
export type TableLine = { readonly row: Row } | { readonly title: string } | 'mark';

type Mark = 'html' | '|' | '\t' | ';' | ',' | 'gap';

const HTML_CELL = /<t([dh])\b[^<>]*>([\s\S]*?)(?=<\/?t[dhr]\b|$)/gi;
const TAG = /<[^<>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};
const ENTITY = /&(amp|lt|gt|quot|nbsp|#39);/g;
const GAP = / {3,}/;
/** Markdown writes a bar within a cell with a backslash. */
const COLUMN = /(?<!\\)\|/;
const FULL_STOP = /[.!?…。！？؟।:：][“”"'’»)\]*_]*$/u;
const CSV_CELL = /(?:^|,)(?:"([^"]*(?:""[^"]*)*)"|([^",]*))/g;
/** A number or a sum, and no year: what stands below a head, and not in it. */
const VALUE = /^[-+~≈<>–]? ?(?:US)?[$€£¥₹]? ?\d/u;
const YEAR = /^(?:1\d|20)\d\d(?:[/–-]\d{2,4})?$/;
/** Fewer cells make no row of CSV. */
const LEAST_CSV = 3;
const LONGEST_CELL = 80;

interface Line {
  readonly mark: Mark;
  readonly cells: readonly string[];
  /** Only heads of columns. */
  readonly isHead: boolean;
}

function plain(cell: string): string {
  return cell.replace(/[*_`]/g, '').replaceAll('\\|', '|').replace(/\s+/g, ' ').trim();
}

function readHtml(text: string): Line {
  const cells: string[] = [];
  let heads = 0;
  for (const [, kind, inner = ''] of text.matchAll(HTML_CELL)) {
    if (kind === 'h' || kind === 'H') heads++;
    cells.push(plain(inner.replace(TAG, ' ').replace(ENTITY, (_, name: string) => ENTITIES[name]!)));
  }
  return { mark: 'html', cells, isHead: heads > 1 && heads === cells.length };
}

function lineOf(mark: Mark, cells: readonly string[]): Line {
  return { mark, cells: cells.map(plain), isHead: false };
}

/** Without any of these a line is no row: a look that costs little. */
const MARKED = /[\t;|]|,\S| {3}/;

function splitProse(text: string): Line | undefined {
  if (text.endsWith('.') || !MARKED.test(text) || FULL_STOP.test(text)) return undefined;
  if (text.includes(' | ')) return lineOf('|', text.replace(/\|\s*$/, '').split(COLUMN));
  if (text.includes('\t')) return lineOf('\t', text.split('\t'));
  return GAP.test(text) ? lineOf('gap', text.split(/ {3,}/)) : readCsv(text);
}

/** @returns the cells of a line that is a row by its marks; `undefined` where it is prose. */
function readLine(text: string, isTable: boolean): Line | undefined {
  if (isTable && text.startsWith('<')) return readHtml(text);
  if (isTable) return lineOf('|', text.replace(/^\s*\||\|\s*$/g, '').split(COLUMN));
  const row = splitProse(text);
  return row?.cells.every((cell) => cell.length <= LONGEST_CELL) ? row : undefined;
}

function readCsv(text: string): Line | undefined {
  for (const mark of [';', ','] as const) {
    const first = text.indexOf(mark);
    if (first < 0 || text.indexOf(mark, first + 1) < 0) continue;
    const cells =
      mark === ';'
        ? text.split(mark)
        : Array.from(text.matchAll(CSV_CELL), ([, quoted, bare = '']) => quoted ?? bare);
    // "It is red, blue and green; see 1,200,000." is prose.
    const isProse =
      cells.length < LEAST_CSV ||
      cells.some((cell, at) => at > 0 && classAt(cell, 0) === SPACE && cell !== '') ||
      (/(?<!\d)\d{1,3}$/.test(cells[0]!) && cells.slice(1).every((cell) => /^\d{3}\b/.test(cell)));
    if (!isProse) return lineOf(mark, cells);
  }
  return undefined;
}

const isPage = (cell: string): boolean => /^\d{1,4}$/.test(cell);
const isValue = (cell: string): boolean => VALUE.test(cell) && !YEAR.test(cell);
const saysSomething = (cell: string): boolean => /[\p{L}\p{N}]/u.test(cell);

interface Table {
  readonly paragraph: number;
  readonly mark: Mark;
  readonly header: readonly string[];
  /** A row has been read, or its head. */
  readonly begun: boolean;
}

/** @returns whether the line below may set this one apart as the head of a table. */
export function mayBeHead({ kind }: Sentence, text: string): boolean {
  return kind === 'table' ? text.startsWith('|') : kind === 'prose' && text.includes(' | ');
}

/** @returns whether a line is what Markdown writes below the head of a table. */
export function isBelowHead(text: string): boolean {
  return text.includes('|') && /^[|\s:-]*-[|\s:-]*$/.test(text);
}

/** Reads the lines of a text that are of a table. */
export function openTableReader() {
  let table: Table | undefined;

  /** A row with fewer than two cells that say anything. */
  function readShort({ mark, cells }: Line, paragraph: number, open: Table | undefined): TableLine {
    if (mark !== 'html') {
      table = open ?? { paragraph, mark, header: cells, begun: true };
      return 'mark';
    }
    table = open ?? { paragraph, mark, header: [], begun: false };
    const title = cells.find(saysSomething);
    return title !== undefined && !table.begun ? { title } : 'mark';
  }

  return {
    /**
     * @param begins whether the sentence begins its line: one that no mark ends is all of it.
     * @param named whether the line below sets it apart as the head, where it is the table's first.
     * @returns what the sentence is in a table; `undefined` where it is in none.
     */
    read(sentence: Sentence, text: string, begins: boolean, named = false): TableLine | undefined {
      if (!begins && sentence.kind !== 'table') return undefined;
      const line = readLine(text, sentence.kind === 'table');
      if (line === undefined) return undefined;
      const { mark, cells } = line;
      const { paragraph } = sentence;
      const open = table?.paragraph === paragraph && table.mark === mark ? table : undefined;
      if (cells.filter(saysSomething).length < 2) return readShort(line, paragraph, open);
      if (open?.begun && !line.isHead) return { row: { cells, header: open.header } };
      const isHead = named || (mark === 'html' ? line.isHead : !cells.some(isValue));
      const header = isHead ? cells : [];
      table = { paragraph, mark, header, begun: true };
      // A running head and its page's number.
      const isRunning =
        sentence.kind === 'prose' && cells.length === 2 && (mark === 'gap' || cells.some(isPage));
      return isHead || isRunning ? 'mark' : { row: { cells, header } };
    },
  };
}
