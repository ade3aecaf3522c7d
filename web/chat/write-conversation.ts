import { writeMarkdown } from '../claims/write-claims.ts';
import { texts } from '../texts.ts';
import { type Conversation, titleOf } from './conversation.ts';

/** A conversation as Markdown, claims and evidence included. */
export function writeConversation(conversation: Conversation): string {
  const parts = conversation.messages.map(({ role, model, text, claims }) => {
    const who = role === 'user' ? texts.chat.you : (model ?? '');
    const checked = claims.length === 0 ? '' : `\n\n${writeMarkdown(claims)}`;
    return `## ${who}\n\n${text}${checked}`;
  });
  return `# ${titleOf(conversation)}\n\n${parts.join('\n\n')}\n`;
}
