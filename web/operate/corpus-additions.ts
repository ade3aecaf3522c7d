/** Files and links on their way into the corpus: one after another, also while another section is looked at. */
import { type Addition, addDocument } from '../api/admin-corpus.ts';
import type { FailureFacts } from '../api/failure.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { failureOfAdmin } from './use-admin.ts';

export type AdditionState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'added'; readonly addition: Addition }
  | { readonly kind: 'failed'; readonly failure: FailureFacts };

export interface Adding {
  readonly id: number;
  readonly what: File | string;
  /** '' is the one without a name. */
  readonly collection: string;
  readonly state: AdditionState;
}

/** Milliseconds for a file to arrive, or a page to be fetched, and be read. */
const LONGEST = 300_000;

const store = createStore<readonly Adding[]>([]);
let last = 0;
let working = false;

export function useAdditions(): readonly Adding[] {
  return useStore(store, (all) => all);
}

const setState = (id: number, state: AdditionState): void =>
  store.set((all) => all.map((one) => (one.id === id ? { ...one, state } : one)));

export function addToCorpus(adminKey: string, collection: string, all: readonly (File | string)[]): void {
  const waiting = all.map((what): Adding => ({ id: ++last, what, collection, state: { kind: 'waiting' } }));
  store.set((others) => [...others, ...waiting]);
  void work(adminKey);
}

export function addAgain(adminKey: string, id: number): void {
  setState(id, { kind: 'waiting' });
  void work(adminKey);
}

/** Takes off the list what has been added or has failed. */
export function clearAdditions(): void {
  store.set((all) => all.filter(({ state }) => state.kind === 'waiting' || state.kind === 'reading'));
}

async function work(adminKey: string): Promise<void> {
  if (working) return;
  working = true;
  try {
    for (;;) {
      const next = store.get().find(({ state }) => state.kind === 'waiting');
      if (next === undefined) return;
      const { id, what, collection } = next;
      setState(id, { kind: 'reading' });
      try {
        const addition = await addDocument(adminKey, collection, what, AbortSignal.timeout(LONGEST));
        setState(id, { kind: 'added', addition });
      } catch (error) {
        setState(id, { kind: 'failed', failure: failureOfAdmin(adminKey, error) });
      }
    }
  } finally {
    working = false;
  }
}
