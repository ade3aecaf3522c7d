import { type Distinct, findDistinct } from '../claims/distinct-claims.ts';
import { writeDistinct } from '../claims/write-markdown.ts';
import { texts } from '../texts.ts';
import { type Conversation, type Message, titleOf } from './conversation.ts';

/** A conversation as Markdown, claims, evidence and other versions included. */
export function writeConversation(conversation: Conversation): string {
  const { messages } = conversation;
  const others = writeOthers(messages);
  const parts = [
    `# ${titleOf(conversation)}`,
    ...writeMessages(messages, '##'),
    ...(others.length === 0 ? [] : [`# ${texts.chat.otherVersions}`, ...others]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeMessages(messages: readonly Message[], heading: string): string[] {
  return messages.map((message, index) => writeMessage(message, distinctOf(messages, index), heading));
}

function writeMessage(
  { role, model, text, versions }: Message,
  distinct: readonly Distinct[],
  heading: string,
): string {
  const who = role === 'user' ? texts.chat.you : (model ?? '');
  const which =
    versions === undefined ? '' : ` (${texts.chat.version(versions.at + 1, versions.others.length + 1)})`;
  const checked = distinct.length === 0 ? '' : `\n\n${writeDistinct(distinct)}`;
  return `${heading} ${who}${which}\n\n${text}${checked}`;
}

/** What is not shown, with versions within versions after those that they are in. */
function writeOthers(messages: readonly Message[]): string[] {
  return messages.flatMap(({ versions }) => {
    if (versions === undefined) return [];
    const { at, others } = versions;
    return others.flatMap((tail, index) => [
      `## ${texts.chat.version((index < at ? index : index + 1) + 1, others.length + 1)}`,
      ...writeMessages(tail, '###'),
      ...writeOthers(tail),
    ]);
  });
}

/** A message's claims; what a question and its answer both say is listed with the question. */
function distinctOf(messages: readonly Message[], index: number): readonly Distinct[] {
  const from = messages[index]?.role === 'user' ? index : Math.max(0, index - 1);
  const own = new Set(messages[index]?.claims);
  const exchange = messages.slice(from, from + 2).flatMap(({ claims }) => claims);
  return findDistinct(exchange).filter(({ places: [first] }) => own.has(first));
}
