/** Rows of a CSV or JSON Lines file. */
export type Row = Readonly<Record<string, string>>;

export interface RowsOfFile {
  readonly rows: readonly Row[];
  /** Lines of a JSON Lines file that are no JSON objects, from 1. */
  readonly unread: readonly number[];
}

/** @returns how many different texts a column holds, but for empty ones and spaces. */
export function countTexts(rows: readonly Row[], column: string): number {
  const texts = rows.map((row) => (row[column] ?? '').replace(/\s+/g, ' ').trim());
  return new Set(texts.filter((text) => text !== '')).size;
}

/** What no text has: a picture or a spreadsheet that is read as one has it within its first bytes. */
const NO_TEXT = /[\0\uFFFD]/;
const LOOKED_AT = 4_096;

/** A JSON array of objects is read too, and CSV with semicolons or tabs. @returns no rows where the text is neither. */
export async function readRows(text: string): Promise<RowsOfFile> {
  if (NO_TEXT.test(text.slice(0, LOOKED_AT))) return { rows: [], unread: [] };
  const clean = text.replace(/^\uFEFF/, '');
  if (/^\s*\[\s*\{/.test(clean)) return { rows: readJson(clean) ?? [], unread: [] };
  return /^\s*\{/.test(clean) ? readJsonLines(clean) : { rows: await readCsv(clean), unread: [] };
}

function readJsonLines(text: string): RowsOfFile {
  const rows: Row[] = [];
  const unread: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readJson(line) ?? [];
    if (read.length === 0) unread.push(index + 1);
    for (const row of read) rows.push(row);
  }
  return { rows, unread };
}

/** @returns the objects of a JSON text: one, or those of an array; `undefined` where it is no JSON. */
function readJson(text: string): Row[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const items = Array.isArray(value) ? value : [value];
    return items
      .filter((item) => typeof item === 'object' && item !== null)
      .map((item) => Object.fromEntries(Object.entries(item).map(([name, cell]) => [name, asText(cell)])));
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/** RFC 4180, with a header line. @returns no rows where the text is no such thing. */
async function readCsv(text: string): Promise<Row[]> {
  // Loaded with the first file: most visitors open none.
  const { parse } = await import('csv-parse/browser/esm/sync');
  let records: string[][];
  try {
    records = parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
    });
  } catch {
    return [];
  }
  const [header, ...rows] = records.filter((record) => record.some((value) => value !== ''));
  if (header === undefined) return [];
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])));
}

/** What stands most often in the header, where the reader expects a comma. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const often = (separator: string): number => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (often(next) > often(best) ? next : best));
}
