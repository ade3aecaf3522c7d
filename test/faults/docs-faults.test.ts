/** docs/operating/faults.md names the test of each fault of the machine and its servers. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missingTest, readRows } from '../harness/find-test.ts';
import { CALLERS, FAULTS } from './table.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/operating/faults.md'), 'utf8');
const rows = readRows(page, 'fault');

it('there are rows', () => {
  expect(rows.length).toBeGreaterThan(15);
});

it.each(rows.map((row) => [row[0] as string, row]))('what is said of it is tested: %s', (_fault, row) => {
  expect(row).toHaveLength(4);
  expect(missingTest(row[3] as string)).toBeUndefined();
});

it('the page says how many faults of providers and of callers are tried', () => {
  expect(page).toContain(`${Object.values(FAULTS).flat().length} faults of providers`);
  expect(page).toContain(`${CALLERS.length} of callers`);
});
