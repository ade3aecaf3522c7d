import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** @returns the rows of a page's tables, as cells, but for those whose first cell is `head` or a rule. */
export function readRows(page: string, head: string): string[][] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith(`| ${head} |`))
    .map((line) => line.slice(2, -2).split(' | '));
}

/**
 * @param cell names a test by its file and title, or a part of that: `` `test/x.test.ts` "does this" ``.
 * @returns what is wrong with it; `undefined` where the test exists.
 */
export function missingTest(cell: string): string | undefined {
  const [, file, title] = /^`([^`]+)` "([^"]+)"$/.exec(cell) ?? [];
  if (file === undefined || title === undefined) return `${cell} names no test`;
  const titled = readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .some((line) => line.includes(title) && /['"`]/.test(line.split(title)[0] as string));
  return titled ? undefined : `${file} has no test "${title}"`;
}
