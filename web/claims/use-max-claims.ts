import { useEffect } from 'react';
import { needSourceList, useSourceList } from '../sources/source-store.ts';

/** The gateway's default, until it has said what its own is. */
const USUAL = 10;

/** The most claims that the server verifies in one request. */
export function useMaxClaims(): number {
  useEffect(() => void needSourceList(), []);
  return useSourceList()?.max_claims ?? USUAL;
}
