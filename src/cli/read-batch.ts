/** The texts of a batch: JSON Lines or CSV, whatever its columns are called. */
import path from 'node:path';
import { CommandFailed } from './command-failed.ts';
import type { BatchText } from './evaluate-text.ts';
import { type JsonLine, readJsonLines, readPieces } from './read-lines.ts';
import { readTable } from './read-table.ts';

const FIELDS = ['id', 'text', 'claims', 'context', 'extracted'] as const;
type Field = (typeof FIELDS)[number];

/** What the fields are called in the input, where they have other names. */
export type Columns = ReadonlyMap<Field, string>;

export type BatchFormat = 'csv' | 'jsonl';

export interface BatchSource {
  /** `-` is standard input. */
  readonly file: string;
  /** By the file's name where it is absent; JSON Lines unless that ends in `.csv` or `.tsv`. */
  readonly format?: BatchFormat;
  readonly columns?: Columns;
}

/**
 * @param text such as `text=tweet,claims=gold`.
 * @returns `undefined` where it is none.
 */
export function readColumns(text: string): Columns | undefined {
  const columns = new Map<Field, string>();
  for (const part of text.split(',')) {
    const equals = part.indexOf('=');
    const field = FIELDS.find((each) => each === part.slice(0, Math.max(0, equals)).trim());
    const column = part.slice(equals + 1).trim();
    if (field === undefined || column === '') return undefined;
    columns.set(field, column);
  }
  return columns;
}

/** @throws CommandFailed naming the line and the field that is wrong. */
export async function* readBatch({
  file,
  format,
  columns = new Map(),
}: BatchSource): AsyncGenerator<BatchText> {
  const isTable = (format ?? formatOf(file)) === 'csv';
  let isFirst = true;
  for await (const line of isTable ? readTable(readPieces(file)) : readJsonLines(file)) {
    if (isFirst) expectColumns(line, columns, isTable);
    isFirst = false;
    yield readBatchText(line, columns, isTable);
  }
}

function formatOf(file: string): BatchFormat {
  return /^\.(?:csv|tsv)$/i.test(path.extname(file)) ? 'csv' : 'jsonl';
}

function expectColumns({ number, value }: JsonLine, columns: Columns, isTable: boolean): void {
  // A field that is not always there may be absent from a first line of JSON, but a column is there or not.
  const wanted = [columns.get('text') ?? 'text', ...(isTable ? columns.values() : [])];
  const missing = wanted.find((name) => !Object.hasOwn(value, name));
  if (missing === undefined) return;
  const what = isTable ? 'column' : 'field';
  throw new CommandFailed(
    `line ${isTable ? 1 : number}: there is no ${what} "${missing}"; there are: ${Object.keys(value).join(', ')}. ` +
      'If they are called otherwise, say so: --columns text=YOURS',
  );
}

function readBatchText({ number, value }: JsonLine, columns: Columns, isTable: boolean): BatchText {
  const fault = (field: Field, wanted: string): never => {
    throw new CommandFailed(`line ${number}: ${columns.get(field) ?? field} must be ${wanted}`);
  };
  const cell = (field: Field): unknown => {
    const given = value[columns.get(field) ?? field];
    // A cell is always there: an empty one says nothing.
    return given === null || (isTable && given === '' && field !== 'text') ? undefined : given;
  };
  const list = (field: Field): readonly string[] | undefined => {
    const given = cell(field);
    if (given === undefined) return undefined;
    const items = typeof given === 'string' && isTable ? readListCell(given) : given;
    if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
      return fault(field, isTable ? 'a JSON list of texts, or one text a line' : 'a list of texts');
    }
    return items.map((item) => item.toWellFormed());
  };
  const [id, text, context] = [cell('id'), cell('text'), cell('context')];
  if (typeof text !== 'string') return fault('text', 'a text');
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    return fault('id', 'a text or a number');
  }
  if (context !== undefined && typeof context !== 'string') return fault('context', 'a text');
  const [reference, extracted] = [list('claims'), list('extracted')];
  return {
    id: String(id ?? number),
    text: text.toWellFormed(),
    ...(context === undefined ? {} : { context: context.toWellFormed() }),
    ...(reference === undefined ? {} : { reference }),
    ...(extracted === undefined ? {} : { extracted }),
  };
}

/** A list in a cell: as JSON, or one item a line. */
function readListCell(cell: string): unknown {
  if (!cell.trimStart().startsWith('[')) {
    return cell
      .split(/\r?\n/)
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}
