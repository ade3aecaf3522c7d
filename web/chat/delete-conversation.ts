/** Deleting conversations, which can be undone for a while. */
import { addressOfChat, NEW_CHAT, readPlace, replaceAddress } from '../shell/views.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { bringBack, eraseRow, hideConversation } from './conversation-shelf.ts';
import { dropDraft } from './drafts.ts';
import { dropLive, getConversation } from './open-conversations.ts';
import { stop } from './running-answers.ts';

export interface Deleted {
  readonly id: string;
  /** Whether it was the one that was shown. */
  readonly wasShown: boolean;
}

const store = createStore<readonly Deleted[]>([]);

export function useDeleted(): readonly Deleted[] {
  return useStore(store, (deleted) => deleted);
}

/** Takes a conversation away. An answer that is being written in it goes on as long as this can be undone. */
export function deleteConversation(id: string, wasShown: boolean): void {
  const conversation = getConversation(id);
  if (conversation === undefined) return;
  hideConversation(conversation);
  store.set((deleted) => [...deleted, { id, wasShown }]);
  if (wasShown) replaceAddress(addressOfChat(NEW_CHAT));
}

/** Brings a conversation back as it was; where nothing else has been opened meanwhile, it is shown again. */
export function undoDelete({ id, wasShown }: Deleted): void {
  forget(id);
  bringBack(id);
  if (wasShown && readPlace(location.hash).conversation === NEW_CHAT) replaceAddress(addressOfChat(id));
}

/** Ends the time in which it can be undone. */
export function finishDelete({ id }: Deleted): void {
  forget(id);
  stop(id);
  dropLive(id);
  dropDraft(id);
  void eraseRow(id);
}

function forget(id: string): void {
  store.set((deleted) => deleted.filter((one) => one.id !== id));
}
