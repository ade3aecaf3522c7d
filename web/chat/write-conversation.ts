import { findDistinct } from '../claims/distinct-claims.ts';
import { writeDistinct } from '../claims/write-claims.ts';
import { texts } from '../texts.ts';
import { type Conversation, type Message, titleOf } from './conversation.ts';

/** A conversation as Markdown, claims and evidence included. */
export function writeConversation(conversation: Conversation): string {
  const parts = conversation.messages.map(({ role, model, text, claims }, index, messages) => {
    const who = role === 'user' ? texts.chat.you : (model ?? '');
    const own = distinctOf(messages, index).filter(({ places }) => claims.includes(places[0]));
    const checked = own.length === 0 ? '' : `\n\n${writeDistinct(own)}`;
    return `## ${who}\n\n${text}${checked}`;
  });
  return `# ${titleOf(conversation)}\n\n${parts.join('\n\n')}\n`;
}

/** The claims of the question and the answer that a message belongs to: what both say is listed once. */
function distinctOf(messages: readonly Message[], index: number) {
  const from = messages[index]?.role === 'user' ? index : index - 1;
  return findDistinct(messages.slice(Math.max(0, from), from + 2).flatMap(({ claims }) => claims));
}
