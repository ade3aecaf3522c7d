import type { Model } from '../../../domain/catalogue.ts';
import {
  type CacheMark,
  isText,
  type MediaPart,
  type Message,
  textOf,
  type UserPart,
  type WrittenRequest,
} from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { type Marked, readMark, writeLifetime } from '../cache-marks.ts';
import { Base64, dataUrl, withPieces } from '../write-json.ts';
import { withTextBehind } from '../written-fields.ts';

/** What a file is called whose name the caller left out: the dialect wants one. */
export const FILE_NAME = 'document.pdf';

/** How long OpenAI keeps what is marked, the shortest first. */
const LIFETIMES = ['30m', '12h'];

/** How a conversation is written for one provider. */
interface MessageForm {
  readonly model: Model;
  /** Whether it takes the names of those who speak. */
  readonly named: boolean;
  /** Whether words of the system may stand anywhere; else what belongs to a question is written at its end. */
  readonly systemAnywhere: boolean;
  readonly takesThoughts: boolean;
  /** What the caller wrote in the same dialect. */
  readonly written: WrittenRequest | undefined;
}

export function toMessages(messages: readonly Message[], form: MessageForm): JsonObject[] {
  const all: JsonObject[] = [];
  for (const message of messages) {
    const before = all.at(-1);
    if (
      !form.systemAnywhere &&
      message.role === 'system' &&
      message.inPlace === true &&
      before?.role === 'user'
    ) {
      all[all.length - 1] = {
        ...before,
        content: withTextBehind(before.content, textOf(message).toWellFormed()),
      };
      continue;
    }
    const source = form.written?.sources.get(message);
    all.push(source === undefined ? toMessage(message, form) : writeAgain(source, message, form));
  }
  return all;
}

/** A caller's message as it came, but for what the gateway has a say in. */
function writeAgain(
  source: JsonObject,
  message: Message,
  { model, named, takesThoughts }: MessageForm,
): JsonObject {
  const { cacheMarks, systemRole } = model.capabilities;
  const again: Record<string, unknown> = { ...source };
  if (message.role === 'system') again.role = systemRole;
  if (!named) delete again.name;
  if (!takesThoughts) delete again.reasoning_content;
  const mark = (one: unknown): unknown => (isObject(one) ? markAgain(withDataUrl(one), cacheMarks) : one);
  if (Array.isArray(source.content)) again.content = withPieces(source.content.map(mark));
  // It has no marks of calls, and nothing to be given back with them.
  if (Array.isArray(source.tool_calls)) again.tool_calls = source.tool_calls.map(bareCall);
  return message.role === 'tool' ? (markAgain(again, cacheMarks) as JsonObject) : again;
}

/** Callers may leave out how the data of a file begins, and its name; OpenAI wants both. */
function withDataUrl(part: JsonObject): JsonObject {
  const { file } = part;
  if (part.type !== 'file' || !isObject(file) || typeof file.file_data !== 'string') return part;
  const { file_data: data } = file;
  const file_data = data.startsWith('data:') ? data : `data:application/pdf;base64,${data}`;
  return { ...part, file: { filename: FILE_NAME, ...file, file_data } };
}

/** Marks in Anthropic's words become OpenAI's; where the model has none, both go. */
function markAgain(one: JsonObject, hasMarks: boolean): JsonObject {
  if (!('cache_control' in one) && (hasMarks || !('prompt_cache_breakpoint' in one))) return one;
  const { cache_control: _control, prompt_cache_breakpoint: breakpoint, ...rest } = one;
  if (!hasMarks) return rest;
  return {
    ...rest,
    ...(breakpoint == null ? toMark(readMark(one as Marked).cache) : { prompt_cache_breakpoint: breakpoint }),
  };
}

function bareCall(call: unknown): unknown {
  if (!isObject(call)) return call;
  const { extra_content: _extra, cache_control: _control, prompt_cache_breakpoint: _mark, ...bare } = call;
  return bare;
}

function toMessage(message: Message, { model, named }: MessageForm): JsonObject {
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
