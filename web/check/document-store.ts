/** A document that is opened for the check view: a link, or a file. Where its text comes from is kept with the check. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { openFile, openLink } from '../api/gateway.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { getCheck, replaceText } from './check-store.ts';

interface Opening {
  readonly isOpen: boolean;
  readonly failure?: FailureFacts | undefined;
  /** The check that was open when it failed: the failure says nothing of another. */
  readonly failedIn?: string | undefined;
}

const store = createStore<Opening>({ isOpen: false });
let running: AbortController | undefined;

/** @param pick must give the same object for the same value. */
export function useOpening<T>(pick: (opening: Opening) => T): T {
  return useStore(store, pick);
}

/** @param what an address, or a file. What is being opened is given up for it. */
export async function openDocument(what: string | File): Promise<boolean> {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  store.set((opening) => ({ ...opening, isOpen: true, failure: undefined }));
  try {
    const { text, ...about } = await (typeof what === 'string'
      ? openLink(what, signal)
      : openFile(what, signal));
    if (signal.aborted) return false;
    // A file without a title is known by its name.
    replaceText(text, typeof what === 'string' ? about : { ...about, title: about.title ?? what.name });
    store.set(() => ({ isOpen: false }));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    store.set((opening) => ({ ...opening, isOpen: false, failure: factsOf(error), failedIn: getCheck().id }));
    return false;
  }
}
