import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { SearchField } from '../shell/search-field.tsx';
import { usePlace } from '../shell/views.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import { useShelf } from './conversation-shelf.ts';
import { useShownId } from './open-conversations.ts';

/** The conversations of this browser: search, open, rename, export, delete. */
export function ConversationMenu({ onLeave }: { onLeave: () => void }): ReactElement {
  const conversations = useShelf();
  const shownId = useShownId();
  const inChat = usePlace().view === 'chat';
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim().toLowerCase();
  const { chat } = texts;
  const found = useMemo(
    () => conversations.filter((conversation) => matches(conversation, wanted)),
    [conversations, wanted],
  );
  return (
    <section className="shelf" aria-label={chat.conversations} tabIndex={-1}>
      {conversations.length === 0 ? null : (
        <SearchField label={chat.search} value={typed} onChange={setTyped} />
      )}
      {found.length === 0 ? (
        <p className="faint small">{wanted === '' ? chat.noConversations : chat.nothingFound}</p>
      ) : (
        <ul>
          {found.map((conversation) => (
            <ConversationEntry
              key={conversation.id}
              conversation={conversation}
              current={inChat && conversation.id === shownId}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function matches(conversation: Conversation, wanted: string): boolean {
  if (wanted === '') return true;
  return [conversation.title, ...conversation.messages.map(({ text }) => text)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
