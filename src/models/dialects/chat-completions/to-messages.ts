import type { Model } from '../../../domain/catalogue.ts';
import {
  type CacheMark,
  isText,
  type MediaPart,
  type Message,
  textOf,
  type UserPart,
} from '../../../domain/chat.ts';
import { writeLifetime } from '../cache-marks.ts';
import { Base64, dataUrl } from '../write-json.ts';

/** What a file is called whose name the caller left out: the dialect wants one. */
export const FILE_NAME = 'document.pdf';

/** How long OpenAI keeps what is marked, the shortest first. */
const LIFETIMES = ['30m', '12h'];

/** @param named whether the provider takes the names of those who speak. */
export function toMessages(messages: readonly Message[], model: Model, named: boolean): object[] {
  return messages.map((message) => {
    const role = message.role === 'system' ? model.capabilities.systemRole : message.role;
    if (message.role === 'tool')
      return { role, tool_call_id: message.callId, content: toContent(message.content, message.cache) };
    // `undefined` is left out by JSON.stringify.
    const shared = { role, name: named ? message.name?.toWellFormed() : undefined };
    const content = toContent(message.content);
    if (message.role !== 'assistant' || message.toolCalls === undefined) return { ...shared, content };
    return {
      ...shared,
      content: content === '' ? null : content,
      tool_calls: message.toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments.toWellFormed() },
      })),
    };
  });
}

function plainText(content: Message['content']): string {
  return textOf({ content }).toWellFormed();
}

/** Texts are one, unless one of them is marked. */
function toContent(parts: readonly UserPart[], cache?: CacheMark): string | object[] {
  const isMarked = cache !== undefined || parts.some((part) => part.cache !== undefined);
  if (!isMarked && parts.every(isText)) return plainText(parts);
  const written = parts.map((part) => ({ ...toPart(part), ...toMark(part.cache) }));
  return cache === undefined ? written : withLast(written, toMark(cache));
}

export function toMark(cache: CacheMark | undefined): object {
  if (cache === undefined) return {};
  return { prompt_cache_breakpoint: { mode: 'explicit', ttl: writeLifetime(cache, LIFETIMES) } };
}

/** A result that says nothing is marked all the same. */
function withLast(parts: readonly object[], fields: object): object[] {
  const last = parts.at(-1) ?? { type: 'text', text: '' };
  return [...parts.slice(0, -1), { ...last, ...fields }];
}

function toPart(part: UserPart): object {
  return isText(part) ? { type: 'text', text: part.text.toWellFormed() } : toMediaPart(part);
}

function toMediaPart(part: MediaPart): object {
  switch (part.type) {
    case 'image': {
      const { source, detail } = part;
      const url = source.kind === 'url' ? source.url : dataUrl(source.mediaType, source.data);
      return { type: 'image_url', image_url: { url, detail } };
    }
    case 'file': {
      const filename = part.filename?.toWellFormed() ?? FILE_NAME;
      return { type: 'file', file: { filename, file_data: dataUrl(part.mediaType, part.data) } };
    }
    case 'audio':
      return { type: 'input_audio', input_audio: { data: new Base64(part.data), format: part.format } };
  }
}

/** @returns the conversation with what stands behind a user message at the end of that message. */
export function joinInPlace(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const before = joined.at(-1);
    if (message.role === 'system' && message.inPlace === true && before?.role === 'user') {
      joined[joined.length - 1] = { ...before, content: joinTexts(before.content, textOf(message)) };
    } else joined.push(message);
  }
  return joined;
}

function joinTexts(parts: readonly UserPart[], text: string): readonly UserPart[] {
  const last = parts.at(-1);
  if (last === undefined || !isText(last) || last.cache !== undefined)
    return [...parts, { type: 'text', text }];
  return [...parts.slice(0, -1), { type: 'text', text: `${last.text}\n\n${text}` }];
}
