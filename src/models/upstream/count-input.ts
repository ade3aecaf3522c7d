/** The tokens of what a request sends, without a tokenizer. */

import type { ChatRequest, MediaPart, Message } from '../../domain/chat.ts';
import type { MediaTokens } from '../providers/media-tokens.ts';
import { countPages } from './count-pages.ts';

/** What texts are counted as. */
export interface TextTokens {
  readonly ofText: (text: string) => number;
  /** Around all messages. */
  readonly conversation: number;
  /** Around each message. */
  readonly message: number;
  /** What a model is told beside tools, or beside the form of an answer. */
  readonly instructions: number;
}

/** Of sounds that are spoken: an hour has fewer bytes in no ordinary form. */
const BYTES_A_SECOND = 4_000;

/** The tokens of a request's prompt, by what each of its pieces counts. */
export function countInput(
  { messages, tools, responseFormat }: ChatRequest,
  texts: TextTokens,
  media: MediaTokens,
): number {
  let tokens = texts.conversation;
  for (const message of messages) tokens += countMessage(message, texts, media);
  for (const described of [tools, responseFormat]) {
    if (described !== undefined) tokens += texts.instructions + texts.ofText(JSON.stringify(described));
  }
  return tokens;
}

function countMessage(message: Message, { ofText, message: around }: TextTokens, media: MediaTokens): number {
  let tokens = around;
  if ('name' in message && message.name !== undefined) tokens += ofText(message.name);
  if ('toolCalls' in message) tokens += ofText(JSON.stringify(message.toolCalls));
  for (const part of message.content) {
    tokens += part.type === 'text' ? ofText(part.text) : countMedia(part, media);
  }
  return tokens;
}

function countMedia(part: MediaPart, { picture, page, second }: MediaTokens): number {
  if (part.type === 'image') return picture;
  if (part.type === 'file') return page * countPages(part.data);
  const bytes = part.data.length * 0.75;
  return Math.ceil(bytes / BYTES_A_SECOND) * second;
}
