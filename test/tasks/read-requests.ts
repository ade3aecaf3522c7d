/** The requests of this folder's tables. */
import { readFileSync } from 'node:fs';

/** @returns the lines of a table, comments left out, with their line breaks. */
export function requestsOf(table: 'ordinary-requests' | 'claim-requests'): readonly string[] {
  const text = readFileSync(new URL(`./${table}.txt`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll('\\n', '\n'));
}
