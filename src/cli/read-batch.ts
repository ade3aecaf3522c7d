/** The texts of a batch: JSON Lines or CSV, whatever its columns are called. */
import path from 'node:path';
import { z } from 'zod';
import { CommandFailed } from './command-failed.ts';
import { type Input, type JsonLine, readBytes, readJsonLines } from './read-lines.ts';
import { type ColumnNames, columnReader, readTable } from './read-table.ts';

/** One text of a batch. */
export interface BatchText {
  readonly id: string;
  readonly text: string;
  /** What stands around the text: references may be resolved from it. */
  readonly context?: string | undefined;
  /** Reference claims. */
  readonly reference?: readonly string[] | undefined;
  /** Claims that another system extracted; the gateway extracts them where they are absent. */
  readonly extracted?: readonly string[] | undefined;
}

const FIELDS = ['id', 'text', 'claims', 'context', 'extracted'] as const;
type Field = (typeof FIELDS)[number];

type Columns = ColumnNames<Field>;

export type BatchFormat = 'csv' | 'jsonl';

export interface BatchSource {
  /** `-` is standard input. */
  readonly file: string;
  /** By the file's name where it is absent; JSON Lines unless that ends in `.csv` or `.tsv`. */
  readonly format?: BatchFormat;
  readonly columns?: Columns;
}

/** Reads such as `text=tweet,claims=gold`. */
export const readBatchColumns = columnReader(FIELDS, 'text=tweet,claims=gold');

/** @throws CommandFailed naming the line and the field that is wrong. */
export async function* readBatch(
  { file, format, columns = new Map() }: BatchSource,
  stdin: Input,
): AsyncGenerator<BatchText> {
  const isTable = (format ?? (/^\.(?:csv|tsv)$/i.test(path.extname(file)) ? 'csv' : 'jsonl')) === 'csv';
  let isFirst = true;
  for await (const line of isTable ? readTable(readBytes(file, stdin)) : readJsonLines(file, stdin)) {
    if (isFirst) expectColumns(line, columns, isTable);
    isFirst = false;
    yield readBatchText(line, columns, isTable);
  }
}

function expectColumns({ number, value }: JsonLine, columns: Columns, isTable: boolean): void {
  // A field that is not always there may be absent from a first line of JSON, but a column is there or not.
  const wanted = [columns.get('text') ?? 'text', ...(isTable ? columns.values() : [])];
  const missing = wanted.find((name) => !Object.hasOwn(value, name));
  if (missing === undefined) return;
  const what = isTable ? 'column' : 'field';
  throw new CommandFailed(
    `line ${isTable ? 1 : number}: there is no ${what} "${missing}"; there are: ${Object.keys(value).join(', ')}. ` +
      'If it has another name, add --columns text=NAME',
  );
}

/** @param list what a list must be. The messages complete "FIELD must be". */
function schemaOf(list: string) {
  const text = (wanted: string) => z.string(wanted).transform((given) => given.toWellFormed());
  const texts = z.array(text(list), list).optional();
  return z.object({
    id: z.union([z.string(), z.number()], 'a string or a number').optional(),
    text: text('a string'),
    claims: texts,
    context: text('a string').optional(),
    extracted: texts,
  });
}

const LINE = schemaOf('a list of strings');
const ROW = schemaOf('a JSON list of strings, or one string per line');

function readBatchText({ number, value }: JsonLine, columns: Columns, isTable: boolean): BatchText {
  const cellOf = (field: Field): unknown => {
    const given = value[columns.get(field) ?? field] ?? undefined;
    if (!isTable || field === 'text') return given;
    // A cell is always there: an empty one says nothing.
    if (given === '') return undefined;
    return field === 'claims' || field === 'extracted' ? readListCell(given as string) : given;
  };
  const read = (isTable ? ROW : LINE).safeParse(
    Object.fromEntries(FIELDS.map((field) => [field, cellOf(field)])),
  );
  if (!read.success) {
    const { path: at, message } = read.error.issues[0]!;
    const field = at[0] as Field;
    throw new CommandFailed(`line ${number}: ${columns.get(field) ?? field} must be ${message}`);
  }
  const { id = number, text, context, claims: reference, extracted } = read.data;
  return { id: String(id), text, context, reference, extracted };
}

/** A list in a cell: as JSON, or one item a line. */
function readListCell(cell: string | undefined): unknown {
  if (!cell?.trimStart().startsWith('[')) {
    return cell
      ?.split('\n')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
