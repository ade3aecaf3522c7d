import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input } from 'antd';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { saveFile } from '../shell/save-file.ts';
import { addressOf } from '../shell/views.ts';
import { texts } from '../texts.ts';
import {
  type Conversation,
  deleteConversation,
  openConversation,
  titleOf,
  useConversationId,
} from './conversation.ts';
import { useShelf } from './conversation-shelf.ts';
import { writeConversation } from './write-conversation.ts';

/** The conversations of this browser: search, open, export, delete. */
export function ConversationMenu({ onLeave }: { onLeave: () => void }): ReactElement {
  const conversations = useShelf();
  const openId = useConversationId();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim().toLowerCase();
  const { chat } = texts;
  const found = useMemo(
    () => conversations.filter((conversation) => matches(conversation, wanted)),
    [conversations, wanted],
  );
  return (
    <section className="shelf" aria-label={chat.conversations}>
      {conversations.length === 0 ? null : (
        <Input
          allowClear
          size="small"
          variant="filled"
          aria-label={chat.search}
          placeholder={chat.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="faint small">{wanted === '' ? chat.noConversations : chat.nothingFound}</p>
      ) : (
        <ul>
          {found.map((conversation) => (
            <Entry
              key={conversation.id}
              conversation={conversation}
              current={conversation.id === openId}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Entry({
  conversation,
  current,
  onLeave,
}: {
  conversation: Conversation;
  current: boolean;
  onLeave: () => void;
}): ReactElement {
  const { chat } = texts;
  return (
    <li className={current ? 'current' : ''}>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => {
          if (!current) openConversation(conversation);
          location.hash = addressOf('chat');
          onLeave();
        }}
      >
        {titleOf(conversation)}
      </button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'export', label: chat.exportAll },
            { key: 'delete', label: chat.remove, danger: true },
          ],
          onClick: ({ key }) => {
            if (key === 'delete') deleteConversation(conversation.id);
            else saveFile(`${titleOf(conversation)}.md`, 'text/markdown', writeConversation(conversation));
          },
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={`${chat.conversationMenu}: ${titleOf(conversation)}`}
        />
      </Dropdown>
    </li>
  );
}

function matches(conversation: Conversation, wanted: string): boolean {
  if (wanted === '') return true;
  return [conversation.title, ...conversation.messages.map(({ text }) => text)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
