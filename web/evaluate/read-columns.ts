/** Which column of a file holds what, by its name. */
import type { Row } from './read-rows.ts';
import { readVerdict } from './read-verdict.ts';

export interface Columns {
  readonly textColumn: string;
  readonly idColumn: string | undefined;
  /** Reference verdicts. */
  readonly expectedColumn: string | undefined;
  /** Reference claims: a JSON list, or one per line. */
  readonly claimsColumn: string | undefined;
}

/** In this order: a file may have several. */
const TEXT = [/^text$/i, /^claim$/i, /^(?:post|tweet|statement|sentence|content)$/i];
const EXPECTED = [
  /^(?:expected|reference|gold)(?:[ _-]?(?:verdict|label))?$/i,
  /^verdict$/i,
  /^(?:label|rating|truth|veracity)$/i,
];
const CLAIMS = [/^(?:(?:reference|gold|expected)[ _-]?)?claims$/i];
const ID = [/^(?:id|key|uid)$/i];

/** @returns `undefined` where there is no text. Without a name that tells, the text is what is longest. */
export function readColumns(rows: readonly Row[], names: readonly string[]): Columns | undefined {
  const named = (patterns: readonly RegExp[]): string | undefined =>
    patterns.map((pattern) => names.find((name) => pattern.test(name))).find((name) => name !== undefined);
  const textColumn = named(TEXT) ?? longestColumn(rows, names);
  if (textColumn === undefined) return undefined;
  return {
    textColumn,
    idColumn: named(ID),
    expectedColumn: named(EXPECTED),
    claimsColumn: named(CLAIMS),
  };
}

export function namesOf(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

function longestColumn(rows: readonly Row[], names: readonly string[]): string | undefined {
  const length = (name: string): number => rows.reduce((sum, row) => sum + (row[name]?.length ?? 0), 0);
  return names.toSorted((a, b) => length(b) - length(a))[0];
}

/** Whether a file brings verdicts to compare with. */
export function hasVerdicts(rows: readonly Row[], column: string | undefined): boolean {
  return column !== undefined && rows.some((row) => readVerdict(row[column]) !== undefined);
}

/** The reference claims of a row: a JSON list, or one per line. `undefined` where the cell is empty. */
export function readClaimList(cell: string | undefined): string[] | undefined {
  const text = (cell ?? '').trim();
  if (text === '') return undefined;
  const lines = text.startsWith('[') ? (parseList(text) ?? [text]) : text.split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

function parseList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
