/** What the file brings to compare with, read once for each choice of columns. */
import { useMemo } from 'react';
import { readClaimList } from './read-columns.ts';
import { type References, readReferences } from './read-verdict.ts';
import type { Run } from './run.ts';

export function referencesOf({ rows, expectedColumn }: Pick<Run, 'rows' | 'expectedColumn'>): References {
  return readReferences(rows.map((row) => (expectedColumn === undefined ? '' : (row[expectedColumn] ?? ''))));
}

export function useReferences({ rows, expectedColumn }: Run): References {
  return useMemo(() => referencesOf({ rows, expectedColumn }), [rows, expectedColumn]);
}

/** The reference claims of each row; `undefined` where it has none. */
export function claimListsOf({
  rows,
  claimsColumn,
}: Pick<Run, 'rows' | 'claimsColumn'>): (string[] | undefined)[] {
  return rows.map((row) => (claimsColumn === undefined ? undefined : readClaimList(row[claimsColumn])));
}

export function useClaimLists({ rows, claimsColumn }: Run): (string[] | undefined)[] {
  return useMemo(() => claimListsOf({ rows, claimsColumn }), [rows, claimsColumn]);
}
