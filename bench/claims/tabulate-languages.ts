/** How well claims are found in languages other than English, on a file of labelled sentences. */
import { readFileSync } from 'node:fs';
import { readLine } from '../../scripts/train-claims/read-written.ts';
import { languagesTable, scoreLanguages } from '../../scripts/train-claims/score-languages.ts';
import { CLAIM_THRESHOLD } from '../../src/engine/claims/estimate-claim.ts';

/**
 * @param path of a file of `language`, label (1 = a claim), kind and sentence between tabs, one sentence per line.
 * @param probabilityOf a sentence's being a claim.
 * @returns a table in Markdown: recall and false alarms by language. @throws where a line has other fields.
 */
export function languageTable(path: string, probabilityOf: (text: string) => number): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const examples = lines.filter((line) => line !== '').map(readLine);
  return languagesTable(
    scoreLanguages(examples, (row) => probabilityOf(examples[row]!.text) >= CLAIM_THRESHOLD),
  );
}
