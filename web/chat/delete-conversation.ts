/** Deleting conversations, which can be undone for a while. */
import { offerUndo } from '../shell/undo-toasts.tsx';
import { addressOfChat, NEW_CHAT, readPlace, replaceAddress } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { bringBack, eraseRow, hideConversation } from './conversation-shelf.ts';
import { dropDraft } from './drafts.ts';
import { dropLive, getConversation } from './open-conversations.ts';
import { stop } from './running-answers.ts';

/**
 * Takes a conversation away. An answer that is being written in it goes on as long as this can be undone.
 * @param wasShown whether it was the one that was shown.
 */
export function deleteConversation(id: string, wasShown: boolean): void {
  const conversation = getConversation(id);
  if (conversation === undefined) return;
  hideConversation(conversation);
  offerUndo({
    id,
    text: texts.chat.deleted,
    undo: () => undoDelete(id, wasShown),
    finish: () => finishDelete(id),
  });
  if (wasShown) replaceAddress(addressOfChat(NEW_CHAT));
}

/** Brings a conversation back as it was; where nothing else has been opened meanwhile, it is shown again. */
function undoDelete(id: string, wasShown: boolean): void {
  bringBack(id);
  if (wasShown && readPlace(location.hash).conversation === NEW_CHAT) replaceAddress(addressOfChat(id));
}

function finishDelete(id: string): void {
  stop(id);
  dropLive(id);
  dropDraft(id);
  void eraseRow(id);
}
