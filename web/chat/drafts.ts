/** What is being written and not yet sent, by conversation: it outlasts other views, other conversations and reloads. */
import { createStore, useStore } from '../state/create-store.ts';

interface Draft {
  readonly text: string;
  /** To be sent when the answer that is being written has ended. */
  readonly queued?: string | undefined;
  /** An earlier message that is being edited. */
  readonly edit?: { readonly message: string; readonly text: string } | undefined;
}

const PLACE = 'claimgate.draft.';
const DELAY_MS = 300;
const EMPTY: Draft = { text: '' };

const store = createStore<Readonly<Record<string, Draft>>>(recall());
const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;

function recall(): Record<string, Draft> {
  const drafts: Record<string, Draft> = {};
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PLACE))) {
      const draft = readDraft(localStorage.getItem(key) ?? '');
      if (draft !== undefined) drafts[key.slice(PLACE.length)] = draft;
    }
  } catch {
    // Storage is off: drafts last as long as the page.
  }
  return drafts;
}

/** What was to be sent after an answer that is no longer being written is in the box again. */
function readDraft(kept: string): Draft | undefined {
  try {
    const { text, queued, edit } = JSON.parse(kept);
    const written = [queued, text].filter((part) => typeof part === 'string' && part !== '').join('\n\n');
    const isEdit = typeof edit?.message === 'string' && typeof edit.text === 'string';
    return { text: written, ...(isEdit ? { edit: { message: edit.message, text: edit.text } } : {}) };
  } catch {
    return undefined;
  }
}

export function getDraft(id: string): Draft {
  return store.get()[id] ?? EMPTY;
}

export function useDraft(id: string): Draft {
  return useStore(store, (drafts) => drafts[id] ?? EMPTY);
}

/** @param id of the conversation, or `new`. */
export function changeDraft(id: string, change: Partial<Draft>): void {
  store.set((drafts) => ({ ...drafts, [id]: { ...(drafts[id] ?? EMPTY), ...change } }));
  changed.add(id);
  timer ??= setTimeout(writeDrafts, DELAY_MS);
}

/** Lets what is written wait for the end of the answer, after what waits already. */
export function queueDraft(id: string): void {
  const { text, queued } = getDraft(id);
  const waiting = queued === undefined ? text.trim() : `${queued}\n\n${text.trim()}`;
  changeDraft(id, { text: '', queued: waiting });
}

/** Puts what waits to be sent back into the box, before what is there. */
export function takeBackQueued(id: string): void {
  const { text, queued } = getDraft(id);
  if (queued === undefined) return;
  changeDraft(id, { queued: undefined, text: text === '' ? queued : `${queued}\n\n${text}` });
}

/** Of a conversation that is gone for good. */
export function dropDraft(id: string): void {
  store.set(({ [id]: _gone, ...others }) => others);
  changed.add(id);
  writeDrafts();
}

function writeDrafts(): void {
  clearTimeout(timer);
  timer = undefined;
  try {
    for (const id of changed) {
      const { text, queued, edit } = getDraft(id);
      if (text === '' && queued === undefined && edit === undefined) localStorage.removeItem(PLACE + id);
      else localStorage.setItem(PLACE + id, JSON.stringify({ text, queued, edit }));
    }
  } catch {
    // As above, or a draft larger than the browser keeps.
  }
  changed.clear();
}

/** Drops what was written in conversations that are no longer there. */
export function keepDraftsOf(ids: ReadonlySet<string>): void {
  for (const id of Object.keys(store.get())) if (!ids.has(id)) dropDraft(id);
}

globalThis.addEventListener?.('pagehide', writeDrafts);
