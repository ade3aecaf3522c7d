import { csvLines } from '../claims/write-claims.ts';
import type { Run } from './run-store.ts';

/** The file's own columns, and what was found of each row. */
export function writeResults({ rows, columns, results }: Run): string {
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
    const urls = result?.claims.flatMap(({ evidence = [] }) =>
      evidence.map(({ url }) => new URL(url, location.origin).href),
    );
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
