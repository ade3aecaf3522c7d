/** Checks in this browser's database, each in parts, so that what has not changed is not written again. */
import { openDatabase } from '../state/open-database.ts';
import { type Entry, entryOf, type KeptCheck, readEntry, readKept } from './kept-check.ts';

const use = openDatabase('claimgate-check', 'parts');

export const PARTS = ['text', 'found', 'metadata'] as const;
type Part = (typeof PARTS)[number];
export type CheckParts = Pick<KeptCheck, Part>;

const keyOf = (part: Part | 'entry', id: string): IDBValidKey => [part, id];
const ENTRIES = (): IDBKeyRange => IDBKeyRange.bound(['entry'], ['entry', []]);

/** What there is to list, in no order; those that are deleted too. */
export async function listEntries(): Promise<readonly Entry[]> {
  const [rows = []] = await use<unknown[]>('readonly', (store) => [store.getAll(ENTRIES())]).catch(() => []);
  return rows.flatMap((row) => readEntry(row) ?? []);
}

export async function readEntryOf(id: string): Promise<Entry | undefined> {
  const [row] = await use<unknown>('readonly', (store) => [store.get(keyOf('entry', id))]).catch(() => []);
  return readEntry(row);
}

/** @returns the whole check, `undefined` where it is not there. */
export async function readCheck(id: string): Promise<KeptCheck | undefined> {
  const [entry, text, found, metadata] = await use<unknown>('readonly', (store) => [
    store.get(keyOf('entry', id)),
    ...PARTS.map((part) => store.get(keyOf(part, id))),
  ]).catch(() => []);
  return readKept(readEntry(entry), text, found, metadata);
}

/** Writes an entry and what has changed of its check, in one transaction. */
export async function writeParts(entry: Entry, parts: Partial<CheckParts>): Promise<void> {
  await use('readwrite', (store) => [
    store.put(entry, keyOf('entry', entry.id)),
    ...PARTS.filter((part) => part in parts).map((part) => store.put(parts[part], keyOf(part, entry.id))),
  ]).catch(() => {});
}

/** Writes whole checks, all or none. Rejected where the browser keeps no more. */
export async function writeChecks(checks: readonly KeptCheck[]): Promise<void> {
  await use('readwrite', (store) =>
    checks.flatMap((check) => [
      store.put(entryOf(check), keyOf('entry', check.id)),
      ...PARTS.map((part) => store.put(check[part], keyOf(part, check.id))),
    ]),
  );
}

export async function eraseCheck(id: string): Promise<void> {
  await use('readwrite', (store) =>
    (['entry', ...PARTS] as const).map((part) => store.delete(keyOf(part, id))),
  ).catch(() => {});
}

/** The one check that an earlier version kept becomes the first of the list. */
export async function takeOverFirst(): Promise<void> {
  const [text, found, metadata] = await use<unknown>('readonly', (store) =>
    PARTS.map((part) => store.get(part)),
  ).catch(() => []);
  if (text === undefined) return;
  const entry: Entry = { id: 'first', updated: Date.now(), opening: '', about: {}, counts: {} };
  const check = readKept(entry, text, found, metadata);
  const isBlank = check === undefined || check.text.trim() === '';
  const parts = { entry: isBlank ? undefined : entryOf(check), text, found, metadata };
  // Another tab that does so too has added them already: then nothing is done.
  await use('readwrite', (store) => [
    ...(isBlank ? [] : (['entry', ...PARTS] as const)).map(
      (part): IDBRequest => store.add(parts[part], keyOf(part, entry.id)),
    ),
    ...PARTS.map((part): IDBRequest => store.delete(part)),
  ]).catch(() => {});
}
