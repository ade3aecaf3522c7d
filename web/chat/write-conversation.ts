import { writeMarkdown } from '../claims/write-claims.ts';
import { texts } from '../texts.ts';
import { type Conversation, type Message, titleOf } from './conversation.ts';

/** A conversation as Markdown, claims, evidence and other versions included. */
export function writeConversation(conversation: Conversation): string {
  const { messages } = conversation;
  const others = writeOthers(messages);
  const parts = [
    `# ${titleOf(conversation)}`,
    ...messages.map((message) => writeMessage(message, '##')),
    ...(others.length === 0 ? [] : [`# ${texts.chat.otherVersions}`, ...others]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeMessage({ role, model, text, claims, versions }: Message, heading: string): string {
  const who = role === 'user' ? texts.chat.you : (model ?? '');
  const which =
    versions === undefined ? '' : ` (${texts.chat.version(versions.at + 1, versions.others.length + 1)})`;
  const checked = claims.length === 0 ? '' : `\n\n${writeMarkdown(claims)}`;
  return `${heading} ${who}${which}\n\n${text}${checked}`;
}

/** What is not shown, with versions within versions after those that they are in. */
function writeOthers(messages: readonly Message[]): string[] {
  return messages.flatMap(({ versions }) => {
    if (versions === undefined) return [];
    const { at, others } = versions;
    return others.flatMap((tail, index) => [
      `## ${texts.chat.version((index < at ? index : index + 1) + 1, others.length + 1)}`,
      ...tail.map((message) => writeMessage(message, '###')),
      ...writeOthers(tail),
    ]);
  });
}
