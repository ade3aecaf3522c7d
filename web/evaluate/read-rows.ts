/** Rows of a CSV or JSON Lines file. */
export type Row = Readonly<Record<string, string>>;

/** @returns no rows where the text is neither. */
export function readRows(text: string): Row[] {
  const clean = text.replace(/^\uFEFF/, '');
  return /^\s*\{/.test(clean) ? readJsonLines(clean) : readCsv(clean);
}

function readJsonLines(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    try {
      const entries = Object.entries(JSON.parse(line) as Record<string, unknown>);
      return [Object.fromEntries(entries.map(([name, value]) => [name, asText(value)]))];
    } catch {
      return [];
    }
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/** RFC 4180, with a header line. */
function readCsv(text: string): Row[] {
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
    else if (character === ',') endField();
    else if (character === '\n') endRecord();
    else if (character !== '\r') field += character;
  }
  endRecord();
  const [header, ...rows] = records;
  if (header === undefined) return [];
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])));
}
