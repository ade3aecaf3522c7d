import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { RenameField } from '../shell/rename-field.tsx';
import { saveFile } from '../shell/save-file.ts';
import { addressOfChat } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { type Conversation, isRunning, titleOf } from './conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { rename } from './running-answers.ts';
import { writeConversation } from './write-conversation.ts';

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
  const { chat } = texts;
  const { id } = conversation;
  const title = titleOf(conversation);
  const [renaming, setRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const actions: Readonly<Record<string, () => void>> = {
    rename: () => setRenaming(true),
    export: () => saveFile(`${title}.md`, 'text/markdown', writeConversation(conversation)),
    delete: () => {
      // The entry goes with the focus on it: the list takes that over.
      link.current?.closest<HTMLElement>('.shelf')?.focus();
      deleteConversation(id, current);
    },
  };
  if (renaming) {
    return (
      <li className={current ? 'current' : ''}>
        <RenameField
          label={chat.renameLabel}
          title={conversation.title}
          onDone={(name) => {
            setRenaming(false);
            if (name !== undefined) rename(id, name);
            requestAnimationFrame(() => link.current?.focus());
          }}
        />
      </li>
    );
  }
  return (
    <li className={current ? 'current' : ''}>
      <a ref={link} href={addressOfChat(id)} aria-current={current ? 'page' : undefined} onClick={onLeave}>
        <span className="shelf-title">{title}</span>
        {isRunning(conversation) ? (
          <span className="dots" role="img" aria-label={chat.answering}>
            <i />
            <i />
            <i />
          </span>
        ) : null}
      </a>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: chat.rename },
            { key: 'export', label: chat.exportAll },
            { key: 'delete', label: chat.remove, danger: true },
          ],
          onClick: ({ key }) => actions[key]?.(),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={`${chat.conversationMenu}: ${title}`}
        />
      </Dropdown>
    </li>
  );
}
