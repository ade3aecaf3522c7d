import type { ReactElement } from 'react';
import { texts } from '../texts.ts';

/** What a chat without messages shows: what it is for, and examples. */
export function Welcome({ onSay }: { onSay: (text: string) => void }): ReactElement {
  const { chat } = texts;
  return (
    <div className="welcome">
      <h1>{chat.welcome}</h1>
      <p className="faint">{chat.welcomeMore}</p>
      <ul className="prompts" aria-label={chat.examplesTitle}>
        {chat.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => onSay(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
