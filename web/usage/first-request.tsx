import { Button } from 'antd';
import type { ReactElement } from 'react';
import { CopyButton } from '../chat/copy-button.tsx';
import { useSideScroll } from '../chat/use-side-scroll.ts';
import { addressOfChat, NEW_CHAT } from '../shell/views.ts';
import { texts } from '../texts.ts';

const { usage: words } = texts;

/** Stands where nothing was counted: how to make a request that is. */
export function FirstRequest({ model }: { model: string }): ReactElement {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: words.question }] });
  const command = `curl ${location.origin}/v1/chat/completions -H "Authorization: Bearer $YOUR_KEY" -H "Content-Type: application/json" -d '${body}'`;
  const scroll = useSideScroll<HTMLElement>(words.copy);
  return (
    <section className="panel usage-first" aria-label={words.first}>
      <h2>{words.first}</h2>
      <p className="faint">{words.firstMore}</p>
      <div className="command">
        <code {...scroll}>{command}</code>
        <CopyButton text={command} label={words.copy} />
      </div>
      <div className="usage-ways">
        <Button href={addressOfChat(NEW_CHAT)}>{words.chat}</Button>
        <Button href="/docs/">{texts.apiReference}</Button>
      </div>
    </section>
  );
}
