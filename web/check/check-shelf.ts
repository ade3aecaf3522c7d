/** The checks that are kept in this browser. Where its database is off, the open one lasts as long as the page. */
import { withdrawUndo } from '../shell/undo-toasts.tsx';
import { createStore, useStore } from '../state/create-store.ts';
import { hearTabs, tellTabs } from '../state/tabs.ts';
import {
  type CheckParts,
  eraseCheck,
  listEntries,
  readCheck,
  readEntryOf,
  takeOverFirst,
  writeChecks,
  writeParts,
} from './check-rows.ts';
import { type Entry, entryOf, type KeptCheck } from './kept-check.ts';

interface Shelf {
  readonly entries: readonly Entry[];
  readonly read: boolean;
}

const shelf = createStore<Shelf>({ entries: [], read: false });
/** Those that are deleted as long as it can be undone, as they were. */
const hidden = new Map<string, KeptCheck>();

const newestFirst = (entries: readonly Entry[]): Entry[] => entries.toSorted((a, b) => b.updated - a.updated);

let reading: Promise<void> | undefined;

/** Reads what is kept, once. */
export function readShelf(): Promise<void> {
  reading ??= read();
  return reading;
}

async function read(): Promise<void> {
  await takeOverFirst();
  const rows = await listEntries();
  for (const { id } of rows.filter(({ deleted }) => deleted === true)) void eraseCheck(id);
  const there = rows.filter(({ deleted }) => deleted !== true);
  shelf.set(({ entries: begun }) => {
    const ids = new Set(begun.map(({ id }) => id));
    return { entries: newestFirst([...begun, ...there.filter(({ id }) => !ids.has(id))]), read: true };
  });
}

const list = (entry: Entry): void =>
  shelf.set(({ entries, read }) => ({
    read,
    entries: newestFirst([entry, ...entries.filter(({ id }) => id !== entry.id)]),
  }));

const unlist = (gone: string): void =>
  shelf.set(({ entries, read }) => ({ read, entries: entries.filter(({ id }) => id !== gone) }));

/** Keeps what has changed of a check. @returns once it is written. */
export async function keepParts(entry: Entry, parts: Partial<CheckParts>): Promise<void> {
  list(entry);
  await writeParts(entry, parts);
  tellTabs('checks', entry.id);
}

/** Keeps whole checks, of another browser for example: all or none. Rejected where there is no room for them. */
export async function addChecks(checks: readonly KeptCheck[]): Promise<void> {
  await writeChecks(checks);
  for (const check of checks) {
    list(entryOf(check));
    tellTabs('checks', check.id);
  }
}

/** Changes what is known of a check that is not open. */
export async function changeEntry(id: string, change: (entry: Entry) => Entry): Promise<void> {
  const entry = await readEntryOf(id);
  if (entry !== undefined && entry.deleted !== true) await keepParts(change(entry), {});
}

/** Takes a check off the list, to be brought back or erased. @returns whether it was there. */
export async function hideCheck(id: string): Promise<boolean> {
  unlist(id);
  const check = await readCheck(id);
  if (check === undefined) return false;
  hidden.set(id, check);
  await writeParts({ ...entryOf(check), deleted: true }, {});
  tellTabs('checks', id);
  return true;
}

export async function bringBack(id: string): Promise<void> {
  const check = hidden.get(id);
  hidden.delete(id);
  if (check !== undefined) await addChecks([check]).catch(() => {});
}

/** For good; unless another tab has brought it back meanwhile. */
export async function eraseHidden(id: string): Promise<void> {
  if (hidden.delete(id)) await erase(id);
}

/** At once, without a way back. */
export async function erase(id: string): Promise<void> {
  unlist(id);
  await eraseCheck(id);
  tellTabs('checks', id);
}

/** Follows what other tabs keep. @param then is called after the list has followed. */
export function followTabs(then: (id: string, entry: Entry | undefined) => void): void {
  hearTabs('checks', (id) => {
    void readEntryOf(id).then((row) => {
      const entry = row?.deleted === true ? undefined : row;
      if (entry === undefined) unlist(id);
      else {
        // One that another tab has written since is not to be erased by this one.
        if (hidden.delete(id)) withdrawUndo(id);
        list(entry);
      }
      then(id, entry);
    });
  });
}

export function useEntries(): readonly Entry[] {
  return useStore(shelf, ({ entries }) => entries);
}

export const getEntries = (): readonly Entry[] => shelf.get().entries;
