/** The report as CSV (RFC 4180): the specification's header, a row a claim, harmless in a spreadsheet. */
import { stringify } from 'csv-stringify/sync';
import type { ScoredClaim } from '../domain/evaluation.ts';

const COLUMNS: Readonly<Record<string, (row: ScoredClaim) => string>> = {
  claim_id: (row) => harmless(row.claim_id),
  original_text: (row) => harmless(row.original_text),
  extracted_claim: (row) => harmless(row.extracted_claim),
  accuracy_score: (row) => formatScore(row.accuracy),
  completeness_score: (row) => formatScore(row.completeness),
  coherence_score: (row) => formatScore(row.coherence),
  confidence: (row) => formatScore(row.confidence),
  category: (row) => harmless(row.category),
  verifiable: (row) => String(row.verifiable),
  timestamp: (row) => new Date(row.timestamp).toISOString(),
};

export const REPORT_COLUMNS = Object.keys(COLUMNS);

export const REPORT_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'cache-control': 'no-store',
} as const;

/** @param id of the evaluation; characters of URLs alone. */
export function contentDisposition(id: string): string {
  return `attachment; filename="evaluation-${id.replace(/[^A-Za-z0-9._-]/g, '_')}.csv"`;
}

export const REPORT_HEADER_LINE = `${REPORT_COLUMNS.join(',')}\r\n`;

const CELLS = Object.values(COLUMNS);

/** @returns the rows as lines of CSV, without the header. */
export function formatRows(rows: readonly ScoredClaim[]): string {
  return writeCsv(rows.map((row) => CELLS.map((cellOf) => cellOf(row))));
}

export function writeCsv(rows: string[][]): string {
  // A CR or LF alone must be quoted too: readers take either for the end of a row.
  return stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** At most four decimals, never in exponents. */
export function formatScore(score: number): string {
  return String(Math.round(Math.min(1, Math.max(0, score)) * 1e4) / 1e4);
}

/**
 * The beginning of a cell up to its first visible character: spreadsheets look past white space, controls and invisible
 * characters. Where a semicolon or a tab separates cells, as by the settings of many countries, quotes within a line
 * hold nothing together: what stands behind one begins a cell, and behind a line end too.
 */
const CELL = /(^|[;\t\r\n])((?:(?![;\t\r\n])[\p{Z}\p{Cc}\p{Cf}\ufeff])*)(?=([^;\t\r\n]))/gu;

/**
 * Neutralises text that a spreadsheet would take for a formula, with an apostrophe before it (OWASP, "CSV
 * Injection"): cells that begin, after white space, with `=`, `+`, `-` or `@` in any of their forms, and texts that begin
 * with a tab or a line end.
 */
export function harmless(text: string): string {
  const safe = text.replace(CELL, (beginning, separator: string, blanks: string, first: string) =>
    '=+-@\u2212'.includes(first.normalize('NFKC')) ? `${separator}'${blanks}` : beginning,
  );
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe;
}
