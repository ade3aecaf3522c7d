/** The texts that a request itself brought: what the application gave the model to answer from. */

import { type Message, textOf } from '../../../domain/chat.ts';
import { cleanLine } from '../../corpus/clean-text.ts';
import { cleanUrl, cutText } from '../sources/clean-item.ts';

/** A document of `fact_check.documents`, as it came. */
export interface ContextDocument {
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly text: string;
}

export interface ContextText {
  /** Names the document or the message. */
  readonly title: string;
  /** http(s), as it was given; `""` where none was. */
  readonly url: string;
  readonly text: string;
  /** The model that answers reads it anyway. */
  readonly inConversation?: true;
}

export interface Context {
  readonly texts: readonly ContextText[];
  /** Whether texts of messages were left out because they did not fit. */
  readonly cut: boolean;
  /** Whether there are documents, or results of tools. */
  readonly brings: boolean;
}

/** UTF-16 units of all texts of one request. */
export const MAX_CONTEXT: number = 1_000_000;
/** A system or user message of so many UTF-16 units brings a text; a shorter one only speaks. */
const LONG = 500;
const MAX_TITLE = 300;

/**
 * @param documents at most {@link MAX_CONTEXT} in all.
 * @returns the documents, then from the newest on as many texts of messages as fit beside them: results of tools,
 *   and long system and user messages before the last user message.
 */
export function gatherContext(documents: readonly ContextDocument[], messages: readonly Message[]): Context {
  const texts = documents.map(({ id, title, url, text }, index): ContextText => {
    const name = cleanLine(title ?? '') || cleanLine(id ?? '') || `Document ${index}`;
    return { title: cutText(name, MAX_TITLE), url: readUrl(url ?? ''), text };
  });
  let left = documents.reduce((room, { text }) => room - text.length, MAX_CONTEXT);
  let cut = false;
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as Message;
    const brings = message.role === 'tool' || (message.role !== 'assistant' && index < lastUser);
    const text = brings ? textOf(message) : '';
    if (text === '' || (message.role !== 'tool' && text.length < LONG)) continue;
    if (text.length > left) {
      cut = true;
      continue;
    }
    left -= text.length;
    texts.push({ title: titleOf(messages, index), url: '', text, inConversation: true });
  }
  const brings = documents.length > 0 || messages.some((message) => message.role === 'tool');
  return { texts: texts.filter(({ text }) => /\S/.test(text)), cut, brings };
}

/** As it was given, but without blanks around it, control characters and a user's name and password. */
function readUrl(given: string): string {
  const url = cleanUrl(given);
  return url === undefined ? '' : /^\s|\s$|\p{Cc}|\/\/[^/?#]*@/u.test(given) ? url : given;
}

/** Messages are counted as `message_index` counts them. */
function titleOf(messages: readonly Message[], index: number): string {
  const message = messages[index] as Message;
  if (message.role !== 'tool') return `Message ${index} (${message.role})`;
  for (let at = index - 1; at >= 0; at--) {
    const before = messages[at] as Message;
    const calls = before.role === 'assistant' ? (before.toolCalls ?? []) : [];
    const call = calls.find(({ id }) => id === message.callId);
    if (call !== undefined) return `Result of ${call.name}`;
  }
  return `Message ${index} (tool)`;
}
