/** Which check is open: the one that the address names, as this tab or another one has left it. */
import { useEffect } from 'react';
import type { FailureFacts } from '../api/failure.ts';
import {
  addressOfCheck,
  NEW_CHECK,
  pushAddress,
  readPlace,
  replaceAddress,
  usePlace,
} from '../shell/views.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { readCheck } from './check-rows.ts';
import { followTabs, getEntries, readShelf } from './check-shelf.ts';
import {
  type Check,
  dropCheck,
  findAnew,
  getCheck,
  keeper,
  lastWritten,
  replaceText,
  showCheck,
  startCheck,
  subscribeToCheck,
  useCheck,
} from './check-store.ts';

/** Begins the address of a check that is opened by its code. */
export const SHARED = 'shared-';
/** The tab's last check, so that the view shows it again after a reload. */
const PLACE = 'claimgate.open-check';
/** Milliseconds after a key press in which nothing from another tab comes under the hands. */
const TYPING = 2_000;

/** The id of a check that was looked for in vain. */
const notThere = createStore<string | undefined>(undefined);
/** Why a shared check is not there. */
const refusal = createStore<FailureFacts | undefined>(undefined);

export const useRefusal = (): FailureFacts | undefined => useStore(refusal, (facts) => facts);

/** Opens an empty check under its own address. */
export function openNew(): void {
  startCheck();
  location.hash = addressOfCheck(NEW_CHECK);
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.check-input textarea')?.focus());
}

/**
 * Opens the check that the address names; as long as it is being read, the one before is shown.
 * @returns whether it is there.
 */
export function useOpenCheck(): boolean {
  const { check: named, view, text } = usePlace();
  const id = useCheck((check) => check.id);
  const missing = useStore(notThere, (one) => one);
  useEffect(() => {
    if (view === 'check') void follow(named, text);
  }, [view, named, text]);
  return named === undefined || named === NEW_CHECK || named === id || missing !== named;
}

/** Opens what an address names. @param given a text that it brings: another check, of which nothing is verified yet. */
async function follow(named: string | undefined, given = ''): Promise<void> {
  if (given.trim() !== '') {
    replaceText(given);
    return;
  }
  const { id, text } = getCheck();
  if (named === id) return;
  if (named === NEW_CHECK) {
    if (text.trim() !== '') startCheck();
    return;
  }
  if (named?.startsWith(SHARED) === true) return openByCode(named);
  if (named !== undefined) return open(named, named);
  if (text.trim() !== '') return nameShown();
  await readShelf();
  const last = recall();
  const there = getEntries().find((entry) => entry.id === last) ?? getEntries()[0];
  // Somebody may have begun to write meanwhile.
  if (there !== undefined && getCheck().version === 0 && getCheck().text === '') await open(there.id);
}

/** Opens a check that others share with this person; from then on it has the address of a check of this browser. */
async function openByCode(named: string): Promise<void> {
  refusal.set(() => undefined);
  notThere.set(() => undefined);
  const { openShared } = await import('./open-shared.ts');
  const opened = await openShared(named.slice(SHARED.length));
  if (readPlace(location.hash).check !== named) return;
  if ('failure' in opened) {
    refusal.set(() => opened.failure);
    notThere.set(() => named);
    return;
  }
  showCheck(opened.check, opened.kept);
  replaceAddress(addressOfCheck(opened.check.id));
  findAnew();
}

/** @param named what the address must still name once the check has been read. */
async function open(id: string, named?: string): Promise<void> {
  await readShelf();
  const check = getEntries().some((entry) => entry.id === id) ? await readCheck(id) : undefined;
  const place = readPlace(location.hash);
  if (place.view === 'check' && place.check !== named) return;
  notThere.set(() => (check === undefined ? id : undefined));
  if (check === undefined) return;
  showCheck(check, true);
  findAnew();
}

/** What was open before: an address that names it follows what takes its place. */
let shown = getCheck().id;

const nameOf = ({ id, text }: Check): string => (text.trim() === '' ? NEW_CHECK : id);
let named = nameOf(getCheck());

/** The address names what is open; an empty check has none of its own. */
function nameShown(): void {
  const { id } = getCheck();
  const { view, check } = readPlace(location.hash);
  const before = shown;
  const name = nameOf(getCheck());
  shown = id;
  named = name;
  if (name === id) note(id);
  const isOfAnother = check !== undefined && check !== NEW_CHECK && check !== before;
  if (view !== 'check' || isOfAnother || check === name || (check === undefined && name === NEW_CHECK))
    return;
  // The check before stays where Back leads. An empty one has nothing to go back to.
  const isAnother = check !== undefined && check !== NEW_CHECK && before !== id;
  (isAnother ? pushAddress : replaceAddress)(addressOfCheck(name));
}

// At once, and not with the next drawing: what is open and what the address says are never apart.
subscribeToCheck(() => {
  if (getCheck().id !== shown || nameOf(getCheck()) !== named) nameShown();
});

function note(id: string): void {
  try {
    sessionStorage.setItem(PLACE, id);
  } catch {
    // Storage is off: after a reload, the address alone says what was open.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/** What another tab has made of the open check is shown, but not under somebody's hands. */
async function showOnceQuiet(id: string): Promise<void> {
  clearTimeout(later);
  if (getCheck().id !== id) return;
  const wait = lastWritten() + TYPING - Date.now();
  if (wait > 0 || getCheck().work === 'verifying') {
    later = setTimeout(() => void showOnceQuiet(id), Math.max(wait, TYPING));
    return;
  }
  // What this tab has written since is the last word.
  if (keeper.hasWritten(id)) return;
  const check = await readCheck(id);
  if (getCheck().id !== id || lastWritten() + TYPING > Date.now()) return;
  if (check === undefined || !getEntries().some((entry) => entry.id === id)) {
    // The address goes on naming it: the view says that it is gone.
    shown = '';
    dropCheck();
    notThere.set(() => id);
    return;
  }
  showCheck(check, true);
  // The other tab looks for its claims; unless it was closed meanwhile.
  setTimeout(findAnew, TYPING);
}

let later: ReturnType<typeof setTimeout> | undefined;

followTabs((id, entry) => {
  const { check: named } = readPlace(location.hash);
  if (getCheck().id === id) {
    keeper.isWrittenElsewhere();
    void showOnceQuiet(id);
  } else if (entry !== undefined && named === id) void open(id, id);
});
