/** CSV in, row by row in flat memory: RFC 4180, with a header line, separated by commas, semicolons or tabs. */

import { InvalidArgumentError } from 'commander';
import { CsvError, type Parser, parse } from 'csv-parse';
import { CommandFailed } from './command-failed.ts';
import type { JsonLine } from './read-lines.ts';

/** Bytes that one row may have. */
const LONGEST_ROW = 64 * 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;
const LINE_END = 10;

/** What fields are called in a table, where its columns have other names. */
export type ColumnNames<F extends string> = ReadonlyMap<F, string>;

/**
 * @param example of an option's value, for those who get it wrong.
 * @returns reads such a value: a field, `=` and a column, several between commas.
 */
export function columnReader<F extends string>(fields: readonly F[], example: string) {
  return (text: string): ColumnNames<F> => {
    const columns = new Map<F, string>();
    for (const part of text.split(',')) {
      const equals = part.indexOf('=');
      const [name, column] = [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
      const field = fields.find((each) => each === name);
      if (field === undefined || column === '') {
        throw new InvalidArgumentError(`It must be such as ${example}; the fields are ${fields.join(', ')}.`);
      }
      columns.set(field, column);
    }
    return columns;
  };
}

/**
 * @param bytes the file's, in UTF-8, in pieces of any size.
 * @yields each row by the names of its columns, with the line that it begins in. Blank rows are passed over.
 * @throws CommandFailed naming the line where a row is malformed.
 */
export async function* readTable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonLine> {
  let header: readonly string[] | undefined;
  for await (const { number, cells } of readRows(bytes)) {
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
    yield { number, value: Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])) };
  }
}

interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Rows as they are completed. Blank ones are passed over, but count as lines. */
async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let [number, complete]: [number, Row[]] = [1, []];
  let fault: Error | undefined;
  const onRow = (cells: readonly string[]): null => {
    if (cells.some((cell) => cell !== '')) complete.push({ number, cells });
    number += cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1);
    // Taken here: where the parser fails, it drops what it has not been asked for.
    return null;
  };
  const open = (header: string): Parser =>
    parse({
      bom: true,
      delimiter: separatorOf(header),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LONGEST_ROW,
      on_record: onRow,
    }).on('error', (error) => {
      fault = error;
    });
  const take = function* (): Generator<Row> {
    yield* complete;
    complete = [];
    // A row that does not end is too long, or the text is over: one quotation mark too many, or too few.
    if (fault instanceof CsvError) throw new CommandFailed(`line ${number}: a quotation mark is not closed`);
    if (fault !== undefined) throw fault;
  };

  let parser: Parser | undefined;
  /** What came before the header was complete. */
  let opening = Buffer.alloc(0);
  for await (const piece of bytes) {
    opening = Buffer.concat([opening, piece]);
    const end = opening.indexOf(LINE_END);
    if (parser === undefined && end < 0) continue;
    parser ??= open(opening.toString('utf8', 0, end));
    await new Promise((resolve) => parser!.write(opening, resolve));
    opening = Buffer.alloc(0);
    yield* take();
  }
  parser ??= open(opening.toString('utf8'));
  await new Promise<void>((resolve) => parser.end(opening, resolve));
  yield* take();
}

/** What stands most often in the header, a comma where none does. */
function separatorOf(header: string): string {
  const often = (separator: string): number => header.split(separator).length;
  return SEPARATORS.reduce<string>((best, next) => (often(next) > often(best) ? next : best), ',');
}
