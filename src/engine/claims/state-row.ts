/** What a row of a table says: as a pair, in full, and as a sentence that can be judged. */

import { assertPair, type Pair } from './read-pair.ts';
import type { Row } from './read-table.ts';
import { isAspect } from './read-title.ts';

const saysSomething = (cell: string): boolean => /[\p{L}\p{N}]/u.test(cell);

/** @returns the property and the value that a row of two cells holds; `undefined` where its first cell names a thing. */
export function pairOfRow({ cells, header }: Row): Pair | undefined {
  const [key = '', value = ''] = cells;
  if (cells.length !== 2 || !saysSomething(key) || !saysSomething(value)) return undefined;
  const isNamed = saysSomething(header[0] ?? '') && saysSomething(header[1] ?? '');
  return !isNamed || isAspect(key) ? { key, value } : undefined;
}

/** @returns what a row says, each cell behind the name of its column; `undefined` where fewer than two cells say anything. */
export function stateRow({ cells, header }: Row): string | undefined {
  if (cells.filter(saysSomething).length < 2) return undefined;
  return cells
    .flatMap((cell, at) => (saysSomething(cell) ? [header[at] ? `${header[at]}: ${cell}` : cell] : []))
    .join('; ');
}

/**
 * @returns an English sentence of what the row says of its first cell that is no number: the first number beside it, else the
 *   first other cell.
 */
export function assertRow({ cells, header }: Row): string {
  const named = Math.max(
    cells.findIndex((cell) => /\p{L}/u.test(cell)),
    0,
  );
  const says = (cell: string, at: number): boolean => at !== named && saysSomething(cell);
  const numbered = cells.findIndex((cell, at) => at > named && says(cell, at) && /\p{N}/u.test(cell));
  const at = numbered < 0 ? cells.findIndex(says) : numbered;
  const key = header[at] ?? '';
  return key === ''
    ? `${cells[named]} is ${cells[at]}.`
    : assertPair({ key, value: cells[at]! }, cells[named]);
}
