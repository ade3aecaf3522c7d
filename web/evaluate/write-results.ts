import { addressesOf, csvLines } from '../claims/write-claims.ts';
import type { Run } from './run-store.ts';

/** What the run measured, as CSV. */
export function writeResults(run: Run): string {
  return run.measure === 'extraction' ? writeScores(run) : writeVerdicts(run);
}

const SCORES = [
  'claim_id',
  'original_text',
  'extracted_claim',
  'accuracy_score',
  'completeness_score',
  'coherence_score',
  'confidence',
  'category',
  'verifiable',
  'timestamp',
] as const;

/** The columns of the gateway's own reports, a line a claim, with the row it is of; a failed row has a line too. */
function writeScores({ rows, idColumn, results }: Run): string {
  const lines = results.flatMap((result, index) => {
    const row = idColumn === undefined ? index + 1 : (rows[index]?.[idColumn] ?? '');
    if (result?.failure !== undefined) return [[row, ...SCORES.map(() => ''), '', result.failure.code]];
    return (result?.scored ?? []).map((claim) => [
      row,
      ...SCORES.map((column) => (typeof claim[column] === 'boolean' ? String(claim[column]) : claim[column])),
      result?.scorer ?? '',
      '',
    ]);
  });
  return csvLines([['row', ...SCORES, 'scorer', 'failure'], ...lines]);
}

/** All rows of the file in the form that the command line reads. */
export function writeJsonLines({ all, textColumn, idColumn }: Run): string {
  return all
    .map((row, index) => {
      const id = idColumn === undefined ? String(index + 1) : (row[idColumn] ?? '');
      return `${JSON.stringify({ id, text: row[textColumn] ?? '' })}\n`;
    })
    .join('');
}

/** The file's own columns, and what was found of each row. */
function writeVerdicts({ rows, columns, results }: Run): string {
  const header = [
    ...columns,
    'claims_found',
    'verdict_found',
    'verdict_confidence',
    'sources_found',
    'failure',
  ];
  const lines = rows.map((row, index) => {
    const result = results[index];
    const urls = addressesOf(result?.claims ?? []);
    return [
      ...columns.map((column) => row[column] ?? ''),
      result?.claims.length ?? '',
      result?.verdict ?? '',
      result?.confidence ?? '',
      [...new Set(urls)].join(' '),
      result?.failure?.code ?? '',
    ];
  });
  return csvLines([header, ...lines]);
}
