import type { ReactElement } from 'react';
import { saveFile } from '../shell/save-file.ts';
import { ShelfEntry } from '../shell/shelf-entry.tsx';
import { addressOfChat } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { type Conversation, isRunning, titleOf } from './conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { rename } from './running-answers.ts';
import { writeConversation } from './write-conversation.ts';

const { chat } = texts;
const words = { ...chat, menu: chat.conversationMenu };

/** A conversation of the list, and what can be done with it. */
export function ConversationEntry({
  conversation,
  current,
  onLeave,
}: {
  conversation: Conversation;
  current: boolean;
  onLeave: () => void;
}): ReactElement {
  const { id, title } = conversation;
  const name = titleOf(conversation);
  return (
    <ShelfEntry
      {...{ name, title, current, words }}
      href={addressOfChat(id)}
      onOpen={onLeave}
      onRename={(changed) => rename(id, changed)}
      onRemove={() => deleteConversation(id, current)}
      exporting={{
        label: chat.exportAll,
        onExport: () => saveFile(`${name}.md`, 'text/markdown', writeConversation(conversation)),
      }}
    >
      <span className="shelf-title">{name}</span>
      {isRunning(conversation) ? (
        <span className="dots" role="img" aria-label={chat.answering}>
          <i />
          <i />
          <i />
        </span>
      ) : null}
    </ShelfEntry>
  );
}
