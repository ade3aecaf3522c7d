import { useEffect } from 'react';
import { readSources } from '../api/gateway.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { anyKey } from '../state/keys.ts';

/** The gateway's default, until it has said what its own is. */
const USUAL = 10;

const store = createStore<number | undefined>(undefined);

/** The most claims that the server verifies in one request. */
export function useMaxClaims(): number {
  useEffect(() => {
    if (store.get() !== undefined) return;
    void readSources(anyKey()).then(
      (sources) => store.set(() => sources.max_claims),
      () => {},
    );
  }, []);
  return useStore(store, (limit) => limit ?? USUAL);
}
