/** The rows of a report as they are kept: by the page, sealed. */
import type { ScoredClaim } from '../domain/evaluation.ts';
import type { TextKey } from './encrypt-text.ts';

/** Rows of a page: most reports have no more, and a page is held in memory whole. */
const ROWS_A_PAGE = 200;

export function sealRows(rows: readonly ScoredClaim[], key: TextKey): string[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_A_PAGE) }, (_, page) => {
    const some = rows.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
    return key.seal(JSON.stringify(some), purposeOf(page));
  });
}

/** @throws Unreadable where it is not the key of this evaluation, or another page. */
export function openRows(sealed: string, key: TextKey, page: number): ScoredClaim[] {
  return JSON.parse(key.open(sealed, purposeOf(page))) as ScoredClaim[];
}

function purposeOf(page: number): string {
  return `page ${page}`;
}
