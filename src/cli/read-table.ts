/** CSV in, row by row in flat memory: RFC 4180, with a header line, separated by commas, semicolons or tabs. */
import { CsvError, parse } from 'csv-parse';
import { CommandFailed } from './command-failed.ts';
import type { JsonLine } from './read-lines.ts';

/** Bytes that one row may have. */
const LONGEST_ROW = 64 * 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/**
 * @param pieces the file's text.
 * @yields each row by the names of its columns, with the line that it begins in. Blank rows are passed over.
 * @throws CommandFailed naming the line where a row is no such thing.
 */
export async function* readTable(pieces: AsyncIterable<string>): AsyncGenerator<JsonLine> {
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

/** Records as they are completed. Blank ones are passed over, but count as lines. */
async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<Record> {
  const { header, text } = await readHeader(pieces);
  let number = 1;
  let complete: Record[] = [];
  const parser = parse({
    delimiter: separatorOf(header),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    on_record(cells: readonly string[]) {
      if (cells.some((cell) => cell !== '')) complete.push({ number, cells });
      number += cells.reduce((lines, cell) => lines + countLineEnds(cell), 1);
      // Taken here: where the parser fails, it drops what it has not been asked for.
      return null;
    },
  });
  let fault: Error | undefined;
  parser.on('error', (error) => {
    fault = error;
  });
  const take = function* (): Generator<Record> {
    yield* complete;
    complete = [];
    // A row that does not end is too long, or the text is over: one quotation mark too many, or too few.
    if (fault instanceof CsvError) throw new CommandFailed(`line ${number}: a quotation mark is not closed`);
    if (fault !== undefined) throw fault;
  };
  for await (const bytes of ReadableStream.from(text).pipeThrough(new TextEncoderStream())) {
    await new Promise((resolve) => parser.write(bytes, resolve));
    yield* take();
  }
  await new Promise((resolve) => parser.end(resolve));
  yield* take();
}

/** @returns the first line, and the whole text with it. */
async function readHeader(pieces: AsyncIterable<string>) {
  const iterator = pieces[Symbol.asyncIterator]();
  const read: string[] = [];
  let header = '';
  for (;;) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    read.push(value);
    const end = value.indexOf('\n');
    header += end < 0 ? value : value.slice(0, end);
    if (end >= 0) break;
  }
  async function* all(): AsyncGenerator<string> {
    yield* read;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { header, text: all() };
}

function countLineEnds(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}

/** What stands most often in the header, a comma where none does. */
function separatorOf(header: string): string {
  const often = (separator: string): number => header.split(separator).length;
  return SEPARATORS.reduce<string>((best, next) => (often(next) > often(best) ? next : best), ',');
}
