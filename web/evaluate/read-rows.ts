/** Rows of a CSV or JSON Lines file. */
export type Row = Readonly<Record<string, string>>;

/** A JSON array of objects is read too, and CSV with semicolons or tabs. @returns no rows where the text is neither. */
export async function readRows(text: string): Promise<Row[]> {
  const clean = text.replace(/^\uFEFF/, '');
  if (/^\s*\[\s*\{/.test(clean)) return readJson(clean);
  return /^\s*\{/.test(clean) ? clean.split('\n').flatMap(readJson) : readCsv(clean);
}

/** @returns the objects of a JSON text: one, or those of an array; none where it is no JSON. */
function readJson(text: string): Row[] {
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    const items = Array.isArray(value) ? value : [value];
    return items
      .filter((item) => typeof item === 'object' && item !== null)
      .map((item) => Object.fromEntries(Object.entries(item).map(([name, cell]) => [name, asText(cell)])));
  } catch {
    return [];
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
