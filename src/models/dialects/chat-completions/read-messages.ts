/** From validated messages to the gateway's own. */
import {
  type AssistantMessage,
  type CacheMark,
  type MediaPart,
  type Message,
  type TextPart,
  type ToolCall,
  textOf,
  type UserPart,
} from '../../../domain/chat.ts';
import { readMark } from '../cache-marks.ts';
import { inputOf, type MediaInput, notTaken, shownType, type UnreadInput } from '../check-parts.ts';
import { readBase64, readImage, readPdf } from '../read-media.ts';
import type { Unread } from '../schema-parts.ts';
import type { MessageBody } from './message-schema.ts';

/** A part beside text, and where the caller wrote it, such as `messages.2.content.1`. */
export type MediaPlace = (MediaInput | UnreadInput) & { readonly place: string };

interface Conversation {
  readonly messages: readonly Message[];
  readonly media: readonly MediaPlace[];
}

/**
 * @param placeOf where the caller wrote a message.
 * @throws GatewayError 400 for what the gateway does not take, naming its place.
 */
export function readMessages(bodies: readonly MessageBody[], placeOf: (at: number) => string): Conversation {
  const media: MediaPlace[] = [];
  /** Id of the last call in the older form, which has none of its own. */
  let madeId = '';
  const read = (body: MessageBody, at: number): Message => {
    switch (body.role) {
      case 'user': {
        const { content } = body;
        const read = typeof content === 'string' ? readText(content) : readParts(content, placeOf(at), media);
        return named({ role: 'user', content: read }, body.name);
      }
      case 'assistant':
        if (body.audio != null) throw notTaken(`${placeOf(at)}.audio`, 'audio');
        if (body.function_call != null) madeId = `call_function_${at}`;
        noteUnread(body.tool_calls, `${placeOf(at)}.tool_calls`, media);
        noteUnread(body.content, `${placeOf(at)}.content`, media);
        return readAssistant(body, madeId);
      case 'tool':
        noteUnread(body.content, `${placeOf(at)}.content`, media);
        return readResult(body);
      case 'function':
        return { role: 'tool', content: readTexts(body.content ?? ''), callId: madeId };
      default:
        noteUnread(body.content, `${placeOf(at)}.content`, media);
        return named({ role: 'system', content: readTexts(body.content) }, body.name);
    }
  };
  return { messages: bodies.map(read), media };
}

type BodyOf<R extends MessageBody['role']> = Extract<MessageBody, { role: R }>;
type Part<R extends 'user' | 'assistant'> = Exclude<NonNullable<BodyOf<R>['content']>, string>[number];

function readAssistant(body: BodyOf<'assistant'>, madeId: string): AssistantMessage {
  const { content, refusal, tool_calls: calls, function_call: call } = body;
  const said = readTexts(
    refusal == null ? (content ?? '') : [...partsOf(content ?? ''), { type: 'refusal', refusal }],
  );
  const message = named({ role: 'assistant', content: said } as const, body.name);
  const toolCalls = (calls ?? []).filter((call) => call.type !== 'unread').map(readCall);
  if (call != null) toolCalls.push({ id: madeId, ...readFunction(call) });
  return toolCalls.length === 0 ? message : { ...message, toolCalls };
}

type Call = NonNullable<BodyOf<'assistant'>['tool_calls']>[number];

function readCall(call: Exclude<Call, Unread>): ToolCall {
  const extra = call.extra_content;
  return {
    id: call.id,
    ...readFunction(call.function),
    ...(extra == null ? {} : { extra }),
    ...readMark(call),
  };
}

/** A mark anywhere in a result is the result's. */
function readResult(body: BodyOf<'tool'>): Message {
  const content = readTexts(body.content);
  const cache = readMark(body).cache ?? content.findLast((part) => part.cache !== undefined)?.cache;
  const said = readText(textOf({ content }));
  return {
    role: 'tool',
    content: said,
    callId: body.tool_call_id,
    ...(cache === undefined ? {} : { cache }),
  };
}

/** A call without arguments may have no text at all. */
function readFunction({ name, arguments: text }: { readonly name: string; readonly arguments: string }) {
  return { name, arguments: text.trim() === '' ? '{}' : text.toWellFormed() };
}

function named<M extends object>(
  message: M,
  name: string | null | undefined,
): M & { readonly name?: string } {
  return name == null || name === '' ? message : { ...message, name: name.toWellFormed() };
}

function partsOf<P>(content: string | readonly P[]): readonly (P | TextPart)[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Lone surrogates, which UTF-8 cannot carry, are replaced unit by unit. */
function readText(text: string): readonly TextPart[] {
  return text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** Texts joined without a separator, up to a mark. */
function readTexts(content: string | readonly Part<'assistant'>[]): readonly TextPart[] {
  if (typeof content === 'string') return readText(content);
  const read: TextPart[] = [];
  let text = '';
  for (const part of content) {
    if (part.type === 'unread') continue;
    text += part.type === 'text' ? part.text : part.refusal;
    const { cache } = readMark(part);
    if (cache === undefined) continue;
    endText(text, cache, read);
    text = '';
  }
  read.push(...readText(text));
  return read;
}

/** A mark behind nothing new belongs to what stands before. */
function endText<P extends UserPart>(
  text: string,
  cache: CacheMark | undefined,
  read: (P | TextPart)[],
): void {
  read.push(...readText(text));
  const last = read.at(-1);
  if (cache !== undefined && last !== undefined) read[read.length - 1] = { ...last, cache };
}

/** Neighbouring texts are one, up to a mark. */
function readParts(content: readonly Part<'user'>[], place: string, media: MediaPlace[]): UserPart[] {
  const read: UserPart[] = [];
  let text = '';
  for (const [at, part] of content.entries()) {
    if (part.type === 'text') {
      text += part.text;
      const { cache } = readMark(part);
      if (cache === undefined) continue;
      endText(text, cache, read);
      text = '';
      continue;
    }
    endText(text, undefined, read);
    text = '';
    const own = `${place}.content.${at}`;
    if (part.type === 'unread') {
      media.push(unreadPart(part, own));
      continue;
    }
    if (part.type === 'file' && part.file.file_data == null) {
      media.push({ kind: 'unread', what: 'a file with a file_id', place: own });
      continue;
    }
    const taken = { ...readMedia(part), ...readMark(part) };
    media.push({ ...inputOf(taken), place: own });
    read.push(taken);
  }
  endText(text, undefined, read);
  return read;
}

/** Notes the parts and calls of types that the gateway does not read. */
function noteUnread(
  all: string | readonly object[] | null | undefined,
  place: string,
  media: MediaPlace[],
): void {
  if (all == null || typeof all === 'string') return;
  for (const [at, one] of all.entries()) {
    if (isUnread(one)) media.push(unreadPart(one, `${place}.${at}`));
  }
}

function isUnread(one: object): one is Unread {
  return 'type' in one && one.type === 'unread';
}

function unreadPart({ kind, written }: Unread, place: string): MediaPlace {
  return { kind: 'unread', ...(written ?? { what: shownType(kind), place }) };
}

function readMedia(part: Exclude<Part<'user'>, { type: 'text' | 'unread' }>): MediaPart {
  switch (part.type) {
    case 'image_url': {
      const { url, detail } = part.image_url;
      return { type: 'image', source: readImage(url), ...(detail == null ? {} : { detail }) };
    }
    case 'file': {
      const { file_data: data, filename } = part.file;
      return { type: 'file', ...readPdf(data ?? ''), ...(filename == null ? {} : { filename }) };
    }
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return { type: 'audio', format, data: readBase64(data) };
    }
  }
}
