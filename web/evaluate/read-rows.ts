/** Rows of a CSV or JSON Lines file. */
export type Row = Readonly<Record<string, string>>;

/** A JSON array of objects is read too, and CSV with semicolons or tabs. @returns no rows where the text is neither. */
export function readRows(text: string): Row[] {
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

/** RFC 4180, with a header line. */
function readCsv(text: string): Row[] {
  const separator = separatorOf(text);
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  const endField = (): void => {
    record.push(field);
    field = '';
  };
  const endRecord = (): void => {
    endField();
    if (record.some((value) => value !== '')) records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === separator) endField();
    else if (character === '\n') endRecord();
    else if (character !== '\r') field += character;
  }
  endRecord();
  const [header, ...rows] = records;
  if (header === undefined) return [];
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])));
}

/** What stands most often in the header, where the reader expects a comma. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const often = (separator: string): number => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (often(next) > often(best) ? next : best));
}
