import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { languageTable } from '../../bench/claims/tabulate-languages.ts';

const directory = mkdtempSync(join(tmpdir(), 'claimgate-languages-'));
const path = join(directory, 'languages.tsv');
afterAll(() => rmSync(directory, { recursive: true }));

it('tabulates recall and false alarms by language', () => {
  const lines = [
    'de\t1\tnews\tDas Bad ist zu.',
    'de\t1\tnews\tEs kamen 30 Leute.',
    'de\t0\twish\tAlles Gute!',
    'de\t0\tquestion\tWer kommt?',
    'fr\t1\tscience\tLe cuivre conduit le courant.',
    'fr\t0\topinion\tQuelle horreur !',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const table = languageTable(path, (text) => (/\d|Gute|cuivre/.test(text) ? 0.5 : 0.49));
  expect(table.split('\n').slice(2)).toEqual([
    '| de | 2 | 0.50 | 0.00 | 1.00 | 0.50 |',
    '| fr | 1 | 1.00 | 1.00 | 0.00 | 0.00 |',
    '| mean | 3 | 0.75 | 0.50 | 0.50 | 0.25 |',
  ]);
});

it('refuses a line that is not a labelled sentence', () => {
  writeFileSync(path, 'de\tyes\tnews\tDas Bad ist zu.\n');
  expect(() => languageTable(path, () => 1)).toThrow('not a labelled sentence');
});
