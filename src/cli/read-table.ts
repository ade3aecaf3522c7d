/** CSV in, row by row in flat memory: RFC 4180, with a header line, separated by commas, semicolons or tabs. */
import { CommandFailed } from './command-failed.ts';
import type { InputLine } from './json-lines.ts';

/** Characters that one row may have. */
const LONGEST_ROW = 64 * 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * @param pieces the file's text.
 * @yields each row by the names of its columns, with the line that it begins in. Blank rows are passed over.
 * @throws CommandFailed naming the line where a row is no such thing.
 */
export async function* readTable(pieces: AsyncIterable<string>): AsyncGenerator<InputLine> {
  let header: readonly string[] | undefined;
  for await (const { number, cells } of readRecords(pieces)) {
    if (header === undefined) {
      header = cells.map((name) => name.trim());
      const twice = header.find((name, index) => name !== '' && header!.indexOf(name) !== index);
      if (twice !== undefined) throw new CommandFailed(`two columns are named "${twice}"`);
      continue;
    }
    if (cells.length > header.length) {
      throw new CommandFailed(
        `line ${number}: ${cells.length} cells, but the header has ${header.length} columns: is a cell with a comma not quoted?`,
      );
    }
    yield {
      number,
      value: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
    };
  }
}

interface Record {
  readonly number: number;
  readonly cells: readonly string[];
}

async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<Record> {
  let rest = '';
  let separator: string | undefined;
  let number = 1;
  for await (const piece of pieces) {
    rest += piece;
    const header = rest.indexOf('\n');
    if (separator === undefined && header < 0) continue;
    separator ??= separatorOf(rest.slice(0, header));
    let at = 0;
    for (;;) {
      // What ends with the text may go on in the next piece.
      const record = readRecord(rest, at, separator);
      if (record === undefined || record.end >= rest.length) break;
      if (record.cells.some((cell) => cell !== '')) yield { number, cells: record.cells };
      number += record.lines;
      at = record.end;
    }
    rest = rest.slice(at);
    if (rest.length > LONGEST_ROW) throw openQuote(number);
  }
  separator ??= separatorOf(rest);
  for (let at = 0; at < rest.length; ) {
    const record = readRecord(rest, at, separator);
    if (record === undefined) throw openQuote(number);
    if (record.cells.some((cell) => cell !== '')) yield { number, cells: record.cells };
    number += record.lines;
    at = record.end;
  }
}

function openQuote(line: number): CommandFailed {
  return new CommandFailed(`line ${line}: a quotation mark is not closed`);
}

/** @returns the record that begins at an offset, where it ends, and how many lines it has; `undefined` where a quote is open. */
function readRecord(
  text: string,
  from: number,
  separator: string,
): { cells: string[]; end: number; lines: number } | undefined {
  const cells: string[] = [];
  let lines = 1;
  for (let at = from; ; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; ) {
        const quote = text.indexOf('"', at);
        if (quote < 0) return undefined;
        cell += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
      for (let line = cell.indexOf('\n'); line >= 0; line = cell.indexOf('\n', line + 1)) lines++;
    }
    const began = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
    cells.push(cell + text.slice(began, at));
    if (text[at] === separator) {
      at++;
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    return { cells, end: at + 1, lines };
  }
}

/** What stands most often in the header, a comma where none does. */
function separatorOf(header: string): string {
  const often = (separator: string): number => header.split(separator).length;
  return SEPARATORS.reduce<string>((best, next) => (often(next) > often(best) ? next : best), ',');
}
