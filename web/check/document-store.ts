/** A document that is opened for the check view: a link, or a file. Where its text comes from is kept with it. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { type OpenedDocument, openFile, openLink } from '../api/gateway.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { getCheck, replaceText, useCheck } from './check-store.ts';

/** What a document says of itself, and where it lies. */
export interface Source extends Omit<OpenedDocument, 'text'> {
  /** As a file is called. */
  readonly name?: string;
}

interface Opening {
  readonly isOpen: boolean;
  readonly failure?: FailureFacts | undefined;
  readonly source?: Source | undefined;
  /** Of the check's text, as the document filled it. */
  readonly version: number;
}

const store = createStore<Opening>({ isOpen: false, version: -1 });
let running: AbortController | undefined;

/** @param pick must give the same object for the same value. */
export function useOpening<T>(pick: (opening: Opening) => T): T {
  return useStore(store, pick);
}

/** Where the text of the check comes from; edits leave it so. */
export function useSource(): Source | undefined {
  const version = useCheck((check) => (check.text === '' ? undefined : check.version));
  return useOpening((opening) => (opening.version === version ? opening.source : undefined));
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
    replaceText(text);
    const source = typeof what === 'string' ? about : { ...about, name: what.name };
    store.set(() => ({ isOpen: false, source, version: getCheck().version }));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    store.set((opening) => ({ ...opening, isOpen: false, failure: factsOf(error) }));
    return false;
  }
}
