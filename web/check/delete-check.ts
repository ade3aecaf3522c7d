/** Deleting checks, which can be undone for a while. */
import { offerUndo } from '../shell/undo-toasts.tsx';
import { addressOfCheck, NEW_CHECK, readPlace, replaceAddress } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { bringBack, eraseHidden, hideCheck } from './check-shelf.ts';
import { dropCheck, getCheck, keeper } from './check-store.ts';

/** Takes a check off the list. The one that is open gives way to an empty one. */
export async function deleteCheck(id: string): Promise<void> {
  const wasOpen = getCheck().id === id;
  if (wasOpen) {
    keeper.flush();
    // Back never leads to what was deleted.
    const { view, check } = readPlace(location.hash);
    if (view === 'check' && check === id) replaceAddress(addressOfCheck(NEW_CHECK));
    dropCheck();
  }
  await hideCheck(id);
  offerUndo({
    id,
    text: texts.check.deleted,
    undo: () => void undoDelete(id, wasOpen),
    finish: () => void eraseHidden(id),
  });
}

/** Brings a check back as it was; where nothing else has been opened meanwhile, it is open again. */
async function undoDelete(id: string, wasOpen: boolean): Promise<void> {
  await bringBack(id);
  const { view, check } = readPlace(location.hash);
  if (wasOpen && view === 'check' && check === NEW_CHECK) replaceAddress(addressOfCheck(id));
}
