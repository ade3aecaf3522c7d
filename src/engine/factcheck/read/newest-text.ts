import { type Message, textOf } from '../../../domain/chat.ts';

interface TextOfMessage {
  /** Index of the message in the conversation. */
  readonly index: number;
  readonly role: 'user' | 'assistant';
  /** The message's text, or its newest part. */
  readonly text: string;
  /** UTF-16 offset of `text` in the message. */
  readonly offset: number;
}

/**
 * The newest part of a conversation, system messages and results of tools left out. A message that is too long is cut
 * behind the first line or sentence that ends within reach, so that no half sentence is read as a whole.
 *
 * @param limit the most UTF-16 units in all.
 * @returns the messages in their order.
 */
export function newestText(messages: readonly Message[], limit: number): TextOfMessage[] {
  const parts: TextOfMessage[] = [];
  let left = limit;
  for (let index = messages.length - 1; index >= 0 && left > 0; index--) {
    const message = messages[index] as Message;
    if (message.role === 'system' || message.role === 'tool') continue;
    const text = textOf(message);
    if (text === '') continue;
    const offset = text.length <= left ? 0 : sentenceStartAfter(text, text.length - left);
    if (offset < text.length) parts.push({ index, role: message.role, text: text.slice(offset), offset });
    left -= text.length;
  }
  return parts.reverse();
}

/** How far behind a cut the end of a sentence is looked for. */
const REACH = 2_000;

function sentenceStartAfter(text: string, cut: number): number {
  const window = text.slice(cut, cut + REACH);
  const match = /\n|[.!?]["')\]]?\s|[。！？।؟]/.exec(window);
  return match === null ? cut : cut + match.index + match[0].length;
}
