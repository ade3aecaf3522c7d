import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { startChat } from './open-conversations.ts';

/** Stands where the address names a conversation that this browser does not have. */
export function NotHere(): ReactElement {
  const { chat } = texts;
  return (
    <section className="no-page">
      <h1>{chat.notHere}</h1>
      <p className="faint">{chat.notHereMore}</p>
      <Button type="primary" onClick={startChat}>
        {chat.newChat}
      </Button>
    </section>
  );
}
