/** What is shown while documents are added. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeTime, openAddProgress } from './add-progress.ts';
import { openStatusLine } from './status-line.ts';

let folder: string;
const file = (name: string): string => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'claimgate-progress-'));
  writeFileSync(file('a'), 'x'.repeat(300));
  writeFileSync(file('b'), 'x'.repeat(700));
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(isTTY: boolean, inputs: readonly string[]) {
  const written: string[] = [];
  const clock = { now: 0 };
  const status = openStatusLine({ isTTY, write: (text) => written.push(text) });
  return { written, clock, progress: openAddProgress(status, inputs, () => clock.now) };
}

it('is a bar by bytes on a terminal, with how fast it goes and how long it takes', () => {
  const { written, clock, progress } = open(true, [file('a'), file('b')]);
  progress.read(300);
  progress.next(0);
  clock.now = 10_000;
  progress.read(200);
  progress.show('b', 5_000);
  expect(written.at(-1)).toContain(
    `${'█'.repeat(10)}${'░'.repeat(10)} 50 %  b: 5,000 documents, 500 a second, 10 s left`,
  );
});

it('counts inputs where not all are files, and says nothing of the end of one alone', () => {
  const several = open(true, [file('a'), '-']);
  several.progress.next(0);
  several.progress.show('standard input', 3);
  expect(several.written.at(-1)).toContain(' 50 %  standard input: 3 documents');
  const alone = open(true, ['-']);
  alone.progress.show('standard input', 3);
  expect(alone.written.at(-1)).toMatch(/^\rstandard input: 3 documents/);
});

it('is a line for each fifty thousand where there is no terminal', () => {
  const { written, progress } = open(false, [file('a')]);
  progress.read(150);
  for (let batch = 0; batch < 120; batch++) progress.show('a', 1_000);
  expect(written).toEqual(['a: 50,000 documents, 50 %\n', 'a: 100,000 documents, 50 %\n']);
});

it.each([
  [0, '0 s'],
  [1, '1 s'],
  [89_000, '89 s'],
  [100_000, '2 min'],
  [119 * 60_000, '119 min'],
  [10 * 3_600_000, '10 h'],
])('%d milliseconds are %s', (milliseconds, said) => {
  expect(describeTime(milliseconds)).toBe(said);
});
